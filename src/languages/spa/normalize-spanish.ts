import {
  abbreviationsOf,
  type CalendarNames,
  calendarNamesOf,
  weekdayLetters,
  weekdayRanges,
  weekdaysBeforeNumbers,
} from '../reading/calendar-names.ts'
import type { Contexts } from '../reading/contexts.ts'
import { englishTitles } from '../reading/english-titles.ts'
import type { Context, Expansion } from '../reading/expansion.ts'
import { LATIN } from '../reading/fold.ts'
import type { Agreement, Clock, Grammar, NumericDate } from '../reading/grammar.ts'
import { ALONE } from '../reading/grammar.ts'
import { spellLetters } from '../reading/letters.ts'
import { abbreviatedMonths, datesToDates, hyphenatedDates, monthRanges, monthsAlone } from '../reading/months.ts'
import { createNormalizer, type LanguageRules } from '../reading/normalizer.ts'
import { isOfMillions, nounsOf } from '../reading/nouns.ts'
import { isOne } from '../reading/numeral.ts'
import { anyOf } from '../reading/quantity.ts'
import { quarters } from '../reading/quarters.ts'
import { isAfterFemaleName, isAfterRuler } from '../reading/rulers.ts'
import { spacedHyphens } from '../reading/spaced-hyphens.ts'
import { createSpeller } from '../reading/spell-number.ts'
import { grammarTablesOf } from '../reading/tables.ts'
import { wordFiles, wordSet } from '../word-files.ts'

export const spanishWords = wordFiles(new URL('./words/', import.meta.url))
const spell = createSpeller('es', spanishWords)

/** A number below 10^15 in Spanish; `veintiún` and `una` by its agreement. */
export const cardinal = (value: number, { gender, isAttributive }: Agreement): string =>
  spell(
    value,
    gender === 'f'
      ? 'spellout-cardinal-feminine'
      : isAttributive
        ? 'spellout-cardinal-masculine'
        : 'spellout-numbering',
  )

/** Up to 1000; undefined beyond. `isShort`: `primer`, `tercer`. */
export function ordinal(value: number, gender: 'm' | 'f', isShort = false): string | undefined {
  if (value < 1 || value > 1000) return undefined
  if (gender === 'f') return spell(value, 'spellout-ordinal-feminine')
  return spell(value, isShort ? 'spellout-ordinal-masculine-adjective' : 'spellout-ordinal-masculine')
}

const digitOf = (digit: string): string => spell(Number(digit), 'spellout-numbering')

/** Countries that write a decimal point. */
const POINT_COUNTRIES = wordSet('MX US PR GT HN SV NI PA DO PE')
const DENOMINATORS = new Map([
  [2, 'medio'],
  [3, 'tercio'],
  [4, 'cuarto'],
  [5, 'quinto'],
  [6, 'sexto'],
  [7, 'séptimo'],
  [8, 'octavo'],
  [9, 'noveno'],
  [10, 'décimo'],
  [100, 'centésimo'],
  [1000, 'milésimo'],
])
/** `doceavo`, `treintaicincoavo`. */
const partsOf = (under: number): string =>
  `${cardinal(under, ALONE).normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll(' y ', 'i').replace(/o$/, '').replace(/a$/, '')}avo`

