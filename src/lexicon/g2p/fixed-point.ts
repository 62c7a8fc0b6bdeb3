import { STEPS_OF_PRODUCT, STEPS_OF_STATE } from './matrix-kernel.ts'
import type { Matrix, RecurrentMatrices } from './network-shape.ts'
import type { Workbench } from './recurrent-layer.ts'

/**
 * The recurrent layers predict in whole numbers, which are multiplied in half the time: states and weights in 16 bits, their
 * products in 32. That is finer than the weights in the file, and no sum overflows as long as the weights of a column add up
 * to less than 128, signs aside; those of the shipped model add up to 68.
 */
const MAX = 32_767

/** All places count in floats, and one place has two numbers of 16 bits. */
export interface FixedPointBench extends Workbench {
  readonly ints: Int32Array
  readonly shorts: Int16Array
}

/** Where one direction of a layer keeps its states, `hidden / 2` places each, and where it works. */
export interface LayerPlaces {
  /** The input's part of the gates of each row, as floats. */
  readonly gates: number
  /** The state's part of the gates of one row. */
  readonly fromState: number
  /** One state in floats. */
  readonly state: number
  /** Of each row the state, and after the last row the state at the start. */
  readonly states: number
}

/** Turns the first `rows`, an even number, of a matrix into pairs for the kernel; they fill the first half of their places. */
export function packRows({ floats, shorts }: FixedPointBench, { start, columns }: Matrix, rows: number): void {
  for (let pair = 0; pair < rows / 2; pair++) {
    const even = start + 2 * pair * columns
    for (let column = 0; column < columns; column++) {
      const first = fixed(floats[even + column]!)
      const second = fixed(floats[even + columns + column]!)
      const to = 2 * (start + pair * columns + column)
      shorts[to] = first
      shorts[to + 1] = second
    }
  }
}

const fixed = (value: number): number => Math.min(MAX, Math.max(-MAX, Math.round(STEPS_OF_STATE * value)))

/** Adds the product of the states of several rows with packed weights to the floats at `to`, which must be zeros. */
export function addProducts(
  bench: FixedPointBench,
  products: readonly { readonly states: number; readonly weights: number }[],
  { to, rows, columns, hidden }: { to: number; rows: number; columns: number; hidden: number },
): void {
  const { kernel, floats, ints } = bench
  for (const { states, weights } of products) {
    kernel.multiplyAddPairs(4 * states, 4 * weights, 4 * to, rows, columns, hidden / 2)
  }
  for (let i = to; i < to + rows * columns; i++) floats[i] = ints[i]! / STEPS_OF_PRODUCT
}

/** Runs one direction over all letters. The input's part must stand in `gates`; the other places may hold anything. */
export function runLayer(
  bench: FixedPointBench,
  matrices: RecurrentMatrices,
  length: number,
  places: LayerPlaces,
  backward: boolean,
): void {
  const { floats, ints, shorts, kernel } = bench
  const { start: weights, columns } = matrices.state
  const hidden = columns / 3
  const { fromState, state, states } = places
  const atStart = states + length * (hidden / 2)
  floats.fill(0, state, state + hidden)
  shorts.fill(0, 2 * atStart, 2 * atStart + hidden)
  const biases = weights + hidden * columns
  let before = atStart
  for (let step = 0; step < length; step++) {
    const row = backward ? length - 1 - step : step
    const gates = places.gates + row * columns
    const after = states + row * (hidden / 2)
    ints.fill(0, fromState, fromState + columns)
    kernel.multiplyAddPairsRow(4 * before, 4 * weights, 4 * fromState, 1, columns, hidden / 2)
    kernel.stepState(4 * gates, 4 * biases, 4 * fromState, 4 * state, 4 * after, hidden)
    before = after
  }
}
