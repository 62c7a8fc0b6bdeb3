import type { Expansion } from '../../reading/expansion.ts'
import { cardinal, digitByDigit, inPairs } from './number-words.ts'
import { DECIMAL_NUMERAL, readNumeral } from './numeral.ts'
import { SCALE_WORDS } from './scale.ts'

/** `0.3̄`, `0.(3)`, `1.1(6)`. */
const repeating: Expansion = {
  category: 'decimal',
  first: /\d|\./,
  pattern: /(\d{0,12})\.(\d{0,12})(?:\((\d{1,12})\)|((?:\d[\u0304\u0305]){1,12}))/y,
  read: ([, whole = '', fixed = '', bracketed, barred = '']) => {
    const period = bracketed ?? barred.replaceAll(/\D/g, '')
    return `${cardinal(whole || '0')} point ${digitByDigit(fixed + period)} repeating`
  },
}

/** `1.000.000`, as most of Europe writes a million; four groups are as often the address of a machine. */
const dotted: Expansion = {
  category: 'cardinal',
  first: /[1-9]/,
  pattern: /[1-9]\d{0,2}(?:\.\d{3}){1,6}\.(?:\d00|0\d\d)(?![\d.]|,\d{3})/y,
  read: ([number], { before }) => (/[\p{L}\d.]$/u.test(before) ? undefined : cardinal(number.replaceAll('.', ''))),
}

/** `2.0.1`: what versions and sections are numbered with. */
const sections: Expansion = {
  category: 'decimal',
  first: /\d/,
  pattern: /\d{1,6}(?:\.\d{1,6}){2,7}(?![\d])/y,
  read: ([parts]) =>
    parts
      .split('.')
      .map((part) => (part.length > 1 && part.startsWith('0') ? digitByDigit(part) : cardinal(part)))
      .join(' point '),
}

/** `1.5 million` is "one and a half million", as it is said. */
const halfScaled: Expansion = {
  category: 'decimal',
  first: /\d/,
  pattern: new RegExp(String.raw`(\d{1,3})\.5[ -](${SCALE_WORDS})(?!\p{L})`, 'uy'),
  read: ([, whole = '', scale = '']) => (whole === '0' ? `half a ${scale}` : `${cardinal(whole)} and a half ${scale}`),
}

const CALIBER_NEXT =
  /^[ -]?(?:caliber|calibre|cal\b|rifles?|pistols?|revolvers?|magnum|mag\b|handguns?|ammo|ammunition|rounds?|bullets?|shells?|auto|special|winchester|acp)/i
const BATTED =
  /\b(?:bats?|batted|batting|hits?|hitting|hitter|average|averaging|avg\.?|slugging|obp)(?: (?:an?|of|is|was|at|just|only))? $/i

/** `.22 rifle`, `batted .325`. */
const caliber: Expansion = {
  category: 'decimal',
  first: /\./,
  pattern: /\.(\d{2,3})(?![\d\p{L}%]|[.,]\d)/uy,
  read: ([, digits = ''], { before, after }) => {
    if (/[\p{L}\d]$/u.test(before)) return undefined
    const isAverage = digits.length === 3 && (BATTED.test(before) || /^ (?:hitter|average|batting)/.test(after))
    if (!CALIBER_NEXT.test(after) && !isAverage) return undefined
    return digits.startsWith('0') ? digitByDigit(digits).replace('zero', 'oh') : inPairs(digits)
  },
}

const plain: Expansion = {
  category: 'decimal',
  first: /[\d.]/,
  pattern: new RegExp(String.raw`(?=[\d,']{0,48}\.\d)${DECIMAL_NUMERAL}(?!\d)`, 'y'),
  read: ([numeral], { before }) =>
    /[\p{L}\d]$/u.test(before) && numeral.startsWith('.') ? undefined : readNumeral(numeral),
}

/** Before versions and addresses. */
/** `20.x`, `3.1.x`: any version of that line. */
const anyVersion: Expansion = {
  category: 'decimal',
  first: /\d/,
  pattern: /(\d{1,3}(?:\.\d{1,3}){0,2})((?:\.[xX]){1,2})(?![\p{L}\d])/uy,
  read: ([, numbers = '', open = ''], { before }) =>
    // `GCC3.1.x`
    /(?:[\d._]|(?:^|[^\p{L}])\p{L})$/u.test(before)
      ? undefined
      : `${numbers.split('.').map(cardinal).join(' point ')}${open.replaceAll(/\.x/gi, ' point X')}`,
}

export const dottedNumbers: readonly Expansion[] = [dotted, anyVersion]
export const decimals: readonly Expansion[] = [repeating, sections, halfScaled, caliber, plain]
