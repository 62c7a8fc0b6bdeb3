import {
  FRACTIONS,
  FUNCTIONS,
  isCommand,
  LETTERS,
  ROOTS,
  SIGNS,
  SPACES,
  SUBSCRIPTS,
  SUPERSCRIPTS,
  TEXTS,
  UNHEARD,
  VULGAR_FRACTIONS,
  WITH_LIMITS,
} from './formula-commands.ts'
import { matchAt } from './scan-tag.ts'

/** A stretch of the text and what is read for it. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly by: string
}

interface Argument {
  /** Without its braces. */
  readonly start: number
  readonly end: number
  /** After its braces. */
  readonly after: number
}

const COMMAND = /\\([A-Za-z]{1,30})\*?|\\[^A-Za-z]|\\$/y
const LETTER_RUN = /[A-Za-z]{1,200}/y
const TO_ARGUMENT = /[ \t\n]{0,20}/y
const OPTION = /\[([^[\]\n]{0,20})\]/y
const BEGINNING = /[A-Za-z*]{1,20}\}(?:\{[^{}\n]{0,40}\}|\[[^[\]\n]{0,20}\]){0,2}/y
/** Several terms, which are to be told apart from what they are divided by. */
const SEVERAL_TERMS = /\S ?(?:[-+=<>]|\\(?:pm|mp|times|cdot|div|le|ge|ne)[a-z]{0,6}(?![A-Za-z]))/
const ALPHANUMERIC = /[\p{L}\p{N}]/u
const WORD_LENGTH = 4

/**
 * What is read for a formula of LaTeX: fractions, roots, scripts and signs as Unicode has them, in one pass. What nests is closed
 * where its braces close. Anything is read, whether LaTeX or not.
 */
export function readFormula(text: string, start: number, end: number): readonly Edit[] {
  return new FormulaReader(text, start, end).read()
}

class FormulaReader {
  readonly #text: string
  readonly #end: number
  readonly #edits: Edit[] = []
  /** Where braces close, by where they open. */
  readonly #closing: ReadonlyMap<number, number>
  /** What is read at places further on, and how much of the text there it stands for. */
  readonly #later = new Map<number, { readonly length: number; readonly by: string }>()
  #at: number
  /** The last character that is read. */
  #last = ''
  /** Something that is no space. */
  #hasWritten = false
  /** The sign before has limits. */
  #hasLimits = false
  /** Where the second one may stand. */
  #limitsAt = -1
  /** `\lim` */
  #isLimit = false

  constructor(text: string, start: number, end: number) {
    this.#text = text
    this.#at = start
    this.#end = end
    this.#closing = closingBraces(text, start, end)
  }

  read(): readonly Edit[] {
    while (this.#at < this.#end) {
      const later = this.#later.get(this.#at)
      this.#later.delete(this.#at)
      if (later === undefined) this.#item(this.#text.charAt(this.#at))
      else this.#put(this.#at + later.length, later.by)
    }
    return this.#edits
  }

  #put(to: number, by: string): void {
    const end = Math.min(to, this.#end)
    this.#edits.push({ start: this.#at, end, by })
    this.#at = end
    this.#last = by.at(-1) ?? this.#last
    if (by.trim() !== '') this.#hasWritten = true
  }

  #keep(end: number): void {
    this.#last = this.#text.charAt(end - 1)
    this.#at = end
    if (/\S/.test(this.#last)) this.#hasWritten = true
  }

  /** With one space on either side. */
  #putSpaced(end: number, by: string): void {
    const before = this.#last === '' || /[\s(]/.test(this.#last) ? '' : ' '
    const after = end >= this.#end || /[\s~^_]/.test(this.#text.charAt(end)) ? '' : ' '
    this.#put(end, before + by + after)
  }

