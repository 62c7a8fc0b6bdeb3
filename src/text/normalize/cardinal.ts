import type { Expansion } from './expansion.ts'
import { cardinal } from './number-words.ts'

export const cardinals: readonly Expansion[] = [
  {
    category: 'cardinal',
    first: /\d/,
    pattern: /\d{1,3}(?:,\d{3}){1,11}(?![\d,])|\d{1,36}/y,
    read: ([digits]) => cardinal(digits.replaceAll(',', '')),
  },
]
