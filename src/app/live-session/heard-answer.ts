import type { HeardFrom } from './internal/heard-turn.ts'

/** Which turn is asked for, and how much of it was played. */
export interface HeardQuestion {
  /** Only turns of this context; undefined for those of any. */
  readonly contextId?: string | null | undefined
  /** Milliseconds of the turn's audio that the client has played. By the clock if the client does not say. */
  readonly positionMs?: number | undefined
}

/** What was heard of a turn, as protocols tell it. `heard` and `remaining` together are its text as it was written. */
export interface Heard {
  readonly heard: string
  readonly remaining: string
  /** Milliseconds of the turn's audio that were played; at most what was sent. */
  readonly positionMs: number
  readonly from: HeardFrom
  /** `estimated`: the engine does not tell when words begin. */
  readonly precision: 'word' | 'estimated'
  /** Texts of later turns of which nothing was heard, in order. Absent if there are none. */
  readonly alsoUnheard?: readonly string[]
}

export interface HeardAnswer {
  /** That of the turn; null if its texts name none. */
  readonly contextId: string | null
  /** All of the turn's text was spoken and sent. */
  readonly isComplete: boolean
  readonly heard: Heard
}

/** What an answer tells; that nothing was heard, where nothing is known. */
export const heardIn = (answer: HeardAnswer | undefined, { positionMs }: HeardQuestion): Heard =>
  answer?.heard ?? nothingHeard(positionMs === undefined ? 'clock' : 'client')

const nothingHeard = (from: HeardFrom): Heard => ({
  heard: '',
  remaining: '',
  positionMs: 0,
  from,
  precision: 'word',
})
