import type { FindGivenReading } from '../../core/lexicon.ts'
import type { SpokenToken, TokenCategory } from '../../core/spoken-token.ts'
import type { Steps } from '../../core/steps.ts'
import { givenAt } from '../given.ts'
import type { Context, Expansion, Reading } from './expansion.ts'
import { createTable, type ExpansionTable, isJapanese } from './expansion-table.ts'
import type { FoldedText } from './folded-text.ts'
import { readMark } from './marks.ts'
import { isLetterAt, Words } from './words.ts'

/** How much of the text around a match a rule may look at. */
const CONTEXT_LENGTH = 48
/** Places that are looked at in a step. */
const LOOKS_A_STEP = 16

export interface WalkRules {
  /** The particular before the general: the first that takes a token reads it. */
  readonly expansions: readonly Expansion[]
  /** The pauses `, ; : . ? !` as the language writes them, where it writes them otherwise. */
  readonly marks?: Readonly<Record<string, string>>
  /** How a word ends that is said with what follows: `l'8` is one word, `l'otto`. */
  readonly joins?: RegExp
  /** For a language without spaces: finds the words in a run of letters. */
  readonly segmenter?: Intl.Segmenter
  /** Spaces in readings that the language does not write. */
  readonly needless?: RegExp
  /** Whether letters are a word, whatever an expansion would make of them. */
  readonly isPlain?: (text: string, at: number, end: number) => boolean
  /** Reads a word that no expansion took, by where its first letters end; as it is written where absent. */
  readonly word?: (text: string, at: number, end: number) => Reading
  /** A reading without what no engine has a sound for. */
  readonly speakable?: (reading: string) => string
  /** The accents that folding takes: words with one keep how they were written (`SpokenToken.accented`). */
  readonly accents?: RegExp
}

/** `attempts` counts the patterns that were tried, for the proof that the work is linear in the text. */
export interface ReadCount {
  attempts: number
}

export interface Reader {
  /** Reads folded text; `given` goes before every rule. */
  read(
    folded: FoldedText,
    given?: FindGivenReading,
    country?: string,
    keepsRuns?: boolean,
    count?: ReadCount,
  ): Steps<readonly SpokenToken[]>
  /** Whether no expansion takes a word of ASCII letters that stands alone. */
  isWord(letters: string): boolean
}

interface Taken {
  readonly category: TokenCategory
  readonly spoken: string
  readonly phonemes?: readonly string[] | null
  readonly length: number
  readonly pause?: ',' | undefined
}

/**
 * Makes the reader of a language: what is not a plain word is classified by the first expansion that takes it, at the
 * place where it starts, and never looked at again. Takes any text. There is nothing for what has no sound, never two
 * pauses in a row, nor one before the first word.
 */
