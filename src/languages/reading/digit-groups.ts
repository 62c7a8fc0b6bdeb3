import type { Context, Expansion } from './expansion.ts'
import type { Grammar } from './grammar.ts'
import { digitByDigit, isYear } from './numeral.ts'

const SEPARATOR = `(?:[ .-]|[ ]?/[ ]?| – )`
const GROUP = String.raw`\(?\d{1,8}\)?`

/** A number that is keyed in, not counted: telephone numbers, codes, postal codes, dotted addresses and versions. */
export function digitGroups(grammar: Grammar): readonly Expansion[] {
  const sayGroup = grammar.sayGroup ?? ((digits: string) => digitByDigit(digits, grammar))
  /** A run of digits without a space, with short pauses if it is long. */
  const sayRun = (digits: string): string =>
    grammar.sayGroup === undefined && digits.length > 7 ? inReadableGroups(digits, sayGroup) : sayGroup(digits)
  const sayGroups = (written: string): string => {
    const groups = written.match(/\d{1,40}/g) ?? []
    // `482 913`: a code, where telephone numbers are said in pairs
    const isCode = groups.length === 2 && groups.every((group) => group.length === 3)
    const say = isCode ? (digits: string) => digitByDigit(digits, grammar) : sayRun
    return groups.map(say).join(grammar.groupLink ?? ', ')
  }
  const counted = new Set(
    [...grammar.currencies.values(), ...grammar.units.values()]
      .flatMap(({ one, many }) => [...one.split('|'), ...many.split('|')])
      .map((name) => (name.split(' ')[0] ?? '').toLowerCase()),
  )
  /** A unit or a currency follows by its name: `120 euros` is no code. */
  const countsNoun = (after: string): boolean => {
    const [, word = ''] = /^ ([\p{L}\p{M}]{3,20})/u.exec(after) ?? []
    const [, sign = ''] = /^ (\p{L}{2,4})(?![\p{L}\p{M}])/u.exec(after) ?? []
    return counted.has(word.toLowerCase()) || grammar.units.has(sign)
  }
  return [
    {
      // An IBAN, in its groups of four
      category: 'serial',
      first: /[A-Z]/,
      written: ['mixed'],
      pattern: /[A-Z]{2}\d\d(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,3})?(?![\p{L}\d])/uy,
      read: ([written], { before }) => {
        const code = written.replaceAll(' ', '')
        if (/[\p{L}\d]$/u.test(before) || code.length < 15 || !/\d{6}/.test(code)) return undefined
        const groups = code.match(/.{1,4}/g) ?? []
        const say = (unit: string): string => (/\d/.test(unit) ? digitByDigit(unit, grammar) : unit)
        return groups.map((group) => [...group].map(say).join(' ')).join(', ')
      },
    },
    {
      // Addresses of computers and versions
      category: 'serial',
      first: /\d/,
      pattern: /\d{1,3}(?:\.\d{1,3}){2,3}(?![\d]|\.\d)/y,
      read: ([written], { before }) => {
        const parts = written.split('.')
        const isGrouped = parts.slice(1).every((part) => part.length === 3)
        const isOpen = !/[\p{L}\d][.,]?$/u.test(before) || /(?:^|[^\p{L}])v$/iu.test(before)
        if (isGrouped || !isOpen || parts.some((part) => Number(part) > 255 || /^0\d/.test(part))) return undefined
        return parts
          .map((part) =>
            part.length > 1 && parts.length === 4 ? digitByDigit(part, grammar) : grammar.cardinal(Number(part), ALONE),
          )
          .join(` ${grammar.net.dot} `)
      },
    },
    {
      category: 'telephone',
      first: /\+/,
      pattern: new RegExp(String.raw`\+ ?(?<groups>\d{1,15}(?:[ .-]?\(0\))?(?:${SEPARATOR}?${GROUP}){0,7})(?!\d)`, 'y'),
      read: (match, { before }) => {
        const groups = match.groups?.groups ?? ''
        if (groups.replaceAll(/\D/g, '').length < 7 || (/[\p{L}\d] ?$/u.test(before) && /\d ?$/.test(before)))
          return undefined
        return `${grammar.plus} ${sayGroups(groups.replace('(0)', ''))}`
      },
    },
    {
      category: 'telephone',
      first: /[\d(]/,
      pattern: new RegExp(String.raw`${GROUP}(?:${SEPARATOR}${GROUP}){1,8}(?![\d%]|[.,/]\d|\p{L})`, 'uy'),
      read: ([written], context) => (isTelephone(written, context) ? sayGroups(written) : undefined),
    },
    {
      category: 'serial',
      first: /\d/,
      pattern: /\d{3,40}(?![\d]|[.,/:]\d|[\p{L}\p{M}%€$£°])/uy,
      read: ([digits], { before, after }) => {
        if (/[\p{L}\d][.,]?$/u.test(before)) return undefined
        if (/^ ?[%€$£°]/.test(after) || countsNoun(after)) return undefined
        if (digits.length < 5 && AIRLINE.test(before)) return sayRun(digits)
        const isLong = digits.length >= (grammar.longNumber ?? 10) || (digits.startsWith('0') && digits.length > 1)
        return isLong || grammar.contexts['before-digits']?.(before) === true ? sayRun(digits) : undefined
      },
    },
  ]

  function isTelephone(written: string, { before, after }: Context): boolean {
    if (/[\p{L}\d][.,:/]?$/u.test(before) || /^ ?[€$£%]/.test(after)) return false
    // The bracket opens an aside.
    if (written.startsWith('(') && !/^\(\d{1,8}\)/.test(written)) return false
    const groups = written.match(/\d{1,40}/g) ?? []
    const count = groups.join('').length
    if (/^[1-9]\d?(?: \d{3}){1,4}$/.test(written) && /^ \p{L}/u.test(after)) return false
    // `ticket 39.5`: a price
    const isDecimal = /^\d{1,3}\.\d$/.test(written)
    if (
      grammar.contexts['before-digits']?.(before) === true &&
      count >= 3 &&
      !isDecimal &&
      (count >= 9 || !isDateOrSum(written))
    )
      return true
    const isBracketed = /^\(\d{1,5}\)/.test(written)
    if (isBracketed) return count >= 6
    const first = groups[0] ?? ''
    if (first.startsWith('0') && groups.length >= 2 && (count >= 7 || isEvenlyGrouped(groups))) return true
    if (/^\d(?:-\d){2,7}$/.test(written)) return true
    // `1348-1350`, but `1203-4817`
    if (/^\d{4}[-–]\d{4}$/.test(written) && groups.every(isYear) && Number(first) < Number(groups[1])) return false
    if (!/[-–]/.test(written))
      return count >= 9 && groups.length >= 3 && !/^\d{1,3}(?:[ .]\d{3})+$/.test(written) && !/\d\/\d/.test(written)
    return (
      !/[.]/.test(written) &&
      count >= 7 &&
      groups.every((group) => group.length >= 2) &&
      // A year, but `1800-11-4000`
      (!/^\(?(?:1[5-9]|20)\d\d-/.test(written) || /-\d{2,4}-\d{3,4}$/.test(written))
    )
  }
}

/** `****4821`, `XXXX-XXXX-4821`, `card ...4821`: the last figures of a number whose others are hidden. */
export const maskedNumbers = (grammar: Grammar): Expansion => ({
  category: 'serial',
  first: /[*•●xX.…#]/u,
  next: /[\d -]/,
  pattern:
    /(?:(?:[*•●#]{2,16}|[xX]{3,16})[ -]?){1,5}(\d{2,6})(?![\p{L}\p{M}\d#*]|[.,:/-]\d)|(?:\.{3}|…)(\d{3,4})(?![\p{L}\p{M}\d]|[.,:/-]\d)/uy,
  read: ([, masked, elided = ''], { before }) => {
    if (/[\p{L}\p{M}\d]$/u.test(before) || (masked === undefined && !/[\p{L}.:] ?$/u.test(before))) return undefined
    const digits = masked ?? elided
    return grammar.sayGroup?.(digits) ?? digitByDigit(digits, grammar)
  },
})

/** An airline of a letter and a digit before the number of its flight: `G3 1520`. */
const AIRLINE = /(?:^|[^\p{L}\d])(?:[A-Z]\d|\d[A-Z]) $/u

/** `048 291`: a code, though no word says so. */
const isEvenlyGrouped = ([first = '', ...others]: readonly string[]): boolean =>
  first.length >= 3 && others.every((group) => group.length === first.length)

/** `15/03/2024`, `5 / 3` after a word such as number. */
const isDateOrSum = (written: string): boolean => /\d ?\/ ?\d|^\d{1,2}\.\d{1,2}\./.test(written)

const ALONE = { gender: 'm', isAttributive: false } as const

/** Long runs of digits with a pause after every three or four. */
function inReadableGroups(digits: string, say: (digits: string) => string): string {
  const size = digits.length % 4 === 0 ? 4 : 3
  const groups: string[] = []
  for (let at = 0; at < digits.length; ) {
    const left = digits.length - at
    const length = left === size + 1 ? (size === 3 ? 2 : 3) : Math.min(size, left)
    groups.push(say(digits.slice(at, at + length)))
    at += length
  }
  return groups.join(', ')
}
