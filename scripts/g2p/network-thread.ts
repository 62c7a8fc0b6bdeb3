import { parentPort, workerData } from 'node:worker_threads'
import { planNetwork } from '../../src/lexicon/g2p/network-shape.ts'
import type { AlignedWord } from './align-words.ts'
import { FloatSpace } from './float-space.ts'
import type { NetworkTask } from './train-network.ts'
import { placesOf, THREADS } from './train-network.ts'
import { Trainer } from './trainer.ts'
import type { BatchRows } from './training.ts'
import { BATCH_WORDS, batchWords, MAX_WORD_LENGTH } from './word-batches.ts'

const SHARE_WORDS = BATCH_WORDS / THREADS
const WARM_UP_STEPS = 300
const MEAN_DECAY = 0.9
const SQUARE_DECAY = 0.99
const TINY = 1e-8
/** Batch size in letters. */
const LETTERS_A_BATCH = 1000

const { alignment, plan, memory, barrier, thread }: NetworkTask = workerData
const { size } = planNetwork(plan.shape, alignment.inventory)
const places = placesOf(size)
const floats = new Float32Array(memory.buffer)
const trainer = new Trainer({
  memory,
  shape: plan.shape,
  inventory: alignment.inventory,
  parameters: places.parameters,
  gradients: places.gradients[thread]!,
  space: new FloatSpace(places.scratch[thread]!),
  maxRows: SHARE_WORDS * MAX_WORD_LENGTH,
  batch: SHARE_WORDS,
  seed: plan.seed * THREADS + thread,
  dropped: plan.dropped,
})

let step = 0
for (let pass = 0; pass < plan.passes; pass++) {
  const batches = batchWords(alignment.words, plan.seed * 1000 + pass)
  let loss = 0
  for (const [at, batch] of batches.entries()) {
    const share = batch.filter((_, word) => word % THREADS === thread)
    if (share.length > 0) loss += trainer.train(rowsOf(share))
    waitForOthers()
    const progress = (pass + at / batches.length) / plan.passes
    step++
    moveParameters(plan.peakRate * Math.min(1, step / WARM_UP_STEPS) * (1 - progress), step)
    waitForOthers()
  }
  if (thread === 0)
    parentPort?.postMessage(`pass ${pass + 1}: loss ${((THREADS * loss) / alignment.words.length).toFixed(4)} a word`)
}

/** Words as rows of a batch, padded with copies of the first of weight 0 to a multiple of 4. */
function rowsOf(words: readonly AlignedWord[]): BatchRows {
  const batch = Math.ceil(words.length / 4) * 4
  const { length } = words[0]!.letters
  const letters = new Uint8Array(batch * length)
  const units = new Uint16Array(batch * length)
  const weights = new Float32Array(batch * length)
  for (let word = 0; word < batch; word++) {
    const from = words[word] ?? words[0]!
    for (let position = 0; position < length; position++) {
      const row = position * batch + word
      letters[row] = from.letters[position]!
      units[row] = from.units[position]!
      weights[row] = word < words.length ? 1 / LETTERS_A_BATCH : 0
    }
  }
  return { batch, length, letters, units, weights }
}

/** Adam step on this thread's parameters; resets the gradients of all threads. */
function moveParameters(rate: number, steps: number): void {
  const from = Math.floor((size * thread) / THREADS)
  const end = Math.floor((size * (thread + 1)) / THREADS)
  const meanScale = rate / (1 - MEAN_DECAY ** steps)
  const squareScale = 1 / (1 - SQUARE_DECAY ** steps)
  const [first, second] = places.gradients as [number, number]
  const { mean, square } = places
  for (let i = from; i < end; i++) {
    const slope = floats[first + i]! + floats[second + i]!
    floats[first + i] = 0
    floats[second + i] = 0
    const m = MEAN_DECAY * floats[mean + i]! + (1 - MEAN_DECAY) * slope
    const s = SQUARE_DECAY * floats[square + i]! + (1 - SQUARE_DECAY) * slope * slope
    floats[mean + i] = m
    floats[square + i] = s
    floats[i]! -= (meanScale * m) / (Math.sqrt(s * squareScale) + TINY)
  }
}

/** Barrier: returns when all threads have arrived. */
function waitForOthers(): void {
  const round = Atomics.load(barrier, 1)
  if (Atomics.add(barrier, 0, 1) === THREADS - 1) {
    Atomics.store(barrier, 0, 0)
    Atomics.add(barrier, 1, 1)
    Atomics.notify(barrier, 1)
  } else {
    while (Atomics.load(barrier, 1) === round) Atomics.wait(barrier, 1, round)
  }
}
