import { contextRowCount } from './decoder-context.ts'
import { LETTERS } from './symbols.ts'
import type { UnitInventory } from './unit-inventory.ts'

export interface NetworkShape {
  /** Recurrent layers, each of two directions. */
  readonly layers: number
  /** Of one direction of a layer; divides by 32. */
  readonly hidden: number
  /** Of the layer that joins letters and what was said so far; divides by 32. */
  readonly joint: number
}

/** Rows of numbers, one after another from `start` in the parameters. A last row of biases is counted in `rows`. */
export interface Matrix {
  readonly start: number
  readonly rows: number
  readonly columns: number
}

export interface RecurrentMatrices {
  /** What the letters around add to the gates (first layer), or the layer below; gates in the order reset, update, new. */
  readonly input: Matrix
  readonly state: Matrix
}

/** Says units in one direction of the word. */
export interface HeadMatrices {
  readonly states: Matrix
  readonly context: Matrix
  /** One a letter: its units, in a number that divides by 8. */
  readonly units: readonly Matrix[]
}

export interface NetworkMatrices {
  readonly layers: readonly { readonly onward: RecurrentMatrices; readonly backward: RecurrentMatrices }[]
  readonly onward: HeadMatrices
  readonly backward: HeadMatrices
  readonly all: readonly Matrix[]
  /** Numbers in all. */
  readonly size: number
}

/** Letters that a recurrent layer looks at in one step, half of them on each side. */
export const WINDOW = 5
export const WINDOW_ROWS = WINDOW * (LETTERS.length + 1)

export const paddedUnits = (inventory: UnitInventory, letter: number): number =>
  Math.ceil((inventory.firstOfLetter[letter + 1]! - inventory.firstOfLetter[letter]!) / 8) * 8

export function planNetwork(shape: NetworkShape, inventory: UnitInventory): NetworkMatrices {
  const all: Matrix[] = []
  let size = 0
  const plan = (rows: number, columns: number): Matrix => {
    const matrix = { start: size, rows, columns }
    all.push(matrix)
    size += rows * columns
    return matrix
  }
  const gates = 3 * shape.hidden
  const planRecurrent = (layer: number): RecurrentMatrices => ({
    input: plan(layer === 0 ? WINDOW_ROWS : 2 * shape.hidden, gates),
    state: plan(shape.hidden + 1, gates),
  })
  const planHead = (): HeadMatrices => ({
    states: plan(2 * shape.hidden + 1, shape.joint),
    context: plan(contextRowCount(inventory), shape.joint),
    units: [...LETTERS].map((_, letter) => plan(shape.joint + 1, paddedUnits(inventory, letter))),
  })
  const layers = Array.from({ length: shape.layers }, (_, layer) => ({
    onward: planRecurrent(layer),
    backward: planRecurrent(layer),
  }))
  return { layers, onward: planHead(), backward: planHead(), all, size }
}
