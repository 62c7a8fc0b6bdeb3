import { type LanguageModule, NO_ABBREVIATIONS } from '../language.ts'
import { sentenceRulesOf } from '../reading/abbreviations.ts'
import { wordSet } from '../word-files.ts'
import { arabicWords, LETTER_NAMES, normalizeArabic } from './normalize-arabic.ts'

export const arabic: LanguageModule = {
  name: 'Arabic',
  locale: 'ar',
  defaultCountry: 'EG',
  hasSpaces: true,
  sentences: {
    ...NO_ABBREVIATIONS,
    ...sentenceRulesOf(arabicWords.rows('abbreviations'), wordSet('هذا هذه ثم لكن هو هي نحن أنا')),
    abbreviated: new RegExp(`^و?(?:${[...LETTER_NAMES].join('|')})$`, 'u'),
  },
  phraseOpeners: new Set(),
  hasWordTimes: false,
  hasLexicon: false,
  warmUpPhrase: 'صَبَاحُ اَلْخَيْرِ.',
  greeting: 'مرحبا! سعيد بلقائك. كيف يمكنني مساعدتك اليوم؟',
  trialText: 'نلتقي قرب الجسر القديم. يغادر القطار في السابعة.',
  normalizer: normalizeArabic,
}
