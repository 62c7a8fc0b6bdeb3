import { bandPower, melFilters } from '../audio/mel-filters.ts'
import { powerSpectrum } from '../audio/power-spectrum.ts'

/** Bytes of a frame. */
export const MEL_BANDS = 32
/** From one frame to the next. */
export const FRAME_STEP_S = 0.02
const FRAME_S = 0.032
const LOWEST_HZ = 100
const HIGHEST_HZ = 7500

/** A byte is the level of a band over the lowest, in steps. */
export const LEVEL_STEP_DB = 0.5
export const LOWEST_LEVEL_DB = -100

/** The levels of speech (samples from -1 to 1), frame by frame, in `MEL_BANDS` bytes each: 1.6 kB a second. */
export function melTrack(samples: Float32Array, sampleRateHz: number): Uint8Array {
  const size = 2 ** Math.ceil(Math.log2(FRAME_S * sampleRateHz))
  const highestHz = Math.min(HIGHEST_HZ, sampleRateHz / 2)
  const filters = melFilters({ size, sampleRateHz, bands: MEL_BANDS, lowestHz: LOWEST_HZ, highestHz })
  const window = Float64Array.from({ length: size }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / size))
  const stepSamples = FRAME_STEP_S * sampleRateHz
  const frames = Math.max(1, Math.ceil(samples.length / stepSamples))
  const track = new Uint8Array(frames * MEL_BANDS)
  for (let frame = 0; frame < frames; frame++) {
    const start = Math.round(frame * stepSamples)
    const spectrum = powerSpectrum(window.map((weight, i) => weight * (samples[start + i] ?? 0)))
    for (const [band, filter] of filters.entries()) {
      // Half the length of the block is the amplitude of a sine at full scale under this window.
      const levelDb = 10 * Math.log10(bandPower(filter, spectrum) / (size / 4) ** 2 + 1e-12)
      track[frame * MEL_BANDS + band] = clamped((levelDb - LOWEST_LEVEL_DB) / LEVEL_STEP_DB)
    }
  }
  return track
}

const clamped = (value: number): number => Math.min(255, Math.max(0, Math.round(value)))
