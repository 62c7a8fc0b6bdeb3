import { type LanguageModule, NO_ABBREVIATIONS } from '../language.ts'
import { sentenceRulesOf } from '../reading/abbreviations.ts'
import { abbreviationsOf } from '../reading/calendar-names.ts'
import { wordSet } from '../word-files.ts'
import { italianWords, normalizeItalian } from './normalize-italian.ts'

export const italian: LanguageModule = {
  name: 'Italian',
  locale: 'it',
  defaultCountry: 'IT',
  hasSpaces: true,
  sentences: {
    ...NO_ABBREVIATIONS,
    ...sentenceRulesOf(abbreviationsOf(italianWords), italianWords.list('sentence-openers')),
  },
  phraseOpeners: wordSet(
    'e o ma che perché quando dove se con senza per da dal dalla di del della in nel nella a al alla su sul fino tra fra come',
  ),
  hasWordTimes: false,
  hasLexicon: false,
  warmUpPhrase: 'Buongiorno.',
  greeting: 'Ciao! Piacere di conoscerti. Come posso aiutarti oggi?',
  trialText:
    'Ci vediamo vicino al ponte vecchio. Il treno parte alle sette, e a nessuno piace aspettare sotto la pioggia.',
  normalizer: normalizeItalian,
}
