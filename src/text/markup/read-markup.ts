import { decodeEntity } from '../../core/html-entities.ts'
import { type MappedText, Pieces, unchanged } from '../../core/mapped-text.ts'
import type { Markup } from '../../core/request.ts'
import type { Steps } from '../../core/steps.ts'
import type { TextSpan } from '../../core/utterance.ts'
import { parsePhonetic } from '../phonetic-alphabet.ts'
import { bracketedPause, breakTagMs, hashedPause, type Pause } from './break-lengths.ts'
import { cueLength } from './cues.ts'
import { emphasisAt, isEscape, isStarAlone, runLengthAt } from './emphasis.ts'
import { saidAs } from './said-as.ts'
import { isCutOffTag, LONGEST_TAG, matchAt, type Scanned, scanTag, type Tag } from './scan-tag.ts'
import { isKnownTag, isPauseTag, partingOf, SILENT_ELEMENTS } from './tag-names.ts'

/** A text is its parts in order; what lies between their spans (brackets) is not read. Spans are of the plain text. */
export type MarkupPart =
  | { readonly kind: 'text'; readonly span: TextSpan; readonly rate: number }
  | { readonly kind: 'phonemes'; readonly span: TextSpan; readonly rate: number; readonly phonemes: readonly string[] }
  | { readonly kind: 'pause'; readonly span: TextSpan; readonly durationMs: number }

/** A text as it is read, without its tags and emphasis, mapped to the caller's. */
export interface PlainText extends MappedText {
  readonly parts: readonly MarkupPart[]
  /** In the caller's text, in order: what is no part of any word. */
  readonly tags: readonly TagSpan[]
  /** Tags of unknown names. */
  readonly unknownTags: number
  /** Groups in square brackets, with or without a rate. */
  readonly groups: number
  /** Where in the caller's text begins what may be markup when more has come; its length if nothing may. */
  readonly openAt: number
  /** Whether it is a tag, phonemes or a group: waits for its end. Emphasis and entities need not end. */
  readonly waitsForEnd: boolean
}

export interface TagSpan extends TextSpan {
  /** Words before and after it are two. */
  readonly isParting: boolean
}

/** All pauses of a text together last no longer: a slip of the finger must not hold a call for hours. */
const LONGEST_PAUSES_MS = 60_000
const NUMBERED_PAUSE = /<(\d{1,9}(?:\.\d{1,6})?)>/y
const OPEN_NUMBERED_PAUSE = /<[\d.]{0,17}$/
const BRACKETED = /\[([^[\]]{1,2000})\]/y
const OPEN_BRACKET = /\[[^[\]]{0,2000}/y
const PHONETIC = /\{([^{}]{0,2000})\}/y
const OPEN_PHONETIC = /\{[^{}]{0,2000}/y
const OPEN_ENTITY = /&#?[0-9A-Za-z]{0,8}/y
/** Controls of Deepgram: `\{"word": "Xeomin", "pronounce": "ˈziːoʊmɪn"\}`, `\{pause:500ms\}`. */
const CONTROL = /\\\{((?:[^{}\\]|\\[^{}]){1,500})\\\}/y
const OPEN_CONTROL = /\\(?:\{(?:[^{}\\]|\\[^{}]){0,500}\\?)?$/y
const CONTROL_WORD = /"word"\s{0,9}:\s{0,9}"([^"\\]{1,200})"/d
const CONTROL_PAUSE = /^\s{0,9}pause\s{0,9}:\s{0,9}(\d{1,6}(?:\.\d{1,6})?)\s{0,9}(ms|s)\s{0,9}$/i
const CDATA = '<![CDATA['
const CDATA_END = /\]\]>(?=\s{0,20}(?:<|$))/y
const LONGEST_COMMENT = 2000
const DOCTYPE = /<!doctype(?![\w-])[^<>[\]]{0,500}(?:\[[^\]]{0,1000}\]\s{0,9})?>/iy
const INSTRUCTION = /<\?[A-Za-z][^>]{0,500}>/y
/** Of `<sub alias="…">` and the like, in UTF-16 units. */
const LONGEST_CONTENT = 500
const LONGEST_ESCAPED_TAG = 300
const SPELLED_AS = /^(?:characters|spell|spell-out|verbatim|digits)$/

