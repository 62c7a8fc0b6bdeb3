import type { Language } from '../../core/language.ts'
import type { TextSpan } from '../../core/utterance.ts'
import { LANGUAGE_MODULES } from '../../languages/languages.ts'

export interface WordToken {
  readonly kind: 'word'
  readonly text: string
  /** As in `SpokenToken`. */
  readonly accented?: string
  /** ARPAbet where it is decided. */
  readonly phonemes: readonly string[] | null
  readonly span: TextSpan
  /** Against the rest of the text. */
  readonly rate: number
  readonly pauseBeforeMs: number
}

export type Token = WordToken | { readonly kind: 'punctuation'; readonly mark: string; readonly span: TextSpan }

/** Letters of one run without a space that are still read; more is no word of any language. */
const MAX_WORD_LENGTH = 200
/** A word is handed on in pieces of this size, so that no single token costs an engine more than a few seconds. */
const MAX_PIECE_LENGTH = 40

// What is read aloud: letters, marks and digits, and the symbols that have a name. Emoji and dingbats have none here.
const SPEAKABLE = /[\p{L}\p{N}\p{Sc}%&@#+=/*°^~_\\|<>§]/u
const NAMED_ALONE = /^[\p{Sc}%&@#+=°§]+$/u
const MARKS = new Set([...',;:.?!…،؛؟。、！？；：।॥¿¡—–'])
/** What stands before the first character that may be read, and all from there to the last. In linear time. */
const EDGE_AND_CORE =
  /^([^\p{L}\p{M}\p{N}\p{Sc}%&@#+=°§]*)(?=[\p{L}\p{M}\p{N}\p{Sc}%&@#+=°§])(.*[\p{L}\p{M}\p{N}\p{Sc}%&@#+=°§])/su

/**
 * The words and the punctuation of a sentence, in order. What is neither (brackets, quotes, emoji) is left out, and so
 * is a full stop inside: it is of an abbreviation and ends nothing.
 */
export function* tokenize(text: string, span: TextSpan, language: Language): Generator<Token> {
  let fullStop: Token | undefined
  for (const token of allTokens(text, span, language)) {
    if (fullStop !== undefined && token.kind === 'punctuation') yield fullStop
    fullStop = token.kind === 'punctuation' && token.mark === '.' ? token : undefined
    if (fullStop === undefined) yield token
  }
  if (fullStop !== undefined) yield fullStop
}

function* allTokens(text: string, span: TextSpan, language: Language): Generator<Token> {
  for (const { 0: piece, index } of text.slice(span.start, span.end).matchAll(/\S+/gu)) {
    yield* tokenizePiece(piece, span.start + index, language)
  }
}

function* tokenizePiece(piece: string, offset: number, language: Language): Generator<Token> {
  const [whole = '', edge = piece, core = ''] = EDGE_AND_CORE.exec(piece) ?? []
  const before = edge.length
  const end = whole.length || piece.length
  const keepsSigns = /^[-−+]$/.test(piece.slice(before - 1, before)) && /^[\p{N}\p{Sc}]/u.test(core)
  yield* marksOf(piece.slice(0, before), offset)
  if (SPEAKABLE.test(core) && (/[\p{L}\p{N}]/u.test(core) || NAMED_ALONE.test(core))) {
    const start = keepsSigns ? before - 1 : before
    yield* wordsOf(piece.slice(start, end), offset + start, language)
  }
  yield* marksOf(piece.slice(end), offset + end)
}

function* wordsOf(text: string, offset: number, language: Language): Generator<Token> {
  if (LANGUAGE_MODULES[language].hasSpaces) yield* piecesOf(text, offset)
  else yield* segmentedWordsOf(text, offset, language)
}

/** Making one takes longer than segmenting a sentence. */
const segmenters = new Map<Language, Intl.Segmenter>()

function segmenterOf(language: Language): Intl.Segmenter {
  const known = segmenters.get(language)
  if (known !== undefined) return known
  const segmenter = new Intl.Segmenter(LANGUAGE_MODULES[language].locale, { granularity: 'word' })
  segmenters.set(language, segmenter)
  return segmenter
}

function* segmentedWordsOf(text: string, offset: number, language: Language): Generator<Token> {
  for (const { segment, index, isWordLike } of segmenterOf(language).segment(text)) {
    if (isWordLike === true || NAMED_ALONE.test(segment)) yield* piecesOf(segment, offset + index)
    else yield* marksOf(segment, offset + index)
  }
}

function* piecesOf(text: string, offset: number): Generator<Token> {
  const limit = /^[\p{L}\p{M}]+$/u.test(text) ? Math.min(text.length, MAX_WORD_LENGTH) : text.length
  for (let start = 0; start < limit; ) {
    const end = pieceEnd(text, start, limit)
    const span = { start: offset + start, end: offset + end }
    yield { kind: 'word', text: text.slice(start, end), phonemes: null, span, rate: 1, pauseBeforeMs: 0 }
    start = end
  }
}

function pieceEnd(text: string, start: number, limit: number): number {
  const end = Math.min(limit, start + MAX_PIECE_LENGTH)
  const splitsSurrogates = end < limit && /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(end - 1, end + 1))
  return splitsSurrogates ? end + 1 : end
}

function* marksOf(text: string, offset: number): Generator<Token> {
  for (let i = 0; i < text.length; i++) {
    const mark = text.charAt(i)
    if (MARKS.has(mark)) yield { kind: 'punctuation', mark, span: { start: offset + i, end: offset + i + 1 } }
  }
}
