import {
  CONTEXT_FEATURES,
  CONTEXT_LENGTH,
  contextRow,
  extendContext,
  startContext,
} from '../../src/lexicon/g2p/decoder-context.ts'
import type { HeadMatrices } from '../../src/lexicon/g2p/network-shape.ts'
import { addFloats, multiplyRows } from '../../src/lexicon/g2p/recurrent-layer.ts'
import { LETTERS } from '../../src/lexicon/g2p/symbols.ts'
import { addColumnSums, addProductOfTurned, transpose } from './matrix-gradients.ts'
import type { BatchRows, EncodedStates, Training } from './training.ts'

/**
 * Forward and backward pass of one head over a batch; adds to the gradients of parameters and states. Returns the loss.
 */
export function trainHead(
  trainer: Training,
  head: HeadMatrices,
  rows: BatchRows,
  states: EncodedStates,
  backward: boolean,
): number {
  const { floats, parameters, gradients, scratch, inventory } = trainer
  const { columns } = head.states
  const hidden = (head.states.rows - 1) / 2
  const count = rows.length * rows.batch
  const contexts = contextsOf(trainer, rows, backward)
  const joint = scratch.joint
  const biases = parameters + head.states.start + 2 * hidden * columns
  for (let row = 0; row < count; row++) {
    const to = joint + row * columns
    floats.copyWithin(to, biases, biases + columns)
    for (let feature = 0; feature < CONTEXT_FEATURES; feature++) {
      const at = contextRow(inventory, contexts, row * CONTEXT_LENGTH, feature)
      const from = parameters + head.context.start + at * columns
      addFloats(trainer, from, to, columns)
    }
  }
  const fromOnward = parameters + head.states.start
  const fromBackward = fromOnward + hidden * columns
  multiplyRows(trainer, states.onward, fromOnward, joint, count, columns, hidden)
  multiplyRows(trainer, states.backward, fromBackward, joint, count, columns, hidden)

  const kept = trainer.dropInPlace(joint, count * columns)
  trainer.kernel.rectify(4 * joint, count * columns)

  let loss = 0
  for (let letter = 0; letter < LETTERS.length; letter++) loss += trainLetter(trainer, head, rows, letter)

  const slopes = scratch.jointSlopes
  for (let i = 0; i < count * columns; i++) {
    floats[slopes + i]! *= floats[joint + i]! > 0 ? kept : 0
  }
  for (let row = 0; row < count; row++) {
    const from = slopes + row * columns
    for (let feature = 0; feature < CONTEXT_FEATURES; feature++) {
      const at = contextRow(inventory, contexts, row * CONTEXT_LENGTH, feature)
      const to = gradients + head.context.start + at * columns
      addFloats(trainer, from, to, columns)
    }
  }
  addColumnSums(trainer, slopes, count, columns, gradients + head.states.start + 2 * hidden * columns)
  for (const [from, at, to] of [
    [states.onward, 0, states.onwardSlopes],
    [states.backward, hidden, states.backwardSlopes],
  ] as const) {
    const place = head.states.start + at * columns
    addProductOfTurned(trainer, from, slopes, gradients + place, count, hidden, columns)
    transpose(floats, parameters + place, hidden, columns, scratch.turnedWeights)
    multiplyRows(trainer, slopes, scratch.turnedWeights, to, count, hidden, columns)
  }
  return loss
}

function contextsOf({ inventory }: Training, { batch, length, units }: BatchRows, backward: boolean): Uint16Array {
  const contexts = new Uint16Array(batch * length * CONTEXT_LENGTH)
  for (let word = 0; word < batch; word++) {
    for (let step = 0; step < length; step++) {
      const row = (backward ? length - 1 - step : step) * batch + word
      const before = row + (backward ? batch : -batch)
      if (step === 0) startContext(inventory, contexts, row * CONTEXT_LENGTH)
      else {
        const unit = units[before]!
        extendContext(inventory, contexts, before * CONTEXT_LENGTH, row * CONTEXT_LENGTH, unit, backward)
      }
    }
  }
  return contexts
}

/** Rows of one letter choose among its units only, so they are gathered and multiplied together. */
function trainLetter(trainer: Training, head: HeadMatrices, rows: BatchRows, letter: number): number {
  const { floats, parameters, gradients, scratch, inventory } = trainer
  const matrix = head.units[letter]!
  const { columns } = matrix
  const joint = matrix.rows - 1
  const places: number[] = []
  for (let row = 0; row < rows.length * rows.batch; row++) if (rows.letters[row] === letter) places.push(row)
  if (places.length === 0) return 0
  const count = Math.ceil(places.length / 4) * 4

  const gathered = scratch.gathered
  const scores = scratch.scores
  const weights = parameters + matrix.start
  const biases = weights + joint * columns
  floats.fill(0, gathered, gathered + count * joint)
  places.forEach((row, i) => {
    const from = scratch.joint + row * joint
    floats.copyWithin(gathered + i * joint, from, from + joint)
    floats.copyWithin(scores + i * columns, biases, biases + columns)
  })
  multiplyRows(trainer, gathered, weights, scores, count, columns, joint)

  const first = inventory.firstOfLetter[letter]!
  const choices = inventory.firstOfLetter[letter + 1]! - first
  floats.fill(0, scores + places.length * columns, scores + count * columns)
  let loss = 0
  places.forEach((row, i) => {
    loss += turnIntoSlopes(floats, scores + i * columns, choices, columns, rows.units[row]! - first, rows.weights[row]!)
  })

  addProductOfTurned(trainer, gathered, scores, gradients + matrix.start, count, joint, columns)
  addColumnSums(trainer, scores, count, columns, gradients + matrix.start + joint * columns)
  transpose(floats, weights, joint, columns, scratch.turnedWeights)
  floats.fill(0, gathered, gathered + count * joint)
  multiplyRows(trainer, scores, scratch.turnedWeights, gathered, count, joint, columns)
  places.forEach((row, i) => {
    const from = gathered + i * joint
    floats.copyWithin(scratch.jointSlopes + row * joint, from, from + joint)
  })
  return loss
}

/** Replaces logits by gradients of the cross-entropy loss; returns the loss. */
function turnIntoSlopes(
  floats: Float32Array,
  at: number,
  choices: number,
  columns: number,
  right: number,
  weight: number,
): number {
  let max = Number.NEGATIVE_INFINITY
  for (let i = 0; i < choices; i++) max = Math.max(max, floats[at + i]!)
  let total = 0
  for (let i = 0; i < choices; i++) total += Math.exp(floats[at + i]! - max)
  const loss = max + Math.log(total) - floats[at + right]!
  for (let i = 0; i < columns; i++) {
    const share = i < choices ? Math.exp(floats[at + i]! - max) / total : 0
    floats[at + i] = weight * (share - (i === right ? 1 : 0))
  }
  return weight * loss
}
