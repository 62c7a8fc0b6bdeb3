import { type LanguageModule, NO_ABBREVIATIONS } from '../language.ts'
import { sentenceRulesOf } from '../reading/abbreviations.ts'
import { kanaOfEnglish } from './loanwords.ts'
import { japaneseAbbreviations, normalizeJapanese } from './normalize-japanese.ts'

export const japanese: LanguageModule = {
  name: 'Japanese',
  locale: 'ja',
  defaultCountry: 'JP',
  hasSpaces: false,
  sentences: { ...NO_ABBREVIATIONS, ...sentenceRulesOf(japaneseAbbreviations, new Set(['the'])) },
  phraseOpeners: new Set(),
  hasWordTimes: false,
  hasLexicon: false,
  // Its dictionary takes as long to load as all other languages together, and waits for its first use.
  warmUpPhrase: null,
  greeting: 'こんにちは。はじめまして。今日はどのようなご用件ですか。',
  trialText: '古い橋の近くで会いましょう。電車は七時に出ます。雨の中で待つのは嫌です。',
  writeEnglish: kanaOfEnglish,
  normalizer: normalizeJapanese,
}
