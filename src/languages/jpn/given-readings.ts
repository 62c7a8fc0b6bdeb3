import type { Expansion } from '../reading/expansion.ts'

// `蝦夷梅雨(えぞつゆ)`: authors give the reading of Chinese characters in brackets, which is said once.

const KANJI = String.raw`[\u3005\u3400-\u9fff]`
const READING = '[\u3041-\u3096ー]{2,24}'
/** Words that say something of what is before the bracket. */
const NO_READING =
  /^(?:あり|ありがとう|いずれも|いわゆる|おおよそ|おそらく|おもに|および|かつ|かな|かも|くわしく|さらに|すべて|そして|ただし|たとえば|たぶん|つまり|とくに|など|なし|なお|のち|のみ|ひらがな|ふつう|ほか|ほぼ|まだ|また|または|まで|もう|もちろん|もの|やや|より|および|いや|うそ|えっ|ね|ねえ|らしい)$/
/** Of so many characters any number of sounds is the reading of all. */
const SHORT = 3

/** In katakana, whose words are not cut, with the long vowels that are said. */
const katakana = (hiragana: string): string =>
  hiragana
    .replaceAll(/[\u3041-\u3096]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60))
    .replaceAll(/(?<=[オコソトノホモヨロゴゾドボポョ])ウ/g, 'ー')

export const givenReadings: readonly Expansion[] = [
  {
    // The reading of all the characters is said in their place.
    category: 'word',
    first: /[\u3400-\u9fff]/,
    next: /[ "(]/,
    pattern: new RegExp(String.raw`(${KANJI}{1,12})("?) ?\((${READING})\)`, 'y'),
    read: ([, kanji = '', quote, reading = ''], { before }) => {
      // A part of the characters, and the second name of two
      if (new RegExp(`${KANJI} ?$`).test(before) || NO_READING.test(reading)) return undefined
      const isQuoted = quote !== '' && before.endsWith('"')
      const isOfAll =
        isQuoted || (reading.length >= kanji.length && (kanji.length <= SHORT || reading.length >= 1.5 * kanji.length))
      return isOfAll && reading.length <= 4 * kanji.length ? katakana(reading) : undefined
    },
  },
  {
    // That of a part, of two names or of a word with kana: `見つけ(みつけ)`
    category: 'word',
    first: /\(/,
    pattern: /\(([\u3041-\u3096ー]{2,24}(?: [\u3041-\u3096ー]{2,24})?)\)/y,
    read: ([, reading = ''], { before }) => {
      const [, kana] = new RegExp(`${KANJI}([\\u3041-\\u3096]{0,4})"? ?$`).exec(before) ?? []
      if (kana === undefined || NO_READING.test(reading)) return undefined
      return reading.endsWith(kana) ? '' : undefined
    },
  },
]
