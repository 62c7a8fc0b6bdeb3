import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { loadResampling } from '../audio/resample.ts'
import type { Engine } from '../core/engine.ts'
import type { ThreadData } from './thread/messages.ts'
import { serveTasks } from './thread/serve-tasks.ts'

/** Runs a synthesis thread until it ends. Call once, in a worker thread that the pool started. */
export async function runThread(engineByName: ReadonlyMap<string, Engine>): Promise<void> {
  const threadData = workerData as ThreadData
  process.once('exit', () => {
    Atomics.store(threadData.ended, 0, 1)
    Atomics.notify(threadData.ended, 0)
  })
  await serveTasks(parentPort as MessagePort, threadData, engineByName, await loadResampling())
}
