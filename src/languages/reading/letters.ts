import type { Context, Expansion } from './expansion.ts'
import type { Grammar } from './grammar.ts'
import { ALONE } from './grammar.ts'
import { digitByDigit } from './numeral.ts'

export const spellLetters = (letters: string): string =>
  [...letters.normalize('NFD').replaceAll(/\p{M}/gu, '').toUpperCase()].join(' ')

const CONTENT = String.raw`[^()]{0,1000}(?:\([^()]{0,200}\)[^()]{0,200}){0,4}`
const IN_GROUP = 3

/** `spell(X)`: every letter by its name in the language, in groups with short pauses. */
export function spelling(grammar: Grammar): readonly Expansion[] {
  const { letterNames, net } = grammar
  const symbols: Readonly<Record<string, string>> = {
    ...net.others,
    '@': net.at,
    '.': net.dot,
    '/': net.slash,
    '-': net.dash,
    _: net.underscore,
    ':': net.colon,
  }
  const nameOf = (unit: string): string =>
    /\d/.test(unit) ? digitByDigit(unit, grammar) : (letterNames.get(unit.toLowerCase()) ?? unit.toUpperCase())
  const spelled = (content: string): string => {
    const groups: string[] = []
    for (const [run] of content
      .normalize('NFC')
      .matchAll(/\d{1,1000}|\p{L}\p{M}{0,4}(?:\p{L}\p{M}{0,4}){0,999}|[^\d\p{L}]/gu)) {
      const symbol = symbols[run]
      if (symbol !== undefined) groups.push(symbol)
      else if (/^[\p{L}\d]/u.test(run)) {
        const units = run.match(/\d|\p{L}\p{M}{0,4}/gu) ?? []
        const size = units.length % IN_GROUP === 1 && units.length > 1 ? 2 : IN_GROUP
        for (let at = 0; at < units.length; at += size)
          groups.push(
            units
              .slice(at, at + size)
              .map(nameOf)
              .join(' '),
          )
      }
    }
    return groups.join(', ')
  }
  return [
    {
      category: 'spell',
      first: /s/i,
      words: new Set(['spell']),
      pattern: new RegExp(String.raw`spell\((?<content>${CONTENT})\)`, 'iy'),
      read: ({ groups }) => spelled(groups?.content ?? '') || undefined,
    },
  ]
}

const VOWEL = /[aeiouyà-öø-ýœ]/i
/** Consonants that no syllable begins or ends with. */
const UNSAYABLE =
  /^[^aeiouyà-öø-ýœ]{3,}|[^aeiouyà-öø-ýœ]{4,}|[bdfgkv][bdfgkpqtvz]|p[bcdfgkqvz]|^(?:[bcdfgkptvz][bcdfgkpqtvz]|[lmnr][bcdfgkpqtvz])/i

/** Whether capitals would be said as a word. */
const isSayable = (letters: string): boolean =>
  letters.length > 3 && VOWEL.test(letters) && !UNSAYABLE.test(letters) && !/[bdfgkptvz]{2}$/i.test(letters)

/** A sentence in capitals, whose words are words. */
const isShouted = ({ before, after }: Context): boolean =>
  /(?:^|[^\p{L}])\p{Lu}{4,30}[^\p{L}]{1,4}$/u.test(before) || /^[^\p{L}]{1,4}\p{Lu}{4,30}(?!\p{L})/u.test(after)

