import { readFileSync } from 'node:fs'
import type { EngineVoice } from '../src/core/voice.ts'
import { NOTICEABLE, semitones } from './timbre-space.ts'

/** Of a speaker at the own pitch, without a timbre; written by `npm run voices:speakers`. */
interface SpeakerFigures {
  readonly pitchMeanHz: number
  readonly spreadSemitones: number
  readonly durationS: number
  /** In the mel bands of spectral-envelope.ts. */
  readonly envelopeDb: readonly number[]
}

const SPEAKERS = JSON.parse(readFileSync(new URL('aria-speakers.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, SpeakerFigures>
>

/** As in the engine: the effect of a range ratio on the spread of the pitch. */
const RANGE_EXPONENT = 0.6
/** Mel bands per factor e of formant shift, in the middle of the bands. */
const BANDS_PER_FORMANT = 16
/** Change of a band's level from one end of the bands to the other, per dB of brightness. */
const TILT_PER_BRIGHTNESS = 1.5

/** A voice of aria as it is expected to be measured; Euclidean distances are in just-noticeable differences. */
export type AriaPoint = Float64Array

export function ariaPoint(base: string, timbre: EngineVoice['timbre']): AriaPoint {
  const parts = base.split('+').map((part) => {
    const [name = '', weight = '1'] = part.split('*')
    return { figures: SPEAKERS[name] as SpeakerFigures, weight: Number(weight) }
  })
  const total = parts.reduce((sum, { weight }) => sum + weight, 0)
  const mean = (value: (figures: SpeakerFigures) => number): number =>
    parts.reduce((sum, { figures, weight }) => sum + value(figures) * weight, 0) / total
  const spread = mean(({ spreadSemitones }) => spreadSemitones) * timbre.pitchRangeRatio ** RANGE_EXPONENT
  const duration = mean(({ durationS }) => Math.log(durationS)) - Math.log(timbre.rateRatio)
  const bands = parts[0]?.figures.envelopeDb.length ?? 0
  const shift = Math.log(timbre.formantRatio) * BANDS_PER_FORMANT
  const envelope = Array.from({ length: bands }, (_, band) => {
    const tilt = timbre.brightnessDb * TILT_PER_BRIGHTNESS * (band / (bands - 1) - 0.5)
    return mean(({ envelopeDb }) => levelAt(envelopeDb, band - shift)) + tilt
  })
  const level = envelope.reduce((sum, one) => sum + one, 0) / bands
  return Float64Array.from([
    semitones(timbre.pitchMeanHz / 100) / NOTICEABLE.pitchSemitones,
    spread / NOTICEABLE.spreadSemitones,
    duration / Math.log(NOTICEABLE.rateRatio),
    ...envelope.map((one) => (one - level) / Math.sqrt(bands) / NOTICEABLE.envelopeDb),
  ])
}

function levelAt(envelope: readonly number[], place: number): number {
  const at = Math.min(Math.max(place, 0), envelope.length - 1)
  const low = Math.min(Math.floor(at), envelope.length - 2)
  const [below = 0, above = 0] = envelope.slice(low, low + 2)
  return below + (above - below) * (at - low)
}

/** Squared distance; `most` ends it early. */
export function squaredAriaDistance(a: AriaPoint, b: AriaPoint, most: number): number {
  let sum = 0
  for (let i = 0; i < a.length && sum < most; i++) sum += ((a[i] as number) - (b[i] as number)) ** 2
  return sum
}
