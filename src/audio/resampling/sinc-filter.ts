/**
 * A polyphase low-pass filter: a row of weights for each output position between two inputs. The sum of the inputs
 * times the nearest row is the output.
 */
export interface SincFilter {
  /** Rows per input; the table has one more, for the position of the next input. */
  readonly rows: number
  /** Weights per row, a multiple of 8. The output's position follows the input of weight `taps / 2 - 1`. */
  readonly taps: number
  readonly table: Float32Array
}

// Flat up to 0.45 of the lower rate; images and aliases are 75 dB down from 0.55 of it.
const TAPS = 48
const KAISER_BETA = 7.3
/** The nearest of this many positions gives 67 dB at half the rate, more below it. */
const MAX_ROWS = 2048

/** Designs a filter to a rate of `ratio` times the input's, with `places` output positions between two inputs. */
export function designFilter(ratio: number, places: number): SincFilter {
  const cutoff = Math.min(1, ratio)
  const taps = 8 * Math.ceil(TAPS / cutoff / 8)
  // A longer low-pass filter changes less from one position to the next.
  const rows = Math.min(places, Math.ceil(MAX_ROWS * cutoff))
  const table = new Float32Array((rows + 1) * taps)
  // The second half of the positions mirrors the first.
  for (let row = 0; row <= rows / 2; row++) {
    for (let tap = 0; tap < taps; tap++) {
      const distance = taps / 2 - 1 - tap + row / rows
      const weight = cutoff * sinc(cutoff * distance) * kaiser((2 * distance) / taps)
      table[row * taps + tap] = weight
      table[(rows - row + 1) * taps - 1 - tap] = weight
    }
  }
  return { rows, taps, table }
}

const sinc = (x: number): number => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x))

/** Kaiser window, for x from -1 to 1. */
const kaiser = (x: number): number => bessel(KAISER_BETA * Math.sqrt(1 - x * x)) / KAISER_PEAK

/** Modified Bessel function of the first kind, order 0. */
function bessel(x: number): number {
  let sum = 1
  for (let k = 1, term = 1; term > 1e-9 * sum; k++) {
    term *= (x / (2 * k)) ** 2
    sum += term
  }
  return sum
}

const KAISER_PEAK = bessel(KAISER_BETA)
