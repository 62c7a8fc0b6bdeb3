import { readFileSync } from 'node:fs'
import type { EngineVoice } from '../src/core/voice.ts'
import { NOTICEABLE, semitones } from './timbre-space.ts'

/** Of a speaker or a mixture at its own pitch, without a timbre; written by `npm run voices:speakers`. */
export interface BaseFigures {
  /** From the pitch that was asked for to the median of the pitch that was measured. */
  readonly offsetSemitones: number
  readonly spreadSemitones: number
  readonly durationS: number
  /** In the mel bands of spectral-envelope.ts. */
  readonly envelopeDb: readonly number[]
}

const BASES = JSON.parse(readFileSync(new URL('aria-bases.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, BaseFigures>
>

/** As in the engine: the effect of a range ratio on the spread of the pitch. */
const RANGE_EXPONENT = 0.6
/** Mel bands per factor e of formant shift, in the middle of the bands. */
const BANDS_PER_FORMANT = 16
/** Change of a band's level from one end of the bands to the other, per dB of brightness. */
const TILT_PER_BRIGHTNESS = 1.5

/** A voice of aria as it is expected to be measured; Euclidean distances are in just-noticeable differences. */
export type AriaPoint = Float64Array

/** Throws an Error for a base that was not measured. */
export function ariaPoint(base: string, timbre: EngineVoice['timbre']): AriaPoint {
  const { offsetSemitones, durationS, envelopeDb } = figuresOf(base)
  const range = timbre.pitchRangeRatio ** RANGE_EXPONENT
  const shift = Math.log(timbre.formantRatio) * BANDS_PER_FORMANT
  const envelope = envelopeDb.map((_, band) => {
    const tilt = timbre.brightnessDb * TILT_PER_BRIGHTNESS * (band / (envelopeDb.length - 1) - 0.5)
    return levelAt(envelopeDb, band - shift) + tilt
  })
  const level = envelope.reduce((sum, one) => sum + one, 0) / envelope.length
  return Float64Array.from([
    // Most of a sentence lies below the mean of its pitch, the more the livelier it is.
    (semitones(timbre.pitchMeanHz / 100) + offsetSemitones * range) / NOTICEABLE.pitchSemitones,
    spreadSemitones(base, timbre) / NOTICEABLE.spreadSemitones,
    (Math.log(durationS) - Math.log(timbre.rateRatio)) / Math.log(NOTICEABLE.rateRatio),
    ...envelope.map((one) => (one - level) / Math.sqrt(envelope.length) / NOTICEABLE.envelopeDb),
  ])
}

/** The expected standard deviation of the pitch. */
export const spreadSemitones = (
  base: string,
  { pitchRangeRatio }: Pick<EngineVoice['timbre'], 'pitchRangeRatio'>,
): number => figuresOf(base).spreadSemitones * pitchRangeRatio ** RANGE_EXPONENT

function figuresOf(base: string): BaseFigures {
  const figures = BASES[base]
  if (figures === undefined) throw new Error(`${base} was not measured: run npm run voices:speakers`)
  return figures
}

function levelAt(envelope: readonly number[], place: number): number {
  const at = Math.min(Math.max(place, 0), envelope.length - 1)
  const low = Math.min(Math.floor(at), envelope.length - 2)
  const [below = 0, above = 0] = envelope.slice(low, low + 2)
  return below + (above - below) * (at - low)
}

/** Squared distance; `most` ends it early. */
export function squaredAriaDistance(a: AriaPoint, b: AriaPoint, max: number): number {
  let sum = 0
  for (let i = 0; i < a.length && sum < max; i++) sum += ((a[i] as number) - (b[i] as number)) ** 2
  return sum
}
