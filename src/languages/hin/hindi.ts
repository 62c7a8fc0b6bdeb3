import { type LanguageModule, NO_ABBREVIATIONS } from '../language.ts'

export const hindi: LanguageModule = {
  name: 'Hindi',
  locale: 'hi',
  hasSpaces: true,
  sentences: NO_ABBREVIATIONS,
  phraseOpeners: new Set(),
  hasWordTimes: false,
  hasLexicon: false,
  warmUpPhrase: 'नमस्ते।',
}
