import type { Expansion } from './expansion.ts'
import { ordinal, pluralOfWords } from './number-words.ts'

/** `1st`, `22ND`, `1,000th`, `20ths`. */
export const ordinals: readonly Expansion[] = [
  {
    category: 'ordinal',
    first: /\d/,
    pattern: /(\d{1,3}(?:,\d{3}){1,6}|\d{1,18})(?:(?:st|nd|rd|th)(s?)| th)(?![\p{L}\d])/iuy,
    read: ([, digits = '', plural], { before }) => {
      if (/[\p{L}\d]$/u.test(before)) return undefined
      const spoken = ordinal(digits.replaceAll(',', ''))
      return plural ? pluralOfWords(spoken) : spoken
    },
  },
]
