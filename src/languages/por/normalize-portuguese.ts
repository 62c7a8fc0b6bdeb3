import {
  abbreviationsOf,
  type CalendarNames,
  calendarNamesOf,
  weekdayRanges,
  weekdaysBeforeNumbers,
} from '../reading/calendar-names.ts'
import type { Contexts } from '../reading/contexts.ts'
import { englishTitles } from '../reading/english-titles.ts'
import type { Context, Expansion } from '../reading/expansion.ts'
import { LATIN } from '../reading/fold.ts'
import type { Agreement, Clock, Grammar, NumericDate } from '../reading/grammar.ts'
import { ALONE } from '../reading/grammar.ts'
import { abbreviatedMonths, datesToDates, hyphenatedDates, monthRanges, monthsAlone } from '../reading/months.ts'
import { createNormalizer, type LanguageRules } from '../reading/normalizer.ts'
import { isOfMillions, nounsOf } from '../reading/nouns.ts'
import { isOne } from '../reading/numeral.ts'
import { anyOf, beforeSentenceEnd } from '../reading/quantity.ts'
import { quarters } from '../reading/quarters.ts'
import { isAfterFemaleName, isAfterRuler } from '../reading/rulers.ts'
import { spacedHyphens } from '../reading/spaced-hyphens.ts'
import { createSpeller } from '../reading/spell-number.ts'
import { grammarTablesOf } from '../reading/tables.ts'
import { wordFiles } from '../word-files.ts'
import { statesAfterCities } from './states.ts'

export const portugueseWords = wordFiles(new URL('./words/', import.meta.url))
const spell = createSpeller('pt', portugueseWords)

/** A number below 10^15 in Brazilian Portuguese; `uma`, `duas`, `duzentas` by its gender. */
export const cardinal = (value: number, { gender }: Agreement): string =>
  spell(value, gender === 'f' ? 'spellout-cardinal-feminine' : 'spellout-cardinal-masculine')

/** Up to 1000; undefined beyond. */
export function ordinal(value: number, gender: 'm' | 'f'): string | undefined {
  if (value < 1 || value > 1000) return undefined
  return spell(value, gender === 'f' ? 'spellout-ordinal-feminine' : 'spellout-ordinal-masculine')
}

const digitOf = (digit: string): string => cardinal(Number(digit), ALONE)

const DENOMINATORS = new Map([
  [2, 'meio'],
  [3, 'terço'],
  [4, 'quarto'],
  [5, 'quinto'],
  [6, 'sexto'],
  [7, 'sétimo'],
  [8, 'oitavo'],
  [9, 'nono'],
  [10, 'décimo'],
  [100, 'centésimo'],
  [1000, 'milésimo'],
])

