import { engineByName } from '../engines/engine-list.ts'
import { runThread } from '../workers/run-thread.ts'

/** Where a thread of the pool starts. */
await runThread(engineByName)
