import { type LanguageModule, NO_ABBREVIATIONS } from '../language.ts'

/** Numbers and vowels are left to the engine. */
export const hebrew: LanguageModule = {
  name: 'Hebrew',
  locale: 'he',
  defaultCountry: 'IL',
  hasSpaces: true,
  sentences: NO_ABBREVIATIONS,
  phraseOpeners: new Set(),
  hasWordTimes: false,
  hasLexicon: false,
  warmUpPhrase: 'בוקר טוב.',
  greeting: 'שלום! נעים להכיר. איך אפשר לעזור לך היום?',
  trialText: 'ניפגש ליד הגשר הישן. הרכבת יוצאת בשבע, ואף אחד לא אוהב לחכות בגשם.',
}