function loadSpanish(): LanguageRules {
  const files = spanishWords
  const calendar = calendarNamesOf(files)
  const nouns = nounsOf(
    files,
    /(?:(?<!ist)as?|ción|ciones|sión|siones|xión|dad|dades|tad|tades|tud|tudes|umbres?|eza|ezas|itis|triz|trices)$/,
    /[sx]$/i,
  )

  const { genderOf, agreement } = nouns

  const fraction: Grammar['fraction'] = (whole, over, under, { after }) => {
    const [, noun = ''] = /^ (?:de )?(\p{L}{2,30})/u.exec(after) ?? []
    if (whole === undefined && over === 1 && under === 2) {
      return noun === '' || /^ de /.test(after) ? 'un medio' : genderOf(noun) === 'f' ? 'media' : 'medio'
    }
    if (whole !== undefined && over === 1 && under === 2)
      return `${cardinal(whole, ALONE)} y ${noun !== '' && genderOf(noun) === 'f' ? 'media' : 'medio'}`
    const name = DENOMINATORS.get(under)
    const parts =
      name !== undefined
        ? `${cardinal(over, { gender: 'm', isAttributive: true })} ${name}${over === 1 ? '' : 's'}`
        : under < 100
          ? `${cardinal(over, { gender: 'm', isAttributive: true })} ${partsOf(under)}${over === 1 ? '' : 's'}`
          : `${cardinal(over, ALONE)} sobre ${cardinal(under, ALONE)}`
    return whole === undefined ? parts : `${cardinal(whole, ALONE)} y ${parts}`
  }

  const date = ({ day, month, year }: NumericDate, { country }: Context): string => {
    const first = day === 1 && country !== 'ES' ? 'primero' : cardinal(day, ALONE)
    const head = day === 0 ? (calendar.months[month] ?? '') : `${first} de ${calendar.months[month]}`
    return year === undefined ? head : `${head} de ${cardinal(year, ALONE)}`
  }

  const clock = ({ hour, minute, second, half, hasUnit }: Clock, { before }: Context): string => {
    const f = { gender: 'f', isAttributive: false } as const
    const counted = (value: number, one: string, gender: 'm' | 'f'): string =>
      `${cardinal(value, { gender, isAttributive: true })} ${one}${value === 1 ? '' : 's'}`
    if (second !== undefined && half === undefined) {
      return `${counted(hour, 'hora', 'f')} ${counted(minute, 'minuto', 'm')} y ${counted(second, 'segundo', 'm')}`
    }
    const part =
      half === 'am' && hour === 12
        ? ' de la noche'
        : half === 'am'
          ? ' de la mañana'
          : half === 'pm'
            ? hour === 12
              ? ' del mediodía'
              : hour < 8
                ? ' de la tarde'
                : ' de la noche'
            : ''
    if (minute === 0) {
      if (hasUnit || (half === undefined && hour !== 1)) return `${counted(hour, 'hora', 'f')}${part}`
      return cardinal(hour, f) + part
    }
    const small =
      minute < 10 && half === undefined && hour > 12 ? `cero ${cardinal(minute, ALONE)}` : cardinal(minute, ALONE)
    // `2h15`: a duration, unless an article or a preposition makes it an hour
    const isDuration =
      hasUnit && half === undefined && !/(?:^|[^\p{L}])(?:las?|de|a|desde|hasta|sobre|y|e) $/iu.test(before)
    return `${isDuration && before !== '' ? counted(hour, 'hora', 'f') : cardinal(hour, f)} y ${half !== undefined && minute === 15 ? 'cuarto' : small}${part}`
  }

  const tables = grammarTablesOf(files)
  const { contexts } = tables
  const grammar: Grammar = {
    ...tables,
    cardinal,
    digits: [...'0123456789'].map(digitOf),
    decimalMark: (country) => (country !== undefined && POINT_COUNTRIES.has(country) ? '.' : ','),
    saysEitherMark: true,
    decimals: (digits, mark) => {
      const zeros = /^0*/.exec(digits)?.[0].length ?? 0
      const isNumber = digits.length <= 2 && zeros === 0
      const said = isNumber ? cardinal(Number(digits), ALONE) : [...digits].map(digitOf).join(' ')
      return `${mark === ',' ? 'coma' : 'punto'} ${said}`
    },
    agreement,
    counted: (amount, { gender, one, many }, _context, say) => {
      const { numeral, scale } = amount
      const said = say({ gender, isAttributive: true })
      if (isOfMillions(amount, /^(?:mil|k)$/)) return `${said} de ${many}`
      return `${said} ${isOne(numeral) && scale === undefined ? one : many}`
    },
    fraction,
    date,
    clock,
    hourGender: 'f',
    roman: (value, written, context) => readRoman(value, written, context, contexts),
  }
  return {
    grammar,
    script: { letters: LATIN, names: spanishWords.map('letters') },
    abbreviations: abbreviationsOf(files),
    expansions: [
      englishTitles(),
      datesToDates(calendar, grammar),
      monthRanges(calendar, grammar),
      hyphenatedDates(calendar, date),
      monthsAlone(calendar, contexts),
      spacedHyphens(files.rows('compounds')),
      ...expansions(nouns, calendar, contexts),
    ],
  }
}

