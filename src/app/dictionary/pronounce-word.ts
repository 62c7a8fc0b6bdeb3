import type { FindGivenReading, Lexicon, Pronunciation, PronunciationSource } from '../../core/lexicon.ts'
import type { SpokenToken } from '../../core/spoken-token.ts'
import { spokenTokens } from '../../text/spoken-tokens.ts'

export interface PronounceParts {
  readonly lexicon: Pick<Lexicon, 'pronounce'>
  readonly findEntry: FindGivenReading
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

/**
 * Pronunciations of an English text as synthesis uses them: all of a single word, the most usual first; one of several
 * words or of a number, with the least reliable source of its words. Empty if nothing is spoken.
 */
export function pronounceWord(text: string, { lexicon, findEntry }: PronounceParts): readonly Pronunciation[] {
  const readings = [...spokenTokens(text, findEntry)].flatMap((token) => readingsOf(token, lexicon))
  const [only] = readings
  if (readings.length <= 1) return only ?? []
  const firsts = readings.flatMap(([first]) => first ?? [])
  const source = MIN_SURE_FIRST.find((each) => firsts.some((first) => first.source === each)) ?? 'spelling'
  return [{ phonemes: firsts.flatMap(({ phonemes }) => phonemes), source }]
}

/** The pronunciations of each word of a token. */
function readingsOf(
  { category, spoken, phonemes, accented }: SpokenToken,
  lexicon: PronounceParts['lexicon'],
): readonly (readonly Pronunciation[])[] {
  if (category === 'punctuation') return []
  if (phonemes !== undefined) return [[{ phonemes, source: 'entry' }]]
  if (accented !== undefined) return [lexicon.pronounce(accented)]
  const readings = spokenWordsOf(spoken).map((word) => lexicon.pronounce(word))
  if (category !== 'given') return readings
  return [[{ phonemes: readings.flatMap(([first]) => first.phonemes), source: 'entry' }]]
}
