import { moraeOf, toKatakana } from '../kana.ts'
import { type AccentLexicon, parseRules, type WordAccent } from './accent-lexicon.ts'
import type { AccentedWord } from './accent-phrases.ts'
import { LETTERS, letterNames, symbolName } from './characters.ts'
import { isCounter, partsOfCounted } from './counters.ts'
import { accentsOfNumber, type CountedNumber } from './number-accents.ts'
import { NUMERAL, type ReadNumber, readDigits, readNumeral } from './numbers.ts'

/** A word as the dictionary cuts it. `start` and `end` are UTF-16 offsets in the text. */
export interface Morpheme {
  readonly surface: string
  readonly start: number
  readonly end: number
  /** Part of speech, its subdivisions and the form of a verb, such as `名詞 接尾 助数詞`; `UNK` for what the dictionary lacks. */
  readonly role: string
  readonly pronunciation: string | undefined
}

/** How one morpheme, or the several of a number, is said. */
export interface Reading {
  readonly text: string
  readonly start: number
  readonly end: number
  /** `other` is left to the engine. */
  readonly kind: 'kana' | 'english' | 'punctuation' | 'other'
  /** Said in one breath with what is before it, as particles and endings are. */
  readonly isBound: boolean
  /** The words of kana, with their accents. */
  readonly words: readonly AccentedWord[]
}

