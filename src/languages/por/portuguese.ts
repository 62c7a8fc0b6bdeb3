import { type LanguageModule, NO_ABBREVIATIONS } from '../language.ts'
import { sentenceRulesOf } from '../reading/symbols.ts'
import { wordSet } from '../word-files.ts'
import { normalizePortuguese, portugueseWords } from './normalize-portuguese.ts'

export const portuguese: LanguageModule = {
  name: 'Portuguese',
  locale: 'pt',
  hasSpaces: true,
  sentences: {
    ...NO_ABBREVIATIONS,
    ...sentenceRulesOf(portugueseWords.rows('abbreviations'), portugueseWords.list('sentence-openers')),
  },
  phraseOpeners: wordSet(
    'e ou mas que porque quando onde se com sem para por de do da em no na a ao até entre sobre como',
  ),
  hasWordTimes: false,
  hasLexicon: false,
  warmUpPhrase: 'Bom dia.',
  normalizer: normalizePortuguese,
}
