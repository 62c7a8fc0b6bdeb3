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
import type { Agreement, Clock, Grammar } from '../reading/grammar.ts'
import { ALONE } from '../reading/grammar.ts'
import { spellLetters } from '../reading/letters.ts'
import { datesToDates, hyphenatedDates, monthRanges, monthsAlone } from '../reading/months.ts'
import { createNormalizer, type LanguageRules } from '../reading/normalizer.ts'
import { isOfMillions, nounsOf } from '../reading/nouns.ts'
import { isOne } from '../reading/numeral.ts'
import { anyOf } from '../reading/quantity.ts'
import { isAfterFemaleName, isAfterRuler } from '../reading/rulers.ts'
import { spacedHyphens } from '../reading/spaced-hyphens.ts'
import { createSpeller } from '../reading/spell-number.ts'
import { grammarTablesOf } from '../reading/tables.ts'
import { wordFiles } from '../word-files.ts'

export const italianWords = wordFiles(new URL('./words/', import.meta.url))
const spell = createSpeller('it', italianWords)

/** A number below 10^15 in Italian. Only one is inflected: `un euro`, `uno zaino`, `un'ora`. */
function cardinal(value: number, { gender, isAttributive, noun = '' }: Agreement): string {
  if (value !== 1) return spell(value, 'spellout-numbering')
  if (gender === 'f') return isAttributive && /^[aeiouàèéìòù]/i.test(noun) ? "un'" : 'una'
  return isAttributive && !/^(?:s[^aeiouàèéìòù]|z|gn|ps|pn|x|y)/i.test(noun) ? 'un' : 'uno'
}

const ordinal = (value: number, gender: Agreement['gender']): string =>
  spell(value, gender === 'f' ? 'spellout-ordinal-feminine' : 'spellout-ordinal-masculine')
const digitsOf = (digits: string): string => [...digits].map((digit) => cardinal(Number(digit), ALONE)).join(' ')

