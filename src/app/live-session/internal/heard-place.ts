import type { HeardAnswer } from '../heard-answer.ts'
import type { HeardFrom, HeardTurn } from './heard-turn.ts'

/** What an answer is about. */
export interface HeardPlace {
  readonly turn: HeardTurn
  readonly from: HeardFrom
  /** Of the turn. */
  readonly playedMs: number
  readonly positionMs: number
  readonly later: readonly HeardTurn[]
}

export function answerAt(place: HeardPlace | undefined): HeardAnswer | undefined {
  if (place === undefined || place.turn.isForgotten) return undefined
  const { turn, from, playedMs } = place
  const alsoUnheard = textsOf(place.later)
  return {
    contextId: turn.contextId,
    isComplete: turn.isFinished,
    heard: {
      ...turn.heardAt(playedMs),
      positionMs: Math.round(playedMs),
      from,
      precision: turn.hasEstimatedTimes ? 'estimated' : 'word',
      ...(alsoUnheard.length > 0 && { alsoUnheard }),
    },
  }
}

export const textsOf = (turns: readonly HeardTurn[]): readonly string[] =>
  turns.map(({ text }) => text).filter((text) => text !== '')
