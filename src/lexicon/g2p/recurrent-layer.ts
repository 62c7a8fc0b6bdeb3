import type { MatrixKernel } from './matrix-kernel.ts'
import type { Matrix } from './network-shape.ts'
import { WINDOW } from './network-shape.ts'
import { NO_LETTER } from './symbols.ts'

/** Letters of `batch` words of one length, position by position: row `position * batch + word`. */
export interface LetterRows {
  readonly batch: number
  readonly length: number
  readonly letters: Uint8Array
}

export interface Workbench {
  readonly floats: Float32Array
  readonly kernel: MatrixKernel
  /** Where in `floats` the parameters begin. */
  readonly parameters: number
}

export function multiplyRows(
  { kernel }: Workbench,
  a: number,
  b: number,
  c: number,
  rows: number,
  columns: number,
  inner: number,
): void {
  kernel.multiplyAdd(4 * a, 4 * b, 4 * c, rows, columns, inner)
}

/** Row of the window matrix for the letter `offset` places from the row's own. */
export function windowRow(rows: LetterRows, row: number, offset: number): number {
  const around = row + (offset - (WINDOW >> 1)) * rows.batch
  const letter = around < 0 || around >= rows.length * rows.batch ? NO_LETTER : rows.letters[around]!
  return offset * (NO_LETTER + 1) + letter
}

/** Adds `count` floats to others. */
export function addFloats({ kernel }: Workbench, from: number, to: number, count: number): void {
  kernel.add(4 * from, 4 * to, count)
}

export function addLetterWindows(workbench: Workbench, input: Matrix, rows: LetterRows, gates: number) {
  const { columns } = input
  for (let row = 0; row < rows.length * rows.batch; row++) {
    const to = gates + row * columns
    for (let offset = 0; offset < WINDOW; offset++) {
      const from = workbench.parameters + input.start + windowRow(rows, row, offset) * columns
      addFloats(workbench, from, to, columns)
    }
  }
}
