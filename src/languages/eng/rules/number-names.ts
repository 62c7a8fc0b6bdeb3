import type { Expansion } from '../../reading/expansion.ts'
import { cardinal, ordinal } from './number-words.ts'
import { parts } from './until-next.ts'

/** Numbers with a letter that their field gives a name. */
export const numberNames: readonly Expansion[] = [
  {
    // `runners on 1B`
    category: 'serial',
    first: /[123]/,
    pattern: /(?<base>[123])B(?![\p{L}\d])/uy,
    read: (match, { before }) =>
      /(?:runners? (?:on|at)|(?:out|safe) at|stole|steals?|throws? to|threw to|takes|took|and) $/i.test(before) &&
      /(?:runner|out|safe|stole|steal|throw|threw|take|took)/i.test(before)
        ? `${ordinal(parts(match).base ?? '')} base`
        : undefined,
  },
  {
    // `f/1.8`: the opening of a lens
    category: 'serial',
    first: /f/,
    words: new Set(['f']),
    next: /\//,
    pattern: /f\/(?=\d{1,2}(?:\.\d)?(?![\d/]))/y,
    read: (_match, { before }) => (/[\p{L}\d_.-]$/u.test(before) ? undefined : 'F'),
  },
  {
    // `10Y Treasury`
    category: 'serial',
    first: /\d/,
    pattern: /(?<years>[1-9]\d?)Y(?= (?:bonds?|notes?|swaps?|Treasur(?:y|ies)|UST|yields?)(?!\p{L}))/uy,
    read: (match) => `${cardinal(parts(match).years ?? '')} year`,
  },
  {
    // `my brother (28M)`
    category: 'serial',
    first: /[\dMFmf]/,
    pattern: /(?<=\()(?:(?<age>\d{2})(?<sex>[MFmf])|(?<sexFirst>[MFmf])(?<ageLast>\d{2}))(?=\))/y,
    read: (match) => {
      const { age, sex, sexFirst, ageLast } = parts(match)
      return age === undefined
        ? `${sexFirst?.toUpperCase()} ${cardinal(ageLast ?? '')}`
        : `${cardinal(age)} ${sex?.toUpperCase()}`
    },
  },
]
