import { BINS, ENVELOPE_POINTS, type FilterLayout } from '../spectra/frame-layout.ts'

export const SAMPLE_RATE_HZ = 24_000
/** Hop size in samples: a frame of features and of pitch. */
export const HOP = 300
/** Numbers of a frame that the front tells the vocoder. */
export const FEATURES = 512
/** Layout of a frame's filters: pulses, plain noise, noise modulated with the pitch, and a spectrum for bursts and the like. */
export const LAYOUT: FilterLayout = { pulse: 0, noise: 2, beats: [3], free: 5, envelope: 7 }
/** Number of filter values of a frame. */
export const FILTER_WIDTH = LAYOUT.envelope * BINS + ENVELOPE_POINTS
