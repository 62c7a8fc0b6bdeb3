import { cardinals } from './cardinal.ts'
import { decimals } from './decimal.ts'
import type { Expansion } from './expansion.ts'
import { clearFractions, fractions } from './fraction.ts'
import { exponentials, maths } from './math.ts'
import { measures } from './measure.ts'
import { currencySigns, moneys } from './money.ts'
import { ordinals } from './ordinal.ts'
import { percents } from './percent.ts'
import { ranges, yearRanges } from './range.ts'

/** Every expansion, the particular before the general: the first that takes a token reads it. */
export const EXPANSIONS: readonly Expansion[] = [
  ...moneys,
  ...percents,
  ...measures,
  ...exponentials,
  ...yearRanges,
  ...clearFractions,
  ...ordinals,
  ...fractions,
  ...ranges,
  ...decimals,
  ...cardinals,
  ...maths,
  ...currencySigns,
]
