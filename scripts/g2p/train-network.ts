import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { createKernelMemory } from '../../src/lexicon/g2p/matrix-kernel.ts'
import type { NetworkShape } from '../../src/lexicon/g2p/network-shape.ts'
import { planNetwork } from '../../src/lexicon/g2p/network-shape.ts'
import type { Alignment } from './align-words.ts'
import { Random } from './random.ts'

export interface NetworkPlan {
  readonly shape: NetworkShape
  readonly passes: number
  readonly peakRate: number
  /** Share of the states that a batch does without, in 256ths. */
  readonly dropped: number
  readonly seed: number
}

/** What a thread is started with; `memory` is laid out by `placesOf`. */
export interface NetworkTask {
  readonly alignment: Alignment
  readonly plan: NetworkPlan
  readonly memory: WebAssembly.Memory
  /** Shared counter for the threads' barrier. */
  readonly barrier: Int32Array
  readonly thread: number
}

/** Always two threads, so that the order of summation does not depend on the machine. */
export const THREADS = 2

const SCRATCH_FLOATS = 24_000_000

/** Memory layout, in floats: parameters, optimizer state, then each thread's own memory. */
export function placesOf(size: number) {
  const gradients = Array.from({ length: THREADS }, (_, thread) => size * (1 + thread))
  const mean = size * (1 + THREADS)
  const square = mean + size
  const scratch = Array.from({ length: THREADS }, (_, thread) => square + size + thread * SCRATCH_FLOATS)
  return { parameters: 0, gradients, mean, square, scratch, floats: square + size + THREADS * SCRATCH_FLOATS }
}

/** Trains on two threads. The result depends only on the words and the plan. */
export async function trainNetwork(
  alignment: Alignment,
  plan: NetworkPlan,
  report: (line: string) => void,
): Promise<Float32Array> {
  const { all, size } = planNetwork(plan.shape, alignment.inventory)
  const memory = createKernelMemory(4 * placesOf(size).floats)
  const floats = new Float32Array(memory.buffer)
  const random = new Random(plan.seed)
  for (const { start, rows, columns } of all) {
    const scale = 1 / Math.sqrt(Math.min(rows, columns))
    for (let i = start; i < start + rows * columns; i++) floats[i] = scale * (random.next() / 2 ** 31 - 1)
  }
  const barrier = new Int32Array(new SharedArrayBuffer(8))
  const threads = Array.from({ length: THREADS }, (_, thread) => {
    const workerData: NetworkTask = { alignment, plan, memory, barrier, thread }
    const worker = new Worker(new URL('./network-thread.ts', import.meta.url), { workerData })
    worker.on('message', report)
    return once(worker, 'exit')
  })
  const codes = (await Promise.all(threads)).flat()
  if (codes.some((code) => code !== 0)) throw new Error('a thread of the training failed')
  return floats.slice(0, size)
}