function loadPortuguese(): LanguageRules {
  const calendar = calendarNamesOf(portugueseWords)
  const {
    genderOf,
    nounIn,
    agreement: ofNoun,
  } = nounsOf(
    portugueseWords,
    /(?:(?<!ist)as?|ção|ções|são|sões|(?:que|ge)st(?:ão|ões)|dade|dades|tude|tudes|gem|gens|ice|ices|eza)$/,
    /[sx]$/i,
  )
  const f = { gender: 'f', isAttributive: true } as const
  // `às 2 da tarde`, `até a 1 da manhã`
  const agreement: Grammar['agreement'] = (context, written) =>
    (HOUR_BEFORE.test(context.before) && PART_OF_DAY.test(context.after)) ||
    // `Chego às 2.`
    (/(?:^|[^\p{L}])às $/iu.test(context.before) && /^(?:[.,;:!?)]|$| (?:e|ou) (?:às )?\d)/u.test(context.after))
      ? f
      : ofNoun(context, written)

  const date = ({ day, month, year }: NumericDate): string => {
    const said = year === undefined ? '' : ` de ${cardinal(year, ALONE)}`
    if (day === 0) return `${calendar.months[month]}${said}`
    return `${day === 1 ? 'primeiro' : cardinal(day, ALONE)} de ${calendar.months[month]}${said}`
  }

  const clock = (time: Clock, { before }: Context): string => {
    // `desde 18h45`, but `de até 2h`
    const hasNoArticle =
      /(?:^|[^\p{L}])(?:desde|entre) $/iu.test(before) || (time.minute > 0 && /(?:^|[^\p{L}])até $/iu.test(before))
    return `${hasNoArticle ? (time.hour < 2 ? 'a ' : 'as ') : ''}${sayClock(time)}`
  }
  const sayClock = ({ hour, minute, second, half }: Clock): string => {
    const hours = `${cardinal(hour, f)} hora${hour < 2 ? '' : 's'}`
    const part =
      half === 'am' ? ' da manhã' : half === 'pm' ? (hour < 7 || hour === 12 ? ' da tarde' : ' da noite') : ''
    if (second !== undefined) {
      const minutes = minute === 0 ? '' : ` ${cardinal(minute, ALONE)} minuto${minute === 1 ? '' : 's'}`
      return `${hours}${minutes} e ${cardinal(second, ALONE)} segundo${second === 1 ? '' : 's'}`
    }
    if (minute === 0) return half === undefined ? hours : cardinal(hour, f) + part
    return `${half === undefined && hour < 1 ? hours : cardinal(hour, f)} e ${cardinal(minute, ALONE)}${part}`
  }

  const fraction: Grammar['fraction'] = (whole, over, under, { after }) => {
    if (under < 2) return undefined
    const noun = nounIn(after)
    const gender = noun === undefined ? 'm' : genderOf(noun)
    const half = gender === 'f' ? 'meia' : 'meio'
    if (over === 1 && under === 2) {
      if (whole !== undefined) return `${cardinal(whole, { gender, isAttributive: true })} e ${half}`
      return noun === undefined ? 'um meio' : half
    }
    const name = DENOMINATORS.get(under) ?? `${cardinal(under, ALONE)} avos`
    const isPlural = over > 1 && DENOMINATORS.has(under)
    const parts = `${cardinal(over, ALONE)} ${name}${isPlural ? 's' : ''}`
    return whole === undefined ? parts : `${cardinal(whole, ALONE)} e ${parts}`
  }

  const tables = grammarTablesOf(portugueseWords)
  const { contexts } = tables
  const grammar: Grammar = {
    ...tables,
    cardinal,
    digits: [...'0123456789'].map(digitOf),
    decimals: (digits, mark) => {
      const isNumber = digits.length === 2 && !digits.startsWith('0')
      const said = isNumber ? cardinal(Number(digits), ALONE) : [...digits].map(digitOf).join(' ')
      return `${mark === ',' ? 'vírgula' : 'ponto'} ${said}`
    },
    agreement,
    counted: (amount, { gender, one, many }, _context, say) => {
      const { numeral, scale } = amount
      const said = say({ gender, isAttributive: true })
      if (isOfMillions(amount, /^(?:mil|k)$/)) return `${said} de ${many}`
      return `${said} ${(isOne(numeral) || (numeral.fraction !== '' && Number(numeral.whole) < 2)) && scale === undefined ? one : many}`
    },
    fraction,
    date,
    clock,
    hourGender: 'f',
    roman: (value, written, context) => readRoman(value, written, context, contexts),
  }
  return {
    grammar,
    script: { letters: LATIN, names: portugueseWords.map('letters') },
    abbreviations: abbreviationsOf(portugueseWords),
    expansions: [
      englishTitles(),
      datesToDates(calendar, grammar),
      monthRanges(calendar, grammar),
      hyphenatedDates(calendar, date),
      monthsAlone(calendar, contexts),
      spacedHyphens(portugueseWords.rows('compounds')),
      ...expansions(calendar, contexts),
    ],
  }
}

const HOUR_BEFORE = /(?:^|[^\p{L}])(?:[aà]s?|das?|pelas?) $/iu
const PART_OF_DAY = /^ (?:da (?:manhã|tarde|noite|madrugada)|em ponto|e (?:meia|pouco))(?!\p{L})|^ às \d/u

const NAME_BEFORE = /(?:^|[^\p{L}])(\p{Lu}\p{L}{1,20}) $/u
function readRoman(value: number, written: string, { before, after }: Context, contexts: Contexts): string | undefined {
  const isUpper = written === written.toUpperCase()
  const isCentury = contexts['before-century']?.(before) === true
  if (isUpper && (isCentury || contexts['before-roman']?.(before) === true))
    return isCentury && value < 10 ? ordinal(value, 'm') : cardinal(value, ALONE)
  if (!isUpper) return /^[ivx]{3,5}$/.test(written) ? cardinal(value, ALONE) : undefined
  // `a III Guerra`, `o II Congresso`
  const [, article, plural = ''] = /(?:^|[^\p{L}])(?:d|n|pel)?(o|a|ao|à)(s?) $/iu.exec(before) ?? []
  if (article !== undefined && value < 21 && /^ \p{L}{4}/u.test(after))
    return (ordinal(value, /^[aà]$/iu.test(article) ? 'f' : 'm') ?? '') + plural
  if (written.length === 1)
    return contexts['before-king']?.(before) === true || isAfterRuler(before, after, contexts)
      ? sayKing(value, before)
      : undefined
  if (NAME_BEFORE.test(before)) return sayKing(value, before)
  // `nos fins do IX`
  if (article !== undefined && value < 10) return ordinal(value, /^[aà]$/iu.test(article) ? 'f' : 'm')
  return value < 40 && !/^ ?\d/.test(after) ? cardinal(value, ALONE) : undefined
}

