import { type LanguageModule, NO_ABBREVIATIONS } from '../language.ts'
import { normalizeJapanese } from './normalize-japanese.ts'

export const japanese: LanguageModule = {
  name: 'Japanese',
  locale: 'ja',
  hasSpaces: false,
  sentences: NO_ABBREVIATIONS,
  phraseOpeners: new Set(),
  hasWordTimes: false,
  hasLexicon: false,
  // Its dictionary takes as long to load as all other languages together, and waits for its first use.
  warmUpPhrase: null,
  normalizer: normalizeJapanese,
}
