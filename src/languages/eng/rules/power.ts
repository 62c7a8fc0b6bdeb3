import type { Expansion } from '../../reading/expansion.ts'
import { isHasty } from './chat-context.ts'
import { cardinal, ordinal } from './number-words.ts'
import { greekName } from './speakable.ts'

/** `2` → `squared`, `-3` → `to the minus three`, `10` → `to the tenth`. */
export function powerOf(sign: string, exponent: string): string {
  if (/\D/.test(exponent)) return `to the ${sign === '' ? '' : 'minus '}${exponent}`
  return sign === '' || sign === '+' ? `to the ${ordinal(exponent)}` : `to the minus ${cardinal(exponent)}`
}

const raisedTo = (sign: string, exponent: string): string =>
  sign === '' && exponent === '2' ? 'squared' : sign === '' && exponent === '3' ? 'cubed' : powerOf(sign, exponent)

/** `^(n + 1)` */
const power: Expansion = {
  category: 'math',
  first: /\^/,
  pattern: /\^(?=[({θαβγδλμπφω√−])/uy,
  read: (_match, { before }) => (/[\p{L}\d)\]}]$/u.test(before) ? 'to the' : undefined),
}

/** `^10`, `^{-3}`, `^n`. */
const caret: Expansion = {
  category: 'math',
  first: /\^/,
  pattern: /\^(?:\{([-−+]?)(\d{1,6}|[a-z])\}|\(([-−+]?)(\d{1,6}|[a-z])\)|([-−+]?)(\d{1,6}|[a-z](?!\p{L})))/uy,
  read: (match, { before }) =>
    /[\p{L}\d)\]}]$/u.test(before)
      ? raisedTo(match[1] ?? match[3] ?? match[5] ?? '', match[2] ?? match[4] ?? match[6] ?? '')
      : undefined,
}

/** `x**2`, `10 ** -3`, but `**Note**2` */
const starPower: Expansion = {
  category: 'math',
  first: /\*/,
  pattern: /\*\* ?([-−+]?)(\d{1,6}(?!\d)|[a-z](?!\p{L}))(?!\*)/uy,
  read: ([whole, sign = '', exponent = ''], { before }) =>
    /[\p{L}\d)\]] ?$/u.test(before) &&
    !/\*\*(?! ?\d)[^*\n]{1,46}$/.test(before) &&
    before.endsWith(' ') === /^\*\* /.test(whole)
      ? raisedTo(sign, exponent)
      : undefined,
}

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹'
const SUBSCRIPTS = '₀₁₂₃₄₅₆₇₈₉'
const inDigits = (marks: string, digits: string): string => [...marks].map((mark) => digits.indexOf(mark)).join('')

/** `²`, `⁻³`, `ⁿ`. After a word, a superscript is a note's number. */
const superscript: Expansion = {
  category: 'math',
  first: /[⁰¹²³⁴-⁹⁺⁻ⁿⁱ]/,
  pattern: /([⁻⁺]?)([⁰¹²³⁴-⁹]{1,6}|ⁿ)/y,
  read: ([, sign = '', marks = ''], { before }) => {
    if (marks === 'ⁿ') return 'to the n'
    const digits = inDigits(marks, SUPERSCRIPTS)
    const isPower = /[\d)\]π]$|(?:^|[^\p{L}])\p{L}{1,3}$/u.test(before)
    return isPower ? raisedTo(sign === '⁻' ? '-' : '', digits) : cardinal(digits)
  },
}

const subscript: Expansion = {
  category: 'math',
  first: /[₀-₉]/,
  pattern: /[₀-₉]{1,6}/y,
  read: ([marks]) => cardinal(inDigits(marks, SUBSCRIPTS)),
}

