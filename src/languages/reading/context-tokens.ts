/** The token that stands for any word with a digit. */
export const FIGURES = '#'
/** Join the parts of one word or number: `check-in`, `p.m`, `1,045.96`. */
const JOINERS = new Set([..."'&.,:/-"].map((sign) => sign.charCodeAt(0)))
/** Signs that are said as words. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['@', 'at'],
  ['#', 'no'],
])

/**
 * The words, numbers and signs of a text in lower case, in order or from its end. They are found when they are asked for,
 * because most decisions need the nearest few.
 */
export class Tokens {
  private readonly text: string
  private readonly isFromEnd: boolean
  private readonly found: string[] = []
  /** How much of the text is read; where what is read begins, from the end. */
  private position: number

  constructor(text: string, isFromEnd: boolean) {
    this.text = text
    this.isFromEnd = isFromEnd
    this.position = isFromEnd ? text.length : 0
  }

  /** Empty where the text has no more. */
  at(index: number): string {
    while (this.found.length <= index) {
      const token = this.isFromEnd ? this.previous() : this.next()
      if (token === '') return ''
      this.found.push(token)
    }
    return this.found[index] ?? ''
  }

  private next(): string {
    const { text } = this
    let start = this.position
    while (isSpace(text.charCodeAt(start))) start++
    let end = start
    while (isWordCode(text.charCodeAt(end))) {
      end++
      if (JOINERS.has(text.charCodeAt(end)) && isWordCode(text.charCodeAt(end + 1))) end++
    }
    this.position = Math.max(end, Math.min(start + 1, text.length))
    return tokenOf(text.slice(start, this.position))
  }

  private previous(): string {
    const { text } = this
    let end = this.position
    while (isSpace(text.charCodeAt(end - 1))) end--
    let start = end
    while (isWordCode(text.charCodeAt(start - 1))) {
      start--
      if (JOINERS.has(text.charCodeAt(start - 1)) && isWordCode(text.charCodeAt(start - 2))) start--
    }
    this.position = Math.min(start, Math.max(end - 1, 0))
    return tokenOf(text.slice(this.position, end))
  }
}

function tokenOf(written: string): string {
  if (/\d/.test(written)) return FIGURES
  if (written.length === 1) return NAMES.get(written) ?? written.toLowerCase()
  const word = written.toLowerCase()
  return word.endsWith("'s") ? word.slice(0, -2) : word
}

const isSpace = (code: number): boolean => code === 32 || code === 160 || (code >= 9 && code <= 13)

/** Whether a UTF-16 unit belongs to a word: ASCII letters and digits, and all beyond but the signs of Latin-1 and the blocks of signs. */
export function isWordCode(code: number): boolean {
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90)
  return code >= 0xc0 && code !== 0xd7 && code !== 0xf7 && !(code >= 0x2000 && code <= 0x2bff)
}
