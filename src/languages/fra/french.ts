import { type LanguageModule, NO_ABBREVIATIONS } from '../language.ts'
import { sentenceRulesOf } from '../reading/abbreviations.ts'
import { abbreviationsOf } from '../reading/calendar-names.ts'
import { wordSet } from '../word-files.ts'
import { frenchWords, normalizeFrench } from './normalize-french.ts'

export const french: LanguageModule = {
  name: 'French',
  locale: 'fr',
  defaultCountry: 'FR',
  hasSpaces: true,
  sentences: {
    ...NO_ABBREVIATIONS,
    ...sentenceRulesOf(abbreviationsOf(frenchWords), frenchWords.list('sentence-openers')),
  },
  phraseOpeners: wordSet(
    'et ou mais que qui parce quand où si avec sans pour par de du des en dans à au aux entre sur comme',
  ),
  hasWordTimes: false,
  hasLexicon: false,
  warmUpPhrase: 'Bonjour.',
  greeting: 'Bonjour ! Enchanté. Comment puis-je vous aider aujourd’hui ?',
  trialText:
    'Retrouvons-nous près du vieux pont. Le train part à sept heures, et personne n’aime attendre sous la pluie.',
  normalizer: normalizeFrench,
}
