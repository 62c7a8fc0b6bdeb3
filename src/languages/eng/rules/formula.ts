import type { Expansion } from '../../reading/expansion.ts'
import { cardinal } from './number-words.ts'
import { DECIMAL_NUMERAL, readNumeral } from './numeral.ts'
import { greekName } from './speakable.ts'

/** What begins a word: not in the middle of a name, a path or an address. */
const STANDS_FREE = /(?:^|[^\p{L}\p{M}\d'@#/\\_.$-])$/u

/** After a coefficient: a power, an operator without a space, a bracket that closes. */
const CALCULATED_AFTER = /^(?:[\^²³=)]|[-+*/](?:\d{1,4}(?![\p{L}\d%])|\(|\d{0,3}[a-z](?!\p{L})))/u
/** Before it: a power, a bracket or an operator. */
const CALCULATED_BEFORE = /(?:[\^²³)]\d{0,3} ?[-−+*/] ?|[=(] ?|[a-z\d)] ?[+*] ?)$/

/** Roads, grades of schools, masks and forms. */
const NUMBERED = /^(?:i-\d{2,3}|k-(?:5|6|8|9|12)|n-(?:64|95|400))$/
/** What is counted: `2x-3 per day`, but `2x-3 is odd` */
const COUNTED_AFTER = /^ (?!(?:and|are|equals|if|is|or|then|when|where)(?!\p{L}))\p{L}{2}/u

/** What is taken from what, where no space parts them: `(n-1)`, `x^2-x`, but not `x-y plane`, `(a-z)`. */
export const formulas: readonly Expansion[] = [
  {
    // `n-1`, `f(x-2)`, but neither `the k-1 visa` nor `i-95`
    category: 'math',
    first: /[ijkmnxyz]/,
    words: new Set('ijkmnxyz'),
    next: /-/,
    pattern: /(?<variable>[ijkmnxyz])-(?<number>\d{1,3})(?![\p{L}\d%]|[-.,:/]\d|-\p{L})/uy,
    read: ({ 0: whole, groups }, { before, after }) => {
      const { variable = '', number = '' } = groups ?? {}
      if (NUMBERED.test(whole)) return undefined
      const isFirst = STANDS_FREE.test(before)
      if (!isFirst && !/[\d)][-+*/]$/.test(before)) return undefined
      const isFormula = (/[([=+*^<>≤≥] ?$/.test(before) && !/^ \p{L}{2}/u.test(after)) || /^ ?[)\]=+*^<>≤≥]/.test(after)
      return isFormula || (variable === 'n' && /^[123]$/.test(number))
        ? `${variable.toUpperCase()} minus ${cardinal(number)}`
        : undefined
    },
  },
  {
    // `2x^2`, `3x-5`: a coefficient, and neither `2x faster` nor the code `3X-5`
    category: 'math',
    first: /[\d.]/,
    pattern: new RegExp(
      String.raw`(?<number>${DECIMAL_NUMERAL})(?<variable>[nxyz])(?:[-−](?<taken>\d{1,4})(?![\p{L}\d%]))?(?![\p{L}\p{M}\d'])`,
      'uy',
    ),
    read: ({ groups }, { before, after }) => {
      const { number = '', variable = '', taken } = groups ?? {}
      if (/[\p{L}\d_.,$€£#]$/u.test(before) || /^-\d{1,3}x|^ ?(?:times|x)(?!\p{L})/u.test(after)) return undefined
      if (taken === undefined && !CALCULATED_AFTER.test(after) && !CALCULATED_BEFORE.test(before)) return undefined
      if (taken !== undefined && COUNTED_AFTER.test(after) && !CALCULATED_BEFORE.test(before)) return undefined
      return `${readNumeral(number)} ${variable.toUpperCase()}${taken === undefined ? '' : ` minus ${cardinal(taken)}`}`
    },
  },
  {
    // `10^-6-10^-3`
    category: 'range',
    first: /-/,
    pattern: /-(?=10\^)/y,
    read: (_match, { before }) => (/\d\^\{?[-−]?\d{1,3}\}?$/.test(before) ? 'to' : undefined),
  },
  {
    // `(x+1)(x-1)`
    category: 'math',
    first: /\)/,
    pattern: /\)[²³]?\((?=[^()\n]{0,20}(?<!\p{L})[a-z²³\d] ?[-−+*^][^()\n]{1,20}\))/uy,
    read: ([signs], { before }) =>
      /\([^()\n]{0,20}(?<!\p{L})[a-z²³\d] ?[-−+*^] ?[^()\n]{0,20}[a-z\d²³]$/u.test(before)
        ? `${/²/.test(signs) ? 'squared ' : /³/.test(signs) ? 'cubed ' : ''}times`
        : undefined,
  },
  {
    // `|x^2 - 4|`, `|(x+1)(x-2)|`: what stands between the bars is read on its own
    category: 'math',
    first: /\|/,
    pattern:
      /\|(?=(?=[^|\n]{0,40}[-−+*^²³])[-−(]{0,2}\d{0,3}[a-z](?![\p{L}'])(?:\d{1,3}|[a-z](?!\p{L})|[-−+*/^²³() .]){1,40}\|(?![\p{L}\d|]))/uy,
    read: (_match, { before }) => (/[\p{L}\d|]$/u.test(before) ? undefined : 'the absolute value of'),
  },
  {
    // `Δx`, `λL`
    category: 'math',
    first: /\p{Script=Greek}/u,
    pattern: /(?<greek>\p{Script=Greek})(?<latin>[A-Za-z])(?![\p{L}\p{M}])/uy,
    read: ({ groups }, { before }) => {
      const { greek = '', latin = '' } = groups ?? {}
      const name = /[\p{L}\d]$/u.test(before) ? undefined : greekName(greek)
      return name === undefined || /^[µμ]/.test(greek) ? undefined : `${name} ${latin.toUpperCase()}`
    },
  },
]
