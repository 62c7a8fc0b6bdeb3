import { type LanguageModule, NO_ABBREVIATIONS } from '../language.ts'

/** Numbers and vowels are left to the engine. */
export const hebrew: LanguageModule = {
  name: 'Hebrew',
  locale: 'he',
  hasSpaces: true,
  sentences: NO_ABBREVIATIONS,
  phraseOpeners: new Set(),
  hasWordTimes: false,
  hasLexicon: false,
  warmUpPhrase: 'בוקר טוב.',
}
