import { BINS, ENVELOPE_POINTS, type FilterLayout, WINDOW } from '../spectra/frame-layout.ts'

export const SAMPLE_RATE_HZ = 24_000
/** Hop size in samples. */
export const HOP = 256
/** Number of overlapping frames at each sample. */
export const FRAMES_PER_WINDOW = WINDOW / HOP
/** Layout of a frame's filters: pulses, plain noise, noise modulated with the pitch and at twice the pitch. */
export const LAYOUT: FilterLayout = { pulse: 0, noise: 2, beats: [3, 5], envelope: 7 }
/** Number of filter values of a frame. */
export const FILTER_WIDTH = LAYOUT.envelope * BINS + ENVELOPE_POINTS
