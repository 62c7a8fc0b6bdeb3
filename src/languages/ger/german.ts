import { type LanguageModule, NO_ABBREVIATIONS } from '../language.ts'
import { sentenceRulesOf } from '../reading/abbreviations.ts'
import { abbreviationsOf, shortUnitsOf } from '../reading/calendar-names.ts'
import { wordSet } from '../word-files.ts'
import { germanWords, normalizeGerman } from './normalize-german.ts'

export const german: LanguageModule = {
  name: 'German',
  locale: 'de',
  defaultCountry: 'DE',
  hasSpaces: true,
  sentences: {
    ...NO_ABBREVIATIONS,
    ...sentenceRulesOf(
      [...abbreviationsOf(germanWords), ...shortUnitsOf(germanWords)],
      germanWords.list('sentence-openers'),
    ),
    abbreviated: /\p{L}{2}str$/u,
    hasDottedOrdinals: true,
    beforeRomanOrdinal: /(?:^|\s)(?:der|die|das|dem|den|des|im|am|vom|zum|zur|beim|ins)\s{1,20}$/iu,
  },
  phraseOpeners: wordSet(
    'und oder aber dass weil wenn wo ob mit ohne für von vom in im an am auf bis zwischen über als wie zu zum',
  ),
  hasWordTimes: false,
  hasLexicon: false,
  warmUpPhrase: 'Guten Tag.',
  greeting: 'Hallo! Schön, Sie kennenzulernen. Wie kann ich Ihnen heute helfen?',
  trialText: 'Treffen wir uns an der alten Brücke. Der Zug fährt um sieben, und niemand wartet gern im Regen.',
  normalizer: normalizeGerman,
}
