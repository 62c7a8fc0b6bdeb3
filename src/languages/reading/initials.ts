import type { Expansion } from './expansion.ts'
import { spellLetters } from './letters.ts'
import { anyOf } from './quantity.ts'

/** What mixes cases and is told letter by letter, though one could say it */
const MIXED = 'SpA GmbH PhD BSc MSc DPhil IgA IgD IgE IgG IgM IoT QoS RoHS PoC PoE SoC VoD MoU YoY DDoS'.split(' ')

/** Kinds of companies in English, by how they are shortened */
const COMPANIES: Readonly<Record<string, string>> = {
  inc: 'Incorporated',
  ltd: 'Limited',
  corp: 'Corporation',
  bros: 'Brothers',
  co: 'Co',
}

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
  {
    // `RdRp`, `StGB`: capitals and small letters without a vowel
    category: 'abbreviation',
    first: /[B-DF-HJ-NP-TV-XZ]/,
    written: ['mixed'],
    pattern:
      /[B-DF-HJ-NP-TV-XZ](?=[B-DF-HJ-NP-TV-XZ]{0,2}[b-df-hj-np-tv-xz]{1,2}[B-DF-HJ-NP-TV-XZ])[B-DF-HJ-NP-TV-XZb-df-hj-np-tv-xz]{2,4}(?![\p{L}\p{M}\d]|['.]\p{L})/uy,
    read: ([letters], { before }) => (/[\p{L}\p{M}\d@#_./-]$/u.test(before) ? undefined : spellLetters(letters)),
  },
  {
    // `Acme Inc. hat`, `Miller & Co., die`: a company, whose full stop ends nothing within a sentence
    category: 'abbreviation',
    first: /[BCIL]/,
    words: new Set(Object.keys(COMPANIES)),
    next: /\./,
    written: ['capitalized'],
    pattern: /(Inc|Ltd|Corp|Bros|Co)\.(?=[,;:)]| ?(?:[(&]|(?!\p{Lu})\p{L}))/uy,
    read: ([, kind = ''], { before }) => (/[\p{L}\d)&,] $/u.test(before) ? COMPANIES[kind.toLowerCase()] : undefined),
  },
]
