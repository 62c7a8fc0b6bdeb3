import { SpeechError } from './errors.ts'

/** The supported languages as the voice listings write them, with the other codes that are accepted, the ISO 639-1 code first. */
const CODES = {
  eng: ['en'],
  spa: ['es'],
  jpn: ['ja'],
  por: ['pt'],
  ger: ['de', 'deu'],
  ara: ['ar'],
  fra: ['fr', 'fre'],
  hin: ['hi'],
  heb: ['he', 'iw'],
  ita: ['it'],
  nld: ['nl', 'dut'],
  sin: ['si'],
  tam: ['ta'],
} as const satisfies Readonly<Record<string, readonly [string, ...string[]]>>

/** ISO 639-3 codes but for `ger`. */
export type Language = keyof typeof CODES
export const LANGUAGES = Object.keys(CODES) as readonly Language[]

/** The shortest code of a language, as BCP 47 has it: `en`. */
export const shortCodeOf = (language: Language): string => CODES[language][0]

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
  | 'tel'
  | 'amh'
  | 'mya'

/** A language that words can be spoken in. */
export type SpokenLanguage = Language | ForeignLanguage

export const isLanguage = (language: SpokenLanguage): language is Language => LANGUAGES.some((own) => own === language)

/** In place of a code: each sentence is read in its own language, which is detected. */
export const AUTO_LANGUAGE = 'auto'

export const isAutoLanguage = (code: string): boolean => code.trim().toLowerCase() === AUTO_LANGUAGE

/** Meant where a request names none. */
export const DEFAULT_LANGUAGE: Language = 'eng'

const LANGUAGE_BY_CODE: ReadonlyMap<string, Language> = new Map(
  LANGUAGES.flatMap((language) => [language, ...CODES[language]].map((code) => [code, language])),
)

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

const MAX_ECHO_LENGTH = 40

/**
 * The error for an unsupported language: the sentence that clients compare, then a line with the supported codes.
 * `where` ends the sentence, as in ` for model mistv3`.
 */
export function unsupportedLanguage(code: string, supported: readonly Language[], where = ''): SpeechError {
  const sentence = `Language ${code.slice(0, MAX_ECHO_LENGTH)} is not supported${where}`
  const message = `${sentence}\nsupported languages: ${supported.join(', ')}`
  return new SpeechError('language.unsupported', message, { field: 'lang' })
}
