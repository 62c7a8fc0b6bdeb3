import { type LanguageModule, NO_ABBREVIATIONS } from '../language.ts'

export const arabic: LanguageModule = {
  name: 'Arabic',
  locale: 'ar',
  hasSpaces: true,
  sentences: NO_ABBREVIATIONS,
  phraseOpeners: new Set(),
  hasWordTimes: false,
  hasLexicon: false,
  warmUpPhrase: 'صَبَاحُ اَلْخَيْرِ.',
}
