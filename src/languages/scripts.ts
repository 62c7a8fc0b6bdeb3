import { LANGUAGES, type Language, type SpokenLanguage } from '../core/language.ts'
import type { TextSpan } from '../core/utterance.ts'

/** The language by whose rules words of a script are read in a text of another one. */
const LANGUAGE_OF_SCRIPT: readonly (readonly [script: string, language: SpokenLanguage])[] = [
  ['Cyrillic', 'rus'],
  ['Greek', 'ell'],
  ['Hebrew', 'heb'],
  ['Arabic', 'ara'],
  ['Devanagari', 'hin'],
  ['Hiragana', 'jpn'],
  ['Katakana', 'jpn'],
  ['Han', 'cmn'],
  ['Hangul', 'kor'],
  ['Thai', 'tha'],
  ['Armenian', 'hye'],
  ['Georgian', 'kat'],
  ['Bengali', 'ben'],
  ['Gujarati', 'guj'],
  ['Gurmukhi', 'pan'],
  ['Kannada', 'kan'],
  ['Malayalam', 'mal'],
  ['Oriya', 'ori'],
  ['Sinhala', 'sin'],
  ['Tamil', 'tam'],
  ['Telugu', 'tel'],
  ['Ethiopic', 'amh'],
  ['Myanmar', 'mya'],
]

const SCRIPTS = LANGUAGE_OF_SCRIPT.map(([script, language]) => ({
  language,
  letter: new RegExp(`\\p{Script=${script}}`, 'u'),
}))

/** Scripts without a language here; their words are written in Latin letters. */
const UNREAD_SCRIPTS = [
  'Khmer',
  'Lao',
  'Tibetan',
  'Mongolian',
  'Syriac',
  'Thaana',
  'Nko',
  'Tifinagh',
  'Cherokee',
  'Canadian_Aboriginal',
  'Javanese',
  'Balinese',
  'Sundanese',
  'Meetei_Mayek',
  'Ol_Chiki',
  'Bopomofo',
  'Yi',
  'Coptic',
  'Gothic',
].map((name) => ({ name, letter: new RegExp(`\\p{Script=${name}}`, 'u') }))
const UNREAD_LETTER = new RegExp(
  `[^\\P{L}\\p{Script=Latin}\\p{Script=Common}${LANGUAGE_OF_SCRIPT.map(([script]) => `\\p{Script=${script}}`).join('')}]`,
  'u',
)

/** The script of the first letter that no voice reads; `other` for a rare one. Linear in the text. */
export function unreadScriptOf(text: string): string | undefined {
  if (LATIN_ONLY.test(text)) return undefined
  const letter = UNREAD_LETTER.exec(text)?.[0]
  if (letter === undefined) return undefined
  return UNREAD_SCRIPTS.find((script) => script.letter.test(letter))?.name ?? 'other'
}

/** With the vowel signs that are of one script. */
const LETTER = /(?!\p{Script=Inherited})[\p{L}\p{M}]/gu
/** Most words of most texts. */
const LATIN_ONLY = /^[\0-\u024f\u2000-\u206f]*$/
/** One Greek letter is the name of a quantity. */
const FEWEST_GREEK_LETTERS = 2

/** The scripts that a language is not written in, as a class of a pattern. */
const foreignLetters = (language: Language): string =>
  LANGUAGE_OF_SCRIPT.filter(([script, own]) => own !== language && (language !== 'jpn' || script !== 'Han'))
    .map(([script]) => `\\p{Script=${script}}`)
    .join('')

const FOREIGN_LETTER = new Map(
  LANGUAGES.map((language) => [language, new RegExp(`[${foreignLetters(language)}]`, 'u')]),
)
/** Runs of foreign letters, with the signs that letters carry. */
const FOREIGN_RUNS = new Map(
  LANGUAGES.map((language) => [language, new RegExp(`[\\p{M}\\u30fc${foreignLetters(language)}]{1,200}`, 'uy')]),
)

/** Whether a text has letters of scripts that the language is not written in. */
export const hasForeignLetters = (text: string, language: Language): boolean =>
  FOREIGN_LETTER.get(language)?.test(text) === true

/**
 * The language by whose rules a word is read in a text of `language`: another one if most of its letters are of a script
 * that `language` is not written in and that some language here is. Han in other texts is Chinese.
 */
export function spokenLanguageOf(word: string, language: Language): SpokenLanguage {
  if (LATIN_ONLY.test(word) || FOREIGN_LETTER.get(language)?.test(word) === false) return language
  const letters = word.match(LETTER) ?? []
  const countOf = new Map<SpokenLanguage, number>()
  for (const letter of letters) {
    const found = SCRIPTS.find((script) => script.letter.test(letter))?.language
    if (found !== undefined) countOf.set(found, (countOf.get(found) ?? 0) + 1)
  }
  const kana = countOf.get('jpn') ?? 0
  const han = countOf.get('cmn') ?? 0
  if (language === 'jpn' || kana > 0) {
    countOf.delete('cmn')
    countOf.set('jpn', kana + han)
  }
  const [max, count] = [...countOf].reduce((one, other) => (other[1] > one[1] ? other : one), [language, 0] as const)
  if (2 * count <= letters.length || (max === 'ell' && count < FEWEST_GREEK_LETTERS)) return language
  return max
}

/**
 * The span with the foreign letters on both of its sides, which have no letter in the script of the language and so no
 * token. Looks back as far as `from`.
 */
export function foreignWordAround(text: string, span: TextSpan, language: Language, from: number): TextSpan {
  const run = FOREIGN_RUNS.get(language) as RegExp
  const isForeignAt = (at: number): boolean => {
    run.lastIndex = 0
    return run.test(text.charAt(at))
  }
  let { start } = span
  while (start > from && isForeignAt(start - 1)) start--
  run.lastIndex = span.end
  return { start, end: span.end + (run.exec(text)?.[0].length ?? 0) }
}