const OPENINGS: readonly boolean[] = Array.from({ length: 128 }, (_, code) =>
  '<[{&*_~=\\]'.includes(String.fromCharCode(code)),
)
const UNITS_A_STEP = 2 ** 15
const OPENINGS_A_STEP = 32
/** As much of the plain text before a tag as its reading depends on. */
const LONGEST_TAIL = 60

/** What markup at a place stands for. */
type Found =
  | { readonly kind: 'replaced'; readonly length: number; readonly by: string }
  | { readonly kind: 'tag'; readonly length: number; readonly by: string; readonly isParting: boolean }
  | { readonly kind: 'pause'; readonly length: number; readonly durationMs: number }
  | { readonly kind: 'phonemes' | 'group'; readonly length: number; readonly inside: string }
  | { readonly kind: 'literal'; readonly length: number }
  | { readonly kind: 'open'; readonly waitsForEnd: boolean }

const WAITS = { kind: 'open', waitsForEnd: true } as const
const MAY_END = { kind: 'open', waitsForEnd: false } as const

/**
 * The one reader of markup, for all protocols and languages: tags of SSML and HTML, entities, pauses, emphasis, and of the
 * mist models' markup what is turned on. Everything else is text. What is read up to `openAt` does not depend on
 * what follows if the text is not whole. Throws `request.invalid` for phonemes that are none.
 */
export function* readMarkupInSteps(text: string, markup: Markup, isWhole: boolean): Steps<PlainText> {
  const reader = new MarkupReader(text, markup, isWhole)
  while (reader.readStep()) yield
  return reader.finish()
}

class MarkupReader {
  readonly #text: string
  readonly #markup: Markup
  readonly #isWhole: boolean
  readonly #pieces: Pieces
  readonly #parts: MarkupPart[] = []
  readonly #tags: TagSpan[] = []
  /** Closing runs of emphasis and closing tags by their places, and what they are read as. */
  readonly #closings = new Map<number, { readonly length: number; readonly by: string; readonly isTag: boolean }>()
  #at = 0
  /** Where in the plain text the open part of text begins. */
  #partStart = 0
  #rate = 1
  /** Where the group in square brackets ends. */
  #groupEnd = -1
  #groups = 0
  #unknownTags = 0
  #leftMs = LONGEST_PAUSES_MS
  #open: { readonly at: number; readonly waitsForEnd: boolean } | undefined
  #isInCdata = false

  constructor(text: string, markup: Markup, isWhole: boolean) {
    this.#text = text
    this.#markup = markup
    this.#isWhole = isWhole
    this.#pieces = new Pieces(text)
  }

