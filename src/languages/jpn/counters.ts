import { type NumberEnd, type ReadNumber, shortened, withSokuon } from './numbers.ts'

interface Counter {
  readonly kana: string
  /** The consonant that the counter begins with decides what becomes of both: いっかい, さんがい, いっぽん, さんぼん. */
  readonly sounds: 'plain' | 'k' | 's' | 'h'
  /** After three, a thousand and 何: `kana` with another first sound. */
  readonly afterThree?: string
  readonly afterFour?: string
  /** Readings of the last digit that this counter asks for. */
  readonly digits?: Readonly<Partial<Record<NumberEnd, string>>>
  /** Number and counter as one word. */
  readonly whole?: Readonly<Record<number, string>>
}

const plain = (kana: string, digits: Counter['digits'] = {}, whole: Counter['whole'] = {}): Counter => ({
  kana,
  sounds: 'plain',
  digits,
  whole,
})
const k = (kana: string, afterThree = kana): Counter => ({ kana, sounds: 'k', afterThree })
const s = (kana: string, afterThree = kana, whole: Counter['whole'] = {}): Counter => ({
  kana,
  sounds: 's',
  afterThree,
  whole,
})
const h = (kana: string, afterThree: string, afterFour = kana): Counter => ({
  kana,
  sounds: 'h',
  afterThree,
  afterFour,
})

const DAYS = {
  2: 'フツカ',
  3: 'ミッカ',
  4: 'ヨッカ',
  5: 'イツカ',
  6: 'ムイカ',
  7: 'ナノカ',
  8: 'ヨーカ',
  9: 'ココノカ',
  10: 'トーカ',
  14: 'ジューヨッカ',
  20: 'ハツカ',
  24: 'ニジューヨッカ',
}
const DAY_DIGITS = { 7: 'シチ', 9: 'ク' }
const withEnd = (readings: Readonly<Record<number, string>>, end: string): Record<number, string> =>
  Object.fromEntries(Object.entries(readings).map(([number, kana]) => [number, kana + end]))

const PEOPLE = { 1: 'ヒトリ', 2: 'フタリ' }
const MONTHS = k('カゲツ')
const COUNTRIES = k('カコク')

const COUNTERS: Readonly<Record<string, Counter>> = {
  円: plain('エン', { 4: 'ヨ' }),
  ドル: plain('ドル'),
  ユーロ: plain('ユーロ'),
  年: plain('ネン', { 4: 'ヨ' }),
  年間: plain('ネンカン', { 4: 'ヨ' }),
  年生: plain('ネンセー', { 4: 'ヨ' }),
  年代: plain('ネンダイ'),
  月: plain('ガツ', { 4: 'シ', 7: 'シチ', 9: 'ク' }),
  日: plain('ニチ', DAY_DIGITS, DAYS),
  日間: plain('ニチカン', DAY_DIGITS, withEnd(DAYS, 'カン')),
  日目: plain('ニチメ', DAY_DIGITS, withEnd(DAYS, 'メ')),
  時: plain('ジ', { 4: 'ヨ', 7: 'シチ', 9: 'ク', zero: 'レー' }),
  時間: plain('ジカン', { 4: 'ヨ', 9: 'ク' }),
  分: h('フン', 'プン', 'プン'),
  分間: h('フンカン', 'プンカン', 'プンカン'),
  秒: plain('ビョー'),
  秒間: plain('ビョーカン'),
  人: plain('ニン', { 4: 'ヨ' }, PEOPLE),
  人目: plain('ニンメ', { 4: 'ヨ' }, withEnd(PEOPLE, 'メ')),
  人前: plain('ニンマエ', { 4: 'ヨ' }),
  人分: plain('ニンブン', { 4: 'ヨ' }, withEnd(PEOPLE, 'ブン')),
  名: plain('メー'),
  つ: plain(
    'ツ',
    {},
    {
      1: 'ヒトツ',
      2: 'フタツ',
      3: 'ミッツ',
      4: 'ヨッツ',
      5: 'イツツ',
      6: 'ムッツ',
      7: 'ナナツ',
      8: 'ヤッツ',
      9: 'ココノツ',
    },
  ),
  枚: plain('マイ'),
  台: plain('ダイ'),
  度: plain('ド'),
  番: plain('バン'),
  番目: plain('バンメ'),
  番地: plain('バンチ'),
  番線: plain('バンセン'),
  号: plain('ゴー'),
  号室: plain('ゴーシツ'),
  号車: plain('ゴーシャ'),
  倍: plain('バイ'),
  位: plain('イ'),
  割: plain('ワリ'),
  部: plain('ブ'),
  問: plain('モン'),
  文字: plain('モジ'),
  段: plain('ダン'),
  代: plain('ダイ'),
  条: plain('ジョー'),
  畳: plain('ジョー', { 4: 'ヨ' }),
  羽: plain('ワ'),
  組: plain('クミ'),
  行: plain('ギョー'),
  色: s('ショク'),
  個: k('コ'),
  箇所: k('カショ'),
  か所: k('カショ'),
  カ所: k('カショ'),
  ヶ所: k('カショ'),
  か月: MONTHS,
  カ月: MONTHS,
  ヶ月: MONTHS,
  ヵ月: MONTHS,
  ケ月: MONTHS,
  箇月: MONTHS,
  か国: COUNTRIES,
  カ国: COUNTRIES,
  ヶ国: COUNTRIES,
  ヵ国: COUNTRIES,
  回: k('カイ'),
  回目: k('カイメ'),
  階: k('カイ', 'ガイ'),
  階建て: k('カイダテ', 'ガイダテ'),
  軒: k('ケン', 'ゲン'),
  件: k('ケン'),
  曲: k('キョク'),
  巻: k('カン'),
  校: k('コー'),
  級: k('キュー'),
  期: k('キ'),
  機: k('キ'),
  句: k('ク'),
  課: k('カ'),
  株: plain('カブ'),
  球: k('キュー'),
  歳: s('サイ', 'サイ', { 20: 'ハタチ' }),
  才: s('サイ', 'サイ', { 20: 'ハタチ' }),
  冊: s('サツ'),
  隻: s('セキ'),
  足: s('ソク', 'ゾク'),
  世紀: s('セーキ'),
  世代: s('セダイ'),
  種類: s('シュルイ'),
  周: s('シュー'),
  周年: s('シューネン'),
  週: s('シュー'),
  週間: s('シューカン'),
  社: s('シャ'),
  章: s('ショー'),
  勝: s('ショー'),
  試合: plain('シアイ', { 4: 'ヨン' }),
  席: s('セキ'),
  戦: s('セン'),
  頭: s('トー'),
  点: s('テン'),
  通: s('ツー'),
  丁目: s('チョーメ'),
  着: s('チャク'),
  体: s('タイ'),
  対: s('ツイ'),
  トン: s('トン'),
  等: s('トー'),
  店: s('テン'),
  本: h('ホン', 'ボン'),
  本目: h('ホンメ', 'ボンメ'),
  匹: h('ヒキ', 'ビキ'),
  杯: h('ハイ', 'バイ'),
  泊: h('ハク', 'パク', 'パク'),
  発: h('ハツ', 'パツ'),
  票: h('ヒョー', 'ビョー'),
  版: h('ハン', 'パン', 'ハン'),
  拍: h('ハク', 'パク'),
  歩: h('ホ', 'ポ'),
  敗: h('ハイ', 'パイ', 'パイ'),
  '%': s('パーセント'),
  パーセント: s('パーセント'),
  ポイント: s('ポイント'),
  ページ: plain('ページ'),
  キロ: plain('キロ', { 6: 'ロッ', ten: 'ジュッ' }),
  メートル: plain('メートル'),
  センチ: s('センチ'),
  ミリ: plain('ミリ'),
  グラム: plain('グラム'),
  リットル: plain('リットル'),
  km: plain('キロメートル', { 6: 'ロッ' }),
  m: plain('メートル'),
  cm: s('センチメートル'),
  mm: plain('ミリメートル'),
  kg: plain('キログラム', { 6: 'ロッ' }),
  g: plain('グラム'),
  mg: plain('ミリグラム'),
  t: s('トン'),
  l: plain('リットル'),
  L: plain('リットル'),
  ml: plain('ミリリットル'),
  mL: plain('ミリリットル'),
  GB: plain('ギガバイト'),
  MB: plain('メガバイト'),
  KB: plain('キロバイト'),
  TB: s('テラバイト'),
  Hz: plain('ヘルツ'),
  kHz: plain('キロヘルツ'),
  MHz: plain('メガヘルツ'),
  GHz: plain('ギガヘルツ'),
  W: plain('ワット'),
  kW: plain('キロワット'),
  V: plain('ボルト'),
  '°C': plain('ド'),
  '°': plain('ド'),
  $: plain('ドル'),
  '¥': plain('エン', { 4: 'ヨ' }),
  '€': plain('ユーロ'),
}

