import {
  abbreviationsOf,
  type CalendarNames,
  calendarNamesOf,
  weekdayLetters,
  weekdayRanges,
  weekdaysBeforeNumbers,
} from '../reading/calendar-names.ts'
import type { Contexts } from '../reading/contexts.ts'
import type { Context, Expansion } from '../reading/expansion.ts'
import { LATIN } from '../reading/fold.ts'
import type { Agreement, Clock, Grammar, NumericDate } from '../reading/grammar.ts'
import { ALONE } from '../reading/grammar.ts'
import { datesToDates, hyphenatedDates, monthRanges, monthsAlone } from '../reading/months.ts'
import { createNormalizer, type LanguageRules } from '../reading/normalizer.ts'
import { isOfMillions, nounsOf } from '../reading/nouns.ts'
import { anyOf, beforeSentenceEnd } from '../reading/quantity.ts'
import { romanValue } from '../reading/roman.ts'
import { isAfterRuler } from '../reading/rulers.ts'
import { spacedHyphens } from '../reading/spaced-hyphens.ts'
import { createSpeller } from '../reading/spell-number.ts'
import { MODEL_BEFORE } from '../reading/symbols.ts'
import { grammarTablesOf } from '../reading/tables.ts'
import { wordFiles } from '../word-files.ts'

export const frenchWords = wordFiles(new URL('./words/', import.meta.url))
const spell = createSpeller('fr', frenchWords)

/** A number below 10^15 in French; only `un` at its end is inflected. */
export const cardinal = (value: number, { gender }: Agreement): string =>
  spell(value, gender === 'f' ? 'spellout-cardinal-feminine' : 'spellout-cardinal-masculine')

const digitOf = (digit: string): string => cardinal(Number(digit), ALONE)

export function ordinal(value: number, gender: 'm' | 'f'): string {
  if (value === 1) return gender === 'f' ? 'première' : 'premier'
  const said = cardinal(value, ALONE).replace(/(?<=cent|vingt|million|milliard)s$/, '')
  if (said.endsWith('cinq')) return `${said}uième`
  if (said.endsWith('neuf')) return `${said.slice(0, -1)}vième`
  return `${said.replace(/e$/, '')}ième`
}