const NAME_BEFORE = /(?:^|[^\p{L}])(\p{Lu}\p{L}{1,20}) $/u
const CENTURY_BEFORE = /(?:^|[^\p{L}])(?:[Dd]?[Ee]l|[Aa]l|[Ll]os|[IVX]{1,5} (?:y|al?|e|o)) $/u
const FEMININE_ARTICLE = /^(?:la|una)$/i
const LOWER_NAME_BEFORE = /(?:^|[^\p{L}])(\p{L}{3,20}) $/u

function readRoman(value: number, written: string, { before, after }: Context, contexts: Contexts): string | undefined {
  const isUpper = written === written.toUpperCase()
  if (contexts['before-roman']?.(before) === true) {
    if (!isUpper && written.length === 1 && /^ \p{L}/u.test(after)) return undefined
    return cardinal(value, ALONE)
  }
  // `la II Guerra Mundial`, `el XV aniversario`
  const [, article] = /(?:^|[^\p{L}])(el|la|del|al|una?|l[oa]s) $/iu.exec(before) ?? []
  if (isUpper && article !== undefined && value < 21 && /^ \p{L}{4}/u.test(after))
    return (
      (ordinal(value, /a/.test(article) && article !== 'al' ? 'f' : 'm', !article.endsWith('s')) ?? '') +
      (article.endsWith('s') ? 's' : '')
    )
  const isClear = isUpper ? written.length > 1 : /^[ivx]{3,5}$/.test(written)
  const isSingle = isUpper && written.length === 1 && !/^ ?[,.]? ?\d/.test(after) && /^(?:[ ,.;:?!)]|$)/.test(after)
  // `pintores del XIX y XX`: centuries
  if (isUpper && isClear && value < 40 && CENTURY_BEFORE.test(before)) return cardinal(value, ALONE)
  const name = isUpper ? NAME_BEFORE.exec(before)?.[1] : LOWER_NAME_BEFORE.exec(before)?.[1]
  if (
    name === undefined ||
    !(isClear || (isSingle && (contexts['before-king']?.(before) === true || isAfterRuler(before, after, contexts))))
  )
    return isClear && isUpper && value < 40 && !/\p{L} $/u.test(before) ? cardinal(value, ALONE) : undefined
  if (value > 10) return cardinal(value, ALONE)
  const isFemale = isUpper ? isAfterFemaleName(before, FEMININE_ARTICLE) : /a$|^isabel$/u.test(name)
  return ordinal(value, isFemale ? 'f' : 'm')
}

