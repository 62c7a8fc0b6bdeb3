/** ISO 639-3 codes of the languages that voices speak, as the listings write them (`ger` and `fra` included). */
export const LANGUAGES = ['eng', 'spa', 'jpn', 'por', 'ger', 'ara', 'fra', 'hin'] as const
export type Language = (typeof LANGUAGES)[number]

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
  ...LANGUAGES.map((language): [string, Language] => [language, language]),
])

/** The language that an ISO 639-1, 639-2 or 639-3 code means, upper or lower case; undefined for one we do not speak. */
export const languageOfCode = (code: string): Language | undefined => LANGUAGE_BY_CODE.get(code.trim().toLowerCase())
