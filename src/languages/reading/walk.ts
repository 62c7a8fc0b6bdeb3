import type { FindGivenReading } from '../../core/lexicon.ts'
import type { SpokenToken, TokenCategory } from '../../core/spoken-token.ts'
import type { Steps } from '../../core/steps.ts'
import { givenAt } from '../given.ts'
import type { Context, Expansion, LetterCase } from './expansion.ts'
import type { FoldedText } from './folded-text.ts'
import { readMark } from './marks.ts'

/** How much of the text around a match a rule may look at. */
const CONTEXT_LENGTH = 48
/** Places that are looked at in a step. */
const LOOKS_A_STEP = 16
/** The longest word taken as one; real ones are shorter. */
const MOST_LETTERS = 200

export interface WalkRules {
  /** The particular before the general: the first that takes a token reads it. */
  readonly expansions: readonly Expansion[]
  /** The pauses `, ; : . ? !` as the language writes them, where it writes them otherwise. */
  readonly marks: Readonly<Record<string, string>>
  /** For a language without spaces: finds the words in a run of letters. */
  readonly segmenter: Intl.Segmenter | undefined
  /** Spaces in readings that the language does not write. */
  readonly needless?: RegExp | undefined
}

/** `attempts` counts the patterns that were tried, for the proof that the work is linear in the text. */
export interface ReadCount {
  attempts: number
}

/** Reads folded text; `given` goes before every rule. */
export type Read = (
  folded: FoldedText,
  given?: FindGivenReading,
  country?: string,
  keepsRuns?: boolean,
  count?: ReadCount,
) => Steps<readonly SpokenToken[]>

interface Taken {
  readonly category: TokenCategory
  readonly spoken: string
  readonly phonemes?: readonly string[] | null
  readonly length: number
}

/**
 * Makes the reader of a language: what is not a plain word is classified by the first expansion that takes it, at the
 * place where it starts, and never looked at again. Takes any text. There is nothing for what has no sound, never two
 * pauses in a row, nor one before the first word.
 */
export function createReader({ expansions, marks, segmenter, needless }: WalkRules): Read {
  const hasMarks = Object.keys(marks).length > 0
  /** With the marks and the spaces of the language. */
  const native = (spoken: string): string => {
    const marked = hasMarks ? spoken.replace(/[,;:.?!]/g, (mark) => marks[mark] ?? mark) : spoken
    return needless === undefined ? marked : marked.replaceAll(needless, '')
  }
  const table = createTable(expansions)
  return function* read(folded, given, country, keepsRuns = false, count = { attempts: 0 }) {
    const { text, sourceStart, sourceEnd } = folded
    const tokens: SpokenToken[] = []
    // A given reading may begin inside a run.
    const words = new Words(text, segmenter, keepsRuns && given === undefined ? table : undefined)
    let looks = 0
    let pause: SpokenToken | undefined
    let sourceAt = 0
    /** Where the last token ended, if it was a number. */
    let numberEnd = 0
    for (let at = skipSpaces(text, 0); at < text.length; at = skipSpaces(text, at)) {
      if (++looks % LOOKS_A_STEP === 0) yield
      const { category, spoken, phonemes, length } =
        (given && givenAt(text, at, given)) ?? takeAt(text, at, table, words, { country, count })
      const end = at + length
      if (spoken !== '') {
        const start = Math.max(sourceStart(at), sourceAt)
        sourceAt = Math.max(sourceEnd(end), start)
        const span = { start, end: sourceAt }
        if (isPause(spoken)) {
          const token: SpokenToken = { category, spoken, span }
          if (tokens.length > 0) pause = pause === undefined ? token : strongerPause(pause, token)
        } else {
          if (pause !== undefined) tokens.push({ ...pause, spoken: marks[pause.spoken] ?? pause.spoken })
          else if (numberEnd > 0 && NUMBERS.has(category) && areSideBySide(text, numberEnd, at)) {
            const comma = { start: sourceEnd(numberEnd), end: start }
            tokens.push({ category: 'punctuation', spoken: marks[','] ?? ',', span: comma })
          }
          const said = category === 'word' ? spoken : native(spoken)
          tokens.push(phonemes ? { category, spoken: said, phonemes, span } : { category, spoken: said, span })
          pause = undefined
          numberEnd = NUMBERS.has(category) ? end : 0
        }
      }
      at = end
    }
    if (pause !== undefined) tokens.push({ ...pause, spoken: marks[pause.spoken] ?? pause.spoken })
    return tokens
  }
}

