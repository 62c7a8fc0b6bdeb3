import type { Context } from './expansion.ts'
import { couldBeSaid } from './sayable.ts'

/** Short words in names of places */
const LINK = '(?:EN|SUR|SOUS|LE|LA|LES|DE|DU|DES|AUX?|DOS?|DAS?|AM|IM|AN|BEI|OP|AAN|DEN|SUL)'
const LINK_BEFORE = new RegExp(`\\p{Lu}{3}-(?:${LINK}-)?$`, 'u')
const LINK_AFTER = new RegExp(`^-${LINK}-\\p{Lu}{3}`, 'u')
const AFTER_LINK = new RegExp(`-${LINK}-$`)
const LINK_ALONE = new RegExp(`^${LINK}$`)

/** `AIX-EN-PROVENCE`: whether capitals between hyphens are words, of which the shortest could be letters */
export const isInPlaceName = (letters: string, { before, after }: Context): boolean =>
  LINK_ALONE.test(letters)
    ? LINK_BEFORE.test(before) && /^-\p{Lu}{3}/u.test(after)
    : couldBeSaid(letters) && (LINK_AFTER.test(after) || AFTER_LINK.test(before))
