import { type LanguageModule, NO_ABBREVIATIONS } from '../language.ts'
import { sentenceRulesOf } from '../reading/symbols.ts'
import { kanaOfEnglish } from './loanwords.ts'
import { japaneseAbbreviations, normalizeJapanese } from './normalize-japanese.ts'

export const japanese: LanguageModule = {
  name: 'Japanese',
  locale: 'ja',
  hasSpaces: false,
  sentences: { ...NO_ABBREVIATIONS, ...sentenceRulesOf(japaneseAbbreviations, new Set(['the'])) },
  phraseOpeners: new Set(),
  hasWordTimes: false,
  hasLexicon: false,
  // Its dictionary takes as long to load as all other languages together, and waits for its first use.
  warmUpPhrase: null,
  writeEnglish: kanaOfEnglish,
  normalizer: normalizeJapanese,
}
