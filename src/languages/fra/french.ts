import { type LanguageModule, NO_ABBREVIATIONS } from '../language.ts'
import { wordSet } from '../word-files.ts'

export const french: LanguageModule = {
  name: 'French',
  locale: 'fr',
  hasSpaces: true,
  sentences: {
    ...NO_ABBREVIATIONS,
    neverLast: wordSet('m mm dr pr mgr p.ex'),
    beforeNumber: wordSet('p pp art chap vol tél'),
    sometimesLast: wordSet('etc av bd'),
  },
  phraseOpeners: wordSet(
    'et ou mais que qui parce quand où si avec sans pour par de du des en dans à au aux entre sur comme',
  ),
  hasWordTimes: false,
  hasLexicon: false,
  warmUpPhrase: 'Bonjour.',
}
