import type { WordTimesSource } from '../core/engine.ts'

/** An installed pack, as monitoring sees it. */
export interface PackState {
  readonly name: string
  readonly version: string
  /** `failed`: the embedded engines speak its voices. */
  readonly state: 'in use' | 'failed'
  /** How exact the times of its words are; null if it cannot be used. */
  readonly wordTimes: WordTimesSource | null
  /** Voices of the catalogue that it speaks. */
  readonly voices: number
  /** How often it failed to speak an utterance since it was loaded. */
  readonly failures: number
}