function loadItalian(): LanguageRules {
  const calendar = calendarNamesOf(italianWords)
  const { months } = calendar
  const nouns = nounsOf(italianWords, /(?:(?<!ist)a|zione|sione|gione|tà|tù|trice|trici|ice|ie|zioni|sioni)$/)
  const tables = grammarTablesOf(italianWords)
  const f = { gender: 'f', isAttributive: false } as const
  const counted = (value: number, one: string, many: string, gender: 'm' | 'f'): string =>
    joined(cardinal(value, { gender, isAttributive: true, noun: one }), value === 1 ? one : many)

  const clock = ({ hour, minute, second, half, hasUnit }: Clock, { before }: Context): string => {
    const isOfDay = /(?:^|[^\p{L}])(?:alle|dalle|delle|le|ore|all'|dall'|verso|entro|circa) ?$/iu.test(before)
    const rest = minute === 0 ? '' : ` e ${cardinal(minute, ALONE)}`
    if (second !== undefined) {
      const minutes = `${counted(minute, 'minuto', 'minuti', 'm')} e ${counted(second, 'secondo', 'secondi', 'm')}`
      return `${isOfDay ? cardinal(hour, f) : counted(hour, 'ora', 'ore', 'f')}, ${minutes}`
    }
    if (half !== undefined && hour === 12) return (half === 'am' ? 'mezzanotte' : 'mezzogiorno') + rest
    if (half !== undefined)
      return `${cardinal(hour, f)}${rest}${half === 'am' ? (hour < 5 ? ' di notte' : ' del mattino') : hour < 6 ? ' del pomeriggio' : ' di sera'}`
    return hasUnit && !isOfDay ? counted(hour, 'ora', 'ore', 'f') + rest : cardinal(hour, f) + rest
  }

  const fraction: Grammar['fraction'] = (whole, over, under, { before, after }) => {
    if (under < 2) return undefined
    if (whole === undefined && over === 1 && under === 2 && / e $/.test(before))
      return /[ae] e $/.test(before) ? 'mezza' : 'mezzo'
    const noun = nouns.nounIn(after)
    const half = noun !== undefined && nouns.genderOf(noun) === 'f' ? 'mezza' : 'mezzo'
    const name = under === 2 ? 'mezzo' : ordinal(under, 'm')
    const parts = `${cardinal(over, { ...ALONE, isAttributive: true })} ${over === 1 ? name : name.replace(/zzo$|o$/, (end) => (end === 'zzo' ? 'zzi' : 'i'))}`
    if (over === 1 && under === 2 && (whole !== undefined || noun !== undefined))
      return whole === undefined ? half : `${cardinal(whole, f)} e ${half}`
    return whole === undefined ? parts : `${cardinal(whole, ALONE)} e ${parts}`
  }

  const grammar: Grammar = {
    ...tables,
    cardinal,
    digits: [...'0123456789'].map(digitsOf),
    decimals: (digits, mark) => {
      const isNumber = digits.length <= 2 && !digits.startsWith('0')
      return `${mark === ',' ? 'virgola' : 'punto'} ${isNumber ? cardinal(Number(digits), ALONE) : digitsOf(digits)}`
    },
    rangeOpening: ({ before }) =>
      /(?:^|[^\p{L}])(?:da|dal|dalle|dai|dagli|tra|fra|le|il|i|gli|del|dei|al|ai|nel|un|circa|ca\.) $/iu.test(before)
        ? ''
        : 'da ',
    agreement: nouns.agreement,
    counted: (amount, { gender, one, many }, _context, say) => {
      const said = say({ gender, isAttributive: true, noun: one })
      if (isOfMillions(amount, /^(?:mila|k)$/)) return `${said} di ${many}`
      return joined(said, isOne(amount.numeral) && amount.scale === undefined ? one : many)
    },
    fraction,
    date: ({ day, month, year }, { before }) =>
      [
        day === 0 ? '' : day === 1 ? firstAfter(before) : cardinal(day, ALONE),
        months[month],
        year === undefined ? '' : cardinal(year, ALONE),
      ]
        .filter((part) => part !== '')
        .join(' '),
    clock,
    hourGender: 'f',
    perNoun: (noun) => (/^[aeiou]/i.test(noun) ? "all'" : nouns.genderOf(noun) === 'f' ? 'a' : 'al'),
    roman: (value, written, context) => readRoman(value, written, context, grammar, nouns, calendar),
  }
  return {
    grammar,
    script: { letters: LATIN, names: italianWords.map('letters') },
    abbreviations: abbreviationsOf(italianWords),
    expansions: [
      englishTitles(),
      datesToDates(calendar, grammar),
      monthRanges(calendar, grammar),
      hyphenatedDates(calendar, grammar.date),
      monthsAlone(calendar, grammar.contexts),
      spacedHyphens(italianWords.rows('compounds')),
      ...expansions(calendar, nouns, grammar.contexts),
    ],
  }
}

/** `un'ora` */
const joined = (number: string, noun: string): string => number + (number.endsWith("'") ? '' : ' ') + noun

const ARTICLE_BEFORE = /(?:^|[^\p{L}])(?:il|lo|la|l'|[dns]?[ae]l(?:lo|la|l')?) ?$/iu
const MASCULINE_ARTICLE = /(?:^|[^\p{L}])(?:il|l'|[dns]?[ae]l(?:l')?) ?$/iu
const FEMININE_ARTICLE = /^(?:la|una|[dns]?[ae]lla)$/i
const NAME_BEFORE = /(?:^|[^\p{L}])(\p{Lu}\p{Ll}{1,20}) $/u

