import type { FindGivenReading } from '../../../core/lexicon.ts'
import type { SpokenToken, TokenCategory } from '../../../core/spoken-token.ts'
import type { Steps } from '../../../core/steps.ts'
import { givenAt } from '../../given.ts'
import type { FoldedText } from '../../reading/folded-text.ts'
import { readMark } from '../../reading/marks.ts'
import type { Context, Expansion } from './expansion.ts'
import { expansionsFor, expansionsForLetters } from './expansion-table.ts'
import { speakable, speakableWord } from './speakable.ts'
import { isStretched, unstretched } from './stretched.ts'

/** How much of the text around a match a rule may look at. */
const CONTEXT_LENGTH = 48

const WORD = /[\p{L}\p{M}]{1,200}(?:'[\p{L}\p{M}]{1,40}){0,4}/uy
/** The longest word taken as one; real ones are shorter. */
const MOST_LETTERS = 200

/** Places that are looked at in a step. */
const LOOKS_A_STEP = 16

/** `attempts` counts what was tried, for the proof that the work is linear in the text. */
export interface ReadCount {
  attempts: number
}

/**
 * Reads English: what is not a plain word is classified by the first expansion that takes it, at the place where it
 * starts, and never looked at again; what `given` knows goes before them. Takes any text. There is nothing for what has no
 * sound, never two pauses in a row, nor one before the first word.
 */
export function* readEnglish(
  folded: FoldedText,
  given: FindGivenReading | undefined,
  count: ReadCount = { attempts: 0 },
): Steps<SpokenToken[]> {
  const { text, source, sourceStart, sourceEnd } = folded
  const hasAccents = ACCENTED.test(source)
  const accentedAt = (start: number, end: number): string | undefined =>
    hasAccents ? accentedWord(source.slice(sourceStart(start), sourceEnd(end))) : undefined
  const tokens: SpokenToken[] = []
  let looks = 0
  let pause: SpokenToken | undefined
  let hasSpoken = false
  let sourceAt = 0
  /** Where the last token ended, if it was a number. */
  let numberEnd = 0
  for (let at = skipSpaces(text, 0); at < text.length; at = skipSpaces(text, at)) {
    if (++looks % LOOKS_A_STEP === 0) yield
    const { category, spoken, phonemes, length } =
      (given && givenAt(text, at, given, accentedAt)) ?? takeAt(text, at, count)
    const end = at + length
    if (spoken !== '') {
      const start = Math.max(sourceStart(at), sourceAt)
      sourceAt = Math.max(sourceEnd(end), start)
      const span = { start, end: sourceAt }
      const accented = category === 'word' ? accentedAt(at, end) : undefined
      const token: SpokenToken = {
        category,
        spoken,
        span,
        ...(phonemes && { phonemes }),
        ...(accented !== undefined && { accented }),
      }
      if (isPause(spoken)) {
        if (hasSpoken) pause = pause === undefined ? token : strongerPause(pause, token)
      } else {
        if (pause !== undefined) tokens.push(pause)
        else if (numberEnd > 0 && NUMBERS.has(category) && areSideBySide(text, numberEnd, at)) {
          tokens.push({ category: 'punctuation', spoken: ',', span: { start: sourceEnd(numberEnd), end: start } })
        }
        tokens.push(token)
        pause = undefined
        hasSpoken = true
        numberEnd = NUMBERS.has(category) ? end : 0
      }
    }
    at = end
  }
  if (pause !== undefined) tokens.push(pause)
  return tokens
}

const PAUSES_BY_STRENGTH = [',', ';', ':', '.', '!', '?']
const isPause = (spoken: string): boolean => spoken.length === 1 && PAUSES_BY_STRENGTH.includes(spoken)
const strongerPause = (one: SpokenToken, other: SpokenToken): SpokenToken =>
  PAUSES_BY_STRENGTH.indexOf(other.spoken) > PAUSES_BY_STRENGTH.indexOf(one.spoken) ? other : one

const NUMBERS: ReadonlySet<TokenCategory> = new Set(['cardinal', 'date', 'decimal', 'fraction', 'serial', 'telephone'])

/** Two figures with nothing but a little space between: members of a list, or groups of a long number. */
const areSideBySide = (text: string, numberEnd: number, at: number): boolean =>
  at - numberEnd <= 4 &&
  isDigit(text.charCodeAt(numberEnd - 1)) &&
  isDigit(text.charCodeAt(at)) &&
  /^\s{1,4}$/.test(text.slice(numberEnd, at))

function skipSpaces(text: string, at: number): number {
  let end = at
  while (text.charCodeAt(end) === 32) end++
  return end
}

interface Taken {
  readonly category: TokenCategory
  readonly spoken: string
  readonly phonemes?: readonly string[] | null
  readonly length: number
}

/** Latin letters with accents, and accents on their own. */
const ACCENTED = /[\u00c0-\u024f\u1e00-\u1eff]|[\u0300-\u036f]/
const ACCENTED_WORD = /^(?:[\p{Script=Latin}'’]\p{M}{0,4}){1,40}$/u

/** In lower case and composed; undefined for what has no accents or is no word. */
const accentedWord = (written: string): string | undefined =>
  ACCENTED.test(written) && ACCENTED_WORD.test(written)
    ? written.normalize('NFC').toLowerCase().replaceAll('’', "'")
    : undefined

function takeAt(text: string, at: number, count: ReadCount): Taken {
  const code = text.charCodeAt(at)
  if (!isAsciiLetter(code))
    return expandAt(text, at, expansionsFor(text.codePointAt(at) ?? 0), count) ?? plainAt(text, at)
  const end = endOfLetters(text, at)
  const letters = text.slice(at, end)
  const next = text.charCodeAt(end)
  if (isAfterDot(text, at) && !(next >= 48 && next <= 64))
    return { category: 'word', spoken: letters, length: letters.length }
  const taken = expandAt(text, at, expansionsForLetters(letters, next), count)
  if (taken !== undefined) return taken
  if (next > 127 || next === 39) return plainAt(text, at)
  const plural = next === OPENING_BRACKET ? PLURAL_IN_BRACKETS.exec(text.slice(end, end + 6))?.[1] : undefined
  if (plural !== undefined)
    return { category: 'word', spoken: letters + plural, length: letters.length + plural.length + 2 }
  return { category: 'word', spoken: isStretched(letters) ? unstretched(letters) : letters, length: letters.length }
}

function expandAt(text: string, at: number, expansions: readonly Expansion[], count: ReadCount): Taken | undefined {
  for (const { category, pattern, read } of expansions) {
    count.attempts++
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (match === null) continue
    const reading = read(match, new MatchContext(text, at, at + match[0].length))
    if (reading === undefined) continue
    return typeof reading === 'string'
      ? { category, spoken: speakable(reading), length: match[0].length }
      : { category, spoken: speakable(reading.spoken), length: reading.length }
  }
  return undefined
}

/** Whether ASCII letters that stand alone are read otherwise than as the word they are. */
export const isExpanded = (letters: string): boolean =>
  expandAt(letters, 0, expansionsForLetters(letters, Number.NaN), { attempts: 0 }) !== undefined

/** Cuts its strings only if a rule asks for them. */
class MatchContext implements Context {
  private readonly text: string
  private readonly start: number
  private readonly end: number

  constructor(text: string, start: number, end: number) {
    this.text = text
    this.start = start
    this.end = end
  }

  get before(): string {
    return this.text.slice(Math.max(0, this.start - CONTEXT_LENGTH), this.start)
  }

  get after(): string {
    return this.text.slice(this.end, this.end + CONTEXT_LENGTH)
  }
}

/** What no expansion took: a word as it is, or a mark. */
function plainAt(text: string, at: number): Taken {
  WORD.lastIndex = at
  const word = WORD.exec(text)?.[0]
  if (word !== undefined) return { category: 'word', spoken: speakableWord(word), length: word.length }
  const { spoken, length } = readMark(text, at)
  return { category: 'punctuation', spoken, length }
}

function endOfLetters(text: string, at: number): number {
  const limit = Math.min(text.length, at + MOST_LETTERS)
  let end = at + 1
  while (end < limit && isAsciiLetter(text.charCodeAt(end))) end++
  return end
}

/** `item(s)`, `dish(es)`. */
const PLURAL_IN_BRACKETS = /^\((s|es|ren)\)(?!\p{L})/u
const OPENING_BRACKET = 40

/** `dot gov.`: what an address ends with is no abbreviation. */
const isAfterDot = (text: string, at: number): boolean =>
  text.charCodeAt(at - 2) === LOWER_T &&
  text.charCodeAt(at) >= LOWER_A &&
  text.slice(Math.max(0, at - 5), at) === ' dot '
const LOWER_A = 97
const LOWER_T = 116

const isAsciiLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90)
const isDigit = (code: number): boolean => code >= 48 && code <= 57
