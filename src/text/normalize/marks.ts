/** How a mark that no expansion took is read: the pause it makes, if any, and the units it takes up. */
export interface Mark {
  readonly spoken: string
  readonly length: number
}

const PAUSES = /[,;:.?!…‥]{1,64}/y
const DASHES = /[-–—]{1,64}/y
const REPEATED = /([^\p{L}\p{N}\s])\1{1,64}/uy
const LINE_ENDS = /[\n\r\t ]{1,64}/y
const LIST_ITEM = /(?:[-*+•>|‣◦▪●–—]|#{1,6}|\(?(?:\d{1,3}|[A-Za-z])[.)])[ \t]/y
/** Lines that break before this are broken on purpose, as in a list or an address. */
const SHORT_LINE_LENGTH = 50

/** Pauses for punctuation, dashes between words and the ends of lines; other characters are silent. */
export function readMark(text: string, at: number): Mark {
  const character = text.charAt(at)
  const pauses = matchAt(PAUSES, text, at)
  if (pauses !== undefined) return { spoken: pauseOf(pauses, text, at), length: pauses.length }
  const dashes = matchAt(DASHES, text, at)
  if (dashes !== undefined) return { spoken: isDash(dashes, text, at) ? ',' : '', length: dashes.length }
  if (character === '\n') {
    const ends = matchAt(LINE_ENDS, text, at) ?? character
    return { spoken: pauseOfLineEnd(ends, text, at), length: ends.length }
  }
  const length = (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
  // What follows the last of many may belong to it: `((555) 0100)`.
  return { spoken: '', length: Math.max((matchAt(REPEATED, text, at)?.length ?? 0) - length, length) }
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}

function pauseOf(marks: string, text: string, at: number): string {
  for (const strong of '?!') if (marks.includes(strong)) return strong
  if (/^(?:\.{2,}|[…‥])/.test(marks))
    return /^['"]?[ \t]{0,4}[a-z]/.test(text.slice(at + marks.length, at + marks.length + 6)) ? ',' : '.'
  for (const mark of '.:;') if (marks.includes(mark)) return mark
  return ','
}

/** A dash parts phrases; a hyphen only joins or opens. */
function isDash(dashes: string, text: string, at: number): boolean {
  const before = text.charAt(at - 1)
  const after = text.charAt(at + dashes.length)
  if (before === '' || before === '\n' || after === '' || after === '\n') return false
  return dashes.includes('—') || dashes.length > 1 || (before === ' ' && after === ' ')
}

function pauseOfLineEnd(ends: string, text: string, at: number): string {
  const next = at + ends.length
  if (ends.indexOf('\n') !== ends.lastIndexOf('\n') || matchAt(LIST_ITEM, text, next) !== undefined) return '.'
  const lineStart = text.slice(Math.max(0, at - SHORT_LINE_LENGTH), at).lastIndexOf('\n')
  const isShort = lineStart >= 0 || at < SHORT_LINE_LENGTH
  return isShort && /[\p{Lu}\d]/u.test(text.charAt(next)) ? ',' : ''
}
