import type { FindGivenIn, Lexicon, Pronunciation, PronunciationSource } from '../../core/lexicon.ts'
import type { SpokenToken } from '../../core/spoken-token.ts'
import { spokenTokens } from '../../text/spoken-tokens.ts'

export interface PronounceParts {
  readonly lexicon: Pick<Lexicon, 'pronounce' | 'findPhrase'>
  /** The dictionary's entries. */
  readonly entriesIn: FindGivenIn
}

const WORDS = /[^\s,;:.?!…—–]+/g

/** The words of a reading, without its pauses. */
export const spokenWordsOf = (spoken: string): readonly string[] => spoken.match(WORDS) ?? []
const MIN_SURE_FIRST: readonly PronunciationSource[] = [
  'spelling',
  'letters',
  'inflection',
  'cmudict',
  'supplement',
  'entry',
]

/** A word as it is said; a pause has none. */
interface SaidWord {
  readonly spoken: string
  readonly phonemes?: readonly string[] | undefined
  readonly isEntry: boolean
}

/**
 * Pronunciations of an English text as synthesis uses them: all of a single word, the most usual first; one of several
 * words or of a number, with the least reliable source of its words. Empty if nothing is spoken.
 */
export function pronounceWord(text: string, { lexicon, entriesIn }: PronounceParts): readonly Pronunciation[] {
  const words = [...spokenTokens(text, entriesIn)].flatMap(saidWords)
  const spoken = words.map((word) => (word.phonemes === undefined ? word.spoken : ''))
  const readings: (readonly Pronunciation[])[] = []
  for (let at = 0; at < words.length; at++) {
    const { phonemes, isEntry } = words[at] as SaidWord
    const phrase = phonemes === undefined ? lexicon.findPhrase(spoken, at) : undefined
    if (phrase !== undefined) {
      readings.push([{ phonemes: phrase.flat(), source: isEntry ? 'entry' : 'supplement' }])
      at += phrase.length - 1
    } else if (phonemes !== undefined) readings.push([{ phonemes, source: 'entry' }])
    else if (spoken[at] !== '') {
      const known = lexicon.pronounce(spoken[at] as string)
      readings.push(isEntry ? [{ ...known[0], source: 'entry' }] : known)
    }
  }
  const [only] = readings
  if (readings.length <= 1) return only ?? []
  const firsts = readings.flatMap(([first]) => first ?? [])
  const source = MIN_SURE_FIRST.find((each) => firsts.some((first) => first.source === each)) ?? 'spelling'
  return [{ phonemes: firsts.flatMap(({ phonemes }) => phonemes), source }]
}

function saidWords({ category, spoken, phonemes, accented }: SpokenToken): readonly SaidWord[] {
  if (category === 'punctuation') return [{ spoken: '', isEntry: false }]
  if (phonemes !== undefined) return [{ spoken, phonemes, isEntry: true }]
  const words = accented === undefined ? spokenWordsOf(spoken) : [accented]
  return words.map((word) => ({ spoken: word, isEntry: category === 'given' }))
}
