import { type LanguageModule, NO_ABBREVIATIONS } from '../language.ts'
import { sentenceRulesOf } from '../reading/symbols.ts'
import { wordSet } from '../word-files.ts'
import { hindiWords, normalizeHindi } from './normalize-hindi.ts'

export const hindi: LanguageModule = {
  name: 'Hindi',
  locale: 'hi',
  hasSpaces: true,
  sentences: {
    ...NO_ABBREVIATIONS,
    ...sentenceRulesOf(hindiWords.rows('abbreviations'), wordSet('यह वह मैं हम आप और लेकिन')),
  },
  phraseOpeners: new Set(),
  hasWordTimes: false,
  hasLexicon: false,
  warmUpPhrase: 'नमस्ते।',
  normalizer: normalizeHindi,
}
