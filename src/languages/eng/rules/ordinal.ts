import type { Expansion } from '../../reading/expansion.ts'
import { ordinal, pluralOfWords } from './number-words.ts'

/** `due on 5th`: of the month, and no place in a race nor a street */
const DAY_BEFORE =
  /(?:^|[^\p{L}])(?:(?:arrives?|arriving|back|begins?|check(?:ing)?[ -]?(?:in|out)|closes?|com(?:e|ing)|delivered|delivery|depart(?:ing|s|ure)?|due|ends?|exams?|expires?|fly(?:ing)?|held|leav(?:e|es|ing)|meeting|paid|pay|payable|payment|rent|return(?:ing|s)?|salary|scheduled|starts?|travel(?:l?ing)?|wedding) (?:by|on|till|until)|due|till|until) $/iu
const DAY_ENDS = /^(?:\s{0,3}$|[.,;!?)](?!\d)| (?:and|at|if|of|or|pls|please|so|then|to)(?!\p{L}))/iu

/** `on 12th of this month` */
const OF_MONTH =
  /^ of (?:each|every|last|next|that|the|this)(?: (?:current|following|next|previous|same))? month(?!\p{L})/iu
const ARTICLE_BEFORE = /(?:^|[^\p{L}])(?:an?|each|every|that|the|this) $/iu

/** `on 24th 1pm`: of the month, too */
const CLOCK_NEXT = /^,? (?:at )?\d{1,2}(?:[:.][0-5]\d)? ?[ap]\.?m/iu

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
    read: ([, digits = '', plural], { before, after }) => {
      if (/[\p{L}\d]$/u.test(before)) return undefined
      const spoken = ordinal(digits.replaceAll(',', ''))
      if (plural) return pluralOfWords(spoken)
      const isDay =
        (DAY_BEFORE.test(before) && DAY_ENDS.test(after)) ||
        (OF_MONTH.test(after) && !ARTICLE_BEFORE.test(before)) ||
        (/(?:^|[^\p{L}])(?:by|on) $/iu.test(before) && CLOCK_NEXT.test(after))
      return isDay && Number(digits) < 32 ? `the ${spoken}` : spoken
    },
  },
]