const sayKing = (value: number, before: string): string | undefined =>
  value > 10 ? cardinal(value, ALONE) : ordinal(value, isAfterFemaleName(before, FEMININE_ARTICLE) ? 'f' : 'm')

const FEMININE_ARTICLE = /^(?:[dn]?[aà]|uma|pela)$/i

/** `Faz 38º.` */
function isTemperature(value: number, before: string, after: string): boolean {
  if (/^ (?!e |ou |em |no |na |a |à |de |por |com |hoje|ontem|amanhã|agora|à|às|ao|aos|nesta |sob )\p{L}/u.test(after))
    return false
  if (
    /(?:temperatura|term[ôo]metro|febre|calor|frio|m[íi]nima|m[áa]xima|forno|[âa]ngulo|giro|gire|inclinaç[ãa]o|latitude|longitude|[áa]lcool|(?:^|[^\p{L}])(?:pré-?)?(?:ass[ea]r?|aque[cç][aeo]r?|cozinh\p{L}{1,3}|vir[aeo]r?) )/iu.test(
      before,
    )
  )
    return true
  return (
    (value > 99 || (value > 20 && before.trim() !== '')) &&
    !/(?:^|[^\p{L}])(?:[dn]?os?|aos?|um|pelo|em|como|é|foi|ficou|lugar|posição) $/iu.test(before)
  )
}

