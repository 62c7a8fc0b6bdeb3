import type { Context, Expansion } from '../../reading/expansion.ts'
import { isCodeAsked } from './number-sense.ts'
import { digitByDigit } from './number-words.ts'

const SAYS_END =
  /(?:^|[^\p{L}])(?:end(?:s|ing)?(?: in| with)?|last (?:four|4)(?: digits)?(?: are| is)?)[ :,"'(]{1,3}$/iu

const sayEnd = (digits: string, { before }: Context): string =>
  SAYS_END.test(before) ? digitByDigit(digits) : `ending in ${digitByDigit(digits)}`

/** Numbers of which only the end is shown. Before keys and markup, of which the signs look the same. */
export const maskedNumbers: readonly Expansion[] = [
  {
    // `****-****-****-4821`, `•••• 4821`, `***-**-6789`
    category: 'serial',
    first: /[*•●·]/,
    pattern: /(?=\*{3}|[•●·]{2})[*•●·]{1,24}(?:[-) ]{1,2}[*•●·]{1,24}){0,5}[-) ]{0,2}(\d{2,6})(?![\p{L}\d*]|[.,:]\d)/uy,
    read: ([, shown = ''], context) => (/[\p{L}\d]$/u.test(context.before) ? undefined : sayEnd(shown, context)),
  },
  {
    // `xxxx1234`, `XXXX-XXXX-XXXX-4242`
    category: 'serial',
    first: /[Xx]/,
    words: new Set(['xx', 'xxx', 'xxxx', 'xxxxx', 'xxxxxx', 'xxxxxxxx', 'xxxxxxxxxxxx']),
    pattern: /[Xx]{2,16}(?:[- ][Xx]{2,16}){0,3}[- ]?(\d{2,6})(?![\p{L}\d])/uy,
    read: ([, shown = ''], context) => (/[\p{L}\d]$/u.test(context.before) ? undefined : sayEnd(shown, context)),
  },
  {
    // `account ...4821`
    category: 'serial',
    first: /[.…]/,
    pattern: /(?:\.{2,4}|…) ?(\d{3,6})(?![\p{L}\d%]|[-.,:/]\d)/uy,
    read: ([, shown = ''], context) =>
      /(?:^|[\s("'])$/.test(context.before) && isCodeAsked(context, 1) ? sayEnd(shown, context) : undefined,
  },
]