function loadFrench(): LanguageRules {
  const calendar = calendarNamesOf(frenchWords)
  const {
    genderOf,
    nounIn,
    agreement: ofNoun,
  } = nounsOf(
    frenchWords,
    /(?:tions?|sions?|xions?|gions?|tés?|ées?|ences?|ances?|ettes?|elles?|esses?|ures?|ices?|ies?|ades?|ines?|aines?|ières?|oires?|udes?|aisons?|eurs?(?<=chaleurs?|valeurs?|erreurs?|largeurs?|longueurs?|hauteurs?))$/,
    /[sxz]$/i,
  )
  const agreement: Grammar['agreement'] = (context, written) =>
    // `1,36 interception`: one before a decimal is masculine
    HOUSE_IN.test(context.after) || /^-?\d{1,9},\d{1,20}$/.test(written ?? '') ? ALONE : ofNoun(context, written)
  const m = { gender: 'm', isAttributive: true } as const

  const date = ({ day, month, year }: NumericDate): string => {
    const said = year === undefined ? '' : ` ${cardinal(year, ALONE)}`
    if (day === 0) return `${calendar.months[month]}${said}`
    return `${day === 1 ? 'premier' : cardinal(day, ALONE)} ${calendar.months[month]}${said}`
  }

  const clock = ({ hour, minute, second, half }: Clock): string => {
    const hours = `${cardinal(hour, { gender: 'f', isAttributive: true })} heure${hour < 2 ? '' : 's'}`
    const part =
      half === 'am' ? ' du matin' : half === 'pm' ? (hour < 6 || hour === 12 ? " de l'après-midi" : ' du soir') : ''
    const minutes = minute === 0 ? '' : ` ${cardinal(minute, { gender: 'f', isAttributive: true })}`
    if (second === undefined) return hours + minutes + part
    const seconds = `${cardinal(second, { gender: 'f', isAttributive: true })} seconde${second < 2 ? '' : 's'}`
    return `${hours}${minutes === '' ? '' : `${minutes} minute${minute < 2 ? '' : 's'}`} et ${seconds}`
  }

  const NAMES = new Map([
    [2, 'demi'],
    [3, 'tiers'],
    [4, 'quart'],
  ])
  const fraction: Grammar['fraction'] = (whole, over, under, { after }) => {
    if (under < 2) return undefined
    const noun = nounIn(after)
    const isFeminine = noun !== undefined && genderOf(noun) === 'f'
    if (whole !== undefined) {
      const head = cardinal(whole, { gender: isFeminine ? 'f' : 'm', isAttributive: true })
      if (over === 1 && under === 2) return `${head} et demi${isFeminine ? 'e' : ''}`
      return `${head} ${parts(over, under)}`
    }
    if (over === 1 && under === 2 && noun !== undefined) return isFeminine ? 'une demi' : 'un demi'
    return parts(over, under)
  }
  const parts = (over: number, under: number): string => {
    const name = NAMES.get(under) ?? ordinal(under, 'm')
    return `${cardinal(over, m)} ${name}${over < 2 || name === 'tiers' ? '' : 's'}`
  }

  const tables = grammarTablesOf(frenchWords)
  const { contexts } = tables
  const grammar: Grammar = {
    ...tables,
    cardinal,
    digits: [...'0123456789'].map(digitOf),
    sayGroup: (digits) => {
      if (/^0/.test(digits) || digits.length > 3) {
        const pairs = digits.length % 2 === 0 && digits.length > 3 ? digits.match(/\d\d/g) : null
        if (pairs !== null) return pairs.map((pair) => sayPair(pair)).join(' ')
        return digits.length === 2 ? sayPair(digits) : [...digits].map(digitOf).join(' ')
      }
      return cardinal(Number(digits), ALONE)
    },
    decimals: (digits, mark) => {
      const zeros = /^0*/.exec(digits)?.[0].length ?? 0
      const said = [...Array.from({ length: zeros }, () => 'zéro')]
      const rest = digits.slice(zeros)
      if (rest !== '') said.push(rest.length > 3 ? [...rest].map(digitOf).join(' ') : cardinal(Number(rest), ALONE))
      return `${mark === ',' ? 'virgule' : 'point'} ${said.join(' ')}`
    },
    agreement,
    counted: (amount, { gender, one, many }, _context, say) => {
      const { numeral, scale } = amount
      const said = say({ gender, isAttributive: true })
      if (isOfMillions(amount, /^(?:mille|k)$/)) return `${said} ${/^[aeiouyéèh]/i.test(many) ? "d'" : 'de '}${many}`
      return `${said} ${Number(numeral.whole) < 2 && scale === undefined ? one : many}`
    },
    fraction,
    date,
    clock,
    hourGender: 'f',
    roman: (value, written, context) => readRoman(value, written, context, contexts),
  }
  return {
    grammar,
    script: { letters: LATIN, names: frenchWords.map('letters') },
    abbreviations: abbreviationsOf(frenchWords),
    expansions: [
      datesToDates(calendar, grammar),
      monthRanges(calendar, grammar),
      hyphenatedDates(calendar, date),
      monthsAlone(calendar, contexts),
      spacedHyphens(frenchWords.rows('compounds')),
      ...expansions(calendar, contexts),
    ],
  }
}

/** After the number of a house: `1 rue Scribe`, but `1 place de parking`. */
const HOUSE_IN =
  /^ (?:(?:bis|ter),? )?(?:(?:rue|avenue|impasse|ruelle|chaussée|venelle) (?:d[eu]s? |d'|\p{Lu}|l')|(?:place|allée|route|villa|cité|esplanade|cour|promenade|montée|traverse) (?:d[eu]s? |d')?(?:la |l')?\p{Lu})/u

const sayPair = (pair: string): string =>
  pair.startsWith('0') ? [...pair].map(digitOf).join(' ') : cardinal(Number(pair), ALONE)

const NAME_BEFORE = /(?:^|[^\p{L}])(\p{Lu}\p{L}{1,20}) $/u

function readRoman(value: number, written: string, { before, after }: Context, contexts: Contexts): string | undefined {
  const isUpper = written === written.toUpperCase()
  if (!isUpper) return /^[ivx]{3,5}$/.test(written) ? cardinal(value, ALONE) : undefined
  if (contexts['before-roman']?.(before) === true) return cardinal(value, ALONE)
  if (written.length === 1)
    return NAME_BEFORE.test(before) &&
      (contexts['before-king']?.(before) === true || isAfterRuler(before, after, contexts))
      ? cardinal(value, ALONE)
      : undefined
  return NAME_BEFORE.test(before) || /^\s*$/.test(before) || value < 40 ? cardinal(value, ALONE) : undefined
}

/** Abbreviations after a plural article. */
const PLURALS: ReadonlyMap<string, string> = new Map([
  ['art', 'articles'],
  ['al', 'alinéas'],
  ['chap', 'chapitres'],
  ['ch', 'chapitres'],
  ['fig', 'figures'],
  ['réf', 'références'],
  ['t', 'tomes'],
  ['vol', 'volumes'],
])

