import { toKatakana } from '../kana.ts'
import { letterNames, symbolName } from './characters.ts'
import { isCounter, readCounted } from './counters.ts'
import { NUMERAL, type ReadNumber, readDigits, readNumeral } from './numbers.ts'

/** A word as the dictionary cuts it. `start` and `end` are UTF-16 offsets in the text. */
export interface Morpheme {
  readonly surface: string
  readonly start: number
  readonly end: number
  /** Part of speech and its subdivision, such as `名詞 接尾`; `UNK` for what the dictionary lacks. */
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
}

const PUNCTUATION = /^[。．.、，,;；:：?？!！…‥]+$/u
const BOUND_ROLES = /^(?:助詞|助動詞|名詞 接尾|動詞 非自立|動詞 接尾|形容詞 非自立|形容詞 接尾)/
const KANA = /^[\u3041-\u3096\u30a1-\u30fc]+$/u
const LATIN = /^[\p{Script=Latin}][\p{Script=Latin}\p{M}'’-]*$/u
/** Both readings are right; the dictionary has the formal one. */
const EVERYDAY = { 日本: 'ニホン', 日本人: 'ニホンジン', 日本語: 'ニホンゴ' } as Readonly<Record<string, string>>

/** How the morphemes of `text` are said: by the dictionary, and numbers with their counters by rule. */
export function readMorphemes(morphemes: readonly Morpheme[], text: string): Reading[] {
  const readings: Reading[] = []
  let isAfterPrefix = false
  for (let at = 0; at < morphemes.length; ) {
    const morpheme = morphemes[at] as Morpheme
    const { start, role } = morpheme
    const number = readNumberAt(morphemes, at, text, readings.at(-1))
    const end = number?.end ?? morpheme.end
    const said = number ? ({ kind: 'kana', text: number.kana } as const) : readMorpheme(morpheme, readings.at(-1))
    const isBound = isAfterPrefix || BOUND_ROLES.test(role) || said.text === 'カラ' || said.text === ''
    readings.push({ ...said, start, end, isBound })
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
  // The ending of "let us" and "probably" only makes the vowel before it long.
  if (surface === 'う' && role.startsWith('助動詞')) return kana('ー')
  if (/^[~〜]$/u.test(surface) && before?.kind === 'kana') return kana('カラ')
  const spoken = EVERYDAY[surface] ?? pronunciation ?? surface
  if (KANA.test(spoken)) return kana(toKatakana(spoken))
  const named = LATIN.test(surface) ? letterNames(surface) : symbolName(surface)
  if (named !== undefined) return kana(named)
  if (LATIN.test(surface)) return { kind: 'english', text: surface }
  return /[\p{L}\p{N}]/u.test(surface) ? { kind: 'other', text: surface } : kana('')
}

const DATE = /([0-9]{4})\/([0-9]{1,2})\/([0-9]{1,2})(?![0-9])/y
const TIME = /([0-9]{1,2}):([0-9]{2})(?![0-9])/y
const TELEPHONE = /[0-9]{2,5}(?:-[0-9]{2,5}){2,}/y
const CURRENCY = /[¥$€]/
const FIRST_OF_MONTH = 'ツイタチ'

/** A number that begins with the morpheme `at`, with the currency or the counter that belongs to it. */
function readNumberAt(
  morphemes: readonly Morpheme[],
  at: number,
  text: string,
  before: Reading | undefined,
): { kana: string; end: number } | undefined {
  const { start, surface } = morphemes[at] as Morpheme
  const fixed = matchAt(DATE, text, start) ?? matchAt(TIME, text, start) ?? matchAt(TELEPHONE, text, start)
  if (fixed) return { kana: readFixed(fixed), end: start + fixed[0].length }
  const isPrice = CURRENCY.test(surface)
  const { end, next } = numeralEnd(morphemes, isPrice ? at + 1 : at)
  const number = readNumeral(text.slice(isPrice ? start + surface.length : start, end))
  if (!number) return undefined
  if (isPrice) return { kana: readCounted(number, surface) ?? number.parts.join(''), end }
  const counter = counterAt(morphemes, next)
  const isFirstOfMonth = counter?.written === '日' && number.value === 1 && before?.text.endsWith('ガツ')
  const counted = isFirstOfMonth ? FIRST_OF_MONTH : counter && readCounted(number, counter.written)
  if (counter && counted) return { kana: counted, end: counter.end }
  if (surface === '何') return undefined
  return { kana: number.parts.join(''), end }
}

const matchAt = (pattern: RegExp, text: string, at: number): RegExpExecArray | undefined => {
  pattern.lastIndex = at
  return pattern.exec(text) ?? undefined
}

function readFixed([written, ...numbers]: RegExpExecArray): string {
  const units = numbers.length === 3 ? ['年', '月', '日'] : ['時', '分']
  if (numbers.length === 0)
    return written
      .split('-')
      .map((run) => readDigits(run).parts.join(''))
      .join('ノ')
  return numbers
    .map((number, index) => {
      if (units[index] === '分' && Number(number) === 0) return ''
      if (units[index] === '日' && Number(number) === 1) return FIRST_OF_MONTH
      return readCounted(readNumeral(String(Number(number))) as ReadNumber, units[index] ?? '') ?? ''
    })
    .join('')
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
