import { isCited } from './citations.ts'
import type { Context, Expansion } from './expansion.ts'
import type { Grammar } from './grammar.ts'
import { ALONE } from './grammar.ts'
import { digitByDigit } from './numeral.ts'
import { isInPlaceName } from './place-names.ts'
import { anyOf, beforeSentenceEnd, finderIn } from './quantity.ts'
import { couldBeSaid, isSayable } from './sayable.ts'

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

/** A word in capitals before or after, in a sentence whose words all are. */
const CAPITALS_BEFORE = /(?:^|[^\p{L}])(\p{Lu}{4,30})[^\p{L}]{1,4}$/u
const CAPITALS_AFTER = /^[^\p{L}]{1,4}(\p{Lu}{4,30})(?!\p{L})/u
/** Units that are written without a number: `vários km`, `por km²`, `en kWh`. */
const UNITS_ALONE = 'km kg cm mm mg ml kW kWh MWh kHz MHz GHz dBm km/h m/s mg/l mg/dl'.split(' ')
/** Those of which nothing but a word such as `por` tells that they are units. */
const UNITS_OF_ONE = 'GB MB TB MW'.split(' ')
/** `das GB`: articles of languages that count with `pro` and the like. */
const DEFINITE = /(?:^|[^\p{L}])(?:d(?:er|ie|as|en|em|es)|de|het) $/iu

/** Titles and sounds, which have no vowel and are no initialisms */
const SAID_WITHOUT_VOWEL =
  /^(?:M(?:rs|ss)|Drs|Sgt|Ltd|Nth|Krk|Trst|Vrt|Smrt|Vlk|H+m+|P+s+t+|S+h+|B+r+|P+f+t?|G+r+|Z+|T+s+[cks]?|M+h?m*|N+h?|H+m+p+f+|(?:rs)+|K+)$/i