function readRoman(
  value: number,
  written: string,
  { before, after }: Context,
  { contexts }: Grammar,
  { genderOf, nounIn }: ReturnType<typeof nounsOf>,
  { months }: CalendarNames,
): string | undefined {
  const [, next = ''] = /^ (\p{L}{2,30})/u.exec(after) ?? []
  const [, last = ''] = /(\p{L}{2,30})\.? $/u.exec(before) ?? []
  const isAfterWord = contexts['before-roman']?.(before) === true
  // `cap. iv`, but `vi` and the like are words
  if (written !== written.toUpperCase() && !isAfterWord) return undefined
  // `doc. LVII-bis`
  if (written.length > 1 && !isAfterWord && /^ ?- ?(?:bis|ter|quater|quinquies|sexies)(?!\p{L})/u.test(after))
    return cardinal(value, ALONE)
  if (next !== '' && months.includes(next.toLowerCase())) return cardinal(value, ALONE)
  if (contexts['after-roman']?.(after) === true) return ordinal(value, genderOf(next))
  if (isAfterWord) return ordinal(value, /^(?:capp?|art|vol|tit|sec)$/i.test(last) ? 'm' : genderOf(last))
  const noun = nounIn(after)
  if (
    written.length > 1 &&
    ARTICLE_BEFORE.test(before) &&
    noun !== undefined &&
    (value < 31 || /^\p{Ll}/u.test(noun)) &&
    written !== 'VI'
  )
    return ordinal(value, genderOf(noun))
  const ofName = isAfterFemaleName(before, FEMININE_ARTICLE) ? 'f' : 'm'
  if (contexts['before-king']?.(before) === true || (/^[IVX]/.test(written) && isAfterRuler(before, after, contexts)))
    return ordinal(value, ofName)
  if (written.length === 1 || written === 'VI') return undefined
  if (NAME_BEFORE.test(before)) return ordinal(value, ofName)
  // `pittori del XIX`: centuries
  if (value < 22 && MASCULINE_ARTICLE.test(before)) return ordinal(value, 'm')
  return value < 40 && !/^ ?\d/.test(after) ? cardinal(value, ALONE) : undefined
}

/** What a singular article and a number make an ordinal before: `alla 15 buca` */
const RANKED =
  'buca|tappa|giornata|edizione|settimana|posizione|puntata|stagione|fila|legislatura|frazione|prova|partita|vittoria|gara|manche|ripresa|corsia|base|fase|classe|sezione|serata|lezione|sconfitta|presenza|divisione|brigata|volta|posto|piano|giro|turno|round|minuto|gradino|compleanno|anniversario|capitolo|episodio|canto|reggimento|battaglione|congresso|vertice|secolo|livello|titolo|gol|successo|incontro|tentativo|atto'

/** Of what lasts so many years: `triennio`, but `treenne` of an age. */
const LATIN_STEMS: ReadonlyMap<string, string> = new Map(
  ['bi', 'tri', 'quadri', 'quinqu', 'sess', 'sett', 'ott', 'nov', 'dec'].map((stem, at) => [String(at + 2), stem]),
)

/** `l'1 gennaio` */
const firstAfter = (before: string): string => (before.endsWith("'") ? 'uno' : 'primo')
const opens = (before: string): boolean => !/[\p{L}\p{M}\d][.,:/-]?$/u.test(before)