const PUNCTUATION = /^[。．.、，,;；:：?？!！…‥]+$/u
const BOUND_ROLES = /^(?:助詞|助動詞|名詞 接尾|動詞 非自立|動詞 接尾|形容詞 非自立|形容詞 接尾)/
const KANA = /^[\u3041-\u3096\u30a1-\u30fc]+$/u
const LATIN = /^[\p{Script=Latin}][\p{Script=Latin}\p{M}'’-]*$/u
/** Both readings are right; the dictionary has the formal one. */
const EVERYDAY = { 日本: 'ニホン', 日本人: 'ニホンジン', 日本語: 'ニホンゴ' } as Readonly<Record<string, string>>

/** How the morphemes of `text` are said: by the dictionary, and numbers with their counters by rule. */
export function readMorphemes(morphemes: readonly Morpheme[], text: string, lexicon: AccentLexicon): Reading[] {
  const readings: Reading[] = []
  let isAfterPrefix = false
  let isAfterPause = true
  for (let at = 0; at < morphemes.length; ) {
    const morpheme = morphemes[at] as Morpheme
    const { start, role } = morpheme
    const number = readNumberAt(morphemes, at, text, readings.at(-1))
    const end = number?.end ?? morpheme.end
    const said = number ? ({ kind: 'kana', text: number.kana } as const) : readMorpheme(morpheme, readings.at(-1))
    const isBound = isAfterPrefix || BOUND_ROLES.test(role) || said.text === 'カラ' || said.text === ''
    const [first, ...others]: readonly AccentedWord[] =
      said.kind !== 'kana' || said.text === ''
        ? []
        : (number?.words(lexicon) ?? [accented(morpheme, said.text, lexicon)])
    const words: readonly AccentedWord[] = first === undefined ? [] : [{ ...first, isAfterPause }, ...others]
    readings.push({ ...said, start, end, isBound, words })
    isAfterPause = words.length === 0 && (isAfterPause || said.kind !== 'kana')
    isAfterPrefix = role.startsWith('接頭詞')
    while (at < morphemes.length && (morphemes[at] as Morpheme).start < end) at++
  }
  return readings
}

function readMorpheme(
  { surface, role, pronunciation }: Morpheme,
  before: Reading | undefined,
): Pick<Reading, 'kind' | 'text'> {
  const kana = (text: string) => ({ kind: 'kana', text }) as const
  if (PUNCTUATION.test(surface)) return { kind: 'punctuation', text: surface }
  if (isLongEnding(surface, role)) return kana('ー')
  if (/^[~〜]$/u.test(surface) && before?.kind === 'kana') return kana('カラ')
  const spoken = EVERYDAY[surface] ?? pronunciation ?? surface
  if (KANA.test(spoken)) return kana(toKatakana(spoken))
  const named = LATIN.test(surface) ? letterNames(surface) : symbolName(surface)
  if (named !== undefined) return kana(named)
  if (LATIN.test(surface)) return { kind: 'english', text: surface }
  return /[\p{L}\p{N}]/u.test(surface) ? { kind: 'other', text: surface } : kana('')
}

/** That of "let us" and "probably" only makes the vowel before it long, on which a verb falls. */
const isLongEnding = (surface: string, role: string): boolean => surface === 'う' && role.startsWith('助動詞')
const LONG_ENDING: WordAccent = { nucleus: 0, rules: parseRules('動詞%F4@0') }
const FLAT: WordAccent = { nucleus: 0, rules: new Map() }
const FLAT_NOUN: WordAccent = { nucleus: 0, rules: parseRules('C2') }
const COMPOUND_RULE = parseRules('C1')
const FEWEST_MORAE_OF_FALL = 3

/** A word of the dictionary with its accent. A name or a loanword that is not known falls after the last mora but two. */
function accented({ surface, role }: Morpheme, kana: string, lexicon: AccentLexicon): AccentedWord {
  const kind = /^\S+ (?:接尾|非自立)|^\S+/u.exec(role)?.[0] ?? ''
  const known = isLongEnding(surface, role) ? LONG_ENDING : lexicon.find(surface, kind, kana)
  return { kana, role, isAfterPause: false, ...(known ?? defaultAccent(surface, role, kana)) }
}

function defaultAccent(surface: string, role: string, kana: string): WordAccent {
  const morae = moraeOf(kana)
  // The last letter of an abbreviation falls.
  if (LATIN.test(surface)) {
    const last = LETTERS[surface.slice(-1).toLowerCase()] ?? ''
    return { nucleus: morae - moraeOf(last) + 1, rules: COMPOUND_RULE }
  }
  if (morae >= FEWEST_MORAE_OF_FALL) {
    if (role.startsWith('名詞 固有名詞')) return { nucleus: morae - 2, rules: COMPOUND_RULE }
    if (role === 'UNK' && /^[\u30a1-\u30fc]+$/u.test(surface)) {
      const isLong = /^[ーンッ]/u.test(kana.match(/[\u30a1-\u30fc][ァィゥェォャュョヮ]?/gu)?.[morae - 3] ?? '')
      return { nucleus: Math.max(1, morae - (isLong ? 3 : 2)), rules: COMPOUND_RULE }
    }
  }
  return role.startsWith('名詞') || role === 'UNK' ? FLAT_NOUN : FLAT
}

const DATE = /([0-9]{4})\/([0-9]{1,2})\/([0-9]{1,2})(?![0-9])/y
const TIME = /([0-9]{1,2}):([0-9]{2})(?![0-9])/y
const TELEPHONE = /[0-9]{2,5}(?:-[0-9]{2,5}){2,}/y
const CURRENCY = /[¥$€]/
const FIRST_OF_MONTH: CountedNumber = { parts: ['ツイタチ'], value: 1, counter: undefined }

interface ReadNumberText {
  readonly kana: string
  readonly end: number
  readonly words: (lexicon: AccentLexicon) => readonly AccentedWord[]
}

const numberText = (numbers: readonly CountedNumber[], end: number): ReadNumberText => ({
  kana: numbers.map(({ parts, counter }) => parts.join('') + (counter?.kana ?? '')).join(''),
  end,
  words: (lexicon) => numbers.flatMap((number) => accentsOfNumber(number, lexicon)),
})

/** A number as it is said, with its counter where that is known. */
function counted(number: ReadNumber, written: string | undefined): CountedNumber | undefined {
  const { value } = number
  if (written === undefined) return { parts: number.parts, value, counter: undefined }
  const said = partsOfCounted(number, written)
  if (said === undefined) return undefined
  return { parts: said.parts, value, counter: said.counter === '' ? undefined : { written, kana: said.counter } }
}

/** A number that begins with the morpheme `at`, with the currency or the counter that belongs to it. */
function readNumberAt(
  morphemes: readonly Morpheme[],
  at: number,
  text: string,
  before: Reading | undefined,
): ReadNumberText | undefined {
  const { start, surface } = morphemes[at] as Morpheme
  const fixed = matchAt(DATE, text, start) ?? matchAt(TIME, text, start) ?? matchAt(TELEPHONE, text, start)
  if (fixed) return numberText(readFixed(fixed), start + fixed[0].length)
  const isPrice = CURRENCY.test(surface)
  const { end, next } = numeralEnd(morphemes, isPrice ? at + 1 : at)
  const number = readNumeral(text.slice(isPrice ? start + surface.length : start, end))
  if (!number) return undefined
  const alone = { parts: number.parts, value: number.value, counter: undefined }
  if (isPrice) return numberText([counted(number, surface) ?? alone], end)
  const counter = counterAt(morphemes, next)
  const isFirstOfMonth = counter?.written === '日' && number.value === 1 && before?.text.endsWith('ガツ')
  const withCounter = isFirstOfMonth ? FIRST_OF_MONTH : counter && counted(number, counter.written)
  if (counter && withCounter)
    return numberText([{ ...withCounter, written: text.slice(start, counter.end) }], counter.end)
  if (surface === '何') return undefined
  return numberText([alone], end)
}

const matchAt = (pattern: RegExp, text: string, at: number): RegExpExecArray | undefined => {
  pattern.lastIndex = at
  return pattern.exec(text) ?? undefined
}

function readFixed([written, ...numbers]: RegExpExecArray): readonly CountedNumber[] {
  const units = numbers.length === 3 ? ['年', '月', '日'] : ['時', '分']
  if (numbers.length === 0)
    return written.split('-').map((run, i): CountedNumber => {
      const { parts } = readDigits(run)
      return { parts: i === 0 ? parts : ['ノ', ...parts], value: undefined, counter: undefined }
    })
  return numbers.flatMap((number, index): readonly CountedNumber[] => {
    if (units[index] === '分' && Number(number) === 0) return []
    if (units[index] === '日' && Number(number) === 1) return [FIRST_OF_MONTH]
    return [counted(readNumeral(String(Number(number))) as ReadNumber, units[index]) ?? []].flat()
  })
}

/** Where the numeral that begins `at` ends, and which morpheme is the next. */
function numeralEnd(morphemes: readonly Morpheme[], at: number): { end: number; next: number } {
  let next = at
  let end = morphemes[at]?.start ?? 0
  for (let morpheme = morphemes[next]; morpheme?.start === end; morpheme = morphemes[next]) {
    const after = morphemes[next + 1]
    const isPoint = /^[.,]$/.test(morpheme.surface) && next > at && after?.start === morpheme.end
    const isNumeral = NUMERAL.test(morpheme.surface) || (morpheme.surface === '何' && next === at)
    if (!isNumeral && !(isPoint && /^[0-9]/.test(after.surface))) break
    end = morpheme.end
    next++
    if (morpheme.surface === '何') break
  }
  return { end, next }
}

/** The longest counter that the next one or two morphemes make, and where it ends. */
function counterAt(morphemes: readonly Morpheme[], at: number): { written: string; end: number } | undefined {
  const [first, second] = [morphemes[at], morphemes[at + 1]]
  if (!first) return undefined
  const both = first.surface + (second?.surface ?? '')
  if (second?.start === first.end && isCounter(both)) return { written: both, end: second.end }
  return isCounter(first.surface) ? { written: first.surface, end: first.end } : undefined
}