/** The word for an article and others that are listed, or the name of a code. */
const LAW_BEFORE =
  /(?:^|[^\p{L}])(?:art(?:icle)?s?\.?(?: (?:n° ?)?|[,:]? ?)(?:[LRDA]?\.? ?\*?\d{1,4}(?:-\d{1,3}){0,3}(?:,? (?:et|ou|à)(?: suivants)?(?: (?:de |d'|aux? )?(?:l'|les )?(?:art(?:icle)?s?\.? )?)?|, ?| ?[;/] ?)){0,6}|(?:code|décret|loi|CGI|CSP|CPC|CPP|LPF)(?: [\p{L}'-]{2,20}){0,8},? ?\(?(?:n° ?)?)$/iu
/** The number of a part of a code, or the code after it. */
const LAW_AFTER =
  /^(?:\d{3,4}-\d{1,3}|\d{1,4}(?:-\d{1,3}){0,3}(?:,? (?:et|à|ou) (?:[LRD]\. ?)?\d{1,4}(?:-\d{1,3}){0,3})? (?:du|de la|des|dudit) (?:code|loi|livre|CGI|CSP|LPF|CPC|CPP)(?!\p{L}))/iu

function expansions(calendar: CalendarNames, contexts: Contexts): readonly Expansion[] {
  const month = anyOf(calendar.months.slice(1))
  return [
    {
      // `200+ clients`: the words for more follow what is counted
      category: 'symbol',
      first: /\+/,
      pattern:
        /\+ (?!(?:plus|pas|sans|dans|sous|mais|puis|très|nous|vous|ils|elles|les|des|ses|mes|tes|vers|chez|hors|suis|fais|vois|vaux|peux|veux)(?!\p{L}))(\p{Ll}{2,19}[sxz])(?![\p{L}'-])/uy,
      read: ([, noun = ''], { before }) =>
        /(?:^|[ (])\d[\d.,]{0,9}$/.test(before) && !MODEL_BEFORE.test(before) ? `${noun} et plus` : undefined,
    },
    {
      // `1er`, `2e étage`, `3ème`, `2nd`
      category: 'ordinal',
      first: /\d/,
      pattern: /(\d{1,5})(ers?|res?|ère?s?|ères?|es?|èmes?|eme|ème|nde?s?|d)(?![\p{L}\p{M}\d])/uy,
      read: ([, value = '', ending = ''], { before }) => {
        if (/[\p{L}\d][.,]?$/u.test(before)) return undefined
        const number = Number(value)
        if (number === 0) return undefined
        const plural = ending.endsWith('s') ? 's' : ''
        if (/^n?d/.test(ending)) return number === 2 ? `second${ending.includes('de') ? 'e' : ''}${plural}` : undefined
        if (number === 1) return ordinal(1, /^(?:r|è)/.test(ending) ? 'f' : 'm') + plural
        return /^e?rs?$/.test(ending) ? undefined : ordinal(number, 'm') + plural
      },
    },
    {
      // `XIXe siècle`, `François Ier`, `IIe`
      category: 'roman',
      first: /[IVXLCDM]/,
      pattern: /([IVXLCDM]{1,8})(er|re|ère|e|ème|es)(?![\p{L}\p{M}\d])/uy,
      read: ([, letters = '', ending = '']) => {
        const value = romanValue(letters)
        if (value === undefined || (letters.length === 1 && /^[LCDM]$/.test(letters))) return undefined
        if (/^(?:er|re|ère)$/.test(ending) && value !== 1) return undefined
        return ordinal(value, /^(?:re|ère)$/.test(ending) ? 'f' : 'm') + (ending === 'es' ? 's' : '')
      },
    },
    {
      // `1 janvier` is not said so, but `1/01` is `premier`; `les 17/18 juin`
      category: 'date',
      first: /\d/,
      pattern: new RegExp(String.raw`(\d{1,2})\/(\d{1,2})(?= (?:${month})(?!\p{L}))`, 'uy'),
      read: ([, one = '', other = '']) => `${cardinal(Number(one), ALONE)} ${cardinal(Number(other), ALONE)}`,
    },
    {
      category: 'date',
      first: /1/,
      pattern: new RegExp(String.raw`1(?= (?:${month})(?!\p{L}))`, 'uy'),
      read: (_match, { before }) => (/[\p{L}\d.,/-]$/u.test(before) ? undefined : 'premier'),
    },
    weekdayRanges(calendar, {
      written: '[-–]|au|à',
      say: (written, { before }) =>
        /\p{L}/u.test(written) ? written : /(?:^|[^\p{L}])du $/iu.test(before) ? 'au' : 'à',
    }),
    weekdayLetters(calendar, 'à'),
    weekdaysBeforeNumbers(calendar, contexts, 'ferm[ée]|ouvert'),
    {
      // `24h/24`, `7j/7`
      category: 'measure',
      first: /[27]/,
      pattern: /(24|7) ?([hj]|jours?|heures)? ?(?:\/|sur) ?\1(?![\d\p{L}]|[.,/]\d)/uy,
      read: ([, count = '', unit], { before }) => {
        if (unit === undefined || /[\p{L}\d][.,:/-]?$/u.test(before)) return undefined
        const number = cardinal(Number(count), ALONE)
        return `${number} ${unit.startsWith('h') ? 'heures' : 'jours'} sur ${number}`
      },
    },
    {
      // `1m80`
      category: 'measure',
      first: /\d/,
      pattern: /(\d{1,2}) ?m ?(\d\d)(?![\p{L}\d])/uy,
      read: ([, metres = '', rest = ''], { before }) =>
        /[\p{L}\d][.,]?$/u.test(before)
          ? undefined
          : `${cardinal(Number(metres), ALONE)} mètre${Number(metres) < 2 ? '' : 's'} ${sayPair(rest)}`,
    },
    {
      // `les p. 12-18`
      category: 'abbreviation',
      first: /p/i,
      words: new Set(['p', 'pp']),
      pattern: /pp?\. ?(?=\d{1,4}( ?(?:[-–]|à|et) ?\d)?)/iuy,
      read: ([, range], { before }) =>
        range !== undefined || /(?:^|[^\p{L}])(?:les|des|aux|ces) $/iu.test(before) ? 'pages' : undefined,
    },
    {
      // `les art. 20 et 21`
      category: 'abbreviation',
      first: /[acfrtvACFRTV]/,
      words: new Set(PLURALS.keys()),
      pattern: new RegExp(String.raw`(${anyOf(PLURALS.keys())})\. ?(?=\d)`, 'iuy'),
      read: ([, written = ''], { before }) =>
        /(?:^|[^\p{L}])(?:les|des|aux|ces|[mts]es|[nv]os|leurs|deux|trois|quelques|plusieurs) $/iu.test(before)
          ? PLURALS.get(written.toLowerCase())
          : undefined,
    },
    {
      // `au XVIIe s.`
      category: 'abbreviation',
      first: /s/,
      words: new Set(['s']),
      pattern: /s\.(?!\p{L})/uy,
      read: ([whole], context) =>
        /[IVX](?:er|e|es|ème) $/u.test(context.before) ? beforeSentenceEnd('siècle', whole, context) : undefined,
    },
    {
      // `art. L. 121-1`, `R.413`: laws and decrees, but `la vitamine D. 5 gouttes`
      category: 'abbreviation',
      first: /[LRD]/,
      next: /\./,
      words: new Set(['l', 'r', 'd']),
      pattern: /([LRD])\.( ?)\*?(?=\d{1,4}(?![\p{L}\d]|[.,/]\d))/uy,
      read: ([, letter = '', gap], { before, after }) =>
        !/[\p{L}\p{M}\d.'-]$/u.test(before) &&
        (LAW_BEFORE.test(before) || LAW_AFTER.test(after) || (gap === '' && /^\d{3}/.test(after)))
          ? letter
          : undefined,
    },
    {
      // `art. L. 121-1`
      category: 'serial',
      first: /\d/,
      pattern: /(\d{1,4})-(\d{1,3})(?![\d]|[.,/-]\d)/y,
      read: ([, one = '', other = ''], { before }) =>
        /(?:^|[^\p{L}])[LRD]\.? ?\*?$/u.test(before)
          ? `${cardinal(Number(one), ALONE)} tiret ${cardinal(Number(other), ALONE)}`
          : undefined,
    },
    {
      // `le 3939`: short numbers of services
      category: 'telephone',
      first: /[13]/,
      pattern: /([13]\d)(\d\d)(?![\d]|[ .,/:-]\d|\p{L}| (?:euros?|habitants)(?!\p{L}))/uy,
      read: ([, one = '', other = ''], { before }) =>
        /(?:appel|compos|tapez|faites|contact|joign|joindre)[^.!?]{0,36}(?:^|[^\p{L}])(?:le|au|ou) $/iu.test(before)
          ? `${sayPair(one)} ${sayPair(other)}`
          : undefined,
    },
    {
      // `demi-heure` after `1/2`, `une demi` heure
      category: 'fraction',
      first: /1/,
      pattern: /1\/2 ?h(?![\p{L}\d])/uy,
      read: () => 'une demi-heure',
    },
  ]
}

/** Writes French numbers, dates, abbreviations and symbols as words. */
export const normalizeFrench = createNormalizer(loadFrench)
