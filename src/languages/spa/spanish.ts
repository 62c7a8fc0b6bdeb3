import { type LanguageModule, NO_ABBREVIATIONS } from '../language.ts'
import { sentenceRulesOf } from '../reading/abbreviations.ts'
import { abbreviationsOf } from '../reading/calendar-names.ts'
import { wordSet } from '../word-files.ts'
import { normalizeSpanish, spanishWords } from './normalize-spanish.ts'

export const spanish: LanguageModule = {
  name: 'Spanish',
  locale: 'es',
  defaultCountry: 'ES',
  hasSpaces: true,
  sentences: {
    ...NO_ABBREVIATIONS,
    ...sentenceRulesOf(abbreviationsOf(spanishWords), spanishWords.list('sentence-openers')),
  },
  phraseOpeners: wordSet(
    'y e o u pero que porque cuando donde si con sin para por de del en a al desde hasta entre sobre como',
  ),
  hasWordTimes: true,
  hasLexicon: false,
  warmUpPhrase: 'Buenos días.',
  greeting: '¡Hola! Mucho gusto. ¿En qué puedo ayudarle hoy?',
  trialText: 'Nos vemos cerca del puente viejo. El tren sale a las siete, y a nadie le gusta esperar bajo la lluvia.',
  normalizer: normalizeSpanish,
}
