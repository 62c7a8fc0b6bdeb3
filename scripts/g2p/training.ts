import type { MatrixKernel } from '../../src/lexicon/g2p/matrix-kernel.ts'
import type { LetterRows } from '../../src/lexicon/g2p/recurrent-layer.ts'
import type { UnitInventory } from '../../src/lexicon/g2p/unit-inventory.ts'

export interface BatchRows extends LetterRows {
  readonly units: Uint16Array
  /** Weight of each row; 0 for padding. */
  readonly weights: Float32Array
}

/** States of the top layer, and the gradient of the loss by them. */
export interface EncodedStates {
  readonly onward: number
  readonly backward: number
  readonly onwardSlopes: number
  readonly backwardSlopes: number
}

interface Scratch {
  readonly joint: number
  readonly jointSlopes: number
  readonly gathered: number
  readonly scores: number
  readonly turnedWeights: number
  readonly turnedRows: number
  readonly carried: number
}

/** What gradients are computed with: numbers are places in `floats`. */
export interface Training {
  readonly floats: Float32Array
  readonly kernel: MatrixKernel
  readonly inventory: UnitInventory
  readonly parameters: number
  readonly gradients: number
  readonly scratch: Scratch
  dropInPlace(at: number, count: number): number
}
