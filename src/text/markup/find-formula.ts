import { FUNCTIONS, isCommand, TEXTS } from './formula-commands.ts'
import { type FoundMarkup, MAY_END, type Reading, WAITS } from './found-markup.ts'
import { readFormula } from './read-formula.ts'
import { matchAt, type Scanned } from './scan-tag.ts'

// `\[…\]`, `\(…\)`, `$$…$$`, `$…$`, and commands that stand alone. A sum of money is no formula: what it stands in is told apart at its
// first word, so that a text that is being written need not wait.

/** In UTF-16 units. */
const MAX_DISPLAY_LENGTH = 2000
const MAX_INLINE_LENGTH = 200
const MAX_COMMAND_LENGTH = 300
const PARAGRAPH = /\n[ \t]{0,20}\n/
const SIGN_OF_FORMULA = /[\\^_=+<>≤≥≈×÷√∑∫/|]|\d|^\s{0,9}\p{L}{1,3}\s{0,9}$/u

/** A formula between `\[` and `\]` or `\(` and `\)`; what is none between them is text. */
function bracketed({ text, isWhole }: Reading, at: number): FoundMarkup | undefined {
  const start = at + 2
  const closing = text.charAt(at + 1) === '[' ? '\\]' : '\\)'
  const window = text.slice(start, start + MAX_DISPLAY_LENGTH)
  const length = window.indexOf(closing)
  const inside = length < 0 ? window : window.slice(0, length)
  const isParted = PARAGRAPH.test(inside)
  if (length < 0 || isParted) {
    const mayClose = !isParted && window.length < MAX_DISPLAY_LENGTH && !isWhole
    return mayClose ? WAITS : { kind: 'replaced', length: 1, by: '' }
  }
  // `\\)`: escaped twice, as in JSON
  const isTwice = inside.endsWith('\\')
  const end = start + length - Number(isTwice)
  if (!SIGN_OF_FORMULA.test(inside)) {
    return { kind: 'replaced', length: 2, by: '', closing: { at: end, length: start + length + 2 - end, by: '' } }
  }
  return formula(text, { at, start, end, after: start + length + 2 }, { isDisplayed: closing === '\\]', isWhole })
}

interface Bounds {
  readonly at: number
  readonly start: number
  readonly end: number
  readonly after: number
}

/** What follows a formula that has a line of its own begins another one; a mark belongs to it. */
function formula(
  text: string,
  { at, start, end, after }: Bounds,
  { isDisplayed, isWhole } = { isDisplayed: false, isWhole: true },
): FoundMarkup {
  if (isDisplayed && after === text.length && !isWhole) return MAY_END
  const endsLine = isDisplayed && after < text.length && !/[.,;:!?)]/.test(text.charAt(after))
  return {
    kind: 'formula',
    length: after - at,
    edits: [
      { start: at, end: start, by: '' },
      ...readFormula(text, start, end),
      ...(after > end ? [{ start: end, end: after, by: endsLine ? '\n' : '' }] : []),
    ],
  }
}

const BEGINNING = /\\begin\{[A-Za-z]{1,20}\*?\}/y
const COMMAND_NAME = /\\([A-Za-z]{1,30})/y
const PATH_BEFORE = /(?:[/_]|[A-Za-z]:|[A-Za-z]{2})$/

