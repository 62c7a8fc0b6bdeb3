import { SpeechError } from './errors.ts'

/** ISO 639-3 codes of the supported languages, as the voice listings write them (`ger` and `fra` included). */
export const LANGUAGES = ['eng', 'spa', 'jpn', 'por', 'ger', 'ara', 'fra', 'hin', 'heb'] as const
export type Language = (typeof LANGUAGES)[number]

/** ISO 639-3 codes of languages without voices, of which words in texts of other languages are spoken. */
export type ForeignLanguage =
  | 'rus'
  | 'ell'
  | 'cmn'
  | 'kor'
  | 'tha'
  | 'hye'
  | 'kat'
  | 'ben'
  | 'guj'
  | 'pan'
  | 'kan'
  | 'mal'
  | 'ori'
  | 'sin'
  | 'tam'
  | 'tel'
  | 'amh'
  | 'mya'

/** A language that words can be spoken in. */
export type SpokenLanguage = Language | ForeignLanguage

export const isLanguage = (language: SpokenLanguage): language is Language => LANGUAGES.some((own) => own === language)

/** Meant where a request names none. */
export const DEFAULT_LANGUAGE: Language = 'eng'

const LANGUAGE_BY_CODE: ReadonlyMap<string, Language> = new Map([
  ['en', 'eng'],
  ['es', 'spa'],
  ['ja', 'jpn'],
  ['pt', 'por'],
  ['de', 'ger'],
  ['deu', 'ger'],
  ['ar', 'ara'],
  ['fr', 'fra'],
  ['fre', 'fra'],
  ['hi', 'hin'],
  ['he', 'heb'],
  ['iw', 'heb'],
  ...LANGUAGES.map((language): [string, Language] => [language, language]),
])

/** A language code, optionally followed by subtags: `en-US`, `pt_BR`, `zh-Hant-TW`. */
const CODE = /^([a-z]{2,3})(?:[-_][a-z0-9]{1,8})*$/

/**
 * The language of an ISO 639-1, 639-2 or 639-3 code in any case. A region is ignored. Returns undefined for a language
 * without voices.
 */
export function languageOfCode(code: string): Language | undefined {
  const [, language = ''] = CODE.exec(code.trim().toLowerCase()) ?? []
  return LANGUAGE_BY_CODE.get(language)
}

/** The country of a language code with a region, such as `es-MX`, as ISO 3166 writes it; undefined without one. */
export function countryOfCode(code: string): string | undefined {
  const [, ...subtags] = code.trim().split(/[-_]/)
  return subtags.find((subtag) => /^[a-z]{2}$/i.test(subtag))?.toUpperCase()
}

const LONGEST_ECHO = 40

/**
 * The error for an unsupported language: the sentence that clients compare, then a line with the supported codes.
 * `where` ends the sentence, as in ` for model mistv3`.
 */
export function unsupportedLanguage(code: string, supported: readonly Language[], where = ''): SpeechError {
  const sentence = `Language ${code.slice(0, LONGEST_ECHO)} is not supported${where}`
  const message = `${sentence}\nsupported languages: ${supported.join(', ')}`
  return new SpeechError('language.unsupported', message, { field: 'lang' })
}
