import { cardinals } from './cardinal.ts'
import type { Expansion } from './expansion.ts'

/** Every expansion, the particular before the general: the first that takes a token reads it. */
export const EXPANSIONS: readonly Expansion[] = [...cardinals]