export function createReader(rules: WalkRules): Reader {
  const { expansions, marks = {}, segmenter, needless, accents, joins } = rules
  const { word = joinedWord, speakable = withoutSigns, isPlain } = rules
  const hasMarks = Object.keys(marks).length > 0
  /** With the marks and the spaces of the language. */
  const native = (spoken: string): string => {
    const marked = hasMarks ? spoken.replace(/[,;:.?!]/g, (mark) => marks[mark] ?? mark) : spoken
    return needless === undefined ? marked : marked.replaceAll(needless, '')
  }
  const nativePause = (pause: SpokenToken): SpokenToken =>
    hasMarks ? { ...pause, spoken: marks[pause.spoken] ?? pause.spoken } : pause
  const table = createTable(expansions)
  const walk: Walk = { table, word, speakable, isPlain }

  function* read(
    folded: FoldedText,
    given?: FindGivenReading,
    country?: string,
    keepsRuns = false,
    count: ReadCount = { attempts: 0 },
  ): Steps<readonly SpokenToken[]> {
    const { text, source, sourceStart, sourceEnd } = folded
    const accentedAt =
      accents?.test(source) === true
        ? (start: number, end: number) => accentedWord(source.slice(sourceStart(start), sourceEnd(end)), accents)
        : undefined
    const tokens: SpokenToken[] = []
    // A given reading may begin inside a run.
    const words = new Words(text, segmenter, keepsRuns && given === undefined ? table : undefined)
    const place: Place = { words, country, count }
    let looks = 0
    let pause: SpokenToken | undefined
    let sourceAt = 0
    /** Where the last token ended, if it was a number. */
    let numberEnd = 0
    for (let at = skipSpaces(text, 0); at < text.length; at = skipSpaces(text, at)) {
      if (++looks % LOOKS_A_STEP === 0) yield
      const taken: Taken = (given && givenAt(text, at, given, accentedAt)) ?? takeAt(text, at, walk, place)
      const { category, spoken, phonemes, length } = taken
      const end = at + length
      if (spoken !== '') {
        const start = Math.max(sourceStart(at), sourceAt)
        if (taken.pause !== undefined && tokens.length > 0)
          pause ??= { category: 'punctuation', spoken: taken.pause, span: { start, end: start } }
        sourceAt = Math.max(sourceEnd(end), start)
        const span = { start, end: sourceAt }
        if (isPause(spoken)) {
          const token: SpokenToken = { category, spoken, span }
          if (tokens.length > 0) pause = pause === undefined ? token : strongerPause(pause, token)
        } else {
          const isNumber = NUMBERS.has(category)
          if (pause !== undefined) tokens.push(nativePause(pause))
          else if (numberEnd > 0 && isNumber && areSideBySide(text, numberEnd, at)) {
            const between = { start: sourceEnd(numberEnd), end: start }
            tokens.push({ category: 'punctuation', spoken: marks[','] ?? ',', span: between })
          }
          const last = joins !== undefined && pause === undefined && !phonemes ? tokens.at(-1) : undefined
          if (
            last !== undefined &&
            joins?.test(last.spoken) === true &&
            (last.category !== 'word' ||
              last.span.end === span.start ||
              IS_STRETCHED.test(source.slice(last.span.start, span.start)) ||
              (category !== 'word' && !last.spoken.endsWith("'")))
          ) {
            tokens.pop()
            tokens.push({ category, spoken: last.spoken + native(spoken), span: { ...span, start: last.span.start } })
            at = end
            numberEnd = isNumber ? end : 0
            continue
          }
          const said = category === 'word' ? spoken : native(spoken)
          const accented = category === 'word' ? accentedAt?.(at, end) : undefined
          if (phonemes) tokens.push({ category, spoken: said, phonemes, span })
          else if (accented !== undefined) tokens.push({ category, spoken: said, accented, span })
          else tokens.push({ category, spoken: said, span })
          pause = undefined
          numberEnd = isNumber ? end : 0
        }
      }
      at = end
    }
    if (pause !== undefined) tokens.push(nativePause(pause))
    return tokens
  }

  return {
    read,
    isWord: (letters) =>
      expandAt(letters, 0, table.ofLetters(letters, Number.NaN), walk, {
        words: new Words(letters, segmenter, undefined),
        country: undefined,
        count: { attempts: 0 },
      }) === undefined,
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
const isDigit = (code: number): boolean => code >= 48 && code <= 57

/** `بـ قرون`: a letter of Arabic that is stretched towards the next word */
const IS_STRETCHED = /\u0640 ?["«“]?$/u

function skipSpaces(text: string, at: number): number {
  let end = at
  while (text.charCodeAt(end) === 32) end++
  return end
}

const ACCENTED_WORD = /^(?:[\p{Script=Latin}'’]\p{M}{0,4}){1,40}$/u

/** In lower case and composed; undefined for what has no accents or is no word. */
const accentedWord = (written: string, accents: RegExp): string | undefined =>
  accents.test(written) && ACCENTED_WORD.test(written)
    ? written.normalize('NFC').toLowerCase().replaceAll('’', "'")
    : undefined

/** Parts after an apostrophe or a hyphen; those after a hyphen in lower case, for capitals may be an initialism; `reste-t-il`. */
const TO_END_OF_WORD =
  /(?:'(?:(?![\u3040-\u9fff])[\p{L}\p{M}]{1,40}|(?=\d))|-(?:t-)?\p{Ll}[\p{Ll}\p{M}]{1,40}(?![\p{L}.@]|\d)){0,6}/uy
/** `Donner 's Hotel`, but `om acht uur 's avonds` */
const DETACHED_S = / 's(?![\p{L}\p{M}\d'-]| \p{Ll}{2,12}s(?!\p{L}))/uy
const APOSTROPHE = 39
const HYPHEN = 45
const SPACE = 32

function joinedWord(text: string, at: number, end: number): Reading {
  const letters = text.slice(at, end)
  const next = text.charCodeAt(end)
  // `関数'main'`: the quote before a word
  if (next === APOSTROPHE && isJapanese(text.charCodeAt(end - 1))) return { spoken: letters, length: letters.length }
  if (next === SPACE && text.charCodeAt(end + 1) === APOSTROPHE) {
    DETACHED_S.lastIndex = end
    if (DETACHED_S.test(text)) return { spoken: `${letters}'s`, length: letters.length + 3 }
  }
  if (next !== APOSTROPHE && next !== HYPHEN) return { spoken: letters, length: letters.length }
  TO_END_OF_WORD.lastIndex = end
  const spoken = letters + (TO_END_OF_WORD.exec(text)?.[0] ?? '')
  return { spoken, length: spoken.length }
}

const NOT_SPEAKABLE = /[^\p{L}\p{M}〇'’ ,;:.?!-]|-(?![\p{L}\p{M}])|(?<![\p{L}\p{M}])-/gu
const withoutSigns = (reading: string): string => reading.replace(NOT_SPEAKABLE, ' ').replaceAll(/ {2,}/g, ' ').trim()

interface Walk extends Required<Pick<WalkRules, 'word' | 'speakable'>> {
  readonly table: ExpansionTable
  readonly isPlain: WalkRules['isPlain'] | undefined
}

interface Place {
  readonly words: Words
  readonly country: string | undefined
  readonly count: ReadCount
}

function takeAt(text: string, at: number, walk: Walk, place: Place): Taken {
  if (isLetterAt(text, at)) {
    const end = place.words.endOfWord(at)
    if (walk.isPlain?.(text, at, end) === true)
      return { category: 'word', spoken: text.slice(at, end), length: end - at }
    const taken = expandAt(text, at, walk.table.ofLetters(text.slice(at, end), text.charCodeAt(end)), walk, place)
    if (taken !== undefined) return taken
    const { spoken, length } = walk.word(text, at, end)
    return { category: 'word', spoken, length }
  }
  const taken = expandAt(text, at, walk.table.of(text.codePointAt(at) ?? 0), walk, place)
  if (taken !== undefined) return taken
  const { spoken, length } = readMark(text, at)
  return { category: 'punctuation', spoken, length }
}

function expandAt(
  text: string,
  at: number,
  expansions: readonly Expansion[],
  { speakable }: Walk,
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
      : { category, spoken: speakable(reading.spoken), length: reading.length, pause: reading.pause }
  }
  return undefined
}

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
