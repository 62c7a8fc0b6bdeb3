import { bandPower, melFilters, melOf } from '../src/audio/mel-filters.ts'
import { powerSpectrum } from '../src/audio/power-spectrum.ts'

const FRAME_S = 0.032
const HOP_S = 0.01
const BANDS = 30
const LOWEST_HZ = 200
const HIGHEST_HZ = 7000
/** Number of cepstral coefficients: enough for formants and tilt, too few for the harmonics of a high voice. */
const CEPSTRA = 13
const FLOOR_DB = -35

/** Smoothed mean spectrum of speech without its level, in dB by mel band. */
export type Envelope = readonly number[]

/** RMS difference over the bands, in dB. */
export const envelopeDistanceDb = (a: Envelope, b: Envelope): number =>
  Math.sqrt(a.reduce((sum, level, band) => sum + (level - (b[band] as number)) ** 2, 0) / a.length)

/** Level around 4 kHz relative to 500 Hz, in dB. */
export const tiltDb = (envelope: Envelope): number =>
  (envelope[bandOf(4000)] as number) - (envelope[bandOf(500)] as number)

/** Mean log spectrum over frames, through a mel filter bank and a cepstral smoother. */
export function measureEnvelope(samples: Float32Array, sampleRateHz: number): Envelope {
  const size = 2 ** Math.ceil(Math.log2(FRAME_S * sampleRateHz))
  const filters = melFilterBank(size, sampleRateHz)
  const window = Float64Array.from({ length: size }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / size))
  const frames: { power: number; levels: number[] }[] = []
  for (let start = 0; start + size <= samples.length; start += Math.round(HOP_S * sampleRateHz)) {
    const spectrum = powerSpectrum(window.map((weight, i) => weight * (samples[start + i] as number)))
    const bands = filters.map((filter) => bandPower(filter, spectrum))
    frames.push({
      power: bands.reduce((sum, power) => sum + power, 0),
      levels: bands.map((power) => 10 * Math.log10(power + 1e-12)),
    })
  }
  const floor = Math.max(...frames.map((frame) => frame.power)) * 10 ** (FLOOR_DB / 10)
  const heard = frames.filter((frame) => frame.power > floor)
  return smoothed(
    filters.map((_, band) => heard.reduce((sum, frame) => sum + (frame.levels[band] as number), 0) / heard.length),
  )
}

/** Keeps the low cosine-transform coefficients except the level. */
function smoothed(levels: readonly number[]): Envelope {
  const basis = (order: number, band: number): number => Math.cos((Math.PI * order * (band + 0.5)) / levels.length)
  const cepstra = Array.from({ length: CEPSTRA }, (_, order) =>
    order === 0 ? 0 : (2 / levels.length) * levels.reduce((sum, level, band) => sum + level * basis(order, band), 0),
  )
  return levels.map((_, band) => cepstra.reduce((sum, cepstrum, order) => sum + cepstrum * basis(order, band), 0))
}

const melFilterBank = (size: number, sampleRateHz: number) =>
  melFilters({ size, sampleRateHz, bands: BANDS, lowestHz: LOWEST_HZ, highestHz: HIGHEST_HZ })

const MELS_PER_BAND = (melOf(HIGHEST_HZ) - melOf(LOWEST_HZ)) / (BANDS + 1)
const bandOf = (hz: number): number => Math.round((melOf(hz) - melOf(LOWEST_HZ)) / MELS_PER_BAND) - 1
