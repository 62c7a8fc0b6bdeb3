import type { Voice } from '../src/core/voice.ts'
import type { Pitch } from './fundamental.ts'
import type { Envelope } from './spectral-envelope.ts'
import { envelopeDistanceDb } from './spectral-envelope.ts'
import { NOTICEABLE, semitones } from './timbre-space.ts'

/** In just-noticeable differences, between voices of a model and language or of a name. */
export const CLOSEST_ALLOWED = 1.75

/** Measurements of a voice in its language's common sentence. */
export interface VoiceSound {
  readonly pitch: Pitch
  readonly durationS: number
  readonly envelope: Envelope
}

export interface HeardVoice extends VoiceSound {
  readonly voice: Voice
}

/** A voice and its nearest neighbour among those of its model and language. */
export interface NearestPair {
  readonly heard: HeardVoice
  readonly nearest: HeardVoice
  /** In just-noticeable differences. */
  readonly distance: number
}

/** Euclidean distance in just-noticeable differences. */
export const heardDistance = (a: VoiceSound, b: VoiceSound): number =>
  Math.hypot(
    semitones(a.pitch.medianHz / b.pitch.medianHz) / NOTICEABLE.pitchSemitones,
    (a.pitch.spreadSemitones - b.pitch.spreadSemitones) / NOTICEABLE.spreadSemitones,
    Math.log(a.durationS / b.durationS) / Math.log(NOTICEABLE.rateRatio),
    envelopeDistanceDb(a.envelope, b.envelope) / NOTICEABLE.envelopeDb,
  )

/** One pair per voice; none for a voice without neighbours. */
export function nearestPairs(group: readonly HeardVoice[]): readonly NearestPair[] {
  return group.flatMap((heard) => {
    const pairs = group
      .filter((other) => other !== heard)
      .map((nearest) => ({ heard, nearest, distance: heardDistance(heard, nearest) }))
    return pairs.sort((a, b) => a.distance - b.distance)[0] ?? []
  })
}
