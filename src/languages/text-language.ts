import type { Language } from '../core/language.ts'
import { languageOfLatin } from '../core/latin-language.ts'
import { languageOfLatinSentence } from '../core/latin-sentence.ts'
import type { DetectedLanguage } from '../core/request.ts'
import { NORMALIZED_LANGUAGES } from './languages.ts'
import { spokenLanguageOf } from './scripts.ts'

const MAX_CHARACTERS = 3000

/**
 * Code of the language of a text, by its script and, in Latin script, its frequent words; also of one without voices. The
 * text is to be read in `spoken`. Undefined if there is too little of it to be sure, as in names and titles.
 */
export function languageOfText(text: string, spoken: Language): string | undefined {
  const start = text.slice(0, MAX_CHARACTERS)
  const byScript = spokenLanguageOf(start, spoken)
  if (byScript !== spoken) return byScript
  const letters = start.match(/\p{L}/gu)?.length ?? 0
  const latin = start.match(/\p{Script=Latin}/gu)?.length ?? 0
  return 2 * latin > letters ? languageOfLatin(start) : spoken
}

/** As much of a text as is looked at where that must cost next to nothing. */
const GLANCE = 300
/** In fewer characters there are names, titles and greetings. */
const MIN_CHARACTERS = 12

/** As `languageOfText`, by the start of the text alone; undefined if it is the language that the text is read in. */
export function otherLanguageOf(text: string, spoken: Language): string | undefined {
  if (text.length < MIN_CHARACTERS) return undefined
  const written = languageOfText(text.slice(0, GLANCE), spoken)
  return written === spoken ? undefined : written
}

/** For a text whose first sentence is in `language` where too little of it tells; among languages with a normalizer and that one. */
export const detectedFrom = (
  language: Language,
  supported: readonly Language[] = NORMALIZED_LANGUAGES,
): DetectedLanguage => ({
  language,
  among: supported.filter((each) => each === language || NORMALIZED_LANGUAGES.includes(each)),
})

/** Beside Latin letters, a character of Japanese says as much as a few of them. */
const WEIGHT_OF_CJK = 3
const LATIN = /\p{Script=Latin}/gu
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/gu
const HAN = /\p{Script=Han}/gu
/** Frequent characters of Chinese that Japanese does not use. */
const CHINESE = /[们這这說说麼么嗎吗沒没還还過过對对時时個个為为妳她您呢吧啦很哪誰谁給给後后來来會会從从讓让]/u
const OF_SCRIPTS: readonly (readonly [RegExp, Language])[] = [
  [/\p{Script=Arabic}/gu, 'ara'],
  [/\p{Script=Devanagari}/gu, 'hin'],
  [/\p{Script=Hebrew}/gu, 'heb'],
]

/**
 * The language that a sentence is read in, among those of `detected`: by its script or, in Latin script, by its words and letters. That of
 * the sentence before where too little of it tells. Looks at its first 3,000 UTF-16 units. Never throws.
 */
export function languageOfSentence(sentence: string, { language: before, among }: DetectedLanguage): Language {
  const start = sentence.slice(0, MAX_CHARACTERS)
  const found = NOT_LATIN.test(start) ? languageOfScripts(start, before) : languageOfLatinSentence(start, before)
  return among.find((language) => language === found) ?? before
}

const NOT_LATIN = /[^\0-\u024f\u1e00-\u1eff\u2000-\u206f\u20a0-\u20cf]/

function languageOfScripts(text: string, before: Language): string | undefined {
  const count = (letters: RegExp): number => text.match(letters)?.length ?? 0
  const kana = count(KANA)
  const han = count(HAN)
  const isJapanese = kana > 0 || (han > 0 && (before === 'jpn' || !CHINESE.test(text)))
  const weights: [string | undefined, number][] = OF_SCRIPTS.map(([letters, language]) => [language, count(letters)])
  weights.push([isJapanese ? 'jpn' : undefined, WEIGHT_OF_CJK * (kana + han)])
  const latin = count(LATIN)
  const [language, most] = weights.reduce((one, other) => (other[1] > one[1] ? other : one))
  return most > latin ? language : languageOfLatinSentence(text, before)
}
