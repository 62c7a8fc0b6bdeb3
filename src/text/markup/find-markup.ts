import { decodeEntity } from '../../core/html-entities.ts'
import { bracketedPause } from './break-lengths.ts'
import { cueLength } from './cues.ts'
import { emphasisAt, isEscape, isStarAlone, runLengthAt } from './emphasis.ts'
import { findDollarFormula, findLatex } from './find-formula.ts'
import { findCdataEnd, findEscapedTag, findTag } from './find-tag.ts'
import { type FoundMarkup, foundPause, MAY_END, type Reading, silentTag, WAITS } from './found-markup.ts'
import { matchAt } from './scan-tag.ts'

const BRACKETED = /\[([^[\]]{1,2000})\]/y
const OPEN_BRACKET = /\[[^[\]]{0,2000}/y
const PHONETIC = /\{([^{}]{0,2000})\}/y
const OPEN_PHONETIC = /\{[^{}]{0,2000}/y
/** Controls of Deepgram: `\{"word": "Xeomin", "pronounce": "ˈziːoʊmɪn"\}`, `\{pause:500ms\}`. */
const CONTROL = /\\\{((?:[^{}\\]|\\[^{}]){1,500})\\\}/y
const OPEN_CONTROL = /\\\{(?:[^{}\\]|\\[^{}]){0,500}\\?$/y
const CONTROL_WORD = /"word"\s{0,9}:\s{0,9}"([^"\\]{1,200})"/d
const CONTROL_PAUSE = /^\s{0,9}pause\s{0,9}:\s{0,9}(\d{1,6}(?:\.\d{1,6})?)\s{0,9}(ms|s)\s{0,9}$/i
const OPEN_ENTITY = /&#?[0-9A-Za-z]{0,8}/y

const OPENINGS: readonly boolean[] = Array.from({ length: 128 }, (_, code) =>
  '<[{&*_~=\\]$'.includes(String.fromCharCode(code)),
)
const SOURCE_OPENING = '【'.charCodeAt(0)

/** Whether markup may begin with a UTF-16 unit. */
export const isOpening = (unit: number): boolean => (unit < 128 ? OPENINGS[unit] === true : unit === SOURCE_OPENING)

/** The markup at an opening; undefined if it is text. */
export function findMarkup(reading: Reading, at: number): FoundMarkup | undefined {
  switch (reading.text.charAt(at)) {
    case '<':
      return findTag(reading, at)
    case '[':
      return bracket(reading, at)
    case '{':
      return brace(reading, at)
    case '&':
      return findEscapedTag(reading, at) ?? entity(reading, at)
    case '\\':
      return escaped(reading, at)
    case ']':
      return findCdataEnd(reading, at)
    case '$':
      return findDollarFormula(reading, at)
    case '【':
      return source(reading, at)
    default:
      return emphasis(reading, at)
  }
}

/** Whether what a pattern matches at a place reaches the end of the text. */
const reachesEnd = (pattern: RegExp, text: string, at: number): boolean =>
  at + (matchAt(pattern, text, at)?.length ?? 0) === text.length

function bracket(
  { text, markup: { inlineRates, breaks, cues }, groups }: Reading,
  at: number,
): FoundMarkup | undefined {
  const pause = bracketedPause(text, at)
  if (pause !== undefined && pause !== 'open') return foundPause(pause, breaks)
  const cue = cues ? cueLength(text, at) : 0
  if (cue > 0) return { kind: 'tag', length: cue, by: ' ', isParting: true }
  const group = matchAt(BRACKETED, text, at)
  if (group !== undefined) return { kind: 'group', length: group.length, rate: inlineRates[groups] }
  if (groups < inlineRates.length && reachesEnd(OPEN_BRACKET, text, at)) return WAITS
  return pause === 'open' ? MAY_END : undefined
}

function brace({ text, markup }: Reading, at: number): FoundMarkup | undefined {
  if (!markup.phonemes) return undefined
  const whole = matchAt(PHONETIC, text, at)
  if (whole !== undefined) return { kind: 'phonemes', inside: whole.slice(1, -1) }
  return reachesEnd(OPEN_PHONETIC, text, at) ? WAITS : undefined
}

function entity({ text }: Reading, at: number): FoundMarkup | undefined {
  const found = decodeEntity(text, at)
  if (found !== undefined) return { kind: 'replaced', length: found.length, by: found.character }
  return reachesEnd(OPEN_ENTITY, text, at) ? MAY_END : undefined
}

/** `【4†source】`, as some models name their sources. */
const SOURCE = /【[^【】\n]{0,80}†[^【】\n]{0,200}】/y
const OPEN_SOURCE = /【[^【】\n]{0,282}/y

function source({ text, isWhole }: Reading, at: number): FoundMarkup | undefined {
  const whole = matchAt(SOURCE, text, at)
  if (whole !== undefined) return silentTag(whole.length)
  return !isWhole && reachesEnd(OPEN_SOURCE, text, at) ? MAY_END : undefined
}

/** What is escaped is no markup. */
function escaped(reading: Reading, at: number): FoundMarkup | undefined {
  const { text } = reading
  if (at + 1 === text.length) return MAY_END
  return isEscape(text, at) ? { kind: 'escape' } : (control(reading, at) ?? findLatex(reading, at))
}

/** Of a word with its pronunciation the word is read, as any other. */
function control({ text, markup }: Reading, at: number): FoundMarkup | undefined {
  const whole = matchAt(CONTROL, text, at)
  if (whole === undefined) return matchAt(OPEN_CONTROL, text, at) === undefined ? undefined : WAITS
  const { length } = whole
  const [, value, unit] = CONTROL_PAUSE.exec(whole.slice(2, -2)) ?? []
  if (value !== undefined) {
    const durationMs = markup.breaks ? Number(value) * (unit?.toLowerCase() === 's' ? 1000 : 1) : 0
    return { kind: 'pause', length, durationMs }
  }
  const [start, end] = CONTROL_WORD.exec(whole)?.indices?.[1] ?? []
  if (start === undefined || end === undefined) return undefined
  return { kind: 'framed', before: start, length: end - start, after: length - end }
}

function emphasis(reading: Reading, at: number): FoundMarkup {
  const { text, isWhole } = reading
  const length = runLengthAt(text, at)
  if (!isWhole && at + length === text.length) return MAY_END
  const found = emphasisAt(text, at, length, isWhole)
  if (found === 'open') return MAY_END
  if (found !== undefined && found.length < length) return { kind: 'text', length: length - found.length }
  if (found !== undefined) {
    return { kind: 'replaced', length, by: found.opening, closing: { at: found.closesAt, length, by: found.closing } }
  }
  const isAlone = isStarAlone(text, at, length, () => /[^\n\r]*$/.exec(reading.plainBefore(at))?.[0] ?? '')
  return isAlone ? { kind: 'replaced', length, by: '*' } : { kind: 'text', length }
}
