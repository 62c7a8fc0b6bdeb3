import type { RecurrentMatrices } from '../../src/lexicon/g2p/network-shape.ts'
import type { LetterRows, Workbench } from '../../src/lexicon/g2p/recurrent-layer.ts'
import { multiplyRows } from '../../src/lexicon/g2p/recurrent-layer.ts'

/** Where one direction of a layer keeps its numbers, in floats. Gates stay readable for the way back. */
export interface RecurrentSpace {
  /** The input's part of the gates of each row, turned into the gates themselves. */
  readonly gates: number
  /** The state's part of the gates of each row. */
  readonly fromState: number
  /** Of each row the state, and after the last row the states at the start: zeros. */
  readonly states: number
}

export const rowOfStep = (rows: LetterRows, step: number, backward: boolean): number =>
  (backward ? rows.length - 1 - step : step) * rows.batch

/** The row of the state that a step comes from. */
export const rowBeforeStep = (rows: LetterRows, step: number, backward: boolean): number =>
  step === 0 ? rows.length * rows.batch : rowOfStep(rows, step - 1, backward)

/** Runs one direction over all positions. The input's part must stand in `gates`; the rest of the space may hold anything. */
export function runRecurrent(
  workbench: Workbench,
  matrices: RecurrentMatrices,
  rows: LetterRows,
  space: RecurrentSpace,
  backward: boolean,
): void {
  const { floats, parameters } = workbench
  const { batch, length } = rows
  const columns = matrices.state.columns
  const hidden = columns / 3
  const weights = parameters + matrices.state.start
  const biases = weights + hidden * columns
  floats.fill(0, space.states + length * batch * hidden, space.states + (length + 1) * batch * hidden)
  for (let step = 0; step < length; step++) {
    const row = rowOfStep(rows, step, backward)
    const from = space.states + rowBeforeStep(rows, step, backward) * hidden
    const part = space.fromState + row * columns
    for (let word = 0; word < batch; word++) floats.copyWithin(part + word * columns, biases, biases + columns)
    multiplyRows(workbench, from, weights, part, batch, columns, hidden)
    for (let word = 0; word < batch; word++) {
      const gates = space.gates + (row + word) * columns
      const to = space.states + (row + word) * hidden
      stepState(floats, hidden, gates, part + word * columns, from + word * hidden, to)
    }
  }
}

function stepState(floats: Float32Array, hidden: number, gates: number, part: number, from: number, to: number): void {
  for (let i = 0; i < hidden; i++) {
    const reset = sigmoid(floats[gates + i]! + floats[part + i]!)
    const update = sigmoid(floats[gates + hidden + i]! + floats[part + hidden + i]!)
    const fresh = tanh(floats[gates + 2 * hidden + i]! + reset * floats[part + 2 * hidden + i]!)
    floats[gates + i] = reset
    floats[gates + hidden + i] = update
    floats[gates + 2 * hidden + i] = fresh
    floats[to + i] = fresh + update * (floats[from + i]! - fresh)
  }
}

/** A quotient of polynomials (Lambert's continued fraction), true to 0.0001; unlike Math.tanh, quick and the same everywhere. */
function tanh(x: number): number {
  if (x > 4.97) return 1
  if (x < -4.97) return -1
  const square = x * x
  const top = x * (135_135 + square * (17_325 + square * (378 + square)))
  return top / (135_135 + square * (62_370 + square * (3_150 + 28 * square)))
}

const sigmoid = (x: number): number => 0.5 + 0.5 * tanh(0.5 * x)
