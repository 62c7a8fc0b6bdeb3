import type { Workbench } from '../../src/lexicon/g2p/recurrent-layer.ts'
import { addFloats } from '../../src/lexicon/g2p/recurrent-layer.ts'

/** Hands out places in one array of floats, from `start` on; nothing is given back. */
export class FloatSpace {
  #end: number

  constructor(start: number) {
    this.#end = start
  }

  get end(): number {
    return this.#end
  }

  take(count: number): number {
    const start = this.#end
    this.#end += count
    return start
  }
}

export function transpose(floats: Float32Array, from: number, rows: number, columns: number, to: number): void {
  const BLOCK = 16
  for (let firstRow = 0; firstRow < rows; firstRow += BLOCK) {
    const endRow = Math.min(rows, firstRow + BLOCK)
    for (let column = 0; column < columns; column++) {
      for (let row = firstRow; row < endRow; row++)
        floats[to + column * rows + row] = floats[from + row * columns + column]!
    }
  }
}

export function addColumnSums(workbench: Workbench, from: number, rows: number, columns: number, to: number): void {
  for (let row = 0; row < rows; row++) addFloats(workbench, from + row * columns, to, columns)
}
