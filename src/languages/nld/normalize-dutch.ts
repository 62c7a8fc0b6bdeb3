import { shortenedEnding } from '../reading/abbreviations.ts'
import { abbreviationsOf, calendarNamesOf, weekdayRanges, weekdaysBeforeNumbers } from '../reading/calendar-names.ts'
import { englishTitles } from '../reading/english-titles.ts'
import type { Context, Expansion } from '../reading/expansion.ts'
import { LATIN } from '../reading/fold.ts'
import type { Clock, Grammar } from '../reading/grammar.ts'
import { emphasized } from '../reading/initials.ts'
import { spellLetters } from '../reading/letters.ts'
import { datesToDates, monthRanges, monthsAlone } from '../reading/months.ts'
import { createNormalizer, type LanguageRules } from '../reading/normalizer.ts'
import { isOne, isYear } from '../reading/numeral.ts'
import { romanValue } from '../reading/roman.ts'
import { isAfterRuler } from '../reading/rulers.ts'
import { createSpeller } from '../reading/spell-number.ts'
import { grammarTablesOf } from '../reading/tables.ts'
import { wordFiles } from '../word-files.ts'

export const dutchWords = wordFiles(new URL('./words/', import.meta.url))
const spell = createSpeller('nl', dutchWords)
const cardinal = (value: number): string => spell(value, 'spellout-cardinal-stressed')
const ordinal = (value: number): string => spell(value, 'spellout-ordinal')
const year = (value: number): string => spell(value, 'spellout-numbering-year')
const digitsOf = (digits: string): string => [...digits].map((digit) => cardinal(Number(digit))).join(' ')

function loadDutch(): LanguageRules {
  const calendar = calendarNamesOf(dutchWords)
  const neuter = dutchWords.list('neuter')
  const clock = ({ hour, minute, second, half }: Clock): string => {
    const part =
      half === undefined
        ? ''
        : half === 'am'
          ? ' in de ochtend'
          : hour === 12 || hour < 6
            ? ' in de middag'
            : ' in de avond'
    const minutes = minute === 0 ? '' : ` ${cardinal(minute)}`
    if (second === undefined) return `${cardinal(hour)} uur${minutes}${part}`
    const minuteName = minute === 1 ? 'minuut' : 'minuten'
    return `${cardinal(hour)} uur, ${cardinal(minute)} ${minuteName} en ${cardinal(second)} second${second === 1 ? 'e' : 'en'}`
  }

  /** With the article `het`, as all diminutives */
  const isNeuter = (noun: string): boolean => neuter.has(noun) || /[^aeiou]je$/.test(noun)

  const fraction: Grammar['fraction'] = (whole, over, under, { before, after }) => {
    if (under < 2) return undefined
    const [, noun = ''] = /^ (\p{Ll}{3,30})/u.exec(after) ?? []
    const name = under === 2 ? (over === 1 ? 'half' : 'halve') : under === 4 ? 'kwart' : ordinal(under)
    const isHalf = over === 1 && under === 2
    const half = noun === '' || isNeuter(noun) ? 'half' : 'halve'
    // `een 1/2 uur`
    const one = /(?:^|[^\p{L}])een $/iu.test(before) ? '' : 'een '
    const parts = `${over === 1 ? one : `${cardinal(over)} `}${isHalf ? half : name}`
    if (whole === undefined) return parts
    if (!isHalf) return `${cardinal(whole)} ${parts}`
    return whole === 1 ? (half === 'half' ? 'anderhalf' : 'anderhalve') : `${cardinal(whole)} en een ${half}`
  }

  const grammar: Grammar = {
    ...grammarTablesOf(dutchWords),
    cardinal,
    digits: [...'0123456789'].map(digitsOf),
    decimals: (digits, mark) => {
      const isNumber = digits.length <= 2 && !digits.startsWith('0')
      return `${mark === ',' ? 'komma' : 'punt'} ${isNumber ? cardinal(Number(digits)) : digitsOf(digits)}`
    },
    year,
    agreement: () => ({ gender: 'm', isAttributive: false }),
    counted: ({ numeral, scale }, { one, many }, _context, say) =>
      `${say({ gender: 'm', isAttributive: true })} ${isOne(numeral) && scale === undefined ? one : many}`,
    fraction,
    date: ({ day, month, year: inYear }) =>
      [day === 0 ? '' : cardinal(day), calendar.months[month], inYear === undefined ? '' : year(inYear)]
        .filter((part) => part !== '')
        .join(' '),
    clock,
    roman: (value, written, context) => readRoman(value, written, context, grammar),
  }
  return {
    grammar,
    script: { letters: LATIN, names: dutchWords.map('letters') },
    abbreviations: abbreviationsOf(dutchWords),
    expansions: [
      englishTitles(),
      emphasized('ALS', 'de|het|je|jij|u|hij|zij|ze|we|wij|ik|er|dit|dat|jullie|deze|die|ook'),
      datesToDates(calendar, grammar),
      monthRanges(calendar, grammar),
      weekdayRanges(calendar, {
        written: '[-–/]|t\\/m|tot en met|tot',
        say: (link) => (link === 'tot' ? 'tot' : 'tot en met'),
      }),
      weekdaysBeforeNumbers(calendar, grammar.contexts, 'gesl|dicht|open'),
      monthsAlone(calendar, grammar.contexts),
      ...EXPANSIONS,
    ],
  }
}

const NAME_BEFORE = /(?:^|[^\p{L}])\p{Lu}\p{Ll}{2,20} $/u