/** Initialisms letter by letter; known acronyms and what could be said as a word stay. */
export function initialisms(grammar: Grammar): readonly Expansion[] {
  const { acronyms, spelled, contexts } = grammar
  const isSaid = (letters: string): boolean =>
    acronyms.has(letters.toLowerCase()) || (spelled?.has(letters.toLowerCase()) !== true && isSayable(letters))
  const sayPart = (letters: string): string => (letters.length > 1 && isSaid(letters) ? letters : spellLetters(letters))
  /** `PPE-DE`: two letters that close a compound of letters; words do so after words: `LES ARCS-LE HAUT` */
  const isJoined = (letters: string, { before, after }: Context): boolean => {
    const [, head = ''] = /(?:^|[^\p{L}\p{M}-])(\p{Lu}{2,5})-$/u.exec(before) ?? []
    return head !== '' && letters.length === 2 && !isSaid(head) && !/^(?:-\p{Lu}{2}| \p{Lu}{3})/u.test(after)
  }
  const isShouted = (letters: string, { before, after }: Context): boolean => {
    const [, last = ''] = CAPITALS_BEFORE.exec(before) ?? []
    const [, next = ''] = CAPITALS_AFTER.exec(after) ?? []
    if (!couldBeSaid(letters)) return false
    return letters.length < 4 ? isSayable(last) && isSayable(next) : isSayable(last) || isSayable(next)
  }
  const unitOf = finderIn(grammar.units)
  const alone = [...UNITS_ALONE, ...UNITS_OF_ONE].filter((sign) => grammar.units.has(sign))
  return [
    {
      // `o preço do m²`, `personas por km²`, `precio en kWh`
      category: 'measure',
      first: /[A-Za-z]/,
      words: new Set(['m', ...alone.flatMap((sign) => /^\p{L}+/u.exec(sign.toLowerCase()) ?? [])]),
      pattern: new RegExp(
        String.raw`(?:[ckm]?m(?: ?[²³]|\^?[23])|(?:${anyOf(alone.flatMap((sign) => [sign, sign.toLowerCase()]))})(?!['-]|\/(?![ckm]?m ?[²³23]|[hlL](?!\p{L}))|\.[\p{L}\d]))(?![\p{L}\p{M}\d²³])`,
        'uy',
      ),
      read: ([sign], { before, after }) => {
        if (/[\p{L}\p{M}\d'./=+*×(-] ?$/u.test(before) && !/[\p{L}\p{M}.] $/u.test(before)) return undefined
        if (/^(?: ?[=+*×]|\d)/.test(after)) return undefined
        const isOne = contexts['before-one']?.(before) === true
        if (UNITS_OF_ONE.includes(sign) && (!isOne || DEFINITE.test(before))) return undefined
        const unit = unitOf(sign)
        return (isOne ? unit?.one : unit?.many)?.split('|')[0]
      },
    },
    {
      // `EUR/kWh`, `USD/mes`
      category: 'money',
      first: /[A-Z]/,
      next: /\//,
      written: ['mixed'],
      pattern: /[A-Z]{3}(?=\/\p{L})/uy,
      read: ([code], { before }) =>
        /[\p{L}\p{M}\d./-]$/u.test(before) ? undefined : grammar.currencies.get(code)?.many.split('|')[0],
    },
    {
      // `N.E.Br.`: who named a plant
      category: 'abbreviation',
      first: /\p{Lu}/u,
      next: /\./,
      pattern: /((?:\p{Lu}\. ?){1,3})Br\.(?!\p{L}| \p{Lu})/uy,
      read: (match, context) =>
        beforeSentenceEnd(`${spellLetters(match[1]?.replaceAll(/[. ]/g, '') ?? '')} Brown`, match[0], context),
    },
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
      // `E. coli`: a genus; in lower case at the start only before another script, for it may count items
      category: 'abbreviation',
      first: /[A-Za-z]/,
      next: /\./,
      pattern: /([A-Za-z])\.(?= [a-z]{2})/y,
      read: ([, letter = ''], { before, after }) => {
        if (/[\p{L}\p{M}\d.]$|\d $/u.test(before)) return undefined
        const isGenus = /[A-Z]/.test(letter) || /^ [a-z]{3,20} [\u0370-\uffff]/.test(after)
        return isGenus ? letter.toUpperCase() : undefined
      },
    },
    {
      // `AT&T`, `R&D`
      category: 'abbreviation',
      first: /\p{Lu}/u,
      next: /&/,
      pattern: /(\p{Lu}{1,3})&(\p{Lu}{1,3})(?![\p{L}\d])/uy,
      read: ([, left = '', right = '']) =>
        `${spellLetters(left)} ${grammar.symbols.get('A&B') ?? grammar.symbols.get('&') ?? ''} ${spellLetters(right)}`,
    },
    {
      // `MS 302`: two capitals and a number are a flight or the like.
      category: 'serial',
      first: /[A-Z]/,
      written: ['mixed'],
      pattern: /([A-Z]{2}) (\d{3,4})(?![\p{L}\d]|[.,/:-]\d)/uy,
      read: ([, letters = '', digits = '']) =>
        // `QS 9000`: a standard
        acronyms.has(letters.toLowerCase()) || digits.endsWith('000')
          ? undefined
          : `${spellLetters(letters)} ${digitByDigit(digits, grammar)}`,
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
        const isOpen =
          contexts['before-open-acronym'] !== undefined &&
          /^[AEIOU][B-DF-GJ-NPR-TVZ][AEIOU]$/.test(letters) &&
          spelled?.has(letters.toLowerCase()) !== true &&
          contexts['before-open-acronym'](context.before)
        const isSyllable =
          contexts['before-acronym'] !== undefined &&
          /^[B-DF-HJ-NP-TV-Z][AEIOU][B-DF-HJ-NP-TV-Z]$/.test(letters) &&
          spelled?.has(letters.toLowerCase()) !== true &&
          contexts['before-acronym'](context.before)
        // `NSFNET`: letters and a word
        const [, head, word] =
          /^([B-DF-HJ-NP-TV-Z]{2,4})(NET|WEB|SAT|TEL|SOFT|BANK|BASE|LINK|LAB|GAS|CAST|FLIX)$/.exec(letters) ?? []
        if (head !== undefined && word !== undefined) return `${spellLetters(head)} ${word.toLowerCase()}`
        const isWord =
          isSaid(letters) ||
          isSyllable ||
          isOpen ||
          isCited(letters, context) ||
          isInPlaceName(letters, context) ||
          (spelled?.has(letters.toLowerCase()) !== true && isShouted(letters, context))
        return isWord && !isJoined(letters, context) ? letters : spellLetters(letters)
      },
    },
    {
      // `ccTLD`, `mRNA`, `iOS`, `eSIM`
      category: 'abbreviation',
      first: /[a-z]/,
      written: ['mixed'],
      pattern: /([a-z]{1,2})([A-Z]{2,5})(?![\p{L}\p{M}\d])/uy,
      read: ([, small = '', capitals = '']) =>
        `${spellLetters(small)} ${capitals.length > 2 ? sayPart(capitals) : spellLetters(capitals)}`,
    },
    {
      // `html`, `Mkv`, `dpa`, which are no words of the language
      category: 'abbreviation',
      first: /[a-z]/,
      words: new Set([...(spelled ?? [])].filter((letters) => !couldBeSaid(letters))),
      written: ['lower', 'capitalized'],
      pattern: /[A-Za-z][a-z]{1,5}(?![\p{L}\p{M}]|'\p{L}|\/(?![A-Z]{2})|\.[\p{L}\d])/uy,
      read: ([letters], { before }) =>
        /(?:[\p{L}\p{M}\d./]|[\p{L}\d]')$/u.test(before) ? undefined : spellLetters(letters),
    },
    {
      // `Mrv`, in text whose words all have a capital; `dpkg`
      category: 'abbreviation',
      first: /[B-DF-HJ-NP-TV-XZb-df-hj-np-tv-xz]/,
      written: ['lower', 'capitalized'],
      pattern: /[B-DF-HJ-NP-TV-XZb-df-hj-np-tv-xz][b-df-hj-np-tv-xz]{2,4}(?![\p{L}\p{M}\d-]|[.'][\p{L}\d]|\()/uy,
      read: ([letters], { before }) =>
        /(?:[\p{L}\p{M}\d./@#_-]|[\p{L}\d]')$/u.test(before) || SAID_WITHOUT_VOWEL.test(letters) || isSaid(letters)
          ? undefined
          : spellLetters(letters),
    },
    {
      // `gh pr list`, `az` in quotes of code, which are folded, and `(az)`: commands
      category: 'abbreviation',
      first: /[a-z]/,
      next: /[' )]/,
      written: ['lower'],
      pattern: /(?:az|(?!ns|mm|hm|sh)[b-df-hj-np-tv-xz]{2})(?=[' )])(?! \p{Lu})/uy,
      read: ([letters], { before, after }) =>
        /(?:^|[^\p{L}\p{M}\d])'$/u.test(before) || (/\($/.test(before) && after.startsWith(')'))
          ? spellLetters(letters)
          : undefined,
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
      // `X.25`, `G.711`: a point that is said
      category: 'serial',
      first: /[A-Z]/,
      next: /\./,
      written: ['capitalized'],
      pattern: /([A-Z])\.(?=\d{1,4}(?![\p{L}\d]|[.,:/-]\d))/uy,
      read: ([, letter = ''], { before }) =>
        /[\p{L}\p{M}\d.]$/u.test(before) || /\d $/.test(before) ? undefined : `${letter} ${grammar.net.dot}`,
    },
    {
      // `ogxp3`, `rtx3060`: letters that nobody can say
      category: 'serial',
      first: /[a-z]/,
      next: /\d/,
      written: ['lower'],
      pattern: /([a-z]{3,5})(\d{1,4})(?![\p{L}\p{M}\d]|[.,:/-]\d)/uy,
      read: ([, letters = '', digits = ''], { before }) =>
        /[\p{L}\p{M}\d'./@#_-]$/u.test(before) || couldBeSaid(letters) || acronyms.has(letters)
          ? undefined
          : `${spellLetters(letters)} ${digits.startsWith('0') ? digitByDigit(digits, grammar) : grammar.cardinal(Number(digits), ALONE)}`,
    },
    {
      // `mrve-nm`, `petr-pn`: shares
      category: 'serial',
      first: /[a-z]/,
      next: /-/,
      written: ['lower'],
      pattern: /([a-z]{3,5})-([b-df-hj-np-tv-z]{2,3})(?![\p{L}\p{M}\d'.-])/uy,
      read: ([, letters = '', ending = ''], { before }) =>
        /[\p{L}\p{M}\d'./@#_-]$/u.test(before) || couldBeSaid(letters) || acronyms.has(letters)
          ? undefined
          : `${spellLetters(letters)} ${spellLetters(ending)}`,
    },
    {
      // `247sports`: by day and night
      category: 'serial',
      first: /2/,
      pattern: /247(?=[A-Za-z]{3})/y,
      read: (_match, { before }) =>
        /[\p{L}\p{M}\d.,-]$/u.test(before) ? undefined : `${grammar.cardinal(24, ALONE)} ${grammar.cardinal(7, ALONE)}`,
    },
    {
      // `v3.1`
      category: 'serial',
      first: /v/i,
      words: new Set(['v']),
      next: /\d/,
      pattern: /v(?=\d{1,3}(?:\.\d{1,3}){1,3}(?![\d\p{L}]|\.\d))/iuy,
      read: (_match, { before }) => (/[\p{L}\d]$/u.test(before) ? undefined : (grammar.symbols.get('v1') ?? 'V')),
    },
    {
      // `G01.1`, `G1.110`: codes, whose parts are no decimals
      category: 'serial',
      first: /[A-Z]/,
      next: /\d/,
      written: ['capitalized'],
      pattern: /([A-Z])(\d{1,3})\.(\d{1,4})(?![\p{L}\p{M}\d%]|[.,:/-]\d)/uy,
      read: ([, letter = '', ...parts], { before }) =>
        /[\p{L}\d]$/u.test(before) || !(parts[0]?.startsWith('0') === true || /^(?!000)\d{3}/.test(parts[1] ?? ''))
          ? undefined
          : `${letter} ${parts.map((part) => (part.startsWith('0') ? digitByDigit(part, grammar) : grammar.cardinal(Number(part), ALONE))).join(` ${grammar.net.dot} `)}`,
    },
    {
      // `PM2.5`, `USB 3.0`
      category: 'serial',
      first: /[A-Z]/,
      next: /[\d -]/,
      written: ['capitalized', 'mixed'],
      pattern: /([A-Z]{1,5})[ -]?(\d{1,2})([.,])(\d{1,2})(?![\p{L}\p{M}\d%]|[.,:/-]\d| ?[\p{Sc}%])/uy,
      read: ([whole, letters = '', number = '', mark = '', decimals = ''], { before, after }) => {
        if (/[\p{L}\d]$/u.test(before) || (/ /.test(whole) && !/^(?:PM|USB|HTML|HDMI)/.test(letters))) return undefined
        if (/^ ?\p{L}{1,4}(?!\p{L})/u.test(after) && grammar.units.has(/^ ?(\p{L}{1,4})/u.exec(after)?.[1] ?? ''))
          return undefined
        return `${letters.length > 2 ? sayPart(letters) : spellLetters(letters)} ${grammar.cardinal(Number(number), ALONE)} ${grammar.decimals(decimals, mark)}`
      },
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
        /\d{1,8}(?:-?[A-Z]{1,5}(?![a-zà-ÿ])|(?:-|(?<=[A-Z]))\d{1,8}(?=-?[A-Z])){1,8}(?:\d{1,8})?(?:-?[A-Z]{1,5})?(?![\p{L}\d])/uy,
      read: ([code], { before }) => (/[\p{L}\d]$/u.test(before) ? undefined : sayCode(code)),
    },
  ]

  function sayCode(code: string): string {
    const runs = code.match(/\d{1,40}|[A-Za-z]{1,40}/g) ?? []
    const [first = ''] = runs
    // `ALL999`, `280TSI`, but `RTX306`
    const longest = runs.length > 2 ? 0 : /^\d{1,3}[A-Z]/.test(code) || (first.length > 2 && isSaid(first)) ? 3 : 2
    return runs
      .map((run, at) => {
        if (!/\d/.test(run)) return run.length > 2 ? sayPart(run) : spellLetters(run)
        const isNumber = (run.length <= longest && !run.startsWith('0')) || /^[1-9]\d00$/.test(run)
        const said = isNumber ? grammar.cardinal(Number(run), ALONE) : digitByDigit(run, grammar)
        return /\d$/.test(runs[at - 1] ?? '') ? `, ${said}` : said
      })
      .join(' ')
      .replaceAll(' ,', ',')
  }
}
