import type { Workbench } from '../../src/lexicon/g2p/recurrent-layer.ts'
import { addFloats, multiplyRows } from '../../src/lexicon/g2p/recurrent-layer.ts'
import type { Training } from './training.ts'

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

/** `to`[inner×columns] += the transpose of `a`[rows×inner] times `b`[rows×columns]. */
export function addProductOfTurned(
  trainer: Training,
  a: number,
  b: number,
  to: number,
  rows: number,
  inner: number,
  columns: number,
): void {
  transpose(trainer.floats, a, rows, inner, trainer.scratch.turnedRows)
  multiplyRows(trainer, trainer.scratch.turnedRows, b, to, inner, columns, rows)
}
