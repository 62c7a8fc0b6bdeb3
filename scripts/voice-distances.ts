import type { Voice } from '../src/core/voice.ts'
import type { Pitch } from './fundamental.ts'
import type { Envelope } from './spectral-envelope.ts'
import { envelopeDistanceDb } from './spectral-envelope.ts'
import { NOTICEABLE, semitones } from './timbre-space.ts'

/** What was heard of a voice in the sentence that all voices of its language speak. */
export interface HeardVoice {
  readonly voice: Voice
  readonly pitch: Pitch
  readonly durationS: number
  readonly envelope: Envelope
}

/** A voice and the one most like it among those of its model and language. */
export interface NearestPair {
  readonly heard: HeardVoice
  readonly nearest: HeardVoice
  /** In just-noticeable differences. */
  readonly distance: number
}

/** The root of the sum of squares of all that differs, each in its just-noticeable differences. */
export const heardDistance = (a: HeardVoice, b: HeardVoice): number =>
  Math.hypot(
    semitones(a.pitch.medianHz / b.pitch.medianHz) / NOTICEABLE.pitchSemitones,
    (a.pitch.spreadSemitones - b.pitch.spreadSemitones) / NOTICEABLE.spreadSemitones,
    Math.log(a.durationS / b.durationS) / Math.log(NOTICEABLE.rateRatio),
    envelopeDistanceDb(a.envelope, b.envelope) / NOTICEABLE.envelopeDb,
  )

/** One pair for each voice; none for a voice that is alone. */
export function nearestPairs(group: readonly HeardVoice[]): readonly NearestPair[] {
  return group.flatMap((heard) => {
    const pairs = group
      .filter((other) => other !== heard)
      .map((nearest) => ({ heard, nearest, distance: heardDistance(heard, nearest) }))
    return pairs.sort((a, b) => a.distance - b.distance)[0] ?? []
  })
}
