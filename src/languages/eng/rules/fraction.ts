import type { Expansion } from '../../reading/expansion.ts'
import { senseOfPair } from './number-sense.ts'
import { cardinal, fixedPair } from './number-words.ts'
import { fraction, readNumeral, VULGAR } from './numeral.ts'

const startsAfter = (before: string): boolean => !/[\p{L}\d/.,][-–]?$/u.test(before) || /[,.]$/.test(before)

/** `24/7`, `50/50`, `20/20`, `9/11`: said as they stand. */
const fixed: Expansion = {
  category: 'fraction',
  first: /\d/,
  pattern: /(?:24\/7(\/365)?|20\/20|(\d\d)\/(\d\d))(?![\d/]|\p{L})/uy,
  read: ([whole, yearLong, left, right], { before, after }) => {
    if (/[\p{L}\d/]$/u.test(before)) return undefined
    if (left !== undefined && right !== undefined) {
      if (/^ (?:vision|eyesight|stainless)/.test(after)) return fixedPair(left, right)
      return Number(left) + Number(right) === 100 ? fixedPair(left, right) : undefined
    }
    if (whole === '20/20') return fixedPair('20', '20')
    return `twenty four seven${yearLong === undefined ? '' : ' three sixty five'}`
  },
}

/** `1/2`, `2/4th`, `1/3RD`; `8/10` of a rating, `10/11` of versions, `5/2` where one bets; `10/2 =` is a division. */
const pair: Expansion = {
  category: 'fraction',
  first: /\d/,
  pattern: /(\d{1,12}(?:\.\d)?)\/(\d{1,12}(?:\.\d)?)((?:st|nd|rd|th)s?(?!\p{L}))?(?![\d/])/iuy,
  read: ([whole, top = '', bottom = '', suffix], context) => {
    if (/[\d/]$/.test(context.before)) return undefined
    const sense = suffix === undefined ? senseOfPair(top, bottom, context) : 'fraction'
    if (sense === 'rating') return `${readNumeral(top)} out of ${readNumeral(bottom)}`
    if (sense === 'date' || whole.includes('.')) return undefined
    if (sense === 'odds') return `${cardinal(top)} to ${cardinal(bottom)}`
    if (sense === 'alternative') return `${cardinal(top)} or ${cardinal(bottom)}`
    return /^ ?=/.test(context.after) ? `${cardinal(top)} divided by ${cardinal(bottom)}` : fraction(top, bottom)
  },
}

/** `5 1/2`, `2-3/4`, `½`, `1½`. */
const mixed: Expansion = {
  category: 'fraction',
  first: new RegExp(String.raw`\d|${VULGAR}`),
  pattern: new RegExp(
    String.raw`(\d{1,4}[ -]\d{1,2}/\d{1,2}|(?:\d{1,3}(?:,\d{3}){1,3}|\d{1,9})?[ -]?${VULGAR})(?:(?:st|nd|rd|th)s?(?!\p{L}))?(?![\d/])`,
    'iuy',
  ),
  read: ([, numeral = ''], { before }) => {
    const [, top = '0', bottom = '1'] = /(\d+)\/(\d+)$/.exec(numeral) ?? []
    return startsAfter(before) && Number(top) < Number(bottom) ? readNumeral(numeral) : undefined
  },
}

export const fractions: readonly Expansion[] = [fixed, mixed, pair]
