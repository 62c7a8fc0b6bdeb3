import type { Expansion } from '../../reading/expansion.ts'
import { cardinal, fixedPair } from './number-words.ts'
import { fraction, readNumeral, VULGAR } from './numeral.ts'

const DATE_BEFORE =
  /(?:^|[^\p{L}])(?:on|by|until|till|til|since|before|after|due|dated?|from|through|thru|sun|mon|tues?|wed|thu|thurs?|fri|sat|\p{L}{3,6}day)[.,]{0,2} $/iu
const DATE_GOES_ON = /^(?:,? (?:or|and) \d{1,2}\/\d{1,2})? (?:at|@) ?\d{1,2}(?![\d/%])/
/** What fractions are of. */
const SHARED =
  /^ ?-?(?:of|cups?|inch|inches|miles?|tea|table|tsp|tbsp|the|full|empty|way|majority|hour|pounds?|lbs?|oz|in)(?!\p{L})/iu
const RATING =
  /(?:rat(?:e|ed|es|ing)|scored?|scores|review|grade|give|gives|gave|got|gets|earned|solid)[^.;]{0,20}$|^ (?:stars?|points|rating)/i

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

/** `5/2` where one bets. */
const odds: Expansion = {
  category: 'fraction',
  first: /\d/,
  pattern: /(\d{1,3})\/(\d{1,2})(?![\d/]|\p{L})/uy,
  read: ([, against = '', stake = ''], { before, after }) =>
    /\bodds(?: (?:are|were|is|of|at|now))?:? $/i.test(before) || /^ (?:odds|favou?rite|longshot|underdog)/.test(after)
      ? `${cardinal(against)} to ${cardinal(stake)}`
      : undefined,
}

/** `Windows 10/11`: one version or the other. */
const versions: Expansion = {
  category: 'fraction',
  first: /\d/,
  pattern: /(\d{1,2})\/(\d{1,2})(?![\d/]|\p{L})/uy,
  read: ([, one = '', other = ''], { before }) =>
    /\b(?:Windows|Android|iOS|macOS|PlayStation|Gen|Series|version|grades?|levels?) $/i.test(before)
      ? `${cardinal(one)} or ${cardinal(other)}`
      : undefined,
}

/** `10/10`, `4/5 stars`. */
const rating: Expansion = {
  category: 'fraction',
  first: /\d/,
  pattern: /(\d{1,3}(?:\.\d)?)\/(5|10|20|100)(?![\d/]|\p{L})/uy,
  read: ([, mark = '', best = ''], { before, after }) => {
    const isPerfect = mark === best && best !== '20'
    if (Number(mark) > Number(best) || !(isPerfect || mark.includes('.') || RATING.test(before) || RATING.test(after)))
      return undefined
    return `${readNumeral(mark)} out of ${cardinal(best)}`
  },
}

/** `1/2`, `2/4th`, `1/3RD`: what is a fraction rather than a day. */
const clear: Expansion = {
  category: 'fraction',
  first: /\d/,
  pattern: /(\d{1,3})\/(\d{1,3})((?:st|nd|rd|th)s?(?!\p{L}))?(?![\d/])/iuy,
  read: ([, top = '', bottom = '', suffix], { before, after }) => {
    if (!startsAfter(before) || top.startsWith('0') || bottom.startsWith('0')) return undefined
    if (suffix !== undefined || SHARED.test(after)) return fraction(top, bottom)
    const isCommon = /^(?:[2-689]|16|32|64|100)$/.test(bottom) && Number(top) < Number(bottom)
    return isCommon && !DATE_BEFORE.test(before) && !DATE_GOES_ON.test(after) ? fraction(top, bottom) : undefined
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

/** What is left when dates have taken theirs; `10/2 =` is a division. */
const any: Expansion = {
  category: 'fraction',
  first: /\d/,
  pattern: /(\d{1,12})\/(\d{1,12})(?![\d/])/y,
  read: ([, top = '', bottom = ''], { before, after }) => {
    if (/[\d/]$/.test(before)) return undefined
    return /^ ?=/.test(after) ? `${cardinal(top)} divided by ${cardinal(bottom)}` : fraction(top, bottom)
  },
}

/** Before dates. */
export const clearFractions: readonly Expansion[] = [fixed, odds, versions, rating, mixed, clear]
/** After dates. */
export const fractions: readonly Expansion[] = [any]
