import anyAscii from 'any-ascii'
import type { Utterance, Word } from '../../core/utterance.ts'
import { flitePhonesOf } from './flite-phones.ts'
import { isRisingQuestion } from './rising-question.ts'

/** Input token of Flite. Every word of an utterance has at least one. */
export interface FliteToken {
  /** Index of its segment in the utterance. */
  readonly segmentIndex: number
  /** The segment. */
  readonly word: Word
  /** Printable ASCII without spaces; empty if nothing can be heard. */
  readonly name: string
  /** Null if Flite reads the spelling. */
  readonly phones: string | null
  /** Punctuation after it; may be empty. */
  punctuation: string
}

export interface FliteText {
  /** Empty if nothing can be heard. */
  readonly tokens: readonly FliteToken[]
  /** Whether the pitch rises at the end. */
  readonly isRising: boolean
}

/** Maximum length; spelled out, this takes some 20 s. */
const MAX_LETTERS_OF_WORD = 100
const MAX_LETTERS_OF_TOKEN = 40
/** Maximum UTF-16 units read; a unit may fold to nothing or to several letters. */
const MAX_UNITS_OF_WORD = 400

const PICTURES = /[\p{Emoji_Presentation}\p{Extended_Pictographic}\p{Emoji_Modifier}]/gu
const INVISIBLE = /[\u0300-\u036f\p{Me}\p{Cf}]/gu
const NOT_READ = /[^A-Za-z0-9$%&+@#=.,:'/-]+/g
const BARE_EDGES = /^[',:/-]+|[.,:'/-]+$/g
const LETTER_OR_DIGIT = /[A-Za-z0-9]/

const FLITE_MARK_OF: ReadonlyMap<string, string> = new Map([
  ...[...',;:.?!'].map((mark): [string, string] => [mark, mark]),
  ...[...'…。।॥'].map((mark): [string, string] => [mark, '.']),
  ...[...'！¡'].map((mark): [string, string] => [mark, '!']),
  ...[...'？؟¿'].map((mark): [string, string] => [mark, '?']),
  ...[...'；؛'].map((mark): [string, string] => [mark, ';']),
])

export const fliteTextOf = (utterance: Utterance): FliteText => ({
  tokens: fliteTokensOf(utterance),
  isRising: isRisingQuestion(utterance),
})

/** Flite's tokens of an utterance, with the punctuation after them; empty if nothing can be heard. */
export function fliteTokensOf(utterance: Utterance): readonly FliteToken[] {
  const tokens: FliteToken[] = []
  for (const [segmentIndex, segment] of utterance.segments.entries()) {
    if (segment.kind === 'punctuation') {
      const last = tokens.at(-1)
      if (last !== undefined) last.punctuation = FLITE_MARK_OF.get(segment.mark) ?? ','
      continue
    }
    const names = namesOf(segment.spoken)
    const phones = segment.phonemes === null ? null : flitePhonesOf(segment.phonemes)
    if (phones === null) {
      tokens.push(
        ...(names.length === 0 ? [''] : names).map((name) => ({
          segmentIndex,
          word: segment,
          name,
          phones,
          punctuation: '',
        })),
      )
    } else {
      // Flite looks up the part of speech by this name, and its dictionary is in lower case.
      const name = (names[0] ?? 'word').toLowerCase()
      tokens.push({ segmentIndex, word: segment, name, phones, punctuation: '' })
    }
  }
  return tokens.some(({ name }) => name !== '') ? tokens : []
}

function namesOf(spoken: string): string[] {
  // Folding would spell out names of pictures, and digits for some combining marks.
  const readable = spoken.slice(0, MAX_UNITS_OF_WORD).normalize('NFC').replace(PICTURES, ' ').replace(INVISIBLE, '')
  const ascii = anyAscii(readable).slice(0, MAX_LETTERS_OF_WORD)
  const pieces = ascii.replace(NOT_READ, ' ').split(' ')
  return pieces.flatMap((piece) => {
    const name = piece.replace(BARE_EDGES, '')
    return LETTER_OR_DIGIT.test(name) || /^[$%&+@#=]$/.test(name) ? slicesOf(name, MAX_LETTERS_OF_TOKEN) : []
  })
}

function slicesOf(text: string, length: number): string[] {
  return Array.from({ length: Math.ceil(text.length / length) }, (_, i) => text.slice(i * length, (i + 1) * length))
}