/** `\frac{1}{2}`, `\times`: a command outside of a formula, with its arguments and what is joined to it. */
function command(reading: Reading, at: number): FoundMarkup | undefined {
  const { text, isWhole } = reading
  const name = matchAt(COMMAND_NAME, text, at)?.slice(1) ?? ''
  if (name === '' || PATH_BEFORE.test(text.slice(Math.max(0, at - 2), at))) return undefined
  if (at + 1 + name.length === text.length && !isWhole) return MAY_END
  if (!isCommand(name)) return undefined
  if (name === 'circ' && /\^\{?$/.test(text.slice(Math.max(0, at - 2), at))) {
    return { kind: 'replaced', length: '\\circ'.length, by: '°' }
  }
  const environment = name === 'begin' ? matchAt(BEGINNING, text, at) : undefined
  if (environment !== undefined) {
    const closing = `\\end{${environment.slice('\\begin{'.length, -1)}}`
    const window = text.slice(at, at + MAX_DISPLAY_LENGTH)
    const length = window.indexOf(closing)
    if (length >= 0) return formula(text, { at, start: at, end: at + length, after: at + length + closing.length })
    if (window.length < MAX_DISPLAY_LENGTH && !isWhole) return WAITS
  }
  const end = endOfCommands(text, at, isWhole)
  if (end === 'open') return MAY_END
  return formula(text, { at, start: at, end, after: end })
}

/** What is joined to a command: its arguments, scripts, more commands. `open` where more of the text may belong to it. */
function endOfCommands(text: string, at: number, isWhole: boolean): number | 'open' {
  const most = Math.min(text.length, at + MAX_COMMAND_LENGTH)
  let end = at
  let depth = 0
  let i = at
  while (i < most) {
    const character = text.charAt(i)
    if (depth > 0) {
      depth += character === '{' ? 1 : character === '}' ? -1 : 0
      i += character === '\\' ? 2 : 1
    } else if (character === '\\') {
      const name = matchAt(COMMAND_NAME, text, i)
      if (name === undefined && i + 1 < text.length) break
      i += name?.length ?? 1
    } else if (character === '^' || character === '_') {
      i += /[\\{]/.test(text.charAt(i + 1)) ? 1 : 2
    } else if (character === '{') {
      depth++
      i++
    } else if (character === '[' && text.slice(i - '\\sqrt'.length, i) === '\\sqrt') {
      const index = matchAt(INDEX, text, i)
      if (index === undefined && matchAt(OPEN_INDEX, text, i) === undefined) break
      i = index === undefined ? text.length : i + index.length
    } else break
    if (depth === 0) end = Math.min(i, most)
  }
  if (i >= text.length && !isWhole && text.length - at < MAX_COMMAND_LENGTH) return 'open'
  // Braces that never close belong to no argument.
  return Math.max(end, at + (matchAt(COMMAND_NAME, text, at)?.length ?? 1))
}
/** Of a root */
const INDEX = /\[[^[\]\n]{0,20}\]/y
const OPEN_INDEX = /\[[^[\]\n]{0,20}$/y

/** `\\frac`: escaped twice, as in JSON. */
function escapedTwice({ text, isWhole }: Reading, at: number): FoundMarkup | undefined {
  if (/[[(]/.test(text.charAt(at + 2))) return { kind: 'replaced', length: 1, by: '' }
  const name = matchAt(COMMAND_NAME, text, at + 1)?.slice(1) ?? ''
  if (at + 2 + name.length === text.length && !isWhole) return MAY_END
  return isCommand(name) ? { kind: 'replaced', length: 1, by: '' } : undefined
}

/** After these a literal `\n` ends a line; after a letter it may be of a path. */
const LINE_BEFORE = /[.!?,;)…"'*\s\d]$|[a-z]{2}:$|^$/

/** `\n` and `\t` as two characters, as in JSON. */
function literalSpace({ text, isWhole }: Reading, at: number): FoundMarkup | undefined {
  const letter = text.charAt(at + 1)
  if (!/[nrt]/.test(letter)) return undefined
  const next = text.charAt(at + 2)
  if (next === '' && !isWhole) return MAY_END
  if (/[a-z]/.test(next) && (letter !== 'n' || !LINE_BEFORE.test(text.slice(Math.max(0, at - 3), at)))) return undefined
  if (/^[A-Za-z]:/.test(text.slice(Math.max(0, at - 2), at))) return undefined
  return { kind: 'replaced', length: 2, by: letter === 'n' ? '\n' : ' ' }
}

/** `1\.`, `\)`, `5\%`: a mark that is no markup; `\,` is a space of a number. */
function escapedMark({ text }: Reading, at: number): FoundMarkup | undefined {
  const mark = text.charAt(at + 1)
  const before = text.slice(Math.max(0, at - 1), at)
  if (mark === ',') return /\d/.test(before) ? { kind: 'replaced', length: 2, by: '' } : undefined
  return /[A-Za-z:\\/]$/.test(before) && !/[)\]%&]/.test(mark) ? undefined : { kind: 'escape' }
}

/** The markup at a backslash that may be of a formula. */
export function findLatex(reading: Reading, at: number): FoundMarkup | undefined {
  const next = reading.text.charAt(at + 1)
  if (next === '\\') return escapedTwice(reading, at)
  if (/[)\].!+>|%$&,-]/.test(next)) return escapedMark(reading, at)
  if (next === '_') return { kind: 'escape' }
  return next === '[' || next === '(' ? bracketed(reading, at) : (command(reading, at) ?? literalSpace(reading, at))
}

/** The formula that opens at a dollar sign. */
export function findDollarFormula(reading: Reading, at: number): FoundMarkup | undefined {
  const { text, isWhole } = reading
  if (/[\p{L}\p{N}$\\]$/u.test(text.slice(Math.max(0, at - 1), at))) return undefined
  if (at + 1 === text.length) return isWhole ? undefined : MAY_END
  const dollars = text.charAt(at + 1) === '$' ? '$$' : '$'
  const end = endOfFormula(text, at + dollars.length, dollars, isWhole)
  if (end === 'open') return isWhole ? undefined : MAY_END
  if (end === undefined) return undefined
  const bounds = { at, start: at + dollars.length, end, after: end + dollars.length }
  return formula(text, bounds, { isDisplayed: dollars === '$$', isWhole })
}

const SPACES = /[ \t]{1,40}/y
const COMMAND = /\\(?:[A-Za-z]{1,30}|[^A-Za-z])/y
const LETTERS = /[A-Za-z]{1,30}/y
const NUMBER = /\d{1,30}(?:[.,]\d{1,30}){0,6}/y
const OPERATOR = /[-−–+=<>≤≥≠≈×÷·*/^_{([|&:;]/
const OTHER = /[!)\]}'’,.°%²³πθαβγδλμσωφΔΣ∞√∑∫∈→]/u

/** Where the formula ends that was opened before a place; undefined if it's none, which shows at its first words. */
function endOfFormula(text: string, start: number, dollars: '$' | '$$', isWhole: boolean): Scanned<number> {
  const isInline = dollars === '$'
  const most = start + (isInline ? MAX_INLINE_LENGTH : MAX_DISPLAY_LENGTH)
  let before: 'operator' | 'operand' = 'operator'
  let hasCommand = false
  let wasSpace = false
  for (let at = start; at < most; ) {
    if (at >= text.length) return isWhole ? undefined : 'open'
    const character = text.charAt(at)
    if (character === '$') {
      return closesAt({ text, at, start, dollars, before, hasCommand, wasSpace, isWhole })
    }
    const space = matchAt(SPACES, text, at)
    if (space !== undefined || (character === '\n' && !isInline && text.charAt(at + 1) !== '\n')) {
      at += space?.length ?? 1
      wasSpace = true
      continue
    }
    const length = lengthOfTerm(text, at, before === 'operand' && wasSpace)
    if (length === 0) return undefined
    if (character === '\\' || character === '^' || character === '_') hasCommand = true
    // A sentence that ends here is no formula.
    if (isInline && character === '.') {
      if (at + 1 === text.length && !isWhole) return 'open'
      if (/^(?:\s|$)/.test(text.slice(at + 1, at + 2))) return undefined
    }
    before = OPERATOR.test(character) || character === '\\' ? 'operator' : 'operand'
    wasSpace = false
    at += length
  }
  return undefined
}

/** Of a number, a variable, a command or a sign; 0 for what stands in no formula. */
function lengthOfTerm(text: string, at: number, isAfterOperand: boolean): number {
  const character = text.charAt(at)
  if (character === '\\') {
    const command = matchAt(COMMAND, text, at) ?? character
    if (!TEXTS.has(command.slice(1)) || text.charAt(at + command.length) !== '{') return command.length
    const close = text.indexOf('}', at + command.length)
    const inside = close < 0 ? text.length - at : close + 1 - at
    return Math.min(inside, MAX_INLINE_LENGTH)
  }
  const letters = matchAt(LETTERS, text, at)
  if (letters !== undefined) {
    if (FUNCTIONS.has(letters) || letters.length === 1) return isAfterOperand && letters === 'a' ? 0 : letters.length
    // Words: `$5 or`, `$HOME`
    return letters.length > 3 || isAfterOperand ? 0 : letters.length
  }
  return matchAt(NUMBER, text, at)?.length ?? (OPERATOR.test(character) || OTHER.test(character) ? 1 : 0)
}

interface Closing {
  readonly text: string
  readonly at: number
  readonly start: number
  readonly dollars: '$' | '$$'
  readonly before: 'operator' | 'operand'
  readonly hasCommand: boolean
  readonly wasSpace: boolean
  readonly isWhole: boolean
}

function closesAt({ text, at, start, dollars, before, hasCommand, wasSpace, isWhole }: Closing): Scanned<number> {
  if (at === start) return undefined
  const end = at + dollars.length
  if (dollars === '$$') {
    if (end > text.length && !isWhole) return 'open'
    return text.startsWith('$$', at) ? at : undefined
  }
  if ((wasSpace || /\s/.test(text.charAt(start))) && !hasCommand) return undefined
  if (before === 'operator' && !hasCommand) return undefined
  if (end === text.length && !isWhole) return 'open'
  return /^[\p{L}\p{N}$]/u.test(text.slice(end, end + 1)) ? undefined : at
}
