import { LANGUAGES, type Language, unsupportedLanguage } from '../core/language.ts'
import { arabic } from './ara/arabic.ts'
import { english } from './eng/english.ts'
import { french } from './fra/french.ts'
import { german } from './ger/german.ts'
import { hebrew } from './heb/hebrew.ts'
import { hindi } from './hin/hindi.ts'
import { italian } from './ita/italian.ts'
import { japanese } from './jpn/japanese.ts'
import type { LanguageModule, Normalizer } from './language.ts'
import { dutch } from './nld/dutch.ts'
import { portuguese } from './por/portuguese.ts'
import { sinhala } from './sin/sinhala.ts'
import { spanish } from './spa/spanish.ts'
import { tamil } from './tam/tamil.ts'

export const LANGUAGE_MODULES: Readonly<Record<Language, LanguageModule>> = {
  eng: english,
  spa: spanish,
  jpn: japanese,
  por: portuguese,
  ger: german,
  ara: arabic,
  fra: french,
  hin: hindi,
  heb: hebrew,
  ita: italian,
  nld: dutch,
  sin: sinhala,
  tam: tamil,
}

/** The languages with a normalizer. */
export const NORMALIZED_LANGUAGES = LANGUAGES.filter((language) => LANGUAGE_MODULES[language].normalizer !== undefined)
/** The languages of which out-of-vocabulary words can be found. */
export const LEXICON_LANGUAGES = LANGUAGES.filter((language) => LANGUAGE_MODULES[language].hasLexicon)

/** Throws `language.unsupported` where the language has none. */
export function normalizerOf(language: Language): Normalizer {
  const { normalizer } = LANGUAGE_MODULES[language]
  if (normalizer === undefined) throw unsupportedLanguage(language, NORMALIZED_LANGUAGES)
  return normalizer
}
