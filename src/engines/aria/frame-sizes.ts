import { FOURIER_SIZE } from '../spectra/fourier.ts'

export const SAMPLE_RATE_HZ = 24_000
/** Hop size in samples. */
export const HOP = 256
/** Window size in samples, centred on the frame. */
export const WINDOW = FOURIER_SIZE
/** Frequency bins of a frame, from 0 Hz to half the rate. */
export const BINS = WINDOW / 2 + 1
/** Number of overlapping frames at each sample. */
export const FRAMES_PER_WINDOW = WINDOW / HOP
/** Points of the noise envelope within a frame. */
export const ENVELOPE_POINTS = 16
/**
 * Layout of a frame's filters: pulses (real and imaginary), plain noise, noise modulated with the pitch, noise
 * modulated at twice the pitch; then the noise envelope.
 */
export const FILTER = {
  pulse: 0,
  pulseTurn: 1,
  noise: 2,
  cos: 3,
  sin: 4,
  cosTwice: 5,
  sinTwice: 6,
  envelope: 7,
} as const
/** Number of filter values of a frame. */
export const FILTER_WIDTH = FILTER.envelope * BINS + ENVELOPE_POINTS
