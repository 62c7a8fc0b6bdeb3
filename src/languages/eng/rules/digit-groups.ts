import type { Context, Expansion, Reading } from '../../reading/expansion.ts'
import { countsThings } from './calendar.ts'
import { cardinal, digitByDigit } from './number-words.ts'

const BORDER = String.raw`(?![\p{L}\d%°]|[-.,:/]\d)`
const GOES_ON = /[\p{L}\d][.,:/-]?$|[$€£¥#@+]$/u

/** What telephones are called by, right before the number or before another number of a list. */
const CALLED =
  /(?:^|[^\p{L}])(?:(?:call|dial|phone|ph|text|fax|ring|sms|cell|mobile|landline|tel|telephone|contact|hotline|helpline|lifeline|line|whatsapp|reach|number|no\.?|toll[- ]free)(?:(?<!number)s|ed|ing|ling|ning)?(?: (?:number|no\.?|line))?(?: (?:us|me|him|her|them|is|to|at|on|our (?:office|hotline|helpline)|["'][A-Z\d]{1,16}["']|[A-Z\d]{2,16})){0,2}|(?:call|dial|phone|text|ring|reach|contact|available|fax)(?:ed|ing)?\b[^.!?\d]{1,36} (?:at|on))["'*_:.,]{0,3} ?["'(]?(?:\+?[\d ()-]{5,20}(?:,? (?:or|and) |, ))?$/iu
/** What accounts, meetings and the like are known by. */
const NUMBERED =
  /(?:^|[^\p{L}])(?:account|acct\.?|routing|meeting|zoom|webinar|conference|sort|card|id|pin|code|passcode|number|no\.?|reference|ref\.?|tracking|member(?:ship)?|policy|customer|ssn|sin|tin|ein|iban|isbn|imei|serial|order|confirmation|booking|case|claim|access|license|licence|nhs|medicare)(?: (?:number|no\.?|id|code))?(?: (?:is|was|of))?["'*_:.#]{0,4} ?["'(]?$/iu
/** `Oslo: 22 33 44 55`. */
const NAMED = /\p{L}: $/u
/** `Enter 482-913 to verify`. */
const ENTERED = /(?:^|[^\p{L}])(?:enter|use|type|input|provide|submit)(?:ing)?(?: in)? ["'(]?$/iu
const USED_FOR =
  /^["')]? (?:to (?:verify|confirm|sign|log|continue|join|activate|unlock|access|complete|authenticate)|as (?:your|the)|when (?:prompted|asked)|at the prompt|in the app)/i
const LOOKS_LIKE_DATE = /^\d{1,2}([-/.])\d{1,2}\1(?:\d\d){1,2}$|^\d{4}([-/.])\d\d?\2\d\d?$/

const inGroups = (text: string): string => (text.match(/\d{1,19}/g) ?? []).map(digitByDigit).join(', ')
const countOf = (text: string): number => text.replaceAll(/\D/g, '').length

/** Numbers that begin with the zero of a trunk line: `020 7946 0958`, `(02) 9876 5432`, `030/901820`. */
function readTrunk([text]: RegExpExecArray, { before }: Context): string | undefined {
  const count = countOf(text)
  if (GOES_ON.test(before) || count < 7 || count > 12 || LOOKS_LIKE_DATE.test(text)) return undefined
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

/** Any groups after a word that asks for them. */
function readLabelled([text]: RegExpExecArray, { before, after }: Context): Reading | undefined {
  const whole = text.trimEnd()
  const count = countOf(whole)
  if (GOES_ON.test(before) || countsThings(after)) return undefined
  if (LOOKS_LIKE_DATE.test(whole) && !/\bcode[^\p{L}\d]*$/iu.test(before)) return undefined
  const isNumbered = NUMBERED.test(before)
  if (ENTERED.test(before) && USED_FOR.test(after) && count > 3)
    return { spoken: inGroups(whole), length: whole.length }
  if (isNumbered && /^\d(?: \d){2,}$/.test(whole))
    return { spoken: digitByDigit(whole.replaceAll(' ', '')), length: whole.length }
  const isShort = isNumbered && /\b(?:pin|code|passcode|otp)\b[^\p{L}]*$/iu.test(before)
  const isNamed = NAMED.test(before) && !/[-.]/.test(whole)
  const min = CALLED.test(before) ? 5 : isShort ? 4 : isNumbered ? 6 : isNamed ? 7 : undefined
  if (min === undefined || count < min || count > 24) return undefined
  // "Call 5-10", "number 21-1234": two short groups are a range or a code.
  if (/^\d{1,3}[-.]\d{1,4}$/.test(whole) && !(count === 6 && /\btext/i.test(before))) return undefined
  return { spoken: inGroups(whole), length: whole.length }
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