export const COUNTER_NAMES: readonly string[] = Object.keys(COUNTERS)

export const isCounter = (written: string): boolean => Object.hasOwn(COUNTERS, written)

/** Number and counter in katakana, with the sound changes between them; undefined for a counter that is not known. */
export function readCounted(number: ReadNumber, written: string): string | undefined {
  const counted = partsOfCounted(number, written)
  return counted && counted.parts.join('') + counted.counter
}

/** As `readCounted`; the counter is empty where number and counter are one word. */
export function partsOfCounted(
  number: ReadNumber,
  written: string,
): { readonly parts: readonly string[]; readonly counter: string } | undefined {
  const counter = isCounter(written) ? COUNTERS[written] : undefined
  if (counter === undefined) return undefined
  const { parts, end, value } = number
  const whole = value === undefined ? undefined : counter.whole?.[value]
  if (whole !== undefined) return { parts: [whole], counter: '' }
  const [last, kana] = readEnd(parts.at(-1) ?? '', end, counter)
  return { parts: [...parts.slice(0, -1), last], counter: kana }
}

function readEnd(last: string, end: NumberEnd, counter: Counter): readonly [last: string, kana: string] {
  const digit = counter.digits?.[end]
  // "ten" with a reading of its own still carries its count: にじゅっ.
  if (digit !== undefined) return [end === 'ten' ? withSokuon(last) : digit, counter.kana]
  const { kana, afterThree = kana, afterFour = kana } = counter
  if (counter.sounds === 'plain') return [last, kana]
  if (end === 3 || end === 'what') return [last, afterThree]
  if (counter.sounds === 's') return [shortened(last, end), kana]
  const isStopped = end === 1 || end === 6 || end === 8 || end === 'ten' || end === 'hundred'
  if (counter.sounds === 'k') {
    return isStopped ? [withSokuon(last), kana] : [last, end === 'thousand' ? afterThree : kana]
  }
  if (isStopped) return [withSokuon(last), plosive(kana)]
  if (end === 4) return [last, afterFour]
  return [last, end === 'thousand' || end === 'myriad' ? afterThree : kana]
}

const H_ROW = 'ハヒフヘホ'
const P_ROW = 'パピプペポ'
const plosive = (kana: string): string => (P_ROW[H_ROW.indexOf(kana.charAt(0))] ?? kana.charAt(0)) + kana.slice(1)