const expansions = (calendar: CalendarNames, contexts: Contexts): readonly Expansion[] => [
  {
    // `2ª a 6ª`, `2ª-feira`, `3ª e 5ª, às 14h`: weekdays by their number
    category: 'date',
    first: /[2-6]/,
    pattern:
      /([2-6])(?:ª|a(?=-?f|(?: [aàe] |-)[3-6][ªa](?!\p{L})))(?:-?f(?:eiras?|\.)?)?(?: ?(a|à|e|[-–/]) ?(?:([3-6])[ªa](?![\p{L}\d])(?:-?f(?:eiras?|\.)?)?|(s[áa]b(?:ado)?\.?|dom(?:ingo)?\.?)(?!\p{L})))?(?![\p{L}\d])/uy,
    read: ([whole, from = '', link, to, weekend], context) => {
      const { before, after } = context
      if (/[\p{L}\d][.,:/-]?$/u.test(before)) return undefined
      const isNamed = /f(?:eiras?|\.)?/.test(whole)
      // `2ª via`, `3ª porta`: no day
      if (!isNamed && to === undefined && weekend === undefined) return undefined
      if (
        !isNamed &&
        weekend === undefined &&
        /^ ?(?:séries?|etapas?|fases?|edições|rodadas?|posições|colocad|parcelas?|vias?|doses?|turmas?|varas?)/u.test(
          after,
        )
      )
        return undefined
      const names = new Set(calendar.weekdayOf.values())
      const dayOf = (number: string): string => [...names][Number(number) - 2] ?? ''
      const last =
        to !== undefined ? dayOf(to) : weekend === undefined ? undefined : /^s/.test(weekend) ? 'sábado' : 'domingo'
      const isFair = isNamed ? '-feira' : ''
      if (last === undefined || link === undefined) return dayOf(from) + isFair
      const said = link === 'e' ? 'e' : link === '/' ? 'ou' : 'a'
      return beforeSentenceEnd(`${dayOf(from)} ${said} ${last}${to === undefined ? '' : isFair}`, whole, context)
    },
  },
  {
    // `2º andar`, `4.ª porta`, `1o`
    category: 'ordinal',
    first: /\d/,
    pattern:
      /(\d{1,4})(?:\.?(ª|[º°](?! ?[CF](?!\p{L})))|([oa])\.?(?= (?:de |lugar|andar|dia|vez|turno|grau|ano|série|etapa|rodada)|s \p{Ll}))(s?)(?![\p{L}\d]|\/\d)/uy,
    read: ([, value = '', sign, letter, plural = ''], { before, after }) => {
      if (/[\p{L}\d][.,]?$/u.test(before)) return undefined
      if (sign === '°' && /^ ?[NSLEOW](?![\p{L}\p{M}\d'])/u.test(after)) return undefined
      if (sign === '°' && /^(?:$|[ .,;] ?(?:$|[^\p{L}]))/u.test(after)) return undefined
      if (sign === 'º' && isTemperature(Number(value), before, after)) return `${cardinal(Number(value), ALONE)} graus`
      const said = ordinal(Number(value), sign === 'ª' || letter === 'a' ? 'f' : 'm')
      return said === undefined ? undefined : said + plural
    },
  },
  {
    // `no final de 1992`, but `cartão de final 1992`
    category: 'cardinal',
    first: /[12]/,
    pattern: /(?:1[5-9]|20)\d\d(?![\p{L}\d]|[.,:/-]\d)/uy,
    read: ([year], { before }) =>
      /(?:^|[^\p{L}])(?:[nd]?o|ao|até|pelo) final de $/iu.test(before) ? cardinal(Number(year), ALONE) : undefined,
  },
  {
    // `a 15 edição`, `no 12 andar`: a noun in the singular
    category: 'ordinal',
    first: /\d/,
    pattern:
      /(\d{1,3}) (?=(?:(edição|rodada|etapa|fase|posição|temporada|parcela|turma|volta|região|vez)|andar|lugar|capítulo|episódio|round|título|aniversário|congresso)(?!\p{L}))/uy,
    read: ([, value = '', feminine], { before }) =>
      Number(value) > 0 && /(?:^|[^\p{L}])(?:[dn]?[ao]|[aà]o?|pel[ao]|sua|seu) $/iu.test(before)
        ? ordinal(Number(value), feminine === undefined ? 'm' : 'f')
        : undefined,
  },
  {
    // `na min de 10/03`, `a máx. do dia`: of prices
    category: 'abbreviation',
    first: /m/i,
    words: new Set(['min', 'mín', 'max', 'máx']),
    pattern: /m(?:([ií]n)|[aá]x)\.?(?![\p{L}\p{M}\d'-])/iuy,
    read: ([whole, lowest], context) =>
      /(?:^|[^\p{L}])(?:[dn]?a|à|pela|nova|última) $/iu.test(context.before) && !/^ ?\d/.test(context.after)
        ? beforeSentenceEnd(lowest === undefined ? 'máxima' : 'mínima', whole, context)
        : undefined,
  },
  {
    // `1º/10`
    category: 'date',
    first: /1/,
    pattern: /1\.?[ºo°]\/(0?[1-9]|1[0-2])(?![\d/])/uy,
    read: ([, month = '']) => `primeiro de ${calendar.months[Number(month)]}`,
  },
  {
    category: 'date',
    first: /1/,
    pattern: new RegExp(String.raw`1(?= de (?:${anyOf(calendar.months.slice(1))})(?!\p{L}))`, 'uy'),
    read: (_match, { before }) => (/[\p{L}\d.,/-]$/u.test(before) ? undefined : 'primeiro'),
  },
  quarters(cardinal, {
    articles: '[dn]?o|ao|pelo|neste|nesse',
    yearWords: 'ano|exercício',
    say: (quarter) => ordinal(quarter, 'm'),
  }),
  {
    // `Flamengo x Vasco`
    category: 'abbreviation',
    first: /x/,
    words: new Set(['x']),
    pattern: /x(?= \p{Lu}\p{L}{2})/uy,
    read: (_match, { before }) => (/(?:^|[^\p{L}])\p{Lu}[\p{L}\p{M}'-]{2,30} $/u.test(before) ? 'versus' : undefined),
  },
  {
    // `na segunda-feira (1)`
    category: 'date',
    first: /1/,
    pattern: /1(?=\))/y,
    read: (_match, { before }) => (/(?:feira|sábado|domingo) \($/iu.test(before) ? 'primeiro' : undefined),
  },
  weekdayRanges(calendar, { written: '[-–]|a|à', say: () => 'a' }),
  weekdaysBeforeNumbers(calendar, contexts, 'fechad[oa]|abert[oa]|e fer'),
  abbreviatedMonths(calendar),
  {
    // `na seg., 6 jan.`
    category: 'date',
    first: /[stqdSTQD]/,
    words: new Set(calendar.weekdayOf.keys()),
    pattern: new RegExp(String.raw`(${anyOf(calendar.weekdayOf.keys())})(?:\.,?|,)(?= ?(?:dia )?\d)`, 'iuy'),
    read: ([, day = '']) => `${calendar.weekdayOf.get(day.toLowerCase())},`,
  },
  ...statesAfterCities(portugueseWords),
  {
    // `D. Pedro`, `D. Maria`
    category: 'abbreviation',
    first: /D/,
    words: new Set(['d']),
    pattern: /D\. ?(?=(\p{Lu}\p{Ll}{1,20}))/uy,
    read: ([, name = '']) =>
      /a$|^(?:Beatriz|Isabel|Leonor|Carmen|Inês|Ester|Raquel|Rute)$/u.test(name) ? 'dona' : 'dom',
  },
  {
    // `R. do Sol`, but `Paulo R. da Silva`
    category: 'abbreviation',
    first: /R/,
    words: new Set(['r']),
    pattern: /R\. ?(?=(?:d[aeo]s?|\p{Lu}\p{Ll}{2,20}) )/uy,
    read: (_match, { before }) => (/\p{Lu}\p{Ll}{1,20} $/u.test(before) ? undefined : 'rua'),
  },
]

/** Writes Portuguese numbers, dates, abbreviations and symbols as words. */
export const normalizePortuguese = createNormalizer(loadPortuguese)
