import type { Expansion } from '../../reading/expansion.ts'
import { isChat } from './chat-context.ts'
import { isShouted } from './initialism.ts'
import { DECIMAL_NUMERAL, readNumeral } from './numeral.ts'
import { powerOf, powers } from './power.ts'
import { programMaths } from './program-math.ts'

/** What an operator may stand after: a number, a variable, a closing bracket. */
const OPERAND_BEFORE = /(?:\.\.[a-z]|[\d%°²³¹⁰⁴-⁹₀-₉½¼¾⅓-⅞π∞)\]}|]|(?:^|[^\p{L}\p{M}'])\p{L})( ?)$/u
const OPERAND_AFTER = /^ ?(?:[-−+±~]?[$€£¥]?\.?\d|[-−]?[([√π∞∑∫]|[-−]?\p{L}(?![\p{L}\p{M}'.]))/u
const NUMBER_AFTER = /^ ?[-−+]?[$€£¥₹]?\.?\d/
/** A sign here belongs to the number after it. */
const SIGN_BEFORE = /(?:^|[\s([{=<>≤≥≈~×÷*/^,:;|"'±–—])$/

const SCALES: readonly string[] = ['', 'thousand', 'million', 'billion', 'trillion']

/** `1e6`, `1.5e-3`. */
const exponential: Expansion = {
  category: 'math',
  first: /[\d.]/,
  pattern: new RegExp(String.raw`(${DECIMAL_NUMERAL})[eE]([-−+]?)(\d{1,3})(?![\p{L}\d])`, 'uy'),
  read: ([, mantissa = '', sign = '', exponent = ''], { before }) => {
    if (/[\p{L}\d]$/u.test(before)) return undefined
    const power = Number(exponent)
    if (sign === '' || sign === '+') {
      const scaled = scaledWords(mantissa, power)
      if (scaled !== undefined) return scaled
    }
    return `${readNumeral(mantissa)} times ten ${powerOf(sign, String(power))}`
  },
}

/** `2.3e9` → `two point three billion`; undefined where no scale is that large. */
function scaledWords(mantissa: string, power: number): string | undefined {
  const [whole = '', decimals = ''] = mantissa.split('.')
  const scale = SCALES[Math.floor(power / 3)]
  const shift = power % 3
  if (scale === undefined || whole.length > 3) return undefined
  const digits = decimals.padEnd(shift, '0')
  const numeral = `${whole}${digits.slice(0, shift)}${digits.length > shift ? `.${digits.slice(shift)}` : ''}`
  return `${readNumeral(numeral)} ${scale}`.trim()
}

/** `-5`, `−5`, `–5`: a sign; `1- 2 =`, `x - y`: an operator. */
const minus: Expansion = {
  category: 'math',
  first: /[-−–]/,
  pattern: /[-−–]/y,
  read: ([sign], { before, after }) => {
    if (SIGN_BEFORE.test(before) && /^(?:[$€£¥₹]|US\$)?(?:\d|\.\d|[½¼¾])/.test(after)) return 'minus'
    if (sign === '−' && OPERAND_AFTER.test(after)) return 'minus'
    // `exp(-x)`
    if (/[\p{L}\d]\($/u.test(before) && /^[a-zθλ](?:[)+*/^]| ?[-+*/] )/.test(after)) return 'minus'
    // `a = -b`, `(-b ± c)`, but `verbose (-v)`
    if (/[=<>≤≥*/+^×] ?$/.test(before) && /^(?:\p{L}(?![\p{L}']|\.\p{L})|[√(])/u.test(after)) return 'minus'
    if (before.endsWith('(') && /^[a-z] ?[-−+*/^±=²³]/.test(after)) return 'minus'
    const operand = OPERAND_BEFORE.exec(before)
    if (sign === '–' || operand === null || !OPERAND_AFTER.test(after)) return undefined
    return operand[1] === ' ' || after.startsWith(' ') || isCalculated(before, after) ? 'minus' : undefined
  },
}

/** Whether a hyphen without spaces is a sign: `x^2-x`, `(x+1)-y`, `a-b=c`, but not `x-y plane`. */
const isCalculated = (before: string, after: string): boolean =>
  (/(?:\^\{?|\*\*)\d{1,3}\}?$|[a-z)][²³]$|\d{1,3}[nxyz]$|[+*/^=] ?\d{0,3}[a-z]\)?$/.test(before) &&
    !/^\d{1,4}\^/.test(after)) ||
  (/(?:^|[^\p{L}\d])[a-z]$/u.test(before) && /^[a-z](?!\p{L})(?: ?[=+*^])/u.test(after))

const plus: Expansion = {
  category: 'math',
  first: /\+/,
  pattern: /\+(?:\/?[-−](?= ?[$€£]?\.?\d))?/y,
  read: ([sign], context) => {
    const { before, after } = context
    if (sign.length > 1) return 'plus or minus'
    // `THE SUN + THE MOON`: words of a message
    if (/\p{L}{3} $/u.test(before) && /^ \p{L}{3}/u.test(after) && (isShouted(context) || isChat(context))) return 'and'
    if (NUMBER_AFTER.test(after) && SIGN_BEFORE.test(before)) return 'plus'
    if (OPERAND_BEFORE.test(before) && OPERAND_AFTER.test(after)) return 'plus'
    if (/[\p{L}\d)] $/u.test(before) && /^ [\p{L}\d(]/u.test(after)) return 'plus'
    // "420+", "50%+", "$10M+".
    return /\d[%KMB]?$/.test(before) && !/^\p{L}/u.test(after) ? 'plus' : undefined
  },
}

const COMPARISONS: ReadonlyMap<string, string> = new Map([
  ['<', 'less than'],
  ['>', 'greater than'],
  ['≤', 'less than or equal to'],
  ['<=', 'less than or equal to'],
  ['≥', 'greater than or equal to'],
  ['>=', 'greater than or equal to'],
  ['≪', 'much less than'],
  ['≫', 'much greater than'],
  ['≈', 'approximately'],
  ['≅', 'approximately'],
  ['~', 'approximately'],
  ['≠', 'not equal to'],
  ['!=', 'not equal to'],
])

/** `for x ≤ 1`, `with p < 0.05`: a range that is given, of which nothing is said. */
const ASIDE_BEFORE = /(?:^|[^\p{L}])(?:for|over|with)(?: (?:all|any|each|every|some))? \p{L} ?$/iu

/** `>1000`, `p ≤ 0.05`, `~3`. */
const comparison: Expansion = {
  category: 'math',
  first: /[<>≤≥≪≫≈≅~≠!]/,
  pattern: /<=|>=|!=|[<>≤≥≪≫≈≅~≠]/y,
  read: ([sign], { before, after }) => {
    const words = COMPARISONS.get(sign)
    const hasOperand =
      OPERAND_BEFORE.test(before) && !/(?:^|\s)[aI] $/.test(before.replace(/a $/, sign === '~' ? 'a ' : ''))
    if (sign === '~') return NUMBER_AFTER.test(after) && !/[\p{L}\d/]$/u.test(before) ? words : undefined
    // A quoted line, a tag, a heart.
    if (sign === '>' && /(?:^|\n)$/.test(before) && after.startsWith(' ')) return undefined
    if (
      sign === '<' &&
      !hasOperand &&
      /^3(?:$|[\s!.,]{1,3}(?:$|\n)|\s(?:you|u|ya|this|my|it|the|y'all|him|her|them|and)\b)/i.test(after)
    ) {
      return undefined
    }
    if (/^[<>!]/.test(sign) && !(NUMBER_AFTER.test(after) || (hasOperand && OPERAND_AFTER.test(after))))
      return undefined
    return hasOperand && !ASIDE_BEFORE.test(before) ? `is ${words}` : words
  },
}

/** `a == b`, `x = a`: the letter, not the article */
const variable: Expansion = {
  category: 'math',
  first: /a/,
  words: new Set(['a']),
  pattern:
    /a(?! = signs?(?!\p{L}))(?=(?: (?:={1,3}|[!<>]=|[+*<>^]) |={1,3}|[!<>]=|[+*<>^])[\p{L}\d(]|[)\].,;]|\s{0,3}$)/uy,
  read: (_match, { before, after }) =>
    !/[\p{L}\d'@#/\\_.-]$/u.test(before) && (/^ ?[!=+*<>^]/.test(after) || /[\p{L}\d)\]] ?[=+*<>^] ?$/u.test(before))
      ? 'A'
      : undefined,
}

/** `use === instead of ==`: the sign itself, which compares nothing. */
const OPERATOR_BEFORE =
  /(?:^|[^\p{L}])(?:and|between|is|like|not|of|operators?|or|prefer|than|the|us(?:e|es|ed|ing)|versus|vs\.?|with) ["'(]?$/iu
const OPERATOR_AFTER =
  /^["')]{0,2}(?:[.,;:!?]|\s{0,3}$| (?:and|but|checks?|compar\p{L}{1,6}|for|in|instead|not|operators?|or|over|rather|vs\.?)(?!\p{L}))/u

const equals: Expansion = {
  category: 'math',
  first: /[=≡]/,
  pattern: /={1,3}(?!=)|≡/y,
  read: ([sign], { before, after }) => {
    if (/[=<>!]$/.test(before) || /^>/.test(after)) return undefined
    if (sign.length > 1 && OPERATOR_BEFORE.test(before) && OPERATOR_AFTER.test(after))
      return sign.length === 2 ? 'double equals' : 'triple equals'
    return sign === '≡' || (/[\p{L}\d)\]}%²³'"] ?$/u.test(before) && /^ ?[\p{L}\d([{$€£¥√π±~.'"−+-]/u.test(after))
      ? 'equals'
      : undefined
  },
}

/** `2*8`, `a × b`, `3·4`. */
const times: Expansion = {
  category: 'math',
  first: /[*×·⋅]/,
  pattern: /[*×·⋅]/y,
  read: ([sign], { before, after }) => {
    const isBetween = OPERAND_BEFORE.test(before) && OPERAND_AFTER.test(after)
    if (sign === '×') return isBetween || NUMBER_AFTER.test(after) ? 'times' : undefined
    if (sign === '*' && /= ?[\p{L}_][\p{L}_ *]{1,40} $/u.test(before) && /^ [\p{L}_]{2}/u.test(after)) return 'times'
    const isNumbers = /[\d)] ?$/.test(before) && /^ ?[\d(]/.test(after)
    const isSpaced = / $/.test(before) === after.startsWith(' ')
    return isBetween && isSpaced && (isNumbers || sign !== '*' || / $/.test(before)) ? 'times' : undefined
  },
}

/** `10 / 2`. */
const divided: Expansion = {
  category: 'math',
  first: /\//,
  pattern: /\//y,
  read: (_match, { before, after }) =>
    (/[\d)] $/.test(before) && /^ [\d(]/.test(after)) ||
    (/[\d\p{L}]!$/u.test(before) && /^(?:\d|\(?[\d\p{L}]{1,6}!)/u.test(after)) ||
    (/(?:^|[^\p{L}'])[a-z] $/u.test(before) && /^ (?:[a-z](?!\p{L})|[\d(])/u.test(after)) ||
    (OPERAND_BEFORE.test(before) && /^ ?[\d.]{1,12} ?=/.test(after) && /(?:^|[^\p{L}])\p{L}$|[)\d] ?$/u.test(before))
      ? 'divided by'
      : undefined,
}

/** `5! = 120`, `n!/k!`: where the formula goes on, else the mark ends a sentence. */
const factorial: Expansion = {
  category: 'math',
  first: /!/,
  pattern: /!/y,
  read: (_match, { before, after }) =>
    /(?:[\d)]|(?:^|[^\p{L}\p{M}'])\p{L})$/u.test(before) && (GOES_ON.test(after) || AFTER_FACTORIAL.test(before))
      ? 'factorial'
      : /(?:^|[\s(])n$/.test(before) &&
          /^ (?:as|be|denotes?|grows|is|means|permutations|possible|ways)(?!\p{L})/u.test(after)
        ? 'factorial'
        : undefined,
}
const GOES_ON = /^(?:\)? ?[=×÷·*/^−+-] ?[\d(\p{L}])/u
/** `6!/4!`, `10!/(3!7!)` */
const AFTER_FACTORIAL = /!\/\(?[\d\p{L}!]{1,12}$/u

const ABSOLUTE_SIGNS: ReadonlyMap<string, string> = new Map([
  ['-', 'minus'],
  ['−', 'minus'],
  ['+', 'plus'],
  ['*', 'times'],
  ['×', 'times'],
  ['/', 'over'],
])

/** `|x|`, `|a - b|`: numbers and variables of one letter, so that cells of tables stay what they are. */
const absolute: Expansion = {
  category: 'math',
  first: /\|/,
  pattern:
    /\|([-−]?(?:\d{1,9}(?:\.\d{1,6})?|\p{L})(?: ?[-−+*×/] ?(?:\d{1,9}(?:\.\d{1,6})?|\p{L})){0,3})\|(?![\p{L}\d|])/uy,
  read: ([, inside = ''], { before }) => {
    if (/[\p{L}\d|]$/u.test(before)) return undefined
    const parts = inside.match(/\d[\d.]*|\S/gu) ?? []
    const words = parts.map((part) => ABSOLUTE_SIGNS.get(part) ?? (/^\d/.test(part) ? readNumeral(part) : part))
    return `the absolute value of ${words.join(' ')}`
  },
}

/** Signs that are said wherever they stand. */
const SIGNS: ReadonlyMap<string, string> = new Map([
  ['÷', 'divided by'],
  ['∕', 'over'],
  ['⇔', 'if and only if'],
  ['⟹', 'implies'],
  ['∣', 'given'],
  ['±', 'plus or minus'],
  ['∓', 'minus or plus'],
  ['√', 'square root of'],
  ['∛', 'cube root of'],
  ['∞', 'infinity'],
  ['∑', 'sum of'],
  ['∏', 'product of'],
  ['∫', 'integral of'],
  ['∂', 'partial'],
  ['∇', 'nabla'],
  ['∆', 'delta'],
  ['∈', 'in'],
  ['∉', 'not in'],
  ['∪', 'union'],
  ['∩', 'intersection'],
  ['⊂', 'is a subset of'],
  ['⊆', 'is a subset of or equal to'],
  ['∅', 'the empty set'],
  ['∝', 'is proportional to'],
  ['∴', 'therefore'],
  ['∵', 'because'],
  ['∀', 'for all'],
  ['∃', 'there exists'],
  ['∧', 'and'],
  ['∨', 'or'],
  ['¬', 'not'],
  ['⊕', 'plus'],
  ['⊗', 'times'],
  ['⊥', 'is perpendicular to'],
  ['∥', 'is parallel to'],
  ['∠', 'angle'],
  ['∘', 'of'],
  ['‰', 'per mille'],
  ['°', 'degrees'],
])

const sign: Expansion = {
  category: 'math',
  first: new RegExp(`[${[...SIGNS.keys()].join('')}]`),
  pattern: new RegExp(`[${[...SIGNS.keys()].join('')}]`, 'y'),
  // With limits: `∑ i = 1 → n`
  read: ([mark], { after }) => {
    const name = SIGNS.get(mark)
    return /[∑∏∫]/.test(mark) && LIMITS.test(after) ? name?.replace(/ of$/, ' from') : name
  },
}
const LIMITS = /^ (?:[a-z] ?= ?)?[-−]?[\p{L}\d∞]{1,6} →/u

/** Before serial numbers. */
export const exponentials: readonly Expansion[] = [exponential]
/** Before the bars of tables. */
export const absolutes: readonly Expansion[] = [absolute]
export const maths: readonly Expansion[] = [
  variable,
  ...programMaths,
  ...powers,
  minus,
  plus,
  comparison,
  equals,
  times,
  divided,
  factorial,
  sign,
]
