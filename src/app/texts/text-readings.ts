import type { Language, SpokenLanguage } from '../../core/language.ts'
import type { FindGivenIn, Lexicon, PronunciationSource } from '../../core/lexicon.ts'
import { DEFAULT_MODEL } from '../../core/model.ts'
import { type DetectedLanguage, NO_MARKUP } from '../../core/request.ts'
import type { SpokenToken, TokenCategory } from '../../core/spoken-token.ts'
import type { Steps } from '../../core/steps.ts'
import type { Word } from '../../core/utterance.ts'
import { LANGUAGE_MODULES } from '../../languages/languages.ts'
import { spokenLanguageOf } from '../../languages/scripts.ts'
import { sentencesByLanguage } from '../../text/sentence-languages.ts'
import { spokenTokensInSteps } from '../../text/spoken-tokens.ts'
import { spokenWordsOf } from '../dictionary/pronounce-word.ts'
import type { NarratorParts } from '../speech/narrator.ts'

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
  /** Which meaning of a homograph its neighbours suggest, as its suffix, such as `vrb`; null for other words. */
  readonly sense: string | null
}

export interface ReadTextParts {
  readonly lexicon: Pick<Lexicon, 'pronounce'>
  readonly givenIn: FindGivenIn
  /** As synthesis plans texts, with the pronunciation of each word in its sentence. */
  readonly planUtterances: NarratorParts['planUtterances']
  readonly homographs: ReadonlyMap<string, readonly { readonly suffix: string; readonly phonemes: readonly string[] }[]>
}

const SOURCES: Readonly<Record<PronunciationSource, ReadingSource>> = {
  entry: 'dictionary',
  supplement: 'lexicon',
  cmudict: 'lexicon',
  inflection: 'lexicon',
  letters: 'spelled',
  spelling: 'guess',
}

/** How a text is read, as synthesis reads it: in `language`, or each sentence in its own. */
export function* readText(
  text: string,
  language: Language,
  parts: ReadTextParts,
  detected?: DetectedLanguage,
): Steps<readonly ReadToken[]> {
  const tokens: ReadToken[] = []
  for (const sentence of detected ? sentencesByLanguage(text, language, detected) : [{ start: 0, language }]) {
    const written = 'end' in sentence ? text.slice(sentence.start, sentence.end) : text
    for (const token of yield* readIn(sentence.language, written, parts))
      tokens.push({ ...token, start: sentence.start + token.start, end: sentence.start + token.end })
  }
  return tokens
}

function* readIn(language: Language, text: string, parts: ReadTextParts): Steps<readonly ReadToken[]> {
  const { hasLexicon, normalizer } = LANGUAGE_MODULES[language]
  if (normalizer === undefined) return yield* segments(text, language)
  const planned = hasLexicon ? yield* planWords(text, language, parts) : []
  const tokens: ReadToken[] = []
  let next = 0
  for (const token of spokenTokensInSteps(text, parts.givenIn, language, undefined)) {
    if (token === undefined) {
      yield
      continue
    }
    const { category, span } = token
    // Empty spans are full stops that the text leaves out.
    if (span.end === span.start) continue
    const from = next
    while (next < planned.length && (planned[next]?.span.start ?? 0) < span.end) next++
    const spoken = wordsOf(token, planned.slice(from, next), language, hasLexicon ? parts : undefined)
    tokens.push({ ...span, text: text.slice(span.start, span.end), category, spoken })
  }
  return tokens
}

interface PlannedWord extends Pick<Word, 'span' | 'phonemes'> {
  readonly language: SpokenLanguage
}

/** The words in the order in which they are spoken. */
function* planWords(text: string, language: Language, { planUtterances }: ReadTextParts): Steps<PlannedWord[]> {
  const words: PlannedWord[] = []
  const place = { isContinued: false, isOpenEnded: false, isBusy: false }
  const options = { model: DEFAULT_MODEL, language, rate: 1, markup: NO_MARKUP, isNormalized: true, ...place }
  for (const utterance of planUtterances(text, options)) {
    yield
    for (const segment of utterance?.segments ?? [])
      if (segment.kind === 'word') words.push({ ...segment, language: utterance?.language ?? language })
  }
  return words
}

function wordsOf(
  { category, spoken, phonemes }: SpokenToken,
  planned: readonly PlannedWord[],
  language: Language,
  parts: Pick<ReadTextParts, 'lexicon' | 'homographs'> | undefined,
): readonly ReadWord[] {
  if (category === 'punctuation') return []
  if (phonemes !== undefined) return [{ word: spoken, phonemes, source: 'dictionary', sense: null }]
  const words = spokenWordsOf(spoken)
  const isGiven = category === 'given'
  return words.map((word, i): ReadWord => {
    const inContext = planned.length === words.length ? planned[i] : undefined
    // The engine of another script pronounces its words.
    const isForeign = (inContext?.language ?? spokenLanguageOf(word, language)) !== language
    if (parts === undefined || isForeign)
      return { word, phonemes: null, source: isGiven ? 'dictionary' : null, sense: null }
    const [usual] = parts.lexicon.pronounce(word)
    const said = inContext?.phonemes ?? usual.phonemes
    const isSaid = (other: readonly string[]) => other.join(' ') === said.join(' ')
    const sense = parts.homographs.get(word.toLowerCase())?.find((each) => isSaid(each.phonemes))?.suffix ?? null
    const source = isGiven ? 'dictionary' : sense === null ? SOURCES[usual.source] : 'lexicon'
    return { word, phonemes: said, source, sense }
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
    const spoken = isWordLike ? [{ word: segment, phonemes: null, source: null, sense: null }] : []
    tokens.push({ start, end: start + segment.length, text: segment, category, spoken })
  }
  return tokens
}