/** Initialisms letter by letter; known acronyms and what could be said as a word stay. */
export function initialisms(grammar: Grammar): readonly Expansion[] {
  const { acronyms } = grammar
  const sayPart = (letters: string): string =>
    letters.length > 1 && (acronyms.has(letters.toLowerCase()) || isSayable(letters)) ? letters : spellLetters(letters)
  return [
    {
      // `U.S.A.`
      category: 'abbreviation',
      first: /\p{Lu}/u,
      next: /\./,
      pattern: /(?:\p{Lu}\. ?){1,5}\p{Lu}\.(?![\p{L}\d])/uy,
      read: (match, { after }) => ({
        spoken: spellLetters(match[0].replaceAll(/[^\p{L}]/gu, '')),
        length: match[0].length - (after.trim() === '' ? 1 : 0),
      }),
    },
    {
      // `A. García`: the letter of a name, whose full stop ends nothing
      category: 'abbreviation',
      first: /\p{Lu}/u,
      next: /\./,
      pattern: /(\p{Lu})\.(?= ?\p{Lu}[\p{Ll}.'])/uy,
      read: ([, letter = ''], { before }) => (/[\p{L}\d]$|\d $/u.test(before) ? undefined : letter),
    },
    {
      // `AT&T`, `R&D`
      category: 'abbreviation',
      first: /\p{Lu}/u,
      next: /&/,
      pattern: /(\p{Lu}{1,3})&(\p{Lu}{1,3})(?![\p{L}\d])/uy,
      read: ([, left = '', right = '']) =>
        `${spellLetters(left)} ${grammar.symbols.get('&') ?? ''} ${spellLetters(right)}`,
    },
    {
      // `MS 302`: two capitals and a number are a flight or the like.
      category: 'serial',
      first: /[A-Z]/,
      written: ['mixed'],
      pattern: /([A-Z]{2}) (\d{3,4})(?![\p{L}\d]|[.,/:-]\d)/uy,
      read: ([, letters = '', digits = '']) =>
        acronyms.has(letters.toLowerCase()) ? undefined : `${spellLetters(letters)} ${digitByDigit(digits, grammar)}`,
    },
    {
      // Time zones
      category: 'abbreviation',
      first: /[cegpu]/,
      words: new Set(['gmt', 'utc', 'est', 'pst', 'cet', 'cest', 'edt', 'pdt']),
      pattern: /[a-z]{3,4}(?![\p{L}\d])/uy,
      read: ([zone], { before }) =>
        // `est` is a word of French.
        (zone === 'est' ? /[ap]\.? ?m\.? $/u : /(?:\d|[ap]\.? ?m\.?|h|Uhr) $/u).test(before)
          ? spellLetters(zone)
          : undefined,
    },
    {
      category: 'abbreviation',
      first: /\p{Lu}/u,
      written: ['mixed'],
      pattern: /\p{Lu}{2,30}(?![\p{L}\p{M}\d])/uy,
      read: ([letters], context) => {
        const word = letters.toLowerCase()
        if (acronyms.has(word)) return letters
        if (grammar.spelled?.has(word) === true) return spellLetters(letters)
        if (letters.length > 3 && isShouted(context)) return letters
        return isSayable(letters) ? letters : spellLetters(letters)
      },
    },
    {
      // `PDFs`
      category: 'abbreviation',
      first: /\p{Lu}/u,
      written: ['mixed'],
      pattern: /(\p{Lu}{2,5})s(?![\p{L}\p{M}\d])/uy,
      read: ([, letters = '']) => sayPart(letters),
    },
    {
      // `v3.1`
      category: 'serial',
      first: /v/i,
      words: new Set(['v']),
      next: /\d/,
      pattern: /v(?=\d{1,3}(?:\.\d{1,3}){1,3}(?![\d\p{L}]|\.\d))/iuy,
      read: (_match, { before }) => (/[\p{L}\d]$/u.test(before) ? undefined : 'V'),
    },
    {
      // `B22`, `IB3412`, `3D`, `A1B2`, `COVID-19`
      category: 'serial',
      first: /[A-Za-z]/,
      next: /[\d-]/,
      pattern: /(?:[A-Z]{1,6}|[a-z]{1,2})-?\d{1,8}(?:[-/]?(?:[A-Z]{1,6}(?![a-z])|\d{1,8})){0,8}(?![\p{L}\p{M}\d])/uy,
      read: ([code], { before }) => (/[\p{L}\d]$/u.test(before) ? undefined : sayCode(code)),
    },
    {
      category: 'serial',
      first: /\d/,
      pattern:
        /\d{1,8}(?:-?[A-Z]{1,5}(?![a-zà-ÿ])|-?\d{1,8}(?=-?[A-Z])){1,8}(?:\d{1,8})?(?:-?[A-Z]{1,5})?(?![\p{Ll}\d])/uy,
      read: ([code], { before }) => (/[\p{L}\d]$/u.test(before) ? undefined : sayCode(code)),
    },
  ]

  function sayCode(code: string): string {
    const runs = code.match(/\d{1,40}|[A-Za-z]{1,40}/g) ?? []
    const isOneBreak = runs.length <= 2
    return runs
      .map((run) => {
        if (!/\d/.test(run)) return run.length > 3 ? sayPart(run) : spellLetters(run)
        const isNumber = isOneBreak && run.length <= 2 && !run.startsWith('0')
        return isNumber ? grammar.cardinal(Number(run), ALONE) : digitByDigit(run, grammar)
      })
      .join(' ')
  }
}

const ROMAN = /^(?=[MDCLXVI])M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})$/
const VALUES: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 }

/** Undefined for letters that are no Roman numeral. */
export function romanValue(letters: string): number | undefined {
  const numeral = letters.toUpperCase()
  if (!ROMAN.test(numeral)) return undefined
  let value = 0
  for (let i = 0; i < numeral.length; i++) {
    const here = VALUES[numeral.charAt(i)] ?? 0
    value += here < (VALUES[numeral.charAt(i + 1)] ?? 0) ? -here : here
  }
  return value
}

/** Numerals of kings, centuries and chapters. */
export function romanNumerals(grammar: Grammar): readonly Expansion[] {
  return [
    {
      category: 'roman',
      first: /[IVXLCDMivxlcdm]/,
      pattern: /(?:[IVXLCDM]{1,9}|[ivxlcdm]{1,9})(?![\p{L}\p{M}\d'])/uy,
      read: ([written], context) => {
        const value = romanValue(written)
        return value === undefined || value === 0 ? undefined : grammar.roman(value, written, context)
      },
    },
  ]
}
