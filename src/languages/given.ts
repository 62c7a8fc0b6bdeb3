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
  const candidates = tokensAt(text, at)
  const phrase = candidates.length === 0 ? undefined : phraseAt(text, at, (token) => given(token) !== undefined)
  if (phrase !== undefined) {
    const reading = given(phrase.words)
    if (reading !== undefined) return { category: 'given', ...reading, length: phrase.length }
  }
  for (const token of candidates) {
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
 * `FindGivenReading` does.
 */
export function phraseAt(
  text: string,
  at: number,
  has: (token: string) => boolean,
): { readonly words: string; readonly length: number } | undefined {
  let longest: { readonly words: string; readonly length: number } | undefined
  let end = at
  let words = ''
  for (;;) {
    const next = tokensAt(text, end).find((token) => has(`${words}${token} `) || (words !== '' && has(words + token)))
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

/** What may be a token at a place, the longest first. */
function tokensAt(text: string, at: number): readonly string[] {
  TOKEN.lastIndex = at
  const whole = TOKEN.exec(text)?.[0]
  if (whole === undefined) return []
  if (IS_JOINED.test(whole)) return beginningsOf([...whole])
  const word = LETTERS_AND_DIGITS.exec(whole)?.[0] ?? whole
  return word === whole ? [whole] : [whole, word]
}

const beginningsOf = (characters: readonly string[]): readonly string[] =>
  characters.map((_, i) => characters.slice(0, characters.length - i).join(''))
