import type { Expansion } from '../../reading/expansion.ts'
import { ordinal, pluralOfWords } from './number-words.ts'

/** `1st`, `22ND`, `1,000th`, `20ths`. */
export const ordinals: readonly Expansion[] = [
  {
    category: 'ordinal',
    first: /[1-4]/,
    // Books of the Bible
    pattern:
      /[1-4](?= (?:Samuel|Kings|Chronicles|Corinthians|Thessalonians|Timothy|Maccabees|Esdras|Sam\.|Chron\.|Cor\.|Thess\.|Tim\.|Pet\.|(?:Peter|John) \d))/y,
    read: ([digit], { before }) => (/[\p{L}\d][.,:/-]?$|[$€£#]$/u.test(before) ? undefined : ordinal(digit)),
  },
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
