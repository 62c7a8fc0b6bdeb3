import type { Language } from '../core/language.ts'
import type { FindGivenReading, Lexicon, PronunciationSource } from '../core/lexicon.ts'
import type { SpokenToken, TokenCategory } from '../core/spoken-token.ts'
import type { Steps } from '../core/steps.ts'
import { LANGUAGE_MODULES } from '../languages/languages.ts'
import { spokenTokensInSteps } from '../text/spoken-tokens.ts'
import { spokenWordsOf } from './pronounce-word.ts'

/** Where the pronunciation of a word comes from: `guess` is predicted from the spelling. */
export const READING_SOURCES = ['dictionary', 'lexicon', 'spelled', 'guess'] as const
export type ReadingSource = (typeof READING_SOURCES)[number]

/** A token of a text as it is read. */
export interface ReadToken {
  readonly text: string
  readonly category: TokenCategory
  /** UTF-16 offsets in the text. */
  readonly start: number
  readonly end: number
  /** The words that are spoken; none for punctuation. */
  readonly spoken: readonly ReadWord[]
}

export interface ReadWord {
  /** Several words if an entry of the dictionary gives them one pronunciation. */
  readonly word: string
  /** ARPAbet; null if the language has no lexicon: its engine pronounces the word. */
  readonly phonemes: readonly string[] | null
  readonly source: ReadingSource | null
}

export interface ReadTextParts {
  readonly lexicon: Pick<Lexicon, 'pronounce'>
  readonly given: FindGivenReading
}

const SOURCES: Readonly<Record<PronunciationSource, ReadingSource>> = {
  entry: 'dictionary',
  supplement: 'lexicon',
  cmudict: 'lexicon',
  inflection: 'lexicon',
  letters: 'spelled',
  spelling: 'guess',
}

/** How a text is read. Homographs have their usual reading. */
export function* readText(
  text: string,
  language: Language,
  { lexicon, given }: ReadTextParts,
): Steps<readonly ReadToken[]> {
  const { hasLexicon, normalizer } = LANGUAGE_MODULES[language]
  if (normalizer === undefined) return yield* segments(text, language)
  const tokens: ReadToken[] = []
  for (const token of spokenTokensInSteps(text, hasLexicon ? given : undefined, language, undefined)) {
    if (token === undefined) yield
    // Empty spans are full stops that the text leaves out.
    else if (token.span.end > token.span.start) {
      const { category, span } = token
      const spoken = wordsOf(token, hasLexicon ? lexicon : undefined)
      tokens.push({ ...span, text: text.slice(span.start, span.end), category, spoken })
    }
  }
  return tokens
}

function wordsOf(
  { category, spoken, phonemes }: SpokenToken,
  lexicon: ReadTextParts['lexicon'] | undefined,
): readonly ReadWord[] {
  if (category === 'punctuation') return []
  if (phonemes !== undefined) return [{ word: spoken, phonemes, source: 'dictionary' }]
  return spokenWordsOf(spoken).map((word) => {
    if (lexicon === undefined) return { word, phonemes: null, source: category === 'given' ? 'dictionary' : null }
    const [first] = lexicon.pronounce(word)
    return { word, phonemes: first.phonemes, source: category === 'given' ? 'dictionary' : SOURCES[first.source] }
  })
}

/** The words of a language whose engine reads numbers and abbreviations by rules of its own. */
function* segments(text: string, language: Language): Steps<readonly ReadToken[]> {
  const tokens: ReadToken[] = []
  const segmenter = new Intl.Segmenter(LANGUAGE_MODULES[language].locale, { granularity: 'word' })
  for (const { segment, index: start, isWordLike } of segmenter.segment(text)) {
    yield
    if (segment.trim() === '') continue
    const category = !isWordLike ? 'punctuation' : /\p{N}/u.test(segment) ? 'cardinal' : 'word'
    const spoken = isWordLike ? [{ word: segment, phonemes: null, source: null }] : []
    tokens.push({ start, end: start + segment.length, text: segment, category, spoken })
  }
  return tokens
}