const PAUSES_BY_STRENGTH = [',', ';', ':', '.', '!', '?']
const isPause = (spoken: string): boolean => spoken.length === 1 && PAUSES_BY_STRENGTH.includes(spoken)
const strongerPause = (one: SpokenToken, other: SpokenToken): SpokenToken =>
  PAUSES_BY_STRENGTH.indexOf(other.spoken) > PAUSES_BY_STRENGTH.indexOf(one.spoken) ? other : one

const NUMBERS: ReadonlySet<TokenCategory> = new Set(['cardinal', 'date', 'decimal', 'fraction', 'serial', 'telephone'])

/** Two figures with nothing but a little space between: members of a list, or groups of a long number. */
const areSideBySide = (text: string, numberEnd: number, at: number): boolean =>
  at > numberEnd &&
  at - numberEnd <= 4 &&
  isDigit(text.charCodeAt(numberEnd - 1)) &&
  isDigit(text.charCodeAt(at)) &&
  /^\s{1,4}$/.test(text.slice(numberEnd, at))

function skipSpaces(text: string, at: number): number {
  let end = at
  while (text.charCodeAt(end) === 32) end++
  return end
}

/** Parts after an apostrophe or a hyphen; those after a hyphen in lower case, for capitals may be an initialism. */
const TO_END_OF_WORD = /(?:'(?:[\p{L}\p{M}]{1,40}|(?=\d))|-\p{Ll}[\p{Ll}\p{M}]{1,40}(?![\p{L}.@]|\d)){0,6}/uy

interface Place {
  readonly country: string | undefined
  readonly count: ReadCount
}

function takeAt(text: string, at: number, table: Table, words: Words, place: Place): Taken {
  if (isLetterAt(text, at)) {
    const end = words.endOfWord(at)
    const letters = text.slice(at, end)
    const next = text.charCodeAt(end)
    const taken = expandAt(text, at, table.ofLetters(letters, next), place)
    if (taken !== undefined) return taken
    if (next !== APOSTROPHE && next !== HYPHEN) return { category: 'word', spoken: letters, length: letters.length }
    TO_END_OF_WORD.lastIndex = end
    const spoken = letters + (TO_END_OF_WORD.exec(text)?.[0] ?? '')
    return { category: 'word', spoken, length: spoken.length }
  }
  const taken = expandAt(text, at, table.of(text.codePointAt(at) ?? 0), place)
  if (taken !== undefined) return taken
  const { spoken, length } = readMark(text, at)
  return { category: 'punctuation', spoken, length }
}

function expandAt(
  text: string,
  at: number,
  expansions: readonly Expansion[],
  { country, count }: Place,
): Taken | undefined {
  for (const { category, pattern, read } of expansions) {
    count.attempts++
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (match === null) continue
    const reading = read(match, new MatchContext(text, at, at + match[0].length, country))
    if (reading === undefined) continue
    return typeof reading === 'string'
      ? { category, spoken: speakable(reading), length: match[0].length }
      : { category, spoken: speakable(reading.spoken), length: reading.length }
  }
  return undefined
}

const NOT_SPEAKABLE = /[^\p{L}\p{M}〇'’ ,;:.?!-]|-(?![\p{L}\p{M}])|(?<![\p{L}\p{M}])-/gu

/** A reading without what no engine has a sound for. */
const speakable = (reading: string): string => reading.replace(NOT_SPEAKABLE, ' ').replaceAll(/ {2,}/g, ' ').trim()

/** Cuts its strings only if a rule asks for them. */
class MatchContext implements Context {
  readonly country: string | undefined
  private readonly text: string
  private readonly start: number
  private readonly end: number

  constructor(text: string, start: number, end: number, country: string | undefined) {
    this.text = text
    this.start = start
    this.end = end
    this.country = country
  }

  get before(): string {
    return this.text.slice(Math.max(0, this.start - CONTEXT_LENGTH), this.start)
  }

  get after(): string {
    return this.text.slice(this.end, this.end + CONTEXT_LENGTH)
  }
}

/** Length of the parts of a text that are segmented: starting the segmenter costs as much as finding ten words. */
const SEGMENTED_LENGTH = 200

/** Where words end. In a language without spaces a segmenter finds them, in runs of letters that need it. */
class Words {
  private readonly text: string
  private readonly segmenter: Intl.Segmenter | undefined
  /** Says which runs of letters need no words. */
  private readonly table: Pick<Table, 'mayReadIn'> | undefined
  private segments: Intl.Segments | undefined
  /** What of the text the segmenter was shown. */
  private from = 0
  private to = 0
  /** Where the run of letters ends that was looked at last. */
  private runEnd = 0

  constructor(text: string, segmenter: Intl.Segmenter | undefined, table: Pick<Table, 'mayReadIn'> | undefined) {
    this.text = text
    this.segmenter = segmenter
    this.table = table
  }

  /** Where the word that starts at a place ends. */
  endOfWord(at: number): number {
    if (this.segmenter === undefined) return endOfLetters(this.text, at, true)
    if (this.text.charCodeAt(at) < FIRST_BEYOND_LATIN) return endOfLetters(this.text, at, false)
    if (at >= this.runEnd) {
      this.runEnd = endOfLetters(this.text, at, false)
      if (this.table?.mayReadIn(this.text.slice(at, this.runEnd), this.text.charCodeAt(this.runEnd)) === false)
        return this.runEnd
    }
    let end = this.knownEnd(at)
    // The word at the end of what was shown may be cut there.
    if (at >= this.to || (end === this.to && this.to < this.text.length)) {
      this.from = at
      this.to = Math.min(at + SEGMENTED_LENGTH, this.text.length)
      this.segments = this.segmenter.segment(this.text.slice(at, this.to))
      end = this.knownEnd(at)
    }
    return Math.min(end, this.runEnd)
  }

  private knownEnd(at: number): number {
    const found = at < this.to ? this.segments?.containing(at - this.from) : undefined
    return found === undefined ? this.to : this.from + found.index + found.segment.length
  }
}

const APOSTROPHE = 39
const HYPHEN = 45
const FIRST_BEYOND_LATIN = 0x370
/** Of the scripts that are written without spaces. */
const LETTERS_BEYOND_LATIN = ['ア', 'あ', '々', '一', '漢']
/** Kana and Chinese characters, of which words are in one case. */
const isJapanese = (code: number): boolean => code >= 0x3041 && code <= 0x9fff
const isDigit = (code: number): boolean => code >= 48 && code <= 57

/** By UTF-16 unit: 1 for letters and marks, 2 for others, 0 for what has not been looked at. */
const LETTER_CLASSES = new Uint8Array(0x10000)
/** The Japanese zero is a number to Unicode, and part of words. */
const LETTER = /^[\p{L}\p{M}〇]/u

function isLetterAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  if (Number.isNaN(code)) return false
  if (code >= 0xd800 && code <= 0xdbff) return LETTER.test(text.slice(at, at + 2))
  const known = LETTER_CLASSES[code]
  if (known !== 0) return known === 1
  LETTER_CLASSES[code] = LETTER.test(String.fromCharCode(code)) && code !== 0xaa && code !== 0xba ? 1 : 2
  return LETTER_CLASSES[code] === 1
}

function endOfLetters(text: string, at: number, hasSpaces: boolean): number {
  const limit = Math.min(text.length, at + MOST_LETTERS)
  const isLatin = text.charCodeAt(at) < FIRST_BEYOND_LATIN
  let end = at
  while (end < limit && isLetterAt(text, end)) {
    const code = text.charCodeAt(end)
    if (!hasSpaces && code < FIRST_BEYOND_LATIN !== isLatin) break
    end += code >= 0xd800 && code <= 0xdbff ? 2 : 1
  }
  return end
}

/** Characters beyond ASCII are one class, as is the end of the text. */
const CLASSES = 130
const BEYOND_ASCII = 128
const END = 129
const classOf = (code: number): number => (Number.isNaN(code) ? END : Math.min(code, BEYOND_ASCII))
const MOST_CHARACTERS = 5_000

interface Table {
  /** What may take a token that starts with a character other than a letter. */
  of(codePoint: number): readonly Expansion[]
  /** What may take a token that starts with letters, by them and by the code of the character after them. */
  ofLetters(letters: string, next: number): readonly Expansion[]
  /**
   * Whether an expansion may take a word of a run of letters beyond Latin, by the code of the character after the run. Only
   * the last word of a run can be one of `words`.
   */
  mayReadIn(run: string, next: number): boolean
}

function createTable(expansions: readonly Expansion[]): Table {
  const byCharacter = new Map<number, readonly Expansion[]>()
  const byWord = new Map<string, readonly Expansion[]>()
  for (const { words } of expansions) {
    for (const word of words ?? [])
      if (!byWord.has(word))
        byWord.set(
          word,
          expansions.filter((other) => other.words?.has(word) ?? true),
        )
  }
  const byLetters = new Map<number, readonly Expansion[]>()
  /** Of words in `byWord`, by how they are written and what follows. */
  const byPlace = new Map<string, (readonly Expansion[] | undefined)[]>()
  const fitting = (
    from: readonly Expansion[],
    letters: string,
    lower: string,
    letterCase: LetterCase,
    nextClass: number,
  ): readonly Expansion[] =>
    from.filter(
      (expansion) =>
        (expansion.words?.has(lower) ?? expansion.first.test(letters.charAt(0))) &&
        fits(expansion, letterCase, nextClass),
    )
  const lastLetters = new Set(Array.from(byWord.keys(), (word) => word.charCodeAt(word.length - 1)))
  /** Of runs, by what follows. */
  const ofRuns: (readonly Expansion[] | undefined)[] = []
  return {
    mayReadIn(run, next) {
      if (lastLetters.has(run.charCodeAt(run.length - 1)) || next === APOSTROPHE || next === HYPHEN) return true
      const nextClass = classOf(next)
      ofRuns[nextClass] ??= expansions.filter(
        (expansion) =>
          expansion.words === undefined &&
          fits(expansion, 'lower', nextClass) &&
          LETTERS_BEYOND_LATIN.some((letter) => expansion.first.test(letter)),
      )
      return ofRuns[nextClass].some(({ first }) => first.test(run))
    },
    of(codePoint) {
      const known = byCharacter.get(codePoint)
      if (known !== undefined) return known
      const character = String.fromCodePoint(codePoint)
      const found = expansions.filter(({ words, first }) => words === undefined && first.test(character))
      if (byCharacter.size < MOST_CHARACTERS) byCharacter.set(codePoint, found)
      return found
    },
    ofLetters(letters, next) {
      const lower = isJapanese(letters.charCodeAt(0)) ? letters : letters.toLowerCase()
      const letterCase = caseOf(letters, lower)
      const nextClass = classOf(next)
      const ofWord = byWord.get(lower)
      const place = LETTER_CASES.indexOf(letterCase) * CLASSES + nextClass
      if (ofWord !== undefined) {
        const places = byPlace.get(lower) ?? []
        if (places.length === 0) byPlace.set(lower, places)
        // Words such as `aB` and `AB` differ in their first letter alone, which rules may ask for.
        const at = 2 * place + (letters.charCodeAt(0) === lower.charCodeAt(0) ? 0 : 1)
        const found = places[at] ?? fitting(ofWord, letters, lower, letterCase, nextClass)
        places[at] = found
        return found
      }
      const index = letters.charCodeAt(0) * LETTER_CASES.length * CLASSES + place
      const known = byLetters.get(index)
      if (known !== undefined) return known
      const found = fitting(expansions, letters, lower, letterCase, nextClass)
      if (byLetters.size < MOST_CHARACTERS) byLetters.set(index, found)
      return found
    },
  }
}

const LETTER_CASES: readonly LetterCase[] = ['lower', 'capitalized', 'mixed']

function caseOf(letters: string, lower: string): LetterCase {
  if (letters === lower) return 'lower'
  return letters.endsWith(lower.slice(1)) ? 'capitalized' : 'mixed'
}

function fits(
  { next, written }: Pick<Expansion, 'next' | 'written'>,
  letterCase: LetterCase,
  nextClass: number,
): boolean {
  if (written?.includes(letterCase) === false) return false
  if (next === undefined) return true
  return nextClass < BEYOND_ASCII && next.test(String.fromCharCode(nextClass))
}
