import type { Language } from '../../core/language.ts'
import type { FindGivenReading } from '../../core/lexicon.ts'
import type { SynthesisRequest } from '../../core/request.ts'
import type { SpokenToken } from '../../core/spoken-token.ts'
import type { Steps } from '../../core/steps.ts'
import type { TextSpan } from '../../core/utterance.ts'
import { givenAt } from '../../languages/given.ts'
import { LANGUAGE_MODULES } from '../../languages/languages.ts'
import { foreignWordAround, spokenLanguageOf } from '../../languages/scripts.ts'
import type { Token, WordToken } from './tokens.ts'
import { tokenize } from './tokens.ts'

export interface ReadOptions extends Pick<SynthesisRequest, 'language' | 'isNormalized'> {
  /** Readings that go before every rule, for languages with a normalizer. */
  readonly given?: FindGivenReading | undefined
  /** The end of what precedes the text in the same sentence, which its start is read after. */
  readonly before?: string | undefined
  /** ISO 3166 code of the voice's country. */
  readonly country?: string | undefined
}

const WORD_OR_MARK = /[^\s,;:.?!…—–،؛؟。、！？।]+|[,;:.?!…—–،؛؟。、！？।]/g
const MARK = /^[,;:.?!…—–،؛؟。、！？।]$/
/** What ends a clause right after markup; a full stop before a figure or a name belongs to it. */
const LEADING_MARK = /^[\s"'”’)]{0,8}([,;:.?!…—–])(?=[\s"'”’)]|$)/

/** Words have been read of the same sentence before the span, so that punctuation at its start is theirs. */
export interface ReadPlace {
  readonly isContinued: boolean
}

/** The words of a span as they are to be spoken, and the punctuation between them; undefined between two steps of the work. */
export function* readTokens(
  text: string,
  whole: TextSpan,
  options: ReadOptions,
  { isContinued }: ReadPlace = { isContinued: false },
): Generator<Token | undefined, void> {
  const { language, isNormalized, given, country } = options
  const span = { start: startOfNextWord(text, whole), end: whole.end }
  const { normalizer } = LANGUAGE_MODULES[language]
  if (normalizer === undefined) return yield* tokenize(text, span, language)
  if (!isNormalized) return yield* tokenizeWith(given, text, span, language)
  const source = text.slice(span.start, span.end)
  // Normalization knows no pause before the first word.
  const leading = isContinued ? LEADING_MARK.exec(source) : null
  if (leading !== null) {
    const end = span.start + leading[0].length
    yield { kind: 'punctuation', mark: leading[1] as string, span: { start: end - 1, end } }
  }
  let readUpTo = 0
  const before = span.start === 0 ? (options.before ?? '') : ''
  for (const token of yield* tokensAfter(before, source, (text) => normalizer.normalize(text, given, country))) {
    if (token.span.start < readUpTo && token.category !== 'punctuation') continue
    if (!isForeign(token, source, language)) {
      yield* tokensOf(token, span.start)
      continue
    }
    const word = foreignWordAround(source, token.span, language, readUpTo)
    // Some of these scripts are written without spaces.
    yield* tokenize(text, { start: span.start + word.start, end: span.start + word.end }, 'jpn')
    readUpTo = word.end
  }
}

/** The tokens of a text that follows another; of the text alone where a token would be of both. */
function* tokensAfter(
  before: string,
  source: string,
  normalize: (text: string) => Steps<readonly SpokenToken[]>,
): Steps<readonly SpokenToken[]> {
  const { length } = before
  const tokens = yield* normalize(before + source)
  if (length === 0) return tokens
  if (tokens.some(({ span }) => span.start < length && span.end > length)) return yield* normalize(source)
  const own = tokens.filter(({ span }) => span.start >= length)
  const first = own.findIndex(({ category }) => category !== 'punctuation')
  return own.slice(Math.max(0, first)).map((token) => {
    const { start, end } = token.span
    return { ...token, span: { start: start - length, end: end - length } }
  })
}

/** Normalizers write what is in another script in that of their language; it is to be read as it is written. */
export const isForeign = ({ category, span }: SpokenToken, source: string, language: Language): boolean =>
  category !== 'given' && spokenLanguageOf(source.slice(span.start, span.end), language) !== language

function tokensOf({ spoken, phonemes, accented, span }: SpokenToken, offset: number): Token[] {
  const source = { start: offset + span.start, end: offset + span.end }
  if (phonemes !== undefined) return wordsOf(spoken, source, phonemes)
  if (accented !== undefined) return [{ ...wordOf(spoken, source), accented }]
  return (spoken.match(WORD_OR_MARK) ?? []).map((piece) =>
    MARK.test(piece) ? { kind: 'punctuation', mark: piece, span: source } : wordOf(piece, source),
  )
}

/** A word of which only the beginning has a given reading. */
const GOES_ON = /^[\p{L}\p{N}_]|^[-'’][\p{L}\p{N}]/u

function* tokenizeWith(
  given: FindGivenReading | undefined,
  text: string,
  span: TextSpan,
  language: Language,
): Generator<Token> {
  /** Where the last reading that was given ends. */
  let end = span.start
  for (const token of tokenize(text, span, language)) {
    if (token.span.start < end) continue
    const reading = given && token.kind === 'word' ? givenAt(text, token.span.start, given) : undefined
    const readTo = token.span.start + (reading?.length ?? 0)
    if (reading === undefined || GOES_ON.test(text.slice(readTo, readTo + 2))) {
      yield token
      continue
    }
    end = readTo
    yield* wordsOf(reading.spoken, { start: token.span.start, end }, reading.phonemes)
  }
}

/** One word has all the phonemes of a reading. */
const wordsOf = (spoken: string, span: TextSpan, phonemes: readonly string[] | null): WordToken[] =>
  phonemes === null
    ? spoken.split(' ').map((word) => wordOf(word, span))
    : [wordOf(spoken.replaceAll(' ', '-'), span, phonemes)]

const wordOf = (text: string, span: TextSpan, phonemes: readonly string[] | null = null): WordToken => ({
  kind: 'word',
  text,
  phonemes,
  span,
  rate: 1,
  pauseBeforeMs: 0,
})

/** A span that opens in the middle of a word is the rest of one too long to be read; it was read as far as it will be. */
function startOfNextWord(text: string, { start, end }: TextSpan): number {
  if (start === 0 || !/^[\p{L}\p{N}]{2}/u.test(text.slice(start - 1, start + 1))) return start
  const rest = /^[\p{L}\p{M}\p{N}]+/u.exec(text.slice(start, end))
  return start + (rest?.[0].length ?? 0)
}
