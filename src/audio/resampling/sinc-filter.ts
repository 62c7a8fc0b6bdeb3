/**
 * A low pass in rows of weights, one row for every place that an output may have between two inputs: the inputs times
 * the row that is nearest to an output's place add up to the output.
 */
export interface SincFilter {
  /** Rows to an input; the table has one more, for the place of the next input. */
  readonly rows: number
  /** Weights to a row, a multiple of 8. The output's place follows the input of weight `taps / 2 - 1`. */
  readonly taps: number
  readonly table: Float32Array
}

// Flat up to 0.45 of the lower rate; images, and what that rate cannot carry, are 75 dB down from 0.55 of it on.
const TAPS = 48
const KAISER_BETA = 7.3
/** The nearest of so many places is near enough for 67 dB at half the rate, more for what is lower. */
const MOST_ROWS = 2048

/** A filter from one rate to another that is `ratio` times it, whose samples have `places` places between the inputs. */
export function designFilter(ratio: number, places: number): SincFilter {
  const cutoff = Math.min(1, ratio)
  const taps = 8 * Math.ceil(TAPS / cutoff / 8)
  // A low pass that reaches over more inputs changes less from one place to the next.
  const rows = Math.min(places, Math.ceil(MOST_ROWS * cutoff))
  const table = new Float32Array((rows + 1) * taps)
  // What is nearer to the next input mirrors what is nearer to the one before.
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

/** A window from -1 to 1. */
const kaiser = (x: number): number => bessel(KAISER_BETA * Math.sqrt(1 - x * x)) / KAISER_PEAK

/** Modified, of the first kind and order 0. */
function bessel(x: number): number {
  let sum = 1
  for (let k = 1, term = 1; term > 1e-9 * sum; k++) {
    term *= (x / (2 * k)) ** 2
    sum += term
  }
  return sum
}

const KAISER_PEAK = bessel(KAISER_BETA)
