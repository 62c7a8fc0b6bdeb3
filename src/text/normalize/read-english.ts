import type { SpokenToken, TokenCategory } from '../../core/spoken-token.ts'
import type { Context, Expansion } from './expansion.ts'
import { EXPANSIONS } from './expansions.ts'
import type { FoldedText } from './fold.ts'

/** How much of the text around a match a rule may look at. */
const CONTEXT_LENGTH = 48

const WORD = /[\p{L}\p{M}]{1,200}(?:'[\p{L}\p{M}]{1,40}){0,4}/uy
const PAUSE_MARK = /[,;:.?!…—–]/

/** Expansions by the character a token starts with: ASCII by code, everything else in one list. */
const EXPANSIONS_BY_ASCII: readonly (readonly Expansion[])[] = Array.from({ length: 128 }, (_, code) =>
  EXPANSIONS.filter(({ first }) => first.test(String.fromCharCode(code))),
)
const EXPANSIONS_BEYOND_ASCII = EXPANSIONS.filter(({ first }) => /[^\0-\x7f]/.test(first.source) || first.unicode)

/** `attempts` counts what was tried, for the proof that the work is linear in the text. */
export interface ReadCount {
  attempts: number
}

/**
 * Reads English: what is not a plain word is classified by the first expansion that takes it, at the place where it
 * starts, and never looked at again. Takes any text. Yields nothing for what has no sound.
 */
export function* readEnglish(folded: FoldedText, count: ReadCount = { attempts: 0 }): Generator<SpokenToken> {
  const { text, sourceOffset } = folded
  let at = 0
  while (at < text.length) {
    const taken = expandAt(text, at, count) ?? plainAt(text, at)
    const end = at + taken.length
    if (taken.spoken !== '') {
      const span = { start: sourceOffset(at), end: sourceOffset(end) }
      yield { category: taken.category, spoken: taken.spoken, span }
    }
    at = end
  }
}

interface Taken {
  readonly category: TokenCategory
  readonly spoken: string
  readonly length: number
}

function expandAt(text: string, at: number, count: ReadCount): Taken | undefined {
  const code = text.charCodeAt(at)
  const expansions = code < 128 ? EXPANSIONS_BY_ASCII[code] : EXPANSIONS_BEYOND_ASCII
  for (const { category, pattern, read } of expansions ?? []) {
    count.attempts++
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (match === null) continue
    const reading = read(match, contextOf(text, at, at + match[0].length))
    if (reading === undefined) continue
    return typeof reading === 'string'
      ? { category, spoken: reading, length: match[0].length }
      : { category, ...reading }
  }
  return undefined
}

const contextOf = (text: string, start: number, end: number): Context => ({
  get before() {
    return text.slice(Math.max(0, start - CONTEXT_LENGTH), start)
  },
  get after() {
    return text.slice(end, end + CONTEXT_LENGTH)
  },
})

function plainAt(text: string, at: number): Taken {
  WORD.lastIndex = at
  const word = WORD.exec(text)?.[0]
  if (word !== undefined) return { category: 'word', spoken: word, length: word.length }
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0)
  return { category: 'punctuation', spoken: PAUSE_MARK.test(character) ? character : '', length: character.length }
}
