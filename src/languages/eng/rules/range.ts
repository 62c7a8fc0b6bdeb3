import type { Expansion } from '../../reading/expansion.ts'
import { BIBLE_BOOKS } from './bible-books.ts'
import { cardinal, fixedPair, inPairs } from './number-words.ts'

/** A number that ends here, with its unit: what a dash after it may lead on from. */
const NUMBER_BEFORE = /(?:^|[^\p{L}\d.,])(?:(\d[\d,.]{0,30}))(?: ?[\p{L}°%‰"'²³µΩ/$€£¥]{1,8})?( ?)$/u
const NUMBER_AFTER = /^( ?)[-−]?(?:US|[ACS])?[$€£¥₹]?(\d(?:[\d,]{0,30}\d)?(?:\.\d{1,20})?|\.\d{1,20})/
const SCORED =
  /(?:^|[^\p{L}])(?:won|wins?|winning|beat|beats|beating|lost|loses?|losing|scored?|scores|leads?|led|leading|trail|trails|trailed|trailing|tied|ties|drew|defeated|defeats|defeat|victory|record|finished)(?!\p{L})[^.;:!?]{0,36}$/iu
/** A quantity, not a score: "won 5-10 games". */
const COUNTED_AFTER = /^[\d.,]{1,12} ?(?:[%°]|percent|\p{Ll}{2,16}s(?!\p{L})|million|billion|km|mph|kg|lb)/u
const SCORE_NOUN =
  /^\d{1,3} (?:win|victory|loss|defeat|lead|record|advantage|triumph|rout|draw|tie|series|score|vote|decision|double play|groundout|putout|defense|formation|zone|alignment|deficit|count|aggregate|scoreline|ruling|majority)(?!\p{L})/iu
const MORE_DIGITS = /^\d{1,6}-\d/

const UNKNOWN_AFTER = /^ \d{0,6}[a-z](?:\^|²|³|(?!\p{L}))(?! \p{L}{2})/u
/** `Table 2-1`: the first table of the second part. */
const PART_BEFORE =
  /(?:^|[^\p{L}])(?:table|figure|fig\.?|section|sec\.?|chapter|ch\.?|exhibit|appendix|equation|eq\.?|rule|problem|exercise|example|form|schedule|plate|chart|diagram|listing|theorem|lemma|question|article|cfr|(?<!§)§) ?\d{1,4}(?:\.\d{1,4})?$/iu

const numberOf = (digits: string): number => Number.parseFloat(digits.replaceAll(',', ''))

/** `13-50`, `60–70°F`, `10%-15%`; silent in scores and between more than two. */
const dash: Expansion = {
  category: 'range',
  first: /[-–—]/,
  pattern: / ?[-–—]/y,
  read: ([joint], { before, after }) => {
    const [, left, spaceBefore] = NUMBER_BEFORE.exec(before) ?? []
    const [, spaceAfter, right] = NUMBER_AFTER.exec(after) ?? []
    if (left === undefined || right === undefined) return undefined
    const isTight = spaceBefore === '' && spaceAfter === ''
    // "x^2 - 4x": a power, and what is taken from it.
    if (/\^[-\d.]{1,6} ?$|(?:^|[-\s+*=(])\d{1,3}[xyz] $/.test(before) || (!isTight && UNKNOWN_AFTER.test(after)))
      return undefined
    // `Llama-3.1-70B`
    if (isTight && joint === '-' && /\p{L}-\d{1,3}(?:\.\d{1,3})?$/u.test(before)) return { spoken: '', length: 1 }
    if (isTight && joint === '-' && PART_BEFORE.test(before)) return { spoken: 'dash', length: 1 }
    const isRising = numberOf(left) < numberOf(right)
    // A spaced em dash, or one before a smaller number, is the sentence's.
    if (!isTight && (joint === '—' || !isRising)) return undefined
    if (!isTight && (spaceBefore === '' || spaceAfter === '')) return undefined
    if (isTight && /\d-\d{1,6}$/.test(before)) return { spoken: '', length: 1 }
    if (isTight && MORE_DIGITS.test(after)) return { spoken: '', length: 1 }
    if (joint === '-' && /^\d{1,3}$/.test(left) && /^\d{1,3}$/.test(right) && isScore(before, after)) {
      return { spoken: '', length: 1 }
    }
    return /= ?$/.test(before) || /^ ?[\d.,]{1,20} ?=/.test(after) ? undefined : 'to'
  },
}

/** `112-108` in basketball, `101-98`: the way sport is told. */
const longScore: Expansion = {
  category: 'range',
  first: /\d/,
  pattern: /(\d{2,3})[-–](\d{2,3})(?![\d\p{L}%°]|[-–/.,:]\d)/uy,
  read: ([, left = '', right = ''], { before, after }) => {
    if (!/\d{3}/.test(left + right) || /[\p{L}\d$€£¥#.,:/-]$/u.test(before)) return undefined
    const isTold = SCORED.test(before) || VOTED.test(before) || SCORE_NOUN.test(after.replace(/^/, '9'))
    return isTold && !COUNTED_AFTER.test(`1${after}`) ? `${sayScore(left)} to ${sayScore(right)}` : undefined
  },
}
const VOTED = /(?:^|[^\p{L}])(?:pass(?:ed|es)|voted?|approved|rejected|ruled|confirmed)(?!\p{L})[^.;:!?]{0,24}$/iu
const sayScore = (points: string): string => (points.length === 3 ? inPairs(points) : cardinal(points))

/** `10-2 this season`: what a team has won and lost. */
const record: Expansion = {
  category: 'range',
  first: /\d/,
  pattern:
    /(\d{1,2})[-–](\d{1,2})(?:[-–](\d{1,2}))?(?= (?:this season|last season|on the (?:season|year)|overall|record|start to|in (?:the )?(?:league|conference|division)|at home|on the road|against|so far))/y,
  read: ([, won = '', lost = '', tied], { before }) => {
    if (
      /[\p{L}\d$€£¥#.,:/-]$/u.test(before) ||
      !/\b(?:an?|are|is|was|were|went|now|to|record|at|started|finished|going|stands?|team|their|his|her) $/i.test(
        before,
      )
    )
      return undefined
    return [won, lost, ...(tied === undefined ? [] : [tied])].map(cardinal).join(' and ')
  },
}

/** `1960-80`, `1491–1547`, `2010-2015`. */
const years: Expansion = {
  category: 'range',
  first: /[12]/,
  pattern: /([12]\d{3}) ?[-–] ?(\d{2}|[12]\d{3})(?![\d\p{L}%°]|[-–/.,:]\d)/uy,
  read: ([, from = '', to = ''], { before }) => {
    const last = to.length === 2 ? from.slice(0, 2) + to : to
    if (/[\p{L}\d$€£¥#.,:/-]$/u.test(before) || Number(last) <= Number(from) || Number(last) > 2100) return undefined
    if (Number(from) < 1100) return undefined
    return `${inPairs(from)} to ${to.length === 2 && !to.startsWith('0') ? cardinal(to) : inPairs(last)}`
  },
}

const FORMATS = /^(?:16:9|16:10|4:3|21:9|9:16|32:9|18:9|19\.5:9|2\.35:1|2\.39:1|1\.85:1)$/
const SCREEN = /(?:aspect|screen|display|video|monitor|format|resolution|wide|crop|photo|portrait|landscape)/i
const BIBLE_SHORT = new RegExp(String.raw`(?:^|[^\p{L}])(?:${[...BIBLE_BOOKS.keys()].join('|')})\.? $`, 'iu')
const BIBLE =
  /(?:Genesis|Exodus|Leviticus|Deuteronomy|Joshua|Judges|Ruth|Samuel|Kings|Chronicles|Ezra|Nehemiah|Esther|Job|Psalms?|Proverbs|Ecclesiastes|Isaiah|Jeremiah|Ezekiel|Daniel|Hosea|Amos|Micah|Malachi|Matthew|Matt|Mark|Luke|John|Acts|Romans|Rom|Corinthians|Cor|Galatians|Ephesians|Philippians|Colossians|Thessalonians|Timothy|Titus|Hebrews|James|Peter|Revelation|Rev|verse|surah|quran|sura)\.? $/i

/** `2:8`, `16:9`, `1:100`; `John 3:6`. */
const ratio: Expansion = {
  category: 'range',
  first: /\d/,
  pattern: /(\d{1,4}(?:\.\d{1,3})?) ?: ?(\d{1,6}(?:\.\d{1,3})?)(?::(\d{1,6}))?(?![\d\p{L}:])(?!\.\d)/uy,
  read: ([whole, left = '', right = '', third], { before, after }) => {
    if (/[\p{L}\d:.]$/u.test(before) || (/ /.test(whole) && !/^\d{1,3} : \d{1,3}$/.test(whole))) return undefined
    const [first = '', second = ''] = [left, right].map(readSide)
    if (third !== undefined) return `${first} to ${second} to ${readSide(third)}`
    if (BIBLE.test(before) || BIBLE_SHORT.test(before)) return `${first} ${second}`
    const tight = `${left}:${right}`
    const isFormat =
      /^(?:16:9|16:10|21:9|9:16|32:9)$/.test(tight) || (FORMATS.test(tight) && SCREEN.test(before + after))
    return `${first} ${isFormat ? 'by' : 'to'} ${second}`
  },
}

const readSide = (number: string): string => {
  const [whole = '', decimals] = number.split('.')
  return decimals === undefined ? cardinal(whole) : `${cardinal(whole)} point ${[...decimals].map(cardinal).join(' ')}`
}

/** `img.width x img.height`, `m x n`: sides by their names */
const SIDE_BEFORE =
  /(?:^|[^\p{L}])(?:[A-Za-z]{0,20}Width|width|length|height|depth|col(?:umn)?s?|rows?|[dhlmwHWL])["')}]{0,2} $/u
const SIDE_AFTER =
  /^ (?:["'({]|\$\{){0,2}(?:\w{1,20}\.){0,3}(?:[A-Za-z]{0,20}Height|width|length|height|depth|col(?:umn)?s?|rows?|[dhlnwHWL])(?![\p{L}\d_'])/u

/** `25 x 7 m`, `1920×1080`, `8.5x11"`, `10 cm x 20 cm`: but `6 × 7 = 42` is multiplied. */
const by: Expansion = {
  category: 'range',
  first: /[xX×*]/,
  pattern: /[xX×*]/y,
  read: ([sign], { before, after }) => {
    const left = /(\d{1,12}(?:\.\d{1,6})?|[½¼¾])(?: ?(?:mm|cm|m|in\.?|ft\.?|km|px|"|'|yd)?) ?$/.exec(before)
    const right = /^ ?(\d{1,12}(?:[.,]\d{1,6})?|[½¼¾])/.exec(after)
    if (left === null || right === null)
      return sign !== '*' && SIDE_BEFORE.test(before) && SIDE_AFTER.test(after) ? 'by' : undefined
    const rest = after.slice(right[0].length)
    const isPower = /^ ?10(?:\^|[⁰¹²³⁴-⁹⁻])/.test(after)
    const isProduct = /^ ?[\d.× x*]{0,20}=/.test(rest) || /= ?[\d.× x*]{0,30}$/.test(before) || sign === '*'
    const isSpacedCross = sign === '×' && / $/.test(before) && !/^ ?(?:[xX×]|[\p{L}"'])/u.test(rest)
    return isPower || isProduct || isSpacedCross ? 'times' : 'by'
  },
}

/** The first of what `by` joins tightly: `1920x1080`, which no code is, and `8.5x11`. */
const crossed: Expansion = {
  category: 'range',
  first: /\d/,
  pattern: /(\d{1,6}(?:\.\d{1,3})?)[xX×](?=(\d{1,6})(?:\.\d{1,3})?(?:[xX×]|(?![\dA-Z])))/y,
  read: ([, left = '', right = ''], { before }) => {
    if (/[\p{L}\d.]$/u.test(before) || (left === '0' && right.length > 1)) return undefined
    const isPicture = /^\d{3,4}$/.test(left) && /^\d{3,4}$/.test(right)
    return { spoken: isPicture ? inPairs(left) : readSide(left), length: left.length }
  },
}

/** `3-in-1`, `1-on-1`. */
const inOne: Expansion = {
  category: 'range',
  first: /\d/,
  pattern: /(\d{1,3})-(in|on|by|to|or|for|and|of|under|over|point)-(\d{1,3}|a|an|one)(?![\p{L}\d])/uy,
  read: ([, left = '', word = '', right = '']) =>
    `${cardinal(left)} ${word} ${/\d/.test(right) ? cardinal(right) : right}`,
}

const SIZE = String.raw`(?:\d?X{0,4}[SL]|M)`
const SIZES = /^(?:\d?X{0,4}[SL]|M)$/
/** What is told apart by letters, in the plural. */
const LETTERED =
  /(?:^|[^\p{L}])(?:aisles|appendices|blocks|boarding groups|classes|columns|doors|drawers|exhibits|figures|gates|grades|groups|halls|items|labels|last names|letters|levels|lots|names|options|parts|plans|questions|rooms|rows|sections|series|steps|surnames|tables|terminals|types|units|vitamins|zones):? $/iu

/** `S-XL`, `A-Z`, `columns B-F`. */
const letterRange: Expansion = {
  category: 'range',
  first: /[A-Z\d]/,
  pattern: new RegExp(String.raw`(${SIZE}|[A-Z])[-–](${SIZE}|[A-Z])(?![\p{L}\d]|-[\p{L}\d])`, 'uy'),
  read: ([whole, from = '', to = ''], { before }) => {
    if (/[\p{L}\d][.,:/&-]?$|[$€£]$/u.test(before)) return undefined
    const isLong = from.length + to.length > 2
    const areSizes = SIZES.test(from) && SIZES.test(to) && (isLong || /\bsizes?:? $/i.test(before))
    const areLetters = !isLong && from < to && (/^A[-–]Z$/.test(whole) || LETTERED.test(before))
    return areSizes || areLetters ? `${sizeWords(from)} to ${sizeWords(to)}` : undefined
  },
}
const sizeWords = (size: string): string => [...size].map((unit) => (/\d/.test(unit) ? cardinal(unit) : unit)).join(' ')

/** `T1-T4`, `Q1–Q3`: next to each other they are a pair, `L4-L5`. */
const codeRange: Expansion = {
  category: 'range',
  first: /[A-Z]/,
  next: /\d/,
  pattern: /([A-Z]{1,2})(\d{1,3})[-–]\1(\d{1,3})(?![\p{L}\d%]|[-.,:/]\d)/uy,
  read: ([, letters = '', from = '', to = ''], { before }) =>
    /[\p{L}\d@/_.-]$/u.test(before) || Number(to) <= Number(from) + 1
      ? undefined
      : `${[...letters].join(' ')} ${inPairs(from)} to ${[...letters].join(' ')} ${inPairs(to)}`,
}

/** `5W-30` oil, `205/55R16` tires. */
const grades: Expansion = {
  category: 'serial',
  first: /\d/,
  pattern: /(\d{1,2})W-(\d{2})(?![\p{L}\d]|[-.]\d)|(\d{3})\/(\d{2})Z?R(\d{2})(?![\p{L}\d])/uy,
  read: ([, cold, hot = '', width = '', height = '', rim = ''], { before }) => {
    if (/[\p{L}\d.,/-]$/u.test(before)) return undefined
    if (cold !== undefined) return `${cardinal(cold)} W ${cardinal(hot)}`
    return `${inPairs(width)} ${cardinal(height)} R ${cardinal(rim)}`
  },
}

/** `the Knicks (45-37)`: won and lost. */
const recordInBrackets: Expansion = {
  category: 'range',
  first: /\d/,
  pattern: /(\d{1,3})[-–](\d{1,3})(?:[-–](\d{1,2}))?(?=\)|, \d{1,2}(?:st|nd|rd|th) )/y,
  read: ([, won = '', lost = '', tied], { before }) =>
    /\p{Lu}[\p{L}\d'.]{1,20} \($/u.test(before) && (Number(won) > Number(lost) || tied !== undefined)
      ? [won, lost, ...(tied === undefined ? [] : [tied])].map(cardinal).join(' and ')
      : undefined,
}

/** The last of a picture's sides: `1080` of `1920x1080`. */
const lastSide: Expansion = {
  category: 'range',
  first: /\d/,
  pattern: /\d{3,4}(?![\d.])/y,
  read: ([digits], { before }) => (/(?:^|\D)\d{3,4}[xX×]$/.test(before) ? inPairs(digits) : undefined),
}

/** `6-3, 6-4`: sets, of which one side wins the more. */
function isScoreOfSets(before: string, after: string): boolean {
  const here = /(?:^|[^\d,-]|(\d)-(\d), )(\d)$/.exec(before)
  const there = /^(\d)(?:\(\d\))?(?:, (\d)-(\d)(?!\d))?/.exec(after)
  if (here === null || there === null || (here[1] === undefined && there[2] === undefined)) return false
  const games = [here[3], there[1], here[1], here[2], there[2], there[3]].map((game) => Number(game ?? '0'))
  const isFalling = (i: number): boolean => (games[i] ?? 0) > (games[i + 1] ?? 0)
  return games.every((game) => game < 8) && [0, 2, 4].some(isFalling)
}

/** `6-4, 7-5`, `24-7`. */
function isScore(before: string, after: string): boolean {
  if (isScoreOfSets(before, after)) return true
  return (SCORED.test(before.replace(/\d{1,3}$/, '')) && !COUNTED_AFTER.test(after)) || SCORE_NOUN.test(after)
}

const roundTheClock: Expansion = {
  category: 'range',
  first: /2/,
  pattern: /24-7(?![\d\p{L}]|-\d)/uy,
  read: (_match, { before }) => (/[\d\p{L}-]$/u.test(before) ? undefined : fixedPair('24', '7')),
}

/** Before dates and times. */
export const yearRanges: readonly Expansion[] = [years, longScore, record, recordInBrackets]
/** Before serial numbers. */
export const crossings: readonly Expansion[] = [
  roundTheClock,
  inOne,
  grades,
  letterRange,
  codeRange,
  crossed,
  lastSide,
  by,
]
export const ranges: readonly Expansion[] = [ratio, dash]
