import { FOURIER_SIZE } from '../spectra/fourier.ts'

export const SAMPLE_RATE_HZ = 24_000
/** Hop size in samples: a frame of features and of pitch. */
export const HOP = 300
/** Window size in samples, centred on the frame. */
export const WINDOW = FOURIER_SIZE
/** Frequency bins of a frame, from 0 Hz to half the rate. */
export const BINS = WINDOW / 2 + 1
/** Points of the noise envelope within a frame. */
export const ENVELOPE_POINTS = 16
/** Numbers of a frame that the front tells the vocoder. */
export const FEATURES = 512
/** Durations are counted in frames of so many hops. */
export const HOPS_OF_DURATION = 2
/**
 * Layout of a frame's filters, in bins: pulses (real and imaginary), plain noise, noise modulated with the pitch, and a
 * spectrum of its own (real and imaginary) for bursts and the like; then the noise envelope.
 */
export const FILTER = { pulse: 0, pulseTurn: 1, noise: 2, cos: 3, sin: 4, free: 5, freeTurn: 6, envelope: 7 } as const
/** Number of filter values of a frame. */
export const FILTER_WIDTH = FILTER.envelope * BINS + ENVELOPE_POINTS
