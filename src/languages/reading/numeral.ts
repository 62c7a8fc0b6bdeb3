import type { Agreement, Grammar, Numeral } from './grammar.ts'

const GROUPED = [
  String.raw`\d{1,3}(?:\.\d{3}){1,6}(?:,\d{1,20})?`,
  String.raw`\d{1,3}(?:,\d{2,3}){0,6},\d{3}(?:\.\d{1,20})?`,
  String.raw`[1-9]\d{0,2}(?: \d{3}){1,6}(?:[.,]\d{1,20})?`,
  String.raw`[1-9]\d{0,2}(?:'\d{3}){1,6}(?:[.,]\d{1,20})?`,
].join('|')
/** The source of a pattern that matches a whole number or a decimal, with separators of groups. */
export const NUMERAL = String.raw`(?:(?:${GROUPED})(?!\d)|\d{1,40}(?:[.,]\d{1,20})?)(?!\d)`

/** The largest number of digits that is said as a number. */
const MAX_DIGITS = 15

/** Undefined where the separators make no number. `decimalMark` decides where they make two. */
export function parseNumeral(written: string, decimalMark: ',' | '.'): Numeral | undefined {
  const isNegative = written.startsWith('-')
  const plain = (isNegative ? written.slice(1) : written).replaceAll(/[ ']/g, '')
  const marks = plain.replaceAll(/\d/g, '')
  const numeral = (whole: string, fraction = '', mark = ''): Numeral => ({ isNegative, whole, fraction, mark })
  if (marks === '') return numeral(plain)
  const mark = marks.at(-1) as string
  const [head = '', tail = ''] = splitAtLast(plain, mark)
  const hasBoth = marks.includes(',') && marks.includes('.')
  if (hasBoth) {
    const isGrouping = marks.indexOf(mark) < marks.length - 1
    return isGrouping ? undefined : numeral(head.replaceAll(/[.,]/g, ''), tail, mark)
  }
  if (marks.length > 1) return tail.length === 3 ? numeral(plain.replaceAll(mark, '')) : undefined
  const couldBeGroups = tail.length === 3 && head.length <= 3 && !head.startsWith('0')
  // `150.000 people`: nobody writes that many zeros after a decimal mark
  const isRound = tail === '000' && head.length > 1
  return couldBeGroups && (mark !== decimalMark || isRound) ? numeral(head + tail) : numeral(head, tail, mark)
}

const splitAtLast = (text: string, mark: string): [string, string] => {
  const at = text.lastIndexOf(mark)
  return [text.slice(0, at), text.slice(at + 1)]
}

export const digitByDigit = (digits: string, { digits: names }: Grammar): string =>
  [...digits].map((digit) => names[Number(digit)] ?? '').join(' ')

/** The case of a number that counts nothing, in a language that inflects it by the words before. */
export function caseAfter(before: string, grammar: Grammar): Pick<Agreement, 'case'> {
  const { case: casus } = grammar.agreement({ before, after: '' })
  return casus === 'oblique' ? { case: casus } : {}
}

/** A numeral as a number; digit by digit if it is too long or begins with a zero. */
export function sayNumeral(numeral: Numeral, agreement: Agreement, grammar: Grammar): string {
  const { isNegative, whole, fraction, mark } = numeral
  const isCode = whole.length > MAX_DIGITS || /^0\d/.test(whole)
  const attributive = fraction === '' ? agreement : { ...agreement, isAttributive: false }
  const said = isCode ? digitByDigit(whole, grammar) : grammar.cardinal(Number(whole), attributive)
  const sign = isNegative ? `${grammar.minus} ` : ''
  return sign + said + (fraction === '' ? '' : ` ${grammar.decimals(fraction, mark, agreement)}`)
}

export const isOne = ({ whole, fraction }: Numeral): boolean => whole === '1' && fraction === ''

/** Four figures without a separator that may be a year. */
export const isYear = (written: string): boolean => /^(?:1[1-9]|20)\d\d$/.test(written)

/** Between the ends of a range that does not fall, by the word before it: `entre 5-10`. */
export const rangeLink = (before: string, { between, range, contexts }: Grammar): string =>
  between !== undefined && contexts['before-between']?.(before) === true ? between : range(false)