const SUBSCRIPT_LETTERS = 'ₐₑₒₓₕₖₗₘₙₚₛₜ'
const LETTERS = 'aeoxhklmnpst'
/** `₁₋ₓ` → `one minus x`; `-` and `.` may stand between. */
export const subscriptWords = (marks: string): string =>
  (marks.match(/[\d₀-₉]{1,6}|./gu) ?? [])
    .map((mark) => {
      if (/[\d₀-₉]/.test(mark))
        return cardinal([...mark].map((digit) => (/\d/.test(digit) ? digit : inDigits(digit, SUBSCRIPTS))).join(''))
      if (/[₋−–-]/.test(mark)) return 'minus'
      if (/[₊+]/.test(mark)) return 'plus'
      if (mark === 'δ') return 'delta'
      if (mark === '.') return 'point'
      return LETTERS.charAt(SUBSCRIPT_LETTERS.indexOf(mark)) || mark
    })
    .join(' ')

/** `aₙ₋₁`: a variable with letters below the line. */
const subscripted: Expansion = {
  category: 'math',
  first: /[A-Za-zθαβγλμφω]/,
  pattern: /([A-Za-zθαβγλμφω])((?=[₀-₉₊₋]{0,6}[ₐₑₒₓₕₖₗₘₙₚₛₜ])[₀-₉₊₋ₐₑₒₓₕₖₗₘₙₚₛₜ]{1,7})(?![\p{L}\p{N}])/uy,
  read: ([, variable = '', marks = ''], { before }) =>
    /[\p{L}\d_]$/u.test(before) ? undefined : `${variable} ${subscriptWords(marks)}`,
}

const FUNCTIONS: ReadonlyMap<string, string> = new Map([
  ['sin', 'sine of'],
  ['cos', 'cosine of'],
  ['tan', 'tangent of'],
  ['ln', 'natural log of'],
  ['log', 'log of'],
  ['sqrt', 'square root of'],
])

