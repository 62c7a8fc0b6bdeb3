import type { SpokenToken } from '../../core/spoken-token.ts'
import type { Expansion } from '../reading/expansion.ts'

// `蝦夷梅雨(えぞつゆ)`: authors give the reading of Chinese characters in brackets, which is said once.

const KANJI = String.raw`[\u3005\u3400-\u9fff]`
const READING = '[\u3041-\u3096ー]{2,24}'
/** Words that say something of what is before the bracket. */
const NO_READING =
  /^(?:あり|ありがとう|いずれも|いわゆる|おおよそ|おそらく|おもに|および|かつ|かな|かも|くわしく|さらに|すべて|そして|ただし|たとえば|たぶん|つまり|とくに|など|なし|なお|のち|のみ|ひらがな|ふつう|ほか|ほぼ|まだ|また|または|まで|もう|もちろん|もの|やや|より|あさ|うち|おんな|おとこ|ひる|むりょう|やすい|よる|いや|うそ|えっ|ね|ねえ|らしい)$/
/** Of so many characters any number of sounds is the reading of all. */
const SHORT = 3

/** In katakana, whose words are not cut, with the long vowels that are said. */
const katakana = (hiragana: string): string =>
  hiragana
    .replaceAll(/[\u3041-\u3096]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60))
    .replaceAll(/(?<=[オコソトノホモヨロゴゾドボポョ])ウ/g, 'ー')

const BEFORE_BRACKET = new RegExp(String.raw`(${KANJI}{1,12})("?) ?$`)
const WITH_KANA = new RegExp(String.raw`${KANJI}([\u3041-\u3096]{0,4})"? ?$`)
const AFTER_KANJI = new RegExp(`${KANJI} ?$`)

/** Whether the reading is that of all the characters before the bracket, not of a part or of the second name of two. */
function isOfAll(before: string, reading: string): boolean {
  const match = BEFORE_BRACKET.exec(before)
  if (match === null) return false
  const [, kanji = '', quote] = match
  const start = before.slice(0, match.index)
  if (AFTER_KANJI.test(start) || reading.length > 4 * kanji.length) return false
  if (quote !== '' && start.endsWith('"')) return true
  return reading.length >= kanji.length && (kanji.length <= SHORT || reading.length >= 1.5 * kanji.length)
}

export const givenReadings: readonly Expansion[] = [
  {
    // That of a part or of a word with kana is silent: `見つけ(みつけ)`
    category: 'word',
    first: /\(/,
    pattern: new RegExp(String.raw`\((${READING}(?: ${READING})?)\)`, 'y'),
    read: ([, reading = ''], { before }) => {
      const [, kana] = WITH_KANA.exec(before) ?? []
      if (kana === undefined || NO_READING.test(reading)) return undefined
      if (isOfAll(before, reading)) return katakana(reading)
      return reading.endsWith(kana) ? '' : undefined
    },
  },
]

const BRACKET = /[(（]/
const CHARACTERS = new RegExp(String.raw`(${KANJI}{1,12})[」』"”]?[ \u3000]?$`)
const LOOKED_AT = 16

/** Whether a token is a reading that is said in the place of the characters before it. */
export const isGivenReading = ({ category, spoken, span }: SpokenToken, source: string): boolean =>
  category === 'word' && BRACKET.test(source.charAt(span.start)) && /^[\u30a1-\u30fc]+$/.test(spoken)

/** Puts the reading in the place of the characters, which may be the end of a longer token. */
export function inPlace(tokens: SpokenToken[], reading: SpokenToken, source: string): SpokenToken {
  const { start, end } = reading.span
  const from = start - (CHARACTERS.exec(source.slice(Math.max(0, start - LOOKED_AT), start))?.[0].length ?? 0)
  while ((tokens.at(-1)?.span.start ?? 0) >= from && tokens.length > 0) tokens.pop()
  const last = tokens.at(-1)
  if (last !== undefined && last.span.end > from) {
    // What is not said as it is written cannot be cut.
    if (last.spoken.length !== last.span.end - last.span.start)
      return { ...reading, span: { start: last.span.end, end } }
    const over = last.span.end - from
    tokens[tokens.length - 1] = {
      ...last,
      spoken: last.spoken.slice(0, -over),
      span: { start: last.span.start, end: from },
    }
  }
  return { ...reading, span: { start: from, end } }
}
