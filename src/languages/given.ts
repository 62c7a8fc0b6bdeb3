import type { FindGivenReading } from '../core/lexicon.ts'

/** What a given reading takes of a text. */
export interface GivenToken {
  readonly category: 'given'
  readonly spoken: string
  readonly phonemes: readonly string[] | null
  readonly length: number
}

/**
 * What a range held before it was folded, if that was a word with accents: its reading goes before that of the folded
 * word.
 */
type AccentedAt = (start: number, end: number) => string | undefined

/** All that may belong to a word with a reading of its own; a full stop at its end is the sentence's. */
const TOKEN = /\.?[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}'._+#&@/-]{0,58}[\p{L}\p{M}\p{N}+#])?/uy
const LETTERS_AND_DIGITS = /^\.?[\p{L}\p{M}\p{N}']+/u
const GAP = /[\s\u00a0]{1,3}/y

/** The given reading of the token at a place, the longest that there is. */
export function givenAt(
  text: string,
  at: number,
  given: FindGivenReading,
  accentedAt?: AccentedAt,
): GivenToken | undefined {
  const { maxLength } = given
  const phrase = phraseAt(text, at, (token) => given(token) !== undefined, maxLength)
  if (phrase !== undefined) {
    const reading = given(phrase.words)
    if (reading !== undefined) return { category: 'given', ...reading, length: phrase.length }
  }
  for (const token of tokensAt(text, at, maxLength)) {
    const { length } = token
    const accented = accentedAt?.(at, at + length)
    const asWritten = accented === undefined ? undefined : given(accented)
    // A reading by phonemes keeps the spelling that the rules know.
    if (asWritten !== undefined)
      return { category: 'given', ...asWritten, ...(asWritten.phonemes && { spoken: token }), length }
    const reading = given(token)
    if (reading !== undefined) return { category: 'given', ...reading, length }
  }
  return undefined
}

/**
 * The longest entry of several words at a place; undefined where none begins. `has` answers for tokens as
 * `FindGivenReading` does, and `maxLength` is its.
 */
export function phraseAt(
  text: string,
  at: number,
  has: (token: string) => boolean,
  maxLength?: number,
): { readonly words: string; readonly length: number } | undefined {
  let longest: { readonly words: string; readonly length: number } | undefined
  let end = at
  let words = ''
  for (;;) {
    const next = firstOf(
      tokensAt(text, end, maxLength),
      (token) => has(`${words}${token} `) || (words !== '' && has(words + token)),
    )
    if (next === undefined) return longest
    words += next
    end += next.length
    if (words.includes(' ') && has(words)) longest = { words, length: end - at }
    GAP.lastIndex = end
    const gap = GAP.exec(text)?.[0]
    if (gap === undefined || !has(`${words} `)) return longest
    words += ' '
    end += gap.length
  }
}

/** Scripts without spaces between words: the beginning of what stands together may be a word. */
const IS_JOINED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

const NOTHING: readonly string[] = []

/** What may be a token at a place, the longest first; of what stands together, nothing that is longer than all entries. */
function tokensAt(text: string, at: number, maxLength = Number.POSITIVE_INFINITY): Iterable<string> {
  TOKEN.lastIndex = at
  const whole = TOKEN.exec(text)?.[0]
  if (whole === undefined) return NOTHING
  if (IS_JOINED.test(whole)) return beginningsOf(whole, maxLength)
  const word = LETTERS_AND_DIGITS.exec(whole)?.[0] ?? whole
  return word === whole ? [whole] : [whole, word]
}

function* beginningsOf(joined: string, maxLength: number): Iterable<string> {
  // Entries are composed; `か` and a mark are two units of a text.
  const length = joined.normalize('NFC').length < joined.length ? 2 * maxLength : maxLength
  for (let end = Math.min(joined.length, length); end > 0; end--) if (!isInPair(joined, end)) yield joined.slice(0, end)
}

/** Whether a place is between the halves of a character. */
const isInPair = (text: string, at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xdc00

function firstOf(tokens: Iterable<string>, fits: (token: string) => boolean): string | undefined {
  for (const token of tokens) if (fits(token)) return token
  return undefined
}