  /** With a space on the sides where a letter or a figure would touch it. */
  #putApart(end: number, by: string): void {
    const before = ALPHANUMERIC.test(this.#last) ? ' ' : ''
    const after = ALPHANUMERIC.test(this.#text.charAt(end)) && end < this.#end ? ' ' : ''
    this.#put(end, before + by + after)
  }

  #item(character: string): void {
    const hadLimits = this.#hasLimits
    if (!/[\s{]/.test(character)) this.#hasLimits = false
    if (character === '\\') return this.#command()
    if (character === '^' || character === '_') return this.#script(character, hadLimits)
    if (/[A-Za-z]/.test(character)) return this.#letters()
    const next = this.#at + 1
    if (character === '&') return this.#put(next, this.#isBetweenCells(next) ? ', ' : '')
    if (/[{}$]/.test(character)) return this.#put(next, '')
    if (character === '~') return this.#put(next, ' ')
    if (character === '-') return this.#put(next, '−')
    if (character === '*') return this.#putSpaced(next, '×')
    const isNumber = /\d/.test(this.#last) && /\d/.test(this.#text.charAt(next))
    if (character === '/' && !isNumber) return this.#putSpaced(next, '∕')
    this.#keep(next)
  }

  /** `1 & 2` of a matrix, but not `x &= 1`. */
  #isBetweenCells(next: number): boolean {
    const after = this.#text.slice(next, Math.min(next + 12, this.#end))
    return this.#hasWritten && !/^\s{0,9}(?:[=<>+&]|\\\\|$)/.test(after)
  }

  /** Letters side by side are so many variables; a word is one. */
  #letters(): void {
    const run = (matchAt(LETTER_RUN, this.#text, this.#at) ?? '').slice(0, this.#end - this.#at)
    const end = this.#at + run.length
    if (FUNCTIONS.has(run) || run.length >= WORD_LENGTH) return this.#putApart(end, run)
    // An `a` would be the article, and a letter after a number a unit.
    const letters = [...(run === 'a' || run.length > 1 ? run.toUpperCase() : run)].join(' ')
    if (/\d/.test(this.#last)) return this.#put(end, `(${letters})`)
    this.#put(end, (ALPHANUMERIC.test(this.#last) ? ' ' : '') + letters)
  }

  #command(): void {
    const at = this.#at
    const whole = matchAt(COMMAND, this.#text, at) ?? '\\'
    const name = whole.slice(1).replace('*', '')
    const after = Math.min(at + whole.length, this.#end)
    if (!/^[A-Za-z]/.test(name)) return this.#escape(name, after)
    if (WITH_LIMITS.has(name)) {
      this.#hasLimits = true
      this.#isLimit = FUNCTIONS.has(name)
    }
    const sign = SIGNS.get(name)
    if (sign !== undefined) return /^[%°$€:|…]/.test(sign) ? this.#put(after, sign) : this.#putSpaced(after, sign)
    const letter = LETTERS.get(name)
    if (letter !== undefined) return this.#putApart(after, letter)
    if (FRACTIONS.has(name)) return this.#fraction(after)
    if (name === 'sqrt') return this.#root(after)
    if (TEXTS.has(name)) return this.#textIn(after)
    if (UNHEARD.has(name)) return this.#unheard(after)
    if (FUNCTIONS.has(name)) return this.#putApart(after, name)
    if (name === 'not') return this.#negated(after)
    if (name === 'left' || name === 'right') return this.#put(after + Number(this.#text.charAt(after) === '.'), '')
    if (SPACES.has(name)) return this.#put(after, ' ')
    return isCommand(name) ? this.#put(after, '') : this.#putApart(after, name)
  }

  #escape(sign: string, after: number): void {
    if (sign === '\\') return this.#put(after, this.#hasWritten && after < this.#end ? '; ' : '')
    // `100\,000`
    const isInNumber = sign === ',' && /\d/.test(this.#last) && /\d/.test(this.#text.charAt(after))
    if (isInNumber) return this.#put(after, '')
    this.#put(after, /[%$#&_]/.test(sign) ? sign : /[,;:! \n]/.test(sign) ? ' ' : '')
  }

  #fraction(after: number): void {
    const over = this.#argument(after)
    const under = over && this.#argument(over.after)
    if (over === undefined || under === undefined) return this.#put(after, '')
    const written = [over, under].map(({ start, end }) => this.#text.slice(start, end).trim())
    const before = ALPHANUMERIC.test(this.#last) ? ' ' : ''
    const vulgar = VULGAR_FRACTIONS.get(written.join('/'))
    if (vulgar !== undefined) return this.#put(under.after, before + vulgar)
    const [opens, closes] = written.map((part) => SEVERAL_TERMS.test(part)) as [boolean, boolean]
    const joint = `${opens ? ')' : ''} ∕ ${closes ? '(' : ''}`
    this.#later.set(over.end, { length: under.start - over.end, by: joint })
    this.#close(under, closes ? ')' : '')
    this.#put(over.start, before + (opens ? '(' : ''))
  }

  #root(after: number): void {
    const option = matchAt(OPTION, this.#text, after) ?? ''
    const index = option.slice(1, -1).trim()
    const argument = this.#argument(after + option.length)
    const sign = ROOTS.get(index) ?? `${[...index].map((one) => SUPERSCRIPTS.get(one) ?? '').join('')}√`
    const before = ALPHANUMERIC.test(this.#last) ? ' ' : ''
    if (argument === undefined) return this.#put(after + option.length, before + sign)
    const isLong = SEVERAL_TERMS.test(this.#text.slice(argument.start, argument.end))
    this.#close(argument, isLong ? ')' : '')
    this.#put(argument.start, before + sign + (isLong ? '(' : ''))
  }

  /** Reads `by` where the braces of an argument close. */
  #close({ end, after }: Argument, by: string): void {
    const isBeforeWord = ALPHANUMERIC.test(this.#text.charAt(after)) && after < this.#end
    if (after > end) this.#later.set(end, { length: after - end, by: by + (isBeforeWord ? ' ' : '') })
  }

  #textIn(after: number): void {
    const argument = this.#argument(after)
    if (argument === undefined || argument.after === argument.end) return this.#put(after, '')
    const { start, end } = argument
    this.#put(start, ALPHANUMERIC.test(this.#last) ? ' ' : '')
    const isText = !/[\\^_{}$]/.test(this.#text.slice(start, end))
    if (isText && end > start) this.#keep(end)
    this.#close(argument, '')
  }

  #unheard(after: number): void {
    const brace = this.#text.charAt(after) === '{' ? after + 1 : after
    const named = brace > after ? matchAt(BEGINNING, this.#text, brace) : undefined
    if (named !== undefined) return this.#put(Math.min(brace + named.length, this.#end), ' ')
    this.#put(this.#argument(after)?.after ?? after, '')
  }

  #negated(after: number): void {
    const next = matchAt(/ ?=|\s?\\in(?![A-Za-z])/y, this.#text, after)
    if (next === undefined) return this.#put(after, '¬')
    this.#put(after + next.length, next.endsWith('=') ? ' ≠ ' : ' ∉ ')
  }

  #script(sign: string, hasLimits: boolean): void {
    const argument = this.#argument(this.#at + 1)
    if (argument === undefined) return this.#put(this.#at + 1, '')
    const written = this.#text.slice(argument.start, argument.end).trim()
    if (hasLimits || this.#at === this.#limitsAt) return this.#limit(sign, argument)
    if (sign === '_') return this.#subscript(argument, written)
    if (/^(?:\\circ|\\degree)$/.test(written)) return this.#put(argument.after, '°')
    if (/^(?:\\prime|'|\*|\\ast|\\dagger|\\star)$/.test(written)) return this.#put(argument.after, '')
    if (/^-?\d{1,6}$|^n$/.test(written)) {
      const isBeforeWord = ALPHANUMERIC.test(this.#text.charAt(argument.after)) && argument.after < this.#end
      return this.#put(argument.after, inScript(written, SUPERSCRIPTS) + (isBeforeWord ? ' ' : ''))
    }
    if (argument.after === argument.end) {
      return written.startsWith('\\') ? this.#put(argument.start, '^') : this.#put(argument.after, `^(${written})`)
    }
    this.#close(argument, ')')
    this.#put(argument.start, '^(')
  }

  #subscript(argument: Argument, written: string): void {
    const isBeforeWord = ALPHANUMERIC.test(this.#text.charAt(argument.after)) && argument.after < this.#end
    if (/^\d{1,6}$/.test(written)) {
      return this.#put(argument.after, inScript(written, SUBSCRIPTS) + (isBeforeWord ? ' ' : ''))
    }
    if (argument.after > argument.end) {
      this.#close(argument, '')
      return this.#put(argument.start, ' ')
    }
    if (written.startsWith('\\')) return this.#put(argument.start, ' ')
    this.#put(argument.after, ` ${written}${isBeforeWord ? ' ' : ''}`)
  }

  /** `\sum_{i=1}^{n}`: from, to. */
  #limit(sign: string, argument: Argument): void {
    const { start, end, after } = argument
    this.#limitsAt = sign === '_' ? after : -1
    const by = sign === '_' ? ' ' : ' → '
    const closes = sign === '^' || (this.#isLimit && this.#text.charAt(after) !== '^') ? ', ' : ''
    if (after > end) {
      this.#later.set(end, { length: after - end, by: closes })
      return this.#put(start, by)
    }
    const written = this.#text.slice(start, end)
    this.#put(after, by + (SIGNS.get(written.slice(1)) ?? LETTERS.get(written.slice(1)) ?? written) + closes)
  }

  /** In braces, or one character, or one command. */
  #argument(from: number): Argument | undefined {
    const start = from + (matchAt(TO_ARGUMENT, this.#text, from)?.length ?? 0)
    if (start >= this.#end) return undefined
    const character = this.#text.charAt(start)
    if (character === '{') {
      const end = this.#closing.get(start)
      return end === undefined ? undefined : { start: start + 1, end, after: end + 1 }
    }
    const length = character === '\\' ? (matchAt(COMMAND, this.#text, start)?.length ?? 1) : 1
    return character === '}' || start + length > this.#end
      ? undefined
      : { start, end: start + length, after: start + length }
  }
}

const inScript = (written: string, digits: ReadonlyMap<string, string>): string =>
  [...written].map((digit) => digits.get(digit) ?? digit).join('')

function closingBraces(text: string, start: number, end: number): ReadonlyMap<number, number> {
  const closing = new Map<number, number>()
  const open: number[] = []
  for (let at = start; at < end; at++) {
    const character = text.charAt(at)
    if (character === '\\') at++
    else if (character === '{') open.push(at)
    else if (character === '}') {
      const opening = open.pop()
      if (opening !== undefined) closing.set(opening, at)
    }
  }
  return closing
}
