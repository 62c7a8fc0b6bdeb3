import type { Expansion } from './expansion.ts'
import { spellLetters } from './letters.ts'
import { anyOf } from './quantity.ts'

/** Titles that mix cases and are told letter by letter */
const MIXED = ['SpA', 'GmbH', 'PhD', 'BSc', 'MSc', 'DPhil']

/** `jouw vraag ALS het antwoord`: an initialism that is a word for emphasis before some others; both are sources of patterns. */
export const emphasized = (letters: string, after: string): Expansion => ({
  category: 'word',
  first: /[A-Z]/,
  words: new Set([letters.toLowerCase()]),
  written: ['mixed'],
  pattern: new RegExp(`${letters}(?= (?:${after})(?!\\p{L}))`, 'uy'),
  read: ([word], { before }) => (/[\p{L}\d./-]$/u.test(before) ? undefined : word),
})

/** `J.-P. Dupont`, `Ch.-H. Favrod`: the letters of a double name, whose full stops end nothing; `av. J.-C.` is another. */
export const hyphenatedInitials: Expansion = {
  category: 'abbreviation',
  first: /\p{Lu}/u,
  next: /\./,
  pattern: /(\p{Lu}h?)\.-((\p{Lu}h?)\.(?:-?\p{Lu}\.)?)(?![\p{L}\p{M}\d])/uy,
  read: ([whole, first = '', rest = ''], { before, after }) => {
    if (/[\p{L}\p{M}\d@./-]$/u.test(before)) return undefined
    if (/^J\.-C\.$/.test(whole) && !/^ \p{Lu}\p{Ll}/u.test(after)) return undefined
    return {
      spoken: spellLetters(first + rest.replaceAll(/[.-]/g, '')),
      length: whole.length - (after.trim() === '' ? 1 : 0),
    }
  },
}

/** Letters that are told one by one, whatever follows. */
export const initials: readonly Expansion[] = [
  {
    // `O.N.U dijo`: letters of which the last lacks its full stop; two of them only if the last is no word
    category: 'abbreviation',
    first: /\p{Lu}/u,
    next: /\./,
    pattern: /(?:(?:\p{Lu}\.){2,5}\p{Lu}|\p{Lu}\.[B-DF-HJ-NP-TV-XZ])(?![\p{Script=Latin}\p{M}\d'&@.])/uy,
    read: ([letters], { before }) =>
      /[\p{L}\d@./-]$/u.test(before) ? undefined : spellLetters(letters.replaceAll('.', '')),
  },
  {
    category: 'abbreviation',
    first: /[A-Z]/,
    words: new Set(MIXED.map((title) => title.toLowerCase())),
    written: ['mixed'],
    pattern: new RegExp(`(?:${anyOf(MIXED)})(?![\\p{L}\\p{M}\\d])`, 'uy'),
    read: ([title]) => spellLetters(title),
  },
]