/** `sin θ`, `log x`: of a variable, not the word. */
const functionsOfVariables: Expansion = {
  category: 'math',
  first: /[clst]/,
  words: new Set(FUNCTIONS.keys()),
  pattern: /(sin|cos|tan|ln|log)(?!\p{L})([²³]?)(?=(?: (?:\d{1,3} ?)?)?[b-hj-zθαβγπφω](?![\p{L}\p{M}'.]))/uy,
  read: ([, name = '', power], { before, after }) => {
    const spoken = FUNCTIONS.get(name)
    if (spoken === undefined || /[\p{L}\d_.]$/u.test(before)) return undefined
    // `late cos d bus`: because
    if (name === 'cos' && /\p{Ll}{2} $/u.test(before) && isHasty({ before, after })) return undefined
    return power === '' ? spoken : spoken.replace(/ of$/, ` ${raisedTo('', power === '²' ? '2' : '3')} of`)
  },
}

/** `tan⁻¹(x)` */
const inverse: Expansion = {
  category: 'math',
  first: /[cst]/,
  words: new Set(['sin', 'cos', 'tan']),
  pattern: /(sin|cos|tan)⁻¹/y,
  read: ([, name = '']) => `inverse ${FUNCTIONS.get(name)}`,
}

/** `sin(30°)`. */
const functions: Expansion = {
  category: 'math',
  first: /[clst]/,
  words: new Set(FUNCTIONS.keys()),
  next: /\(/,
  pattern: /(?:sin|cos|tan|ln|log|sqrt)(?=\([^()\n]{1,20}\))/y,
  read: ([name], { before }) => (/[\p{L}\d_.]$/u.test(before) ? undefined : FUNCTIONS.get(name)),
}

/** `log₂ 8` */
const logarithm: Expansion = {
  category: 'math',
  first: /l/,
  words: new Set(['log']),
  pattern: /log([₀-₉]{1,3})/y,
  read: ([, base = '']) => `log base ${cardinal(inDigits(base, SUBSCRIPTS))} of`,
}

/** `lim x → 0` */
const limit: Expansion = {
  category: 'math',
  first: /l/,
  words: new Set(['lim']),
  pattern: /lim (\p{L}) ?→/uy,
  read: ([, variable = '']) => `the limit as ${variable} approaches`,
}

/** `exp(x)`, `Var(X)`, `E[X]`: names of functions that nothing else is called */
const namedFunctions: Expansion = {
  category: 'math',
  first: /[CEPVde]/,
  words: new Set(['cov', 'det', 'e', 'exp', 'pr', 'var']),
  next: /[([]/,
  pattern: /(?:Cov|Pr|Var|det|exp)(?=\([^()\n]{1,24}\))|E(?=\[[A-Z](?:\]|[²^|]| ?[-+|]))/y,
  read: ([name], { before }) => (/[\p{L}\d_.$]$/u.test(before) ? undefined : `${name} of`),
}

/** `f(x)`, `P(A)`. */
const ofVariable: Expansion = {
  category: 'math',
  first: /[FGOPQfghΘΩ]/,
  words: new Set('f g h o p q θ ω'.split(' ')),
  next: /\(/,
  pattern: /[FGOPQfghΘΩ](?=\((?!s\))(?:\p{L}|\d{1,4})(?![\p{L}\d])[^()\n]{0,24}\))/uy,
  read: ([name], { before }) => (/[\p{L}\d_.)]$/u.test(before) ? undefined : `${greekName(name) ?? name} of`),
}

/** Parts of laws and lists: `Section 4 B(i)`, `Option V(s)` */
const NUMBERED_BEFORE =
  /(?:^|[^\p{L}])(?:answers?|appendix|article|box|case|chapter|class|clause|column|exhibit|fig(?:ure)?|form|group|grade|item|level|line|notes?|option|paragraph|part|phase|plan|point|question|row|rule|schedule|section|step|subsection|table|team|tier|title|type|units?|vitamin)s?\.? $|[\d§] ?$/iu
const MATH_NEAR =
  /(?:^|[^\p{L}])(?:actions?|equation|expectation|function|given|integral|laplace|policy|q-learning|reward|s-domain|state|transfer|transform|values?)(?!\p{L})|[=∈∑∫]|(?:^|[^\p{L}])\p{L}\([a-z](?:, ?[a-z])?\)/iu

/** `H(r)`, `T(n)`, `u(x, t)`, `J(θ)`: of one variable or more, whose names are letters; but `a(n)`, `letter(s)` */
const ofLetters: Expansion = {
  category: 'math',
  first: /[B-Zfghp-zφψπσ]/,
  words: new Set('b c d e f g h i j k l m n o p q r s t u v w x y z φ ψ π σ'.split(' ')),
  next: /\(/,
  pattern:
    /[B-Zfghp-zφψπσ](?=\([a-zαβγδεθλμπρσφψω](?:['₀-₉]|(?:, ?| ?\| ?| ?[-+] ?)[\da-zαβγδεθλμπρσφψω]){0,3}\)(?!\p{L}))/uy,
  read: ([name], { before, after }) =>
    /[\p{L}\d_.)-]$|\p{L}'$/u.test(before) ||
    NUMBERED_BEFORE.test(before) ||
    (after.startsWith('(s)') && !MATH_NEAR.test(before + after.slice(3)))
      ? undefined
      : `${greekName(name) ?? name.toUpperCase()} of`,
}

/** `P(A|B)`: what is known */
const given: Expansion = {
  category: 'math',
  first: /\|/,
  pattern: /\|(?=[^()|\n]{1,24}\))/y,
  read: (_match, { before }) =>
    /(?:^|[^\p{L}])(?:[EHILPpqQ]|Pr|[πφ])\([^()|\n]{1,24}$/u.test(before) ? 'given' : undefined,
}

/** `⁵√`, `ⁿ√` */
const root: Expansion = {
  category: 'math',
  first: /[⁰¹²³⁴-⁹ⁿ]/u,
  pattern: /([⁰⁴-⁹¹²³]{1,2}|ⁿ)√/uy,
  read: ([, index = '']) => `${index === 'ⁿ' ? 'nth' : ordinal(inDigits(index, SUPERSCRIPTS))} root of`,
}

/** Before initialisms. */
export const functionNames: readonly Expansion[] = [
  limit,
  logarithm,
  inverse,
  functions,
  functionsOfVariables,
  namedFunctions,
  ofVariable,
  ofLetters,
  given,
  subscripted,
]
export const powers: readonly Expansion[] = [root, starPower, caret, power, superscript, subscript]
