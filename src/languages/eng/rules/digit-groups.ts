import type { Context, Expansion } from '../../reading/expansion.ts'
import { countsThings } from './calendar.ts'
import { looksLikeDate, senseOfGroups, TOLD_BY_DIGITS } from './number-sense.ts'
import { cardinal, digitByDigit } from './number-words.ts'

const BORDER = String.raw`(?![\p{L}\d%°]|[-.,:/]\d)`
const GOES_ON = /[\p{L}\d][.,:/-]?$|[$€£¥@+]$/u

const inGroups = (text: string): string => (text.match(/\d{1,19}/g) ?? []).map(digitByDigit).join(', ')
const countOf = (text: string): number => text.replaceAll(/\D/g, '').length

/** Numbers that begin with the zero of a trunk line: `020 7946 0958`, `(02) 9876 5432`, `030/901820`. */
function readTrunk([text]: RegExpExecArray, { before }: Context): string | undefined {
  const count = countOf(text)
  if (GOES_ON.test(before) || count < 7 || count > 12 || looksLikeDate(text)) return undefined
  return inGroups(text)
}

/** National formats that begin with no zero, each by the lengths of its groups. */
const SHAPES = [
  String.raw`1[38]00[ -]\d{3}[ -]\d{3,4}`,
  String.raw`[6-9]\d{4}[ -]\d{5}`,
  String.raw`[2-9]\d{3} \d{4}`,
  String.raw`[2-9]\d\d \d{7}`,
  String.raw`[2-9]\d\d \d{4}`,
  String.raw`[2-9]\d \d{3} \d{4}`,
  String.raw`\d\d \d{4}-\d{4}`,
  String.raw`9 \d{4} \d{4}`,
  String.raw`8 \(\d{3}\) \d{3}-\d\d-\d\d`,
  String.raw`8 \d{3} \d{3}[- ]\d\d[- ]\d\d`,
  String.raw`[2-9]\d\d \d{3} \d{3}`,
  String.raw`[2-9]\d\d \d\d \d\d \d\d`,
  String.raw`[2-9]\d \d{3} \d\d \d\d`,
  String.raw`[2-9]\d[ -]\d{4}[ -]\d{4}`,
  String.raw`1\d\d[ -]\d{4}[ -]\d{4}`,
  String.raw`[49]\d\d \d\d \d{3}`,
  String.raw`\(\d\d\) ?\d{4,5}-\d{4}`,
  String.raw`\d\d \d{5}-\d{4}`,
].join('|')

function readShape([text]: RegExpExecArray, { before, after }: Context): string | undefined {
  return GOES_ON.test(before) || /\d ?$/.test(before) || countsThings(after) ? undefined : inGroups(text)
}

const SINGLE_DIGITS = /^\d(?:[ -]\d){2,7}$/
/** `21-1234` of a case, which is read as a pair. */
const DOCKET = /^[1-9]\d?-\d{1,7}$/

/** `TXT WIN to 81010 4 ur chance`: the last figure is a word of a message. */
const isBeforeWord = (text: string, after: string): boolean =>
  / [24]$/.test(text) && /^ (?:an?|me|my|the|u|ur|ya|you|your)(?!\p{L})/u.test(after)

/** Any groups that the words around ask for. */
function readLabelled([text]: RegExpExecArray, context: Context): string | undefined {
  if (GOES_ON.test(context.before) || isBeforeWord(text, context.after)) return undefined
  const sense = senseOfGroups(text, context)
  if (!TOLD_BY_DIGITS.has(sense) || (sense === 'reference' && DOCKET.test(text))) return undefined
  return SINGLE_DIGITS.test(text) ? digitByDigit(text.replaceAll(/\D/g, '')) : inGroups(text)
}

/** `612 345 678 users`: spaces part the thousands of what is counted. */
const spacedThousands: Expansion = {
  category: 'cardinal',
  first: /[1-9]/,
  pattern: /[1-9]\d{0,2}(?: \d{3}){2,5}(?! ?\d|[\p{L}.]\d)/uy,
  read: ([digits], { before, after }) =>
    countsThings(after) && !/[\d.,] ?$/.test(before) ? cardinal(digits.replaceAll(' ', '')) : undefined,
}

/** Telephone numbers of many countries, and other numbers that are told digit by digit in the groups they are written in. */
export const digitGroups: readonly Expansion[] = [
  {
    // `1_000_000`, as programs write a million
    category: 'cardinal',
    first: /[1-9]/,
    pattern: /[1-9]\d{0,2}(?:_\d{3}){1,4}(?![\p{L}\d_]|[.,:/-]\d)/uy,
    read: ([number], { before }) =>
      /[\p{L}\d_][.,:/-]?$/u.test(before) ? undefined : cardinal(number.replaceAll('_', '')),
  },
  spacedThousands,
  {
    category: 'telephone',
    first: /[(0]/,
    pattern: new RegExp(
      String.raw`(?:\(0\d{1,4}\) ?\d{2,8}|0\d{1,4}(?: ?[-/.] ?| )\d{2,8})(?:[ .-]\d{2,6}){0,4}${BORDER}|06 1 \d{3} \d{4}${BORDER}`,
      'uy',
    ),
    read: readTrunk,
  },
  {
    category: 'telephone',
    first: /[(\d]/,
    pattern: new RegExp(String.raw`(?:${SHAPES})${BORDER}(?! \d)`, 'uy'),
    read: readShape,
  },
  {
    category: 'telephone',
    first: /[(\d]/,
    pattern: new RegExp(String.raw`\(?\d{1,12}\)?(?:[ .-]\(?\d{1,12}\)?){1,7}${BORDER}`, 'uy'),
    read: readLabelled,
  },
]
