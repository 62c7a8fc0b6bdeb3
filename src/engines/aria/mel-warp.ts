import { WINDOW } from '../spectra/frame-layout.ts'
import { SAMPLE_RATE_HZ } from './frame-sizes.ts'
import { MEL_BINS } from './frame-track.ts'

/** Plausible range of speakers. */
const FORMANT_RATIO = { min: 0.75, max: 1.35 } as const

/** Sum of the squared Hann window of the analysis. */
const WINDOW_POWER = (3 / 8) * WINDOW

/** Of the weighting of loudness. */
const [SHELF_HZ, SHELF_DB] = [1682, 4]

const MEL_STEP = melOf(SAMPLE_RATE_HZ / 2) / (MEL_BINS + 1)

/** Clamps a formant ratio to the plausible range. */
export const clampFormants = (ratio: number): number => Math.min(Math.max(ratio, FORMANT_RATIO.min), FORMANT_RATIO.max)

/**
 * Shifts a spectrum up by a ratio, harmonics included: each bin takes the value from that much further down. Reads bin
 * by bin, writes frame by frame from frame `from` on.
 */
export function warpMels(
  mels: Float32Array,
  frameCount: number,
  { from, to }: { readonly from: number; readonly to: number },
  formantRatio: number,
): Float32Array {
  const sources = sourcesOf(formantRatio)
  const warped = new Float32Array((to - from) * MEL_BINS)
  for (const [bin, { low, part, gain }] of sources.entries()) {
    const high = Math.min(low + 1, MEL_BINS - 1)
    for (let frame = from; frame < to; frame++) {
      const below = mels[low * frameCount + frame] as number
      const above = mels[high * frameCount + frame] as number
      warped[(frame - from) * MEL_BINS + bin] = below + (above - below) * part + gain
    }
  }
  return warped
}

/** Level of noise with these log magnitudes, in dB of full scale. */
export function noiseLevelDb(magnitudes: Float32Array): number {
  const power = magnitudes.reduce((sum, magnitude, bin) => {
    return sum + Math.exp(2 * magnitude) / widthBins(bin)
  }, 0)
  return 10 * Math.log10((2 * power) / (WINDOW * WINDOW_POWER))
}

/** Power of each frame, in which what is above 1.7 kHz counts for up to 4 dB more, as in ITU-R BS.1770. */
export function weightedPowers(mels: Float32Array): Float32Array {
  return Float32Array.from({ length: mels.length / MEL_BINS }, (_, frame) => {
    let power = 0
    for (let bin = 0; bin < MEL_BINS; bin++) {
      power += Math.exp(2 * (mels[frame * MEL_BINS + bin] as number)) * (loudnessWeights[bin] as number)
    }
    return power
  })
}

/** Source of a bin's value: two bins, and a correction for their widths. */
interface Source {
  readonly low: number
  readonly part: number
  readonly gain: number
}

function sourcesOf(formantRatio: number): readonly Source[] {
  return Array.from({ length: MEL_BINS }, (_, bin) => {
    const at = Math.min(Math.max(melOf(centreHz(bin) / formantRatio) / MEL_STEP - 1, 0), MEL_BINS - 1)
    const low = Math.min(Math.floor(at), MEL_BINS - 2)
    const part = at - low
    return { low, part, gain: logWidth(bin) - (1 - part) * logWidth(low) - part * logWidth(low + 1) }
  })
}

/** A mel bin sums magnitudes under a triangle between its neighbours' centres. */
const logWidth = (bin: number): number => Math.log(centreHz(bin + 1) - centreHz(bin - 1))

/** A mel bin sums the magnitudes of so many bins of the spectrum. */
function widthBins(bin: number): number {
  return (Math.exp(logWidth(bin)) / 2) * (WINDOW / SAMPLE_RATE_HZ)
}

const centreHz = (bin: number): number => 700 * (10 ** (((bin + 1) * MEL_STEP) / 2595) - 1)

function melOf(hz: number): number {
  return 2595 * Math.log10(1 + hz / 700)
}

/** Per squared magnitude of a bin. */
const loudnessWeights = Float64Array.from({ length: MEL_BINS }, (_, bin) => {
  const above = (centreHz(bin) / SHELF_HZ) ** 2
  const shelf = 1 + ((10 ** (SHELF_DB / 10) - 1) * above) / (1 + above)
  return (2 * shelf) / (widthBins(bin) * WINDOW * WINDOW_POWER)
})
