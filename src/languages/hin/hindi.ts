import { type LanguageModule, NO_ABBREVIATIONS } from '../language.ts'
import { sentenceRulesOf } from '../reading/abbreviations.ts'
import { abbreviationsOf, shortUnitsOf } from '../reading/calendar-names.ts'
import { wordSet } from '../word-files.ts'
import { DOTTED_LETTERS, hindiWords, normalizeHindi } from './normalize-hindi.ts'

export const hindi: LanguageModule = {
  name: 'Hindi',
  locale: 'hi',
  defaultCountry: 'IN',
  hasSpaces: true,
  sentences: {
    ...NO_ABBREVIATIONS,
    ...sentenceRulesOf(
      [...abbreviationsOf(hindiWords), ...shortUnitsOf(hindiWords)],
      wordSet('यह वह ये वे मैं हम आप तुम इस उस और लेकिन मगर पर परंतु अब फिर तब इसलिए कृपया धन्यवाद क्या अगर यदि जब'),
    ),
    abbreviated: DOTTED_LETTERS,
  },
  phraseOpeners: new Set(),
  hasWordTimes: false,
  hasLexicon: false,
  warmUpPhrase: 'नमस्ते।',
  greeting: 'नमस्ते! आपसे मिलकर खुशी हुई। आज मैं आपकी क्या मदद कर सकता हूँ?',
  trialText: 'पुराने पुल के पास मिलिए। गाड़ी सात बजे जाती है, और बारिश में कोई रुकना नहीं चाहता।',
  normalizer: normalizeHindi,
}
