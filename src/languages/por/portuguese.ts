import { type LanguageModule, NO_ABBREVIATIONS } from '../language.ts'
import { sentenceRulesOf } from '../reading/abbreviations.ts'
import { abbreviationsOf } from '../reading/calendar-names.ts'
import { wordSet } from '../word-files.ts'
import { normalizePortuguese, portugueseWords } from './normalize-portuguese.ts'

export const portuguese: LanguageModule = {
  name: 'Portuguese',
  locale: 'pt',
  defaultCountry: 'BR',
  hasSpaces: true,
  sentences: {
    ...NO_ABBREVIATIONS,
    ...sentenceRulesOf(abbreviationsOf(portugueseWords), portugueseWords.list('sentence-openers')),
  },
  phraseOpeners: wordSet(
    'e ou mas que porque quando onde se com sem para por de do da em no na a ao até entre sobre como',
  ),
  hasWordTimes: false,
  hasLexicon: false,
  warmUpPhrase: 'Bom dia.',
  greeting: 'Olá! Muito prazer. Como posso ajudar você hoje?',
  trialText: 'Encontre-me perto da ponte velha. O trem sai às sete, e ninguém gosta de esperar na chuva.',
  normalizer: normalizePortuguese,
}
