import { moraeOf } from '../kana.ts'
import type { AccentLexicon, WordAccent } from './accent-lexicon.ts'
import { parseRules } from './accent-lexicon.ts'
import type { AccentedWord } from './accent-phrases.ts'

/** Mora after which parts of numbers fall, from 1; 0 for none. Others by their ends, below. */
const PARTS: ReadonlyMap<string, number> = new Map(
  `イチ2 ニ1 サン0 ヨン1 ヨ1 シ1 ゴ1 ロク2 ナナ1 シチ2 ハチ2 キュー1 ク1 ゼロ1 レイ1 レー1 イッ1 ロッ1 ハッ1 ナン1
  ジュー1 ニジュー1 サンジュー1 ヨンジュー1 ゴジュー2 ロクジュー3 ナナジュー2 ハチジュー3 キュージュー1
  ヒャク2 ニヒャク3 サンビャク1 ヨンヒャク1 ゴヒャク3 ロッピャク4 ナナヒャク2 ハッピャク4 キューヒャク1
  セン1 ニセン2 サンゼン3 ヨンセン3 ゴセン2 ロクセン3 ナナセン3 ハッセン3 キューセン3 イッセン3`
    .trim()
    .split(/\s+/)
    .map((entry) => [entry.slice(0, -1), Number(entry.slice(-1))]),
)
/** They join the number before them: ノ stands between the groups of a telephone number. */
const JOINED: ReadonlyMap<string, string> = new Map([
  ['マン', 'C1'],
  ['オク', 'F1'],
  ['チョー', 'C1'],
  ['テン', 'F1'],
  ['ノ', 'F1'],
])
const NUMBER = '名詞 数'
const COUNTER = '名詞 接尾 助数詞'

/** 三月, 五月 and 九月 fall at once, the other months at their end. */
const MONTHS_THAT_FALL_FIRST: readonly (number | undefined)[] = [3, 5, 9]

const word = (kana: string, { nucleus, rules }: WordAccent, role: string, joins: boolean): AccentedWord => ({
  kana,
  nucleus,
  rules,
  role,
  joins,
  isAfterPause: false,
})
const ruled = (nucleus: number, rule = ''): WordAccent => ({ nucleus, rules: parseRules(rule) })

export interface CountedNumber {
  /** Of the number, in katakana, as they are said. */
  readonly parts: readonly string[]
  /** Number and counter in the text. */
  readonly written?: string
  readonly value: number | undefined
  /** As it is written, and in katakana. */
  readonly counter: { readonly written: string; readonly kana: string } | undefined
}

/** The accents of a number with its counter: one phrase for each power of ten, the counter in the last. */
export function accentsOfNumber(number: CountedNumber, lexicon: AccentLexicon): readonly AccentedWord[] {
  const { parts, value, counter } = number
  // `一人`, `二日`
  const [whole = ''] = parts
  const known =
    counter === undefined && parts.length === 1 ? lexicon.find(number.written ?? '', '名詞', whole) : undefined
  if (known !== undefined) return [word(whole, known, NUMBER, false)]
  const words = parts.map((kana, i): AccentedWord => {
    const rule = JOINED.get(kana)
    if (rule !== undefined && (i > 0 || kana === 'ノ')) return word(kana, ruled(1, rule), NUMBER, true)
    if (kana !== 'ノ' && parts[i - 1] === 'ジュー')
      return word(kana, ruled(PARTS.get(kana) ?? 1, /^(?:サン|ゴ|ク)$/u.test(kana) ? 'F1' : 'C1'), NUMBER, true)
    return word(kana, ruled(PARTS.get(kana) ?? PARTS.get(longForm(kana)) ?? 0), NUMBER, false)
  })
  if (counter === undefined) return words
  const { written, kana } = counter
  const last = parts.at(-1) ?? ''
  if (written === '月') {
    const shift = MONTHS_THAT_FALL_FIRST.includes(value) ? 1 - moraeOf(last) : moraeOf(kana)
    return [...words, word(kana, ruled(0, `F4@${shift}`), COUNTER, true)]
  }
  // `五百円`, `二千円`
  if (written === '円' && /[ヒビピ]ャク$|[セゼ]ン$/u.test(last))
    return [...words, word(kana, ruled(0, 'F5'), COUNTER, true)]
  const own =
    lexicon.find(written, '名詞 接尾', kana) ??
    lexicon.find(kana, '名詞 接尾', kana) ??
    lexicon.find(kana, '名詞', kana)
  const accent = own !== undefined && own.rules.size > 0 ? own : moraeOf(kana) <= 2 ? ruled(0, 'C3') : ruled(1, 'C1')
  return [...words, word(kana, accent, COUNTER, true)]
}

/** ジュッ as ジュー, ヒャッ as ヒャク. */
const longForm = (kana: string): string => kana.replace(/ジュッ$/u, 'ジュー').replace(/([ヒビピ])ャッ$/u, '$1ャク')