  /** Whether there is more to read. */
  readStep(): boolean {
    const text = this.#text
    const end = Math.min(this.#at + UNITS_A_STEP, text.length)
    for (let left = OPENINGS_A_STEP; this.#at < end && left > 0 && this.#open === undefined; ) {
      const code = text.charCodeAt(this.#at)
      if (code < 128 && OPENINGS[code] === true) {
        this.#take(this.#at)
        left--
      } else this.#at++
    }
    return this.#at < text.length && this.#open === undefined
  }

  finish(): PlainText {
    const { length } = this.#text
    const openAt = this.#open?.at ?? length
    this.#closePart(openAt)
    const isUnchanged = this.#pieces.copiedTo === 0 && openAt === length
    return {
      ...(isUnchanged ? unchanged(this.#text) : this.#pieces.finish(openAt)),
      parts: this.#parts,
      tags: this.#tags,
      unknownTags: this.#unknownTags,
      groups: this.#groups,
      openAt,
      waitsForEnd: this.#open?.waitsForEnd === true,
    }
  }

  #take(at: number): void {
    if (at === this.#groupEnd) {
      this.#closePart(at)
      this.#partStart++
      this.#rate = 1
      this.#at = at + 1
      return
    }
    const found = this.#closingAt(at) ?? this.#find(at)
    if (found === undefined) {
      this.#at = at + 1
      return
    }
    switch (found.kind) {
      case 'literal':
        this.#at = at + found.length
        break
      case 'replaced':
        this.#replace(at, found.length, found.by)
        break
      case 'tag':
        this.#tags.push({ start: at, end: at + found.length, isParting: found.isParting })
        this.#replace(at, found.length, found.by)
        break
      case 'pause':
        this.#pause(at, found)
        break
      case 'phonemes':
        this.#phonemes(at, found.inside)
        break
      case 'group':
        this.#closePart(at)
        this.#partStart++
        this.#rate = this.#markup.inlineRates[this.#groups - 1] as number
        this.#groupEnd = at + found.length - 1
        this.#at = at + 1
        break
      case 'open':
        if (this.#isWhole) this.#at = at + 1
        else this.#open = { at, waitsForEnd: found.waitsForEnd }
        break
      default:
        found satisfies never
    }
  }

  #closingAt(at: number): Found | undefined {
    const closing = this.#closings.get(at)
    if (closing === undefined) return undefined
    this.#closings.delete(at)
    const { length, by, isTag } = closing
    return isTag ? { kind: 'tag', length, by, isParting: false } : { kind: 'replaced', length, by }
  }

  #replace(at: number, length: number, by: string): void {
    if (this.#groupEnd >= at && this.#groupEnd < at + length) {
      this.#closePart(at)
      this.#rate = 1
    }
    this.#pieces.replace(at, at + length, by)
    this.#at = at + length
  }

  /** Ends the part of text that precedes a place. */
  #closePart(at: number): void {
    const end = this.#pieces.lengthAt(at)
    const start = this.#partStart
    if (end > start) this.#parts.push({ kind: 'text', span: { start, end }, rate: this.#rate })
    this.#partStart = end
  }

  #pause(at: number, { length, durationMs }: Pause): void {
    this.#tags.push({ start: at, end: at + length, isParting: true })
    const allowedMs = Math.min(durationMs, this.#leftMs)
    this.#leftMs -= allowedMs
    this.#closePart(at)
    this.#replace(at, length, ' ')
    if (allowedMs === 0) return
    const span = { start: this.#partStart, end: this.#partStart + 1 }
    this.#parts.push({ kind: 'pause', span, durationMs: allowedMs })
    this.#partStart++
  }

  #phonemes(at: number, inside: string): void {
    this.#closePart(at)
    const words = [...inside.matchAll(/\S+/g)]
    if (words.length === 0) parsePhonetic('')
    const offset = this.#partStart + 1
    for (const { 0: word, index } of words) {
      const span = { start: offset + index, end: offset + index + word.length }
      this.#parts.push({ kind: 'phonemes', span, rate: this.#rate, phonemes: parsePhonetic(word) })
    }
    this.#partStart = offset + inside.length + 1
    this.#at = at + inside.length + 2
  }

  #find(at: number): Found | undefined {
    switch (this.#text.charAt(at)) {
      case '<':
        return this.#angle(at)
      case '[':
        return this.#bracket(at)
      case '{':
        return this.#brace(at)
      case '&':
        return this.#entity(at)
      case '\\':
        return isEscape(this.#text, at) ? this.#escape(at) : this.#control(at)
      case ']':
        return this.#cdataEnd(at)
      default:
        return this.#emphasis(at)
    }
  }

  #angle(at: number): Found | undefined {
    const text = this.#text
    const next = text.charAt(at + 1)
    if (next === '' || (next >= '0' && next <= '9')) return this.#numberedPause(at)
    if (next === '!' || next === '?') return this.#declaration(at)
    if (next === '#') return foundPause(hashedPause(text, at), this.#markup.breaks)
    const tag = scanTag(text, at)
    if (tag !== 'open') return tag && this.#tag(at, tag)
    if (!this.#isWhole) return WAITS
    const rest = text.slice(at)
    return isCutOffTag(rest) ? silentTag(rest.length) : undefined
  }

  #numberedPause(at: number): Found | undefined {
    const text = this.#text
    if (at + 1 === text.length) return WAITS
    if (!this.#markup.pauses) return undefined
    NUMBERED_PAUSE.lastIndex = at
    const match = NUMBERED_PAUSE.exec(text)
    if (match !== null) return { kind: 'pause', length: match[0].length, durationMs: Number(match[1]) }
    return OPEN_NUMBERED_PAUSE.test(text.slice(at, at + 20)) && at + 20 > text.length ? WAITS : undefined
  }

  /** Comments, CDATA sections, document types and processing instructions. */
  #declaration(at: number): Found | undefined {
    const text = this.#text
    const start = text.slice(at, at + CDATA.length)
    if (start.toUpperCase() === CDATA) {
      this.#isInCdata = true
      return silentTag(CDATA.length)
    }
    if (start.startsWith('<!--')) {
      const [empty] = /^<!---?>/.exec(text.slice(at, at + 6)) ?? []
      if (empty !== undefined) return silentTag(empty.length)
      const end = text.slice(at, at + LONGEST_COMMENT).indexOf('-->', 4)
      if (end >= 0) return silentTag(end + 3)
      return !this.#isWhole && at + LONGEST_COMMENT > text.length ? WAITS : silentTag('<!--'.length)
    }
    const whole = matchAt(DOCTYPE, text, at) ?? matchAt(INSTRUCTION, text, at)
    if (whole !== undefined) return silentTag(whole.length)
    const isShort = at + LONGEST_COMMENT > text.length
    return isShort && /^<(?:!(?:$|-$|\[|doctype|[a-z]{1,7}$)|\?(?:$|[a-z]))[^>]{0,2000}$/i.test(text.slice(at))
      ? WAITS
      : undefined
  }

  #cdataEnd(at: number): Found | undefined {
    const isEnd = this.#isInCdata ? this.#text.startsWith(']]>', at) : matchAt(CDATA_END, this.#text, at) !== undefined
    if (!isEnd) return undefined
    this.#isInCdata = false
    return silentTag(3)
  }

  #tag(at: number, tag: Tag): Found | undefined {
    const { name, length, isClosing, attributes } = tag
    if (isPauseTag(name) && !isClosing) return this.#breakTag(tag)
    if (!isClosing && !isKnownTag(name)) this.#unknownTags++
    if (!isClosing && SILENT_ELEMENTS.has(name)) {
      const end = this.#closingTag(at + length, name, LONGEST_TAG)
      if (end === 'open') return WAITS
      if (end !== undefined) return { kind: 'tag', length: end.at + end.length - at, by: ' ', isParting: true }
    }
    const alias = name === 'sub' ? attributes.get('alias') : undefined
    if (!isClosing && alias !== undefined) {
      const found = this.#element(at, tag, '', '')
      if (found === WAITS) return found
      if (found !== undefined) return this.#aliased(at, tag, alias)
    }
    if (!isClosing && name === 'say-as') {
      const found = this.#saidAs(at, tag)
      if (found !== undefined) return found
    }
    const isSpelled = name === 'spell' || (name === 'say-as' && SPELLED_AS.test(attributes.get('interpret-as') ?? ''))
    if (!isClosing && isSpelled) {
      const found = this.#element(at, tag, 'spell(', ')')
      if (found !== undefined) return found
    }
    return this.#partingTag(at, name, length)
  }