function expansions(
  { genderOf, nounIn }: ReturnType<typeof nounsOf>,
  calendar: CalendarNames,
  contexts: Contexts,
): readonly Expansion[] {
  return [
    {
      // `en 2010 ha ganado`: no hectares
      category: 'cardinal',
      first: /\d/,
      pattern: /(\d{1,4})(?= ha (?:\p{L}{1,20}(?:ado|ido|cho|rto|sto|ito)|sido|ido|dado|visto|roto)(?!\p{L}))/uy,
      read: ([, value = ''], { before }) =>
        /[\p{L}\d][.,:/-]?$/u.test(before) ? undefined : cardinal(Number(value), ALONE),
    },
    {
      category: 'ordinal',
      first: /\d/,
      pattern:
        /(?<value>\d{1,4})(?:\.? ?(?<sign>ª|[º°](?! ?[CFcf](?!\p{L})))|(?<letters>\.?(?:er|ero|era|eros|eras|do|da|dos|das|ro|ra|ros|ras|to|ta|tos|tas|mo|ma|vo|va|no|na|avo|ava|vos|vas)(?:\.(?= \p{Ll}))?))(?![\p{L}\d])/uy,
      read: ({ groups }, { before, after }) => {
        const { value = '', sign, letters = '' } = groups ?? {}
        if (/[\p{L}\d][.,]?$/u.test(before)) return undefined
        if (sign === '°' && /^ ?[NSEOW](?![\p{L}\p{M}\d'])/u.test(after)) return undefined
        if (sign === '°' && /^(?:$|[ .,;] ?(?:$|[^\p{L}]))/u.test(after)) return undefined
        if (sign === 'º' && isTemperature(Number(value), before, after))
          return `${cardinal(Number(value), ALONE)} grados`
        const isFeminine = sign === 'ª' || /as?\.?$/.test(letters)
        const said = ordinal(Number(value), isFeminine ? 'f' : 'm', /er\.?$/.test(letters) || isBeforeNoun(after))
        if (said === undefined) return undefined
        return /s$/.test(letters) && letters !== 's' ? `${said}s` : said
      },
    },
    quarters(cardinal, {
      articles: 'el|del|al|este',
      yearWords: 'año|ejercicio',
      say: (quarter) => ordinal(quarter, 'm', true),
    }),
    {
      // `4521 KLM`: a number plate
      category: 'serial',
      first: /\d/,
      pattern: /(\d{4})[ -]?([BCDFGHJKLMNPRSTVWXYZ]{3})(?![\p{L}\d])/uy,
      read: ([, digits = '', letters = ''], { before }) =>
        /[\p{L}\d][.,-]?$/u.test(before)
          ? undefined
          : `${[...digits].map(digitOf).join(' ')}, ${spellLetters(letters)}`,
    },
    {
      // `1º/10`
      category: 'date',
      first: /1/,
      pattern: /1\.?[ºo]\/(0?[1-9]|1[0-2])(?![\d/])/uy,
      read: ([, month = '']) => `primero de ${calendar.months[Number(month)]}`,
    },
    {
      // `1.º`, `1o de mayo`
      category: 'ordinal',
      first: /1/,
      pattern: /1o(?= de \p{L})/uy,
      read: () => 'primero',
    },
    {
      // `1 de enero`
      category: 'date',
      first: /1/,
      pattern: new RegExp(String.raw`1(?= de (?:${anyOf(calendar.monthOf.keys())})(?!\p{L}))`, 'uy'),
      read: (_match, { before, country }) =>
        /[\p{L}\d.,/-]$/u.test(before) ? undefined : country === 'ES' ? 'uno' : 'primero',
    },
    abbreviatedMonths(calendar),
    weekdayRanges(calendar, { written: '[-–]|al?', say: (written) => (written === 'al' ? 'al' : 'a') }),
    weekdayLetters(calendar, 'a'),
    weekdaysBeforeNumbers(calendar, contexts, 'cerrad[oa]|abiert[oa]|y fest'),
    {
      category: 'abbreviation',
      first: /a/i,
      words: new Set(['a', 'p']),
      pattern: /([ap])\. ?m\./iuy,
      read: ([whole, half = ''], { before, after }) =>
        /\d $/.test(before) || /(?:^|[^\p{L}])\p{L}+ $/u.test(before)
          ? {
              spoken: half.toLowerCase() === 'a' ? 'de la mañana' : 'de la tarde',
              length: whole.length - (after.trim() === '' ? 1 : 0),
            }
          : undefined,
    },
  ]

  function isBeforeNoun(after: string): boolean {
    const word = nounIn(after)
    return word !== undefined && /^\p{Ll}/u.test(word) && genderOf(word) === 'm'
  }
}

/** `Estamos a 38º.` */
function isTemperature(value: number, before: string, after: string): boolean {
  if (/^ (?!y |o |en |a |al |de |por |con |hoy|mañana|esta |bajo |sobre )\p{L}/u.test(after)) return false
  if (
    /(?:temperatura|term[óo]metro|fiebre|calor|fr[íi]o|m[íi]nima|m[áa]xima|horno|bajo cero|[áa]ngulo|giro|gira|inclinaci[óo]n|latitud|longitud|alcohol)/iu.test(
      before,
    )
  )
    return true
  return (
    value > 20 &&
    before.trim() !== '' &&
    !/(?:^|[^\p{L}])(?:el|la|del|al|un|una|lugar|puesto|posici[óo]n) $/iu.test(before)
  )
}

/** Writes Spanish numbers, dates, abbreviations and symbols as words. */
export const normalizeSpanish = createNormalizer(loadSpanish)
