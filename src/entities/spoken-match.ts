import type { Language } from '../core/language.ts'

/** Whether one of the readings is said, as whole words. How words are joined or spelled does not count where writers differ. */
export function isSaid(said: string, readings: readonly string[], language: Language): boolean {
  const words = plainWords(said)
  return readings.some((reading) => {
    const wanted = plainWords(reading).join('')
    return language === 'jpn' ? isIn(words.join(''), wanted) : words.some((_, first) => startsAt(words, first, wanted))
  })
}

function startsAt(words: readonly string[], first: number, wanted: string): boolean {
  let joined = ''
  for (let i = first; i < words.length && joined.length < wanted.length; i++) joined += words[i]
  return joined === wanted
}

/** Signs of numbers: a number is not said where it is a part of another. */
const NUMBER_SIGN = /[〇一二三四五六七八九十百千万]/

/** In a text without spaces. */
function isIn(text: string, wanted: string): boolean {
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const isPart = (inside: string | undefined, outside: string | undefined): boolean =>
      NUMBER_SIGN.test(inside ?? '') && NUMBER_SIGN.test(outside ?? '')
    const isLonger = isPart(wanted[0], text[at - 1]) || isPart(wanted.at(-1), text[at + wanted.length])
    if (!isLonger) return true
  }
  return false
}

/** Katakana, and their distance from hiragana. */
const KATAKANA = /[ァ-ヶ]/g
const KANA_DISTANCE = 0x60

/** Without case, apostrophes, Arabic vowel marks and the signs of Hindi that writers leave out; in hiragana. */
export const plainText = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/['’ـ\u064b-\u0652\u093c]/g, '')
    .replaceAll('ँ', 'ं')
    .replaceAll(KATAKANA, (kana) => String.fromCodePoint((kana.codePointAt(0) ?? 0) - KANA_DISTANCE))

/** Without punctuation, too. */
const plainWords = (text: string): readonly string[] => plainText(text).match(/[\p{L}\p{M}\p{N}ー]+/gu) ?? []
