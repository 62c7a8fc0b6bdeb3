import { type ForeignLanguage, isLanguage, type SpokenLanguage, shortCodeOf } from '../core/language.ts'

/** What eSpeak NG calls a language. */
export const espeakNameOf = (language: SpokenLanguage): string =>
  language === 'eng' ? 'en-us' : isLanguage(language) ? shortCodeOf(language) : FOREIGN[language]

const FOREIGN: Readonly<Record<ForeignLanguage, string>> = {
  rus: 'ru',
  ell: 'el',
  cmn: 'cmn',
  kor: 'ko',
  tha: 'th',
  hye: 'hy',
  kat: 'ka',
  ben: 'bn',
  guj: 'gu',
  pan: 'pa',
  kan: 'kn',
  mal: 'ml',
  ori: 'or',
  tel: 'te',
  amh: 'am',
  mya: 'my',
}