function expansions(
  calendar: CalendarNames,
  { genderOf, nounIn }: ReturnType<typeof nounsOf>,
  contexts: Contexts,
): readonly Expansion[] {
  const month = anyOf(calendar.monthOf.keys())
  return [
    {
      // `R&B`, `musica r & b`: the English name
      category: 'abbreviation',
      first: /r/i,
      words: new Set(['r']),
      pattern: /r ?& ?b(?![\p{L}\p{M}\d&])/iuy,
      read: (_match, { before }) => (/[\p{L}\p{M}\d&]$/u.test(before) ? undefined : 'R and B'),
    },
    {
      // `56enne`, `il 50ennale`, `3ennio`
      category: 'cardinal',
      first: /\d/,
      pattern: /(\d{1,3})[ -]?(enn(?:[ei]|al[ei]|io))(?!\p{L})/uy,
      read: ([, value = '', ending = ''], { before }) => {
        if (!opens(before)) return undefined
        const latin = /^enn[ei]$/.test(ending) ? undefined : LATIN_STEMS.get(value)
        if (latin !== undefined) return latin + ending
        if (Number(value) < 3) return undefined
        const stem = value === '10' ? 'dec' : cardinal(Number(value), ALONE).replace(/(?<!tr|se)[eio]$|a$/, '')
        return stem.replace(/tré$/, 'tre') + ending
      },
    },
    {
      // `1° piano`, `5ª strada`, `3^ classe`, `20esima`, but `25°` of a thermometer
      category: 'ordinal',
      first: /\d/,
      pattern:
        /(?<value>\d{1,4})(?:(?<feminine>ª|[\^a](?= \p{Ll}|[.,;:!?)]|$))|esim(?<ending>[oaie])|[º°](?! ?[CFK](?!\p{L})))(?![\p{L}\d])/uy,
      read: ({ groups }, { before, after }) => {
        const { value = '', feminine, ending } = groups ?? {}
        if (!opens(before) || Number(value) === 0) return undefined
        if (ending !== undefined) return ordinal(Number(value), 'm').replace(/o$/, ending)
        if (feminine !== undefined) return ordinal(Number(value), 'f')
        const isDegree = /(?:^|[^\p{L}])(?:a|di|fino|circa|con|meno|sono|segna) $/iu.test(before)
        return ARTICLE_BEFORE.test(before) ||
          /^(?: [eo]|,) \d{1,3}(?:[°º] \p{Ll}{3}|ª)/u.test(after) ||
          (nounIn(after) !== undefined && !isDegree)
          ? ordinal(Number(value), 'm')
          : undefined
      },
    },
    {
      // `alla 15 buca`, `il 20 anniversario`: a noun in the singular
      category: 'ordinal',
      first: /\d/,
      pattern: new RegExp(String.raw`(\d{1,3}) (?=(${RANKED})(?!\p{L}))`, 'uy'),
      read: ([, value = '', noun = ''], { before }) =>
        Number(value) > 0 && ARTICLE_BEFORE.test(before) ? ordinal(Number(value), genderOf(noun)) : undefined,
    },
    {
      // `al 1'posto`, `il 2' tempo`: an apostrophe for the sign of ordinals
      category: 'ordinal',
      first: /\d/,
      pattern: new RegExp(String.raw`(\d{1,2})'(?=( ?)(${RANKED}|tempo|set|quarto|premio)(?!\p{L}))`, 'uy'),
      read: ([, value = '', gap, noun = ''], { before }) =>
        Number(value) > 0 && opens(before) && (gap === '' || ARTICLE_BEFORE.test(before))
          ? ordinal(Number(value), genderOf(noun))
          : undefined,
    },
    {
      // `15-18 maggio`
      category: 'date',
      first: /\d/,
      pattern: new RegExp(String.raw`(\d{1,2})[°º]? ?[-–/] ?(\d{1,2})(?= (?:${month})(?!\p{L}))`, 'iuy'),
      read: ([, first = '', last = ''], { before }) => {
        if (!opens(before)) return undefined
        const [from, to] = [first, last].map((day) => (day === '1' ? 'primo' : cardinal(Number(day), ALONE))) as [
          string,
          string,
        ]
        if (ARTICLE_BEFORE.test(before)) return `${from} ${to}`
        const link = (day: string): string => (/^[ou]/.test(day) ? "l'" : ' ')
        return `da${link(from).replace(' ', 'l ').replace("l'", "ll'")}${from} a${link(to).replace(' ', 'l ').replace("l'", "ll'")}${to}`
      },
    },
    {
      // `legge 104/92`, `D.Lgs. 196/2003`
      category: 'serial',
      first: /\d/,
      pattern: /(\d{1,4})\/(\d\d|(?:19|20)\d\d)(?![\d/])/y,
      read: ([, law = '', year = ''], { before }) =>
        /(?:^|[^\p{L}])(?:legge|decreto|lgs|d\.?l|dpr|d\.p\.r|dm|l|direttiva|regolamento|sentenza|delibera)\.?(?: (?:n\.|numero|u\.?e\.?|ce))? $/iu.test(
          before,
        )
          ? `${cardinal(Number(law), ALONE)} ${year.startsWith('0') ? digitsOf(year) : `del ${cardinal(Number(year), ALONE)}`}`
          : undefined,
    },
    {
      // `al 90'`, `5'`: minutes
      category: 'measure',
      first: /\d/,
      pattern: /(\d{1,3})'(?![\p{L}\d]| \d{1,2} ?(?:"|''))/uy,
      read: ([, minute = ''], { before }) => {
        if (!opens(before) || /(?:^|\s)'/.test(before)) return undefined
        if (/(?:^|[^\p{L}])(?:al|dal|nel|del) $/iu.test(before)) return ordinal(Number(minute), 'm')
        return `${cardinal(Number(minute), { ...ALONE, isAttributive: true })} minut${minute === '1' ? 'o' : 'i'}`
      },
    },
    {
      // `1 maggio`
      category: 'date',
      first: /1/,
      pattern: new RegExp(String.raw`1[°º]?(?= (?:${month})(?!\p{L}))`, 'iuy'),
      read: (_match, { before }) => (opens(before) ? firstAfter(before) : undefined),
    },
    weekdayRanges(calendar, { written: '[-–/]|a|al', say: (written) => (written === 'al' ? 'al' : 'a') }),
    weekdayLetters(calendar, 'a'),
    {
      // `S. Maria`, `S. Antonio`
      category: 'abbreviation',
      first: /S/,
      words: new Set(['s']),
      pattern: /S\. ?(?=(\p{Lu}\p{Ll}{2,20}))/uy,
      read: ([, name = '']) => {
        if (/^[AEIOU]/.test(name)) return "Sant'"
        return genderOf(name) === 'f' ? 'Santa' : /^(?:S[^aeiou]|Z)/.test(name) ? 'Santo' : 'San'
      },
    },
    weekdaysBeforeNumbers(calendar, contexts, 'chius[oa]|apert[oa]|e fest'),
    {
      // `333 1234567`, `347.123.45.67`: a mobile number
      category: 'telephone',
      first: /3/,
      pattern: /3\d\d(?:[ ./-]?\d{2,7}){1,3}(?![\d%€]|[.,/-]\d)/uy,
      read: ([written], { before }) => {
        const groups = written.match(/^\d{3}|\d{4,}|\d{1,3}/g) ?? []
        const isWhole = /^3\d{8,9}$/.test(groups.join(''))
        return opens(before) && isWhole
          ? groups
              .flatMap((group) => group.match(/\d{4}$|\d{1,3}/g) ?? [])
              .map(digitsOf)
              .join(', ')
          : undefined
      },
    },
    {
      // `Via Roma 3 - 20121 Milano`: number of the house and postal code
      category: 'serial',
      first: /\d/,
      pattern: /(\d{1,4})(?= ?[-–] ?\d{5} \p{Lu})|(\d{5})(?= \p{Lu}\p{L})/uy,
      read: ([, house, code = ''], { before }) =>
        house !== undefined
          ? opens(before)
            ? cardinal(Number(house), ALONE)
            : undefined
          : /(?:^|[,–-] ?|\n)$/.test(before)
            ? digitsOf(code)
            : undefined,
    },
    {
      // `20 anni`
      category: 'cardinal',
      first: /\d/,
      pattern: /([1-9]?[2-9]0|100) (ann(?:i|o|etti)(?![\p{L}\p{M}]))/uy,
      read: ([, value = '', noun = ''], { before }) =>
        opens(before) ? `${cardinal(Number(value), ALONE).slice(0, -1)}'${noun}` : undefined,
    },
    {
      // `2 1/2 ore`
      category: 'fraction',
      first: /\d/,
      pattern: /(\d{1,3}) ?(?:1\/2|½) (\p{Ll}{3,20})(?!\p{L})/uy,
      read: ([, whole = '', noun = ''], { before }) => {
        const isFeminine = /[ae]$/.test(noun)
        const one = cardinal(Number(whole), { gender: isFeminine ? 'f' : 'm', isAttributive: true, noun })
        return opens(before) ? `${joined(one, noun)} e ${isFeminine ? 'mezza' : 'mezzo'}` : undefined
      },
    },
    {
      // A number plate and a tax code
      category: 'serial',
      first: /[A-Z]/,
      pattern: /(?:[A-Z]{2}[ -]?\d{3}[ -]?[A-Z]{2}|[A-Z]{6} ?\d\d[A-Z]\d\d ?[A-Z]\d{3}[A-Z])(?![\p{L}\d])/uy,
      read: ([code], { before }) =>
        opens(before)
          ? (code.match(/[A-Z]{1,3}|\d{1,3}/g) ?? [])
              .map((run) => (/\d/.test(run) ? digitsOf(run) : spellLetters(run)))
              .join(', ')
          : undefined,
    },
  ]
}

/** Writes Italian numbers, dates, abbreviations and symbols as words. */
export const normalizeItalian = createNormalizer(loadItalian)
