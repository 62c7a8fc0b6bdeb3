import { FRAME_STEP_S, LEVEL_STEP_DB, LOWEST_LEVEL_DB, MEL_BANDS } from './mel-track.ts'

/** A mel track with the loudness of its speech, which does not count in the distance. */
export interface MeasuredSound {
  readonly mel: Uint8Array
  readonly lufs: number
}

/** What is quieter than this, relative to the loudness of the speech, is silence. */
const FLOOR_LU = -35
/** The distance is that of the worst stretch of this length: about a word. */
const STRETCH_FRAMES = Math.round(0.3 / FRAME_STEP_S)
/** By how much more than the difference of the lengths two sounds may be apart in time. */
const MAX_LAG_FRAMES = Math.round(2 / FRAME_STEP_S)
/** Sounds whose lengths differ by a larger part of the longer one, and by more than the lag, are not aligned. */
const MAX_OTHER_LENGTH = 0.25

/**
 * How differently two recordings sound, in dB: the RMS difference of their mel bands, at the same loudness, where they differ the most.
 * They are aligned in time (dynamic time warping), so that slower speech is not different speech. Null if their lengths differ so much
 * that they are not aligned.
 */
export function spectralDistanceDb(before: MeasuredSound, after: MeasuredSound): number | null {
  const [shorter = 0, longer = 0] = [before, after].map(({ mel }) => mel.length / MEL_BANDS).toSorted((a, b) => a - b)
  if (longer - shorter > Math.max(MAX_LAG_FRAMES, MAX_OTHER_LENGTH * longer)) return null
  const [one, other] = [levelsOf(before), levelsOf(after)]
  const distances = alignedDistances(one, other)
  const length = Math.min(STRETCH_FRAMES, distances.length)
  let stretch = 0
  let worst = 0
  for (const [i, distance] of distances.entries()) {
    stretch += distance - (i >= length ? (distances[i - length] as number) : 0)
    if (i >= length - 1) worst = Math.max(worst, stretch / length)
  }
  return worst
}

/** Levels relative to the loudness, in dB, with a floor. */
const levelsOf = ({ mel, lufs }: MeasuredSound): Float32Array =>
  Float32Array.from(mel, (step) => Math.max(FLOOR_LU, step * LEVEL_STEP_DB + LOWEST_LEVEL_DB - lufs))

/** The distances of the pairs of frames on the path of the least sum. */
function alignedDistances(one: Float32Array, other: Float32Array): readonly number[] {
  const [rows, columns] = [one.length / MEL_BANDS, other.length / MEL_BANDS]
  const lag = Math.abs(rows - columns) + MAX_LAG_FRAMES
  /** Around the diagonal, a row of distances and of sums for each frame of `one`. */
  const firstOf = (row: number): number => Math.max(0, Math.floor((row * columns) / rows) - lag)
  const width = Math.min(columns, 2 * lag + 1)
  const distances = new Float32Array(rows * width)
  const sums = new Float32Array(rows * width)
  const at = (row: number, column: number): number | undefined => {
    const offset = column - firstOf(row)
    return row < 0 || column < 0 || offset < 0 || offset >= width || column >= columns
      ? undefined
      : row * width + offset
  }
  const sumAt = (row: number, column: number): number => {
    const index = at(row, column)
    return index === undefined ? Number.POSITIVE_INFINITY : (sums[index] as number)
  }
  for (let row = 0; row < rows; row++) {
    const first = firstOf(row)
    for (let column = first; column < Math.min(columns, first + width); column++) {
      const index = at(row, column) as number
      const distance = frameDistance(one, row, other, column)
      const least = Math.min(sumAt(row - 1, column - 1), sumAt(row - 1, column), sumAt(row, column - 1))
      distances[index] = distance
      sums[index] = distance + (row === 0 && column === 0 ? 0 : least)
    }
  }
  const path: number[] = []
  for (let row = rows - 1, column = columns - 1; row >= 0 && column >= 0; ) {
    path.push(distances[at(row, column) as number] as number)
    const [diagonal, up, left] = [sumAt(row - 1, column - 1), sumAt(row - 1, column), sumAt(row, column - 1)]
    const least = Math.min(diagonal, up, left)
    if (least === diagonal) {
      row--
      column--
    } else if (least === up) row--
    else column--
  }
  return path
}

function frameDistance(one: Float32Array, row: number, other: Float32Array, column: number): number {
  let total = 0
  for (let band = 0; band < MEL_BANDS; band++) {
    const difference = (one[row * MEL_BANDS + band] as number) - (other[column * MEL_BANDS + band] as number)
    total += difference * difference
  }
  return Math.sqrt(total / MEL_BANDS)
}
