import type { Segment } from '../../core/utterance.ts'

/**
 * Logarithm of a change of speed that is meant, such as an inline speed; natural variation from phrase to phrase is
 * smaller at usual temperatures.
 */
const MEANT_CHANGE = Math.log(1.2)

/** Words that one request speaks. */
export interface SpokenPhrase {
  readonly text: string
  readonly rate: number
  readonly words: readonly PhraseWord[]
}

export interface PhraseWord {
  readonly segmentIndex: number
  /** Estimated duration relative to the other words', with the pause after it. */
  readonly weight: number
}

/** Weight of the pause at a mark, in letters. */
const MARK_WEIGHT = 3

/** Ends in a script that has no spaces between words. */
const WITHOUT_SPACES = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー、]$/u

/** Cuts an utterance where a request cannot tell the server what to do: at pauses within it and at changes of speed. */
export function spokenPhrases(segments: readonly Segment[]): readonly SpokenPhrase[] {
  const phrases: { text: string; rate: number; words: { segmentIndex: number; weight: number }[] }[] = []
  for (const [segmentIndex, segment] of segments.entries()) {
    const last = phrases.at(-1)
    const lastWord = last?.words.at(-1)
    if (segment.kind === 'punctuation') {
      if (last === undefined || lastWord === undefined) continue
      last.text += segment.mark
      lastWord.weight += MARK_WEIGHT
      continue
    }
    const word = { segmentIndex, weight: [...segment.spoken].length + 1 }
    if (
      last !== undefined &&
      segment.pauseBeforeMs === 0 &&
      Math.abs(Math.log(segment.rate / last.rate)) < MEANT_CHANGE
    ) {
      last.text += (WITHOUT_SPACES.test(last.text) ? '' : ' ') + segment.spoken
      last.words.push(word)
    } else {
      phrases.push({ text: segment.spoken, rate: segment.rate, words: [word] })
    }
  }
  return phrases
}
