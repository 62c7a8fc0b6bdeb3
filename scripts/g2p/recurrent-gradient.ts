import type { Matrix, RecurrentMatrices } from '../../src/lexicon/g2p/network-shape.ts'
import { WINDOW } from '../../src/lexicon/g2p/network-shape.ts'
import type { LetterRows } from '../../src/lexicon/g2p/recurrent-layer.ts'
import { addFloats, multiplyRows, windowRow } from '../../src/lexicon/g2p/recurrent-layer.ts'
import { addColumnSums, addProductOfTurned, transpose } from './matrix-gradients.ts'
import type { RecurrentSpace } from './recurrent-forward.ts'
import { rowBeforeStep, rowOfStep } from './recurrent-forward.ts'
import type { Training } from './training.ts'

/**
 * Backward pass through one direction of a layer. `slopes` holds the gradient of each state and is overwritten; the
 * gates of `space` become gradients of the input's part of the gates.
 */
export function runRecurrentBack(
  trainer: Training,
  matrices: RecurrentMatrices,
  rows: LetterRows,
  space: RecurrentSpace,
  slopes: number,
  backward: boolean,
): void {
  const { floats, gradients, scratch } = trainer
  const { batch, length } = rows
  const { start, columns } = matrices.state
  const hidden = columns / 3
  const turned = scratch.turnedWeights
  transpose(floats, trainer.parameters + start, hidden, columns, turned)
  const carried = scratch.carried
  floats.fill(0, carried, carried + batch * hidden)

  for (let step = length - 1; step >= 0; step--) {
    const row = rowOfStep(rows, step, backward)
    const before = rowBeforeStep(rows, step, backward)
    for (let word = 0; word < batch; word++) {
      stepBack(floats, hidden, {
        gates: space.gates + (row + word) * columns,
        part: space.fromState + (row + word) * columns,
        before: space.states + (before + word) * hidden,
        slope: slopes + (row + word) * hidden,
        carried: carried + word * hidden,
      })
    }
    multiplyRows(trainer, space.fromState + row * columns, turned, carried, batch, hidden, columns)
  }

  for (let step = 0; step < length; step++) {
    const from = space.states + rowBeforeStep(rows, step, backward) * hidden
    floats.copyWithin(scratch.gathered + rowOfStep(rows, step, backward) * hidden, from, from + batch * hidden)
  }
  addProductOfTurned(trainer, scratch.gathered, space.fromState, gradients + start, length * batch, hidden, columns)
  addColumnSums(trainer, space.fromState, length * batch, columns, gradients + start + hidden * columns)
}

interface StepPlaces {
  readonly gates: number
  readonly part: number
  readonly before: number
  readonly slope: number
  readonly carried: number
}

function stepBack(floats: Float32Array, hidden: number, { gates, part, before, slope, carried }: StepPlaces): void {
  for (let i = 0; i < hidden; i++) {
    const reset = floats[gates + i]!
    const update = floats[gates + hidden + i]!
    const fresh = floats[gates + 2 * hidden + i]!
    const toState = floats[slope + i]! + floats[carried + i]!
    const toUpdate = toState * (floats[before + i]! - fresh) * update * (1 - update)
    const toFresh = toState * (1 - update) * (1 - fresh * fresh)
    const toReset = toFresh * floats[part + 2 * hidden + i]! * reset * (1 - reset)
    floats[carried + i] = toState * update
    floats[gates + i] = toReset
    floats[gates + hidden + i] = toUpdate
    floats[gates + 2 * hidden + i] = toFresh
    floats[part + i] = toReset
    floats[part + hidden + i] = toUpdate
    floats[part + 2 * hidden + i] = toFresh * reset
  }
}

export function addLetterWindowGradients(trainer: Training, input: Matrix, rows: LetterRows, gates: number): void {
  const { columns } = input
  for (let row = 0; row < rows.length * rows.batch; row++) {
    const from = gates + row * columns
    for (let offset = 0; offset < WINDOW; offset++) {
      const to = trainer.gradients + input.start + windowRow(rows, row, offset) * columns
      addFloats(trainer, from, to, columns)
    }
  }
}
