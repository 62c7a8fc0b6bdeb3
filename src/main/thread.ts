import { engineByName } from '../engines/engine-list.ts'
import { runThread } from '../workers/run-thread.ts'

/** Entry point of a synthesis thread. */
await runThread(engineByName)
