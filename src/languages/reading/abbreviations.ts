import type { SentenceRules } from '../language.ts'
import type { Expansion } from './expansion.ts'
import { anyOf, beforeSentenceEnd } from './quantity.ts'

/** A row of a list of abbreviations: what is written, then pairs of a reading and where it holds. */
export type AbbreviationRow = readonly string[]

const CONDITIONS: Readonly<Record<string, (before: string, after: string) => boolean>> = {
  '': () => true,
  '#': (_before, after) => /^ ?(?:(?![²³])\p{N}|[IVXLC]{1,6}(?!\p{L}))/u.test(after),
  // A Roman numeral is a number: `cap. IV`
  A: (_before, after) => /^[ -]?(?![IVXLC]{2,6}(?!\p{L})|[IVX](?![\p{L}.]))\p{Lu}/u.test(after),
  w: (_before, after) => /^ ?\p{L}/u.test(after),
  // Ordinals, too: `89e min.`
  '1': (before) => /\d(?:\.?[ºª°]|\.|[eè]|er|ère|ème|de|ste)? ?$/u.test(before),
  '@': (before, after) => /\d[\p{L} .,]{0,5}$/u.test(before) || /^,? ?(?:\p{L}{1,3} )?\d/u.test(after),
}

interface Abbreviation {
  readonly written: string
  readonly spoken: string
  readonly condition: string
}

const readingsOf = ([written = '', ...pairs]: AbbreviationRow): Abbreviation[] =>
  Array.from({ length: Math.ceil(pairs.length / 2) }, (_, i) => ({
    written,
    spoken: pairs[2 * i] ?? '',
    condition: pairs[2 * i + 1] ?? '',
  }))

/**
 * Abbreviations of a list. A space in what is written may be left out;
 * `.?` is a full stop that may be left out. Conditions: `#` before a number, `A` before a capital, `w` before a word,
 * `1` after a number, `@` near a number; `t` marks a title, which ends no sentence, `c` what is written just so, `s` what is
 * written without its full stop, too, but in capitals, where it is an initialism.
 */
export function abbreviations(rows: readonly AbbreviationRow[]): readonly Expansion[] {
  const longestFirst = rows.flatMap(readingsOf).sort((one, other) => other.written.length - one.written.length)
  return longestFirst.map(({ written, spoken, condition }): Expansion => {
    const mayLackStop = condition.includes('s')
    const source = mayLackStop
      ? `${anyOf([written.replace(/\.$/, '')])}(?:\\.|(?![.'@/&-]))`
      : anyOf([written]).replaceAll('\\.\\?', '\\.?')
    const isExact = condition.includes('c')
    // Compiling them all takes tens of milliseconds, and most are never tried.
    let made: RegExp | undefined
    const fits = CONDITIONS[condition.replaceAll(/[cst]/g, '')] ?? CONDITIONS['']
    const [first = ''] = /^(?:(?![ºª])[\p{L}\p{M}]){1,30}/u.exec(written) ?? []
    const key = first === '' ? {} : { words: new Set([first.toLowerCase()]) }
    return {
      category: 'abbreviation',
      first: new RegExp(`[${written.charAt(0).toLowerCase()}${written.charAt(0).toUpperCase()}]`, 'u'),
      ...key,
      get pattern() {
        // A stroke parts words: `c/leche`, `C/Mayor`.
        const end = written.endsWith('/') ? '' : '(?![\\p{L}\\p{M}])(?:(?<=[.°º])|(?!\\d))'
        made ??= new RegExp(source + end, isExact ? 'uy' : 'uyi')
        return made
      },
      read: (match, context) => {
        const { before, after } = context
        if (/[\p{L}\p{M}\d@]$|[\p{L}]['.-]$/u.test(before) && !/['-]$/.test(before)) return undefined
        if (fits?.(before, after) !== true) return undefined
        if (mayLackStop && !match[0].endsWith('.') && !isWithoutStop(match[0], condition, before)) return undefined
        return beforeSentenceEnd(spoken, match[0], context)
      },
    }
  })
}

/** Not capitals, nor a unit after its number: `2 tb`. */
const isWithoutStop = (written: string, condition: string, before: string): boolean =>
  written.slice(1) === written.slice(1).toLowerCase() && !(condition === 's' ? /(?:\d ?|[-'])$/ : /[-']$/).test(before)

/** `Goethestr. 5`: a word whose ending is shortened. */
export const shortenedEnding = (short: string, ending: string): Expansion => ({
  category: 'abbreviation',
  first: /\p{Lu}/u,
  next: /\./,
  pattern: new RegExp(String.raw`(\p{Lu}\p{Ll}{2,30})${short}\.(?!\p{L})`, 'uy'),
  read: ([whole, name = ''], context) => beforeSentenceEnd(name + ending, whole, context),
})

/** `l'art. 14`, `d'EDF`: parts an article from an abbreviation that begins with a vowel, and from capitals. */
export function elisions(elided: string, rows: readonly AbbreviationRow[]): Expansion {
  const dotted = rows.flatMap(([written = '']) => (/^[aeiouéh]\p{L}{1,8}\./iu.test(written) ? [written] : []))
  // Case by case: a pattern that ignores it takes longer at each article.
  const inCases = (words: readonly string[]): string =>
    anyOf(words.flatMap((word) => [word.toLowerCase(), word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()]))
  const follows = String.raw`\p{Lu}{2,6}(?![\p{L}\p{M}])|\p{Lu}\.|(?:${inCases(dotted)})(?![\p{L}\p{M}])`
  return {
    category: 'word',
    first: /\p{L}/u,
    next: /'/,
    words: new Set(elided.split('|')),
    pattern: new RegExp(`(?:${inCases(elided.split('|'))})'(?=${follows})`, 'uy'),
    read: ([head]) => head,
  }
}

/** `L' unica`: an article, whose space is a mistake. */
export const spacedElisions = (elided: string): Expansion => ({
  category: 'abbreviation',
  first: /\p{L}/u,
  next: /'/,
  words: new Set(elided.split('|')),
  pattern: new RegExp(`(?:${elided})' (?=[aeiouhàâéèêëîïôœù])`, 'iuy'),
  read: ([head], { before }) => (/(?:^|[\s("])$/.test(before) ? head.trimEnd() : undefined),
})

/** The sentence rules that follow from a list of abbreviations. */
export function sentenceRulesOf(
  rows: readonly AbbreviationRow[],
  openers: ReadonlySet<string>,
): Pick<SentenceRules, 'neverLast' | 'beforeNumber' | 'sometimesLast' | 'openers' | 'beforeLowerCase'> {
  const dotted = rows.flatMap(readingsOf).filter(({ written }) => /\.\??$/.test(written))
  const words = (fits: (condition: string) => boolean): ReadonlySet<string> =>
    new Set(
      dotted.flatMap(({ written, condition }) => {
        if (!fits(condition)) return []
        const word = written.toLowerCase().replace(/\.\??$/, '')
        return [word.replaceAll(' ', ''), word.slice(word.lastIndexOf(' ') + 1)]
      }),
    )
  const openings = dotted.flatMap(({ written }) => written.toLowerCase().split(' ').slice(0, -1))
  const inside = openings.map((word) => word.replace(/\.$/, '')).filter((word) => word.length > 1)
  return {
    neverLast: new Set([...words((condition) => /[Awt]/.test(condition)), ...inside]),
    beforeNumber: words((condition) => condition.includes('#')),
    sometimesLast: words((condition) => /^[1@cs]*$/.test(condition)),
    beforeLowerCase: words((condition) => /^[1@cs]*$/.test(condition)),
    openers,
  }
}
