import { decodeEntity } from '../../core/html-entities.ts'
import { breakTagMs, hashedPause } from './break-lengths.ts'
import {
  type Closing,
  type FoundMarkup,
  type FoundTag,
  foundPause,
  MAY_END,
  type Reading,
  silentTag,
  WAITS,
} from './found-markup.ts'
import { saidAs } from './said-as.ts'
import { isCutOffTag, MAX_TAG_LENGTH, matchAt, type Scanned, scanTag, type Tag } from './scan-tag.ts'
import {
  isKnownTag,
  isPauseTag,
  isPlaceholder,
  type Parting,
  partingOf,
  REASONING_ELEMENTS,
  SILENT_ELEMENTS,
} from './tag-names.ts'

const NUMBERED_PAUSE = /<(\d{1,9}(?:\.\d{1,6})?)>/y
const OPEN_NUMBERED_PAUSE = /<[\d.]{0,17}$/
const MAX_NUMBERED_PAUSE_LENGTH = 20
const CDATA = '<![CDATA['
const MAX_COMMENT_LENGTH = 2000
const EMPTY_COMMENT = /<!---?>/y
const DOCTYPE = /<!doctype(?![\w-])[^<>[\]]{0,500}(?:\[[^\]]{0,1000}\]\s{0,9})?>/iy
const INSTRUCTION = /<\?[A-Za-z][^>]{0,500}>/y
const OPEN_DECLARATION = /^<(?:!(?:$|-$|\[|doctype|[a-z]{1,7}$)|\?(?:$|[a-z]))[^>]{0,2000}$/i
/** Of `<sub alias="…">` and the like, in UTF-16 units. */
const MAX_CONTENT_LENGTH = 500
const MAX_ESCAPED_TAG_LENGTH = 300
const ESCAPED_OPENING = /&lt;(?:[/A-Za-z_]|$)/y
const CUT_ENTITY = /&#?\w{0,10}$/
const SPELLED_AS = /^(?:characters|spell|spell-out|verbatim|digits)$/

/** The tag, pause or declaration at a `<`. */
export function findTag(reading: Reading, at: number): FoundMarkup | undefined {
  const { text, markup, isWhole } = reading
  const next = text.charAt(at + 1)
  if (next === '' || (next >= '0' && next <= '9')) return numberedPause(reading, at)
  if (next === '!' || next === '?') return declaration(reading, at)
  if (next === '<') return phones(reading, at)
  if (next === '#') return foundPause(hashedPause(text, at), markup.breaks)
  const tag = scanTag(text, at)
  if (tag !== undefined && tag !== 'open' && isPlaceholder(tag.name) && isBare(tag, at, reading)) {
    // What closes is an element.
    const closing = closingTag(reading, at + tag.length, tag.name, MAX_CONTENT_LENGTH)
    if (closing === undefined || closing === 'open') return closing && WAITS
  }
  if (tag !== 'open') return tag && meaningOf(tag, at, reading)
  if (!isWhole) return WAITS
  const rest = text.slice(at)
  return isCutOffTag(rest) ? silentTag(rest.length) : undefined
}

const isBare = ({ isClosing, attributes, length }: Tag, at: number, { text }: Reading): boolean =>
  !isClosing && attributes.size === 0 && text.charAt(at + length - 2) !== '/'

/** A word in the phones of Cartesia, `<<h|ə|l|oʊ>>`, which no voice reads. */
const PHONES = /<<[^\s<>|]{1,12}(?:\|[^\s<>|]{1,12}){1,40}>>/y
const OPEN_PHONES = /^<<[^\s<>]{0,520}>?$/
const MAX_PHONES_LENGTH = 523

function phones({ text, isWhole }: Reading, at: number): FoundMarkup | undefined {
  const written = matchAt(PHONES, text, at)
  if (written !== undefined) return silentTag(written.length)
  return !isWhole && OPEN_PHONES.test(text.slice(at, at + MAX_PHONES_LENGTH)) ? WAITS : undefined
}

function numberedPause({ text, markup }: Reading, at: number): FoundMarkup | undefined {
  if (at + 1 === text.length) return WAITS
  if (!markup.pauses) return undefined
  NUMBERED_PAUSE.lastIndex = at
  const match = NUMBERED_PAUSE.exec(text)
  if (match !== null) return { kind: 'pause', length: match[0].length, durationMs: Number(match[1]) }
  const end = at + MAX_NUMBERED_PAUSE_LENGTH
  return end > text.length && OPEN_NUMBERED_PAUSE.test(text.slice(at, end)) ? WAITS : undefined
}

/** Comments, CDATA sections, document types and processing instructions. */
function declaration({ text, isWhole }: Reading, at: number): FoundMarkup | undefined {
  const start = text.slice(at, at + CDATA.length)
  if (start.toUpperCase() === CDATA) return { kind: 'cdata', length: CDATA.length, isStart: true }
  const isShort = at + MAX_COMMENT_LENGTH > text.length
  if (start.startsWith('<!--')) {
    const empty = matchAt(EMPTY_COMMENT, text, at)
    if (empty !== undefined) return silentTag(empty.length)
    const end = text.slice(at, at + MAX_COMMENT_LENGTH).indexOf('-->', 4)
    if (end >= 0) return silentTag(end + 3)
    return isShort && !isWhole ? WAITS : silentTag('<!--'.length)
  }
  const whole = matchAt(DOCTYPE, text, at) ?? matchAt(INSTRUCTION, text, at)
  if (whole !== undefined) return silentTag(whole.length)
  return isShort && OPEN_DECLARATION.test(text.slice(at)) ? WAITS : undefined
}

function meaningOf(tag: Tag, at: number, reading: Reading): FoundMarkup {
  const { name, length, isClosing, attributes } = tag
  if (isClosing) return partingTag(tag, at, reading)
  if (isPauseTag(name)) return breakTag(tag, reading)
  if (SILENT_ELEMENTS.has(name)) {
    const end = closingTag(reading, at + length, name, MAX_TAG_LENGTH)
    if (end === 'open') return WAITS
    if (end !== undefined) return { kind: 'tag', length: end.at + end.length - at, by: ' ', isParting: true }
  }
  if (REASONING_ELEMENTS.has(name)) {
    const found = reasoning(tag, at, reading)
    if (found !== undefined) return found
  }
  const alias = name === 'sub' ? attributes.get('alias') : undefined
  if (alias !== undefined) {
    const closing = closingTag(reading, at + length, name, MAX_CONTENT_LENGTH)
    if (closing === 'open') return WAITS
    if (closing !== undefined) return { kind: 'alias', length, by: decoded(alias), closing }
  }
  const said = name === 'say-as' ? saidOtherwise(tag, at, reading) : undefined
  if (said !== undefined) return said
  const isSpelled = name === 'spell' || (name === 'say-as' && SPELLED_AS.test(attributes.get('interpret-as') ?? ''))
  return (isSpelled ? spelled(tag, at, reading) : undefined) ?? partingTag(tag, at, reading)
}

/** In UTF-16 units. Of a text that comes in pieces, no more than the first is in view. */
const MAX_REASONING_LENGTH = 60_000
const MAX_REASONING_IN_LINE_LENGTH = 10_000

/** A block that opens a line and never closes is silent to the end: its model was cut off. Elsewhere its tag alone is none. */
function reasoning({ name, length }: Tag, at: number, reading: Reading): FoundMarkup | undefined {
  const opensLine = /(?:^|\n)\s{0,60}$/.test(reading.plainBefore(at))
  const most = opensLine ? MAX_REASONING_LENGTH : MAX_REASONING_IN_LINE_LENGTH
  const end = closingTag(reading, at + length, name, most)
  if (end === 'open') return WAITS
  const rest = Math.min(reading.text.length - at, length + most)
  if (end === undefined && !opensLine) return undefined
  return { kind: 'tag', length: end === undefined ? rest : end.at + end.length - at, by: ' ', isParting: true }
}

/** An element whose content `say-as` has read otherwise than it is written. */
function saidOtherwise({ name, length, attributes }: Tag, at: number, reading: Reading): FoundMarkup | undefined {
  const closing = closingTag(reading, at + length, name, MAX_CONTENT_LENGTH)
  if (closing === 'open') return WAITS
  if (closing === undefined) return undefined
  const content = reading.text.slice(at + length, closing.at)
  const by = saidAs(content, attributes.get('interpret-as') ?? '', attributes.get('format') ?? '')
  return by === undefined ? undefined : { kind: 'alias', length, by, closing }
}

/** An element with words alone inside is read as `spell(…)`. */
function spelled({ name, length }: Tag, at: number, reading: Reading): FoundMarkup | undefined {
  const closing = closingTag(reading, at + length, name, MAX_CONTENT_LENGTH)
  if (closing === 'open') return WAITS
  if (closing === undefined || /[()<]/.test(reading.text.slice(at + length, closing.at))) return undefined
  return { kind: 'tag', length, by: 'spell(', isParting: false, closing: { ...closing, by: ')' } }
}

function closingTag({ text, isWhole }: Reading, from: number, name: string, longest: number): Scanned<Closing> {
  const match = new RegExp(`</${name}\\s{0,20}>`, 'i').exec(text.slice(from, from + longest))
  if (match !== null) return { at: from + match.index, length: match[0].length, by: '' }
  return from + longest > text.length && !isWhole ? 'open' : undefined
}

function breakTag({ length, ...tag }: Tag, { markup }: Reading): FoundMarkup {
  return { kind: 'pause', length, durationMs: markup.breaks ? breakTagMs(tag) : 0 }
}

function partingTag({ name, length, isClosing }: Tag, at: number, reading: Reading): FoundTag {
  const parting = partingOf(name)
  const isParting = parting !== 'none'
  const by = isParting ? partingText(parting, reading.plainBefore(at)) : ''
  return { kind: 'tag', length, by, isParting, isUnknown: !isClosing && !isKnownTag(name) }
}

/** Stands for a tag between two texts; marks of a sentence that has its own are not doubled. */
function partingText(parting: Parting, before: string): string {
  if (parting === 'paragraph') return before.trim() === '' ? '\n' : '\n\n'
  if (parting === 'line') return '\n'
  if (parting === 'item') return /[\p{L}\p{N}\p{S}]\s{0,20}$/u.test(before) ? ',\n' : '\n'
  return ' '
}

/** The tag at `&lt;b&gt;`: HTML that was escaped once too often. */
export function findEscapedTag(reading: Reading, at: number): FoundMarkup | undefined {
  if (matchAt(ESCAPED_OPENING, reading.text, at) === undefined) return undefined
  const window = reading.text.slice(at, at + MAX_ESCAPED_TAG_LENGTH)
  const end = window.indexOf('&gt;')
  const written = end < 0 ? window : window.slice(0, end + '&gt;'.length)
  const isCut = end < 0 && window.length < MAX_ESCAPED_TAG_LENGTH && !reading.isWhole
  const source = decoded(written)
  const tag = scanTag(source, 0)
  if (tag === 'open') return isCut ? WAITS : undefined
  if (tag === undefined && isCut && CUT_ENTITY.test(written)) return MAY_END
  if (tag === undefined || tag.length !== source.length || !isKnownTag(tag.name)) return undefined
  const escaped = { ...tag, length: written.length }
  return isPauseTag(tag.name) && !tag.isClosing ? breakTag(escaped, reading) : partingTag(escaped, at, reading)
}

const decoded = (written: string): string =>
  written.replaceAll(/&#?\w{1,10};/g, (entity) => decodeEntity(entity, 0)?.character ?? entity)

const CDATA_END = /\]\]>(?=\s{0,20}(?:<|$))/y
const OPEN_CDATA_END = /\](?:\](?:>\s{0,20})?)?$/y

/** The end of a CDATA section, also of one whose beginning is lost. */
export function findCdataEnd({ text, isInCdata, isWhole }: Reading, at: number): FoundMarkup | undefined {
  const isEnd = isInCdata ? text.startsWith(']]>', at) : matchAt(CDATA_END, text, at) !== undefined
  const mayEnd = !isWhole && matchAt(OPEN_CDATA_END, text, at) !== undefined
  if (mayEnd && !(isInCdata && isEnd)) return MAY_END
  return isEnd ? { kind: 'cdata', length: 3, isStart: false } : undefined
}
