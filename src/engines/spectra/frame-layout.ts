import { FOURIER_SIZE } from './fourier.ts'

/** Window size in samples, centred on the frame. */
export const WINDOW = FOURIER_SIZE
/** Frequency bins of a frame, from 0 Hz to half the rate. */
export const BINS = WINDOW / 2 + 1
/** Points of the noise's envelope within a frame. */
export const ENVELOPE_POINTS = 16

/** Where a frame's filters lie among the numbers of the frame, each BINS numbers but the envelope. */
export interface FilterLayout {
  /** Real part of what filters the pulses; the imaginary part follows. */
  readonly pulse: number
  readonly noise: number
  /** For each beat what filters the noise times its cosine; that times its sine follows. */
  readonly beats: readonly number[]
  /** Real part of a spectrum that is added as it is; the imaginary part follows. */
  readonly free?: number
  /** `ENVELOPE_POINTS` numbers, behind all others. */
  readonly envelope: number
}