  /** An element whose content `say-as` has read otherwise than it is written. */
  #saidAs(at: number, tag: Tag): Found | undefined {
    const { name, length, attributes } = tag
    const end = this.#closingTag(at + length, name, LONGEST_CONTENT)
    if (end === 'open') return WAITS
    if (end === undefined) return undefined
    const content = this.#text.slice(at + length, end.at)
    const said = saidAs(content, attributes.get('interpret-as') ?? '', attributes.get('format') ?? '')
    if (said === undefined) return undefined
    this.#closings.set(end.at, { length: end.length, by: '', isTag: true })
    return this.#aliased(at, tag, said)
  }

  #partingTag(at: number, name: string, length: number): Found {
    const parting = partingOf(name)
    const isParting = parting !== 'none'
    return { kind: 'tag', length, by: isParting ? partingText(parting, this.#plainBefore(at)) : '', isParting }
  }

  #breakTag(tag: Tag): Found {
    const { length } = tag
    const durationMs = this.#markup.breaks ? breakTagMs(tag) : 0
    return { kind: 'pause', length, durationMs }
  }

  /** An element with words alone inside: `opening` and `closing` stand for its tags. */
  #element(at: number, { name, length }: Tag, opening: string, closing: string): Found | undefined {
    const end = this.#closingTag(at + length, name, LONGEST_CONTENT)
    if (end === 'open') return WAITS
    if (end === undefined) return undefined
    if (opening !== '' && /[()<]/.test(this.#text.slice(at + length, end.at))) return undefined
    this.#closings.set(end.at, { length: end.length, by: closing, isTag: true })
    return { kind: 'tag', length, by: opening, isParting: false }
  }

  /** Reads the content of an element as its alias. */
  #aliased(at: number, { length }: Tag, alias: string): Found {
    const content = at + length
    const closing = [...this.#closings.keys()].at(-1) as number
    this.#tags.push({ start: at, end: content, isParting: false })
    this.#pieces.replace(at, content, '')
    this.#pieces.replace(content, closing, decoded(alias))
    return { kind: 'literal', length: closing - at }
  }

  #closingTag(from: number, name: string, longest: number): Scanned<{ readonly at: number; readonly length: number }> {
    const window = this.#text.slice(from, from + longest)
    const match = new RegExp(`</${name}\\s{0,20}>`, 'i').exec(window)
    if (match !== null) return { at: from + match.index, length: match[0].length }
    return from + longest > this.#text.length && !this.#isWhole ? 'open' : undefined
  }

  #bracket(at: number): Found | undefined {
    const text = this.#text
    const { inlineRates, breaks, cues } = this.#markup
    const pause = bracketedPause(text, at)
    if (pause !== undefined && pause !== 'open') return foundPause(pause, breaks)
    const cue = cues ? cueLength(text, at) : 0
    if (cue > 0) return { kind: 'tag', length: cue, by: ' ', isParting: true }
    const group = matchAt(BRACKETED, text, at)
    if (group === undefined) {
      const isOpen = at + (matchAt(OPEN_BRACKET, text, at)?.length ?? 0) === text.length
      if (isOpen && this.#groups < inlineRates.length) return WAITS
      return pause === 'open' ? MAY_END : undefined
    }
    this.#groups++
    return this.#groups <= inlineRates.length
      ? { kind: 'group', length: group.length, inside: group.slice(1, -1) }
      : undefined
  }

  #brace(at: number): Found | undefined {
    if (!this.#markup.phonemes) return undefined
    const whole = matchAt(PHONETIC, this.#text, at)
    if (whole !== undefined) return { kind: 'phonemes', length: whole.length, inside: whole.slice(1, -1) }
    return at + (matchAt(OPEN_PHONETIC, this.#text, at)?.length ?? 0) === this.#text.length ? WAITS : undefined
  }

  #entity(at: number): Found | undefined {
    const tag = this.#text.startsWith('&lt;', at) ? this.#escapedTag(at) : undefined
    if (tag !== undefined) return tag
    const entity = decodeEntity(this.#text, at)
    if (entity !== undefined) return { kind: 'replaced', length: entity.length, by: entity.character }
    return at + (matchAt(OPEN_ENTITY, this.#text, at)?.length ?? 0) === this.#text.length ? MAY_END : undefined
  }

  /** `&lt;b&gt;`: HTML that was escaped once too often. */
  #escapedTag(at: number): Found | undefined {
    const window = this.#text.slice(at, at + LONGEST_ESCAPED_TAG)
    const end = window.indexOf('&gt;')
    const written = end < 0 ? window : window.slice(0, end + '&gt;'.length)
    const source = decoded(written)
    const tag = scanTag(source, 0)
    if (tag === 'open') return end < 0 && window.length < LONGEST_ESCAPED_TAG ? WAITS : undefined
    if (tag === undefined || tag.length !== source.length || !isKnownTag(tag.name)) return undefined
    const { length } = written
    return isPauseTag(tag.name) && !tag.isClosing
      ? this.#breakTag({ ...tag, length })
      : this.#partingTag(at, tag.name, length)
  }

  /** Of a word with its pronunciation the word is read, as any other. */
  #control(at: number): Found | undefined {
    const text = this.#text
    const whole = matchAt(CONTROL, text, at)
    if (whole === undefined) {
      const open = matchAt(OPEN_CONTROL, text, at)
      if (open === undefined) return undefined
      return open === '\\' ? MAY_END : WAITS
    }
    const pause = CONTROL_PAUSE.exec(whole.slice(2, -2))
    if (pause !== null) {
      const durationMs = this.#markup.breaks ? Number(pause[1]) * (pause[2]?.toLowerCase() === 's' ? 1000 : 1) : 0
      return { kind: 'pause', length: whole.length, durationMs }
    }
    const [start, end] = CONTROL_WORD.exec(whole)?.indices?.[1] ?? []
    if (start === undefined || end === undefined) return undefined
    const after = at + whole.length
    this.#tags.push({ start: at, end: at + start, isParting: false }, { start: at + end, end: after, isParting: false })
    this.#pieces.replace(at, at + start, '')
    this.#pieces.replace(at + end, after, '')
    return { kind: 'literal', length: whole.length }
  }

  /** What is escaped is no markup. */
  #escape(at: number): Found {
    this.#pieces.replace(at, at + 1, '')
    return { kind: 'literal', length: 2 }
  }

  #emphasis(at: number): Found | undefined {
    const text = this.#text
    const length = runLengthAt(text, at)
    const found = emphasisAt(text, at, length, this.#isWhole)
    if (found === 'open') return MAY_END
    if (found !== undefined && found.length < length) return { kind: 'literal', length: length - found.length }
    if (found !== undefined) {
      this.#closings.set(found.closesAt, { length, by: found.replacement, isTag: false })
      return { kind: 'replaced', length, by: found.replacement }
    }
    return isStarAlone(text, at, length, () => /[^\n\r]*$/.exec(this.#plainBefore(at))?.[0] ?? '')
      ? { kind: 'replaced', length, by: '*' }
      : { kind: 'literal', length }
  }

  /** The end of the plain text before a place. */
  #plainBefore(at: number): string {
    return this.#pieces.textBefore(at, LONGEST_TAIL)
  }
}

const silentTag = (length: number): Found => ({ kind: 'tag', length, by: '', isParting: false })

const foundPause = (pause: Scanned<Pause>, isAllowed: boolean): Found | undefined =>
  pause === 'open'
    ? MAY_END
    : pause && { kind: 'pause', length: pause.length, durationMs: isAllowed ? pause.durationMs : 0 }

/** Stands for a tag between two texts; marks of a sentence that has its own are not doubled. */
function partingText(parting: ReturnType<typeof partingOf>, before: string): string {
  if (parting === 'paragraph') return before.trim() === '' ? '\n' : '\n\n'
  if (parting === 'line') return '\n'
  if (parting === 'item') return /[\p{L}\p{N}\p{S}]\s{0,20}$/u.test(before) ? ',\n' : '\n'
  return ' '
}

const decoded = (written: string): string =>
  written.replaceAll(/&#?\w{1,10};/g, (entity) => decodeEntity(entity, 0)?.character ?? entity)
