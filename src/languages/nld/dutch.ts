import { type LanguageModule, NO_ABBREVIATIONS } from '../language.ts'
import { sentenceRulesOf } from '../reading/abbreviations.ts'
import { abbreviationsOf } from '../reading/calendar-names.ts'
import { wordSet } from '../word-files.ts'
import { dutchWords, normalizeDutch } from './normalize-dutch.ts'

export const dutch: LanguageModule = {
  name: 'Dutch',
  locale: 'nl',
  defaultCountry: 'NL',
  hasSpaces: true,
  sentences: {
    ...NO_ABBREVIATIONS,
    ...sentenceRulesOf(abbreviationsOf(dutchWords), dutchWords.list('sentence-openers')),
    abbreviated: /\p{L}{2}str$/u,
  },
  phraseOpeners: wordSet(
    'en of maar dat omdat als wanneer waar met zonder voor van in op aan bij naar tot tussen over onder door om te',
  ),
  hasWordTimes: false,
  hasLexicon: false,
  warmUpPhrase: 'Goedendag.',
  greeting: 'Hallo! Aangenaam kennis te maken. Waarmee kan ik u vandaag helpen?',
  trialText: 'We zien elkaar bij de oude brug. De trein vertrekt om zeven uur, en niemand wacht graag in de regen.',
  normalizer: normalizeDutch,
}