const OF_CABINET =
  /(?:^|[^\p{L}])(?:kabinet|ministerie|regering|coalitie|commissie)(?:[ -](?:van )?\p{Lu}[\p{L}-]{1,24}){1,3} $/iu

function readRoman(
  value: number,
  written: string,
  { before, after }: Context,
  { contexts }: Grammar,
): string | undefined {
  if (contexts['before-roman']?.(before) === true) return cardinal(value)
  if (written !== written.toUpperCase()) return undefined
  // `het kabinet-Drees III`, which is no king
  if (OF_CABINET.test(before)) return cardinal(value)
  if (contexts['after-roman']?.(after) === true) return ordinal(value)
  // `het III Rijk`
  if (written.length > 1 && value < 31 && /(?:^|[^\p{L}])(?:de|het) $/iu.test(before) && /^ \p{L}{4}/u.test(after))
    return ordinal(value)
  if (contexts['before-king']?.(before) === true || (/^[IVX]/.test(written) && isAfterRuler(before, after, contexts)))
    return `de ${ordinal(value)}`
  if (written.length === 1) return undefined
  return NAME_BEFORE.test(before) ? `de ${ordinal(value)}` : value < 40 ? cardinal(value) : undefined
}

const opens = (before: string): boolean => !/[\p{L}\p{M}\d][.,:/-]?$/u.test(before)

/** What says how many: `3-jarige`, `5-tallen`. */
const OF_NUMBER =
  /^(?:jarig|tal|voud|uur|urig|daag|delig|plus|persoon|gang|kamer|sterren|maand|wek|cilinder|deurs|hoek|koppig|kamp|punt|strook|baans|talig|zijdig)/u

const EXPANSIONS: readonly Expansion[] = [
  {
    // `1e`, `2de`, `8ste`, `XXIe`
    category: 'ordinal',
    first: /[\dIVXLC]/,
    pattern: /(\d{1,4}|[IVXLC]{1,7})(?:e|de|ste)(?![\p{L}\d])/uy,
    read: ([, written = ''], { before }) => {
      const value = /\d/.test(written) ? Number(written) : (romanValue(written) ?? 0)
      return opens(before) && value > 0 ? ordinal(value) : undefined
    },
  },
  {
    // `12-jarig`, `3-gangenmenu`, `65-plusser`: one word
    category: 'cardinal',
    first: /\d/,
    pattern: /(\d{1,4})-(?!(?:en|of|tot|plus|maal) )(\p{Ll}{3,30})(?![\p{L}\p{M}])/uy,
    read: ([, value = '', word = ''], { before }) => {
      if (!opens(before)) return undefined
      // `Nord Stream 2-pijplijn`: the number is that of the name
      const isNamed = /\p{Ll} (?:\p{Lu}\p{L}{1,20} ){1,3}$/u.test(before) && !OF_NUMBER.test(word)
      return cardinal(Number(value)) + (isNamed ? ' ' : '') + word
    },
  },
  {
    // `1012 AB Amsterdam`: a postal code
    category: 'serial',
    first: /[1-9]/,
    pattern: /([1-9]\d{3}) ?([A-Z]{2})(?![\p{L}\d])/uy,
    read: ([, digits = '', letters = ''], { before }) =>
      opens(before) ? `${digitsOf(digits)} ${spellLetters(letters)}` : undefined,
  },
  {
    // `€ 12,-`, `12,-`
    category: 'money',
    first: /[€\d]/,
    pattern: /(?:€ ?)?(\d{1,6}),[-–—]{1,2}(?! ?\d)(?: ?(?:€|euro))?/uy,
    read: ([, value = ''], { before }) => (opens(before) ? `${cardinal(Number(value))} euro` : undefined),
  },
  {
    // `10 t/m 12`, `1975 t/m 1982`
    category: 'range',
    first: /[\dt]/i,
    pattern: /(\d{1,6})? ?t\/m(?!\p{L})/iuy,
    read: ([, from], { before }) =>
      opens(before)
        ? `${from === undefined ? '' : (isYear(from) ? year : cardinal)(Number(from))} tot en met`
        : undefined,
  },
  {
    // `F-16's`, `de 747's`: the ending of a plural
    category: 'serial',
    first: /[A-Z\d]/,
    pattern: /(?:([A-Z]{1,4})-?)?(\d{1,4})'s(?![\p{L}\p{M}\d])/uy,
    read: ([, letters = '', value = ''], { before }) =>
      /[\p{L}\p{M}\d][.,:/]?$|\d-$/u.test(before) || (letters === '' && value.length === 1)
        ? undefined
        : `${spellLetters(letters)} ${cardinal(Number(value))}s`.trimStart(),
  },
  {
    // `Mr. de Vries`, which begins a sentence: a lawyer, whose name is Dutch
    category: 'abbreviation',
    first: /M/,
    words: new Set(['mr']),
    next: /\./,
    pattern: /Mr\.(?= (?:[Dd]e|[Vv]an|[Dd]er|[Tt]er|[Tt]en|[Dd]en) )/uy,
    read: () => 'meester',
  },
  {
    // `naar St.`, whose line ends in the name
    category: 'abbreviation',
    first: /S/,
    words: new Set(['st']),
    next: /\./,
    pattern: /St\.(?!\s{0,9}[^\s])/uy,
    read: (_match, { before }) => (/\p{L} $/u.test(before) ? 'sint' : undefined),
  },
  shortenedEnding('str', 'straat'),
]

/** Writes Dutch numbers, dates, abbreviations and symbols as words. */
export const normalizeDutch = createNormalizer(loadDutch)
