import type { Language } from '../core/language.ts'
import { languageOfLatin } from '../core/latin-language.ts'
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
