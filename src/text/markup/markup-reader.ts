import { Pieces } from '../../core/mapped-text.ts'
import type { Markup } from '../../core/request.ts'
import { parsePhonetic } from '../phonetic-alphabet.ts'
import type { Pause } from './break-lengths.ts'
import { findMarkup, isOpening } from './find-markup.ts'
import { type FoundMarkup, type Reading, silentTag } from './found-markup.ts'
import type { MarkupPart, PlainText, TagSpan } from './plain-text.ts'
import type { Edit } from './read-formula.ts'

/** All pauses of a text together last no longer: a slip of the finger must not hold a call for hours. */
const MAX_PAUSES_MS = 60_000
const UNITS_A_STEP = 2 ** 15
const OPENINGS_A_STEP = 32
/** As much of the plain text before a tag as its reading depends on. */
const MAX_TAIL_LENGTH = 60

/**
 * The one reader of markup, for all protocols and languages: tags of SSML and HTML, entities, pauses, emphasis, formulas, and
 * of the mist models' markup what is turned on. Everything else is text. A text may come in pieces: nothing is read twice, and
 * what is read of its beginning does not depend on what follows.
 */
export class MarkupReader implements Reading {
  readonly markup: Markup
  #text = ''
  #isWhole = false
  readonly #pieces = new Pieces('')
  readonly #parts: MarkupPart[] = []
  readonly #tags: TagSpan[] = []
  /** Closing tags and closing runs of emphasis, by their places. */
  readonly #closings = new Map<number, FoundMarkup>()
  #at = 0
  /** What is at `#at` is known when more has come. */
  #open: Extract<FoundMarkup, { kind: 'open' }> | undefined
  /** Where in the plain text the last part of text begins. */
  #partStart = 0
  #rate = 1
  /** Where the group in square brackets ends. */
  #groupEnd = -1
  #groups = 0
  #unknownTags = 0
  #leftMs = MAX_PAUSES_MS
  #isInCdata = false

  constructor(markup: Markup) {
    this.markup = markup
  }

  get text(): string {
    return this.#text
  }

  get isWhole(): boolean {
    return this.#isWhole
  }

  get groups(): number {
    return this.#groups
  }

  get isInCdata(): boolean {
    return this.#isInCdata
  }

  plainBefore(at: number): string {
    return this.#pieces.textBefore(at, MAX_TAIL_LENGTH)
  }

  /** Adds to the end of the text; `isWhole` if it is the end. */
  add(text: string, isWhole: boolean): void {
    this.#text += text
    this.#isWhole = isWhole
    this.#pieces.extend(this.#text)
    this.#open = undefined
  }

  /** Returns whether there is more to read. Throws `request.invalid` for phonemes that are none. */
  readStep(): boolean {
    const text = this.#text
    const end = Math.min(this.#at + UNITS_A_STEP, text.length)
    for (let left = OPENINGS_A_STEP; this.#at < end && left > 0 && this.#open === undefined; ) {
      if (isOpening(text.charCodeAt(this.#at))) {
        this.#take(this.#at)
        left--
      } else this.#at++
    }
    return this.#at < text.length && this.#open === undefined
  }

  /** What was read so far. */
  get plain(): PlainText {
    const span = { start: this.#partStart, end: this.#pieces.lengthAt(this.#at) }
    const last: MarkupPart = { kind: 'text', span, rate: this.#rate }
    return {
      ...this.#pieces.finish(this.#at),
      parts: span.end > span.start ? [...this.#parts, last] : this.#parts,
      tags: this.#tags,
      unknownTags: this.#unknownTags,
      groups: this.#groups,
      openAt: this.#at,
      waitsForEnd: this.#open?.waitsForEnd === true,
    }
  }

  #take(at: number): void {
    if (at === this.#groupEnd) return this.#endGroup(at)
    const found = this.#closings.get(at) ?? findMarkup(this, at)
    this.#closings.delete(at)
    switch (found?.kind) {
      case undefined:
        this.#at = at + 1
        break
      case 'text':
        this.#at = at + found.length
        break
      case 'escape':
        this.#replace(at, 1, '')
        this.#at = at + 2
        break
      case 'replaced': {
        const { length, by, closing } = found
        if (closing !== undefined) this.#closings.set(closing.at, { kind: 'replaced', ...closing })
        this.#replace(at, length, by)
        break
      }
      case 'tag': {
        const { length, by, isParting, closing } = found
        if (found.isUnknown === true) this.#unknownTags++
        if (closing !== undefined) this.#closings.set(closing.at, { kind: 'tag', ...closing, isParting: false })
        this.#tag(at, length, by, isParting)
        break
      }
      case 'alias': {
        const { length, by, closing } = found
        const isEmpty = closing.at === at + length // what is said needs a place, if only that of the tag
        this.#tag(at, length, isEmpty ? by : '', false)
        if (!isEmpty) this.#replace(at + length, closing.at - at - length, by)
        this.#closings.set(closing.at, silentTag(closing.length))
        break
      }
      case 'framed': {
        const { before, length, after } = found
        this.#tag(at, before, '', false)
        this.#tag(at + before + length, after, '', false)
        break
      }
      case 'cdata':
        this.#isInCdata = found.isStart
        this.#tag(at, found.length, '', false)
        break
      case 'pause':
        this.#pause(at, found)
        break
      case 'phonemes':
        this.#phonemes(at, found.inside)
        break
      case 'formula':
        this.#formula(at, found.length, found.edits)
        break
      case 'group':
        this.#groups++
        if (found.rate !== undefined) this.#beginGroup(at, found.length, found.rate)
        this.#at = at + 1
        break
      case 'open':
        if (this.#isWhole) this.#at = at + 1
        else this.#open = found
        break
      default:
        found satisfies never
    }
  }

  #tag(at: number, length: number, by: string, isParting: boolean): void {
    this.#tags.push({ start: at, end: at + length, isParting })
    this.#replace(at, length, by)
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

  #beginGroup(at: number, length: number, rate: number): void {
    this.#closePart(at)
    this.#partStart++
    this.#rate = rate
    this.#groupEnd = at + length - 1
  }

  #endGroup(at: number): void {
    this.#closePart(at)
    this.#partStart++
    this.#rate = 1
    this.#at = at + 1
  }

  #pause(at: number, { length, durationMs }: Pause): void {
    const allowedMs = Math.min(durationMs, this.#leftMs)
    this.#leftMs -= allowedMs
    this.#closePart(at)
    this.#tag(at, length, ' ', true)
    if (allowedMs === 0) return
    const span = { start: this.#partStart, end: this.#partStart + 1 }
    this.#parts.push({ kind: 'pause', span, durationMs: allowedMs })
    this.#partStart++
  }

  #formula(at: number, length: number, edits: readonly Edit[]): void {
    const end = at + length
    for (const edit of edits) this.#replace(edit.start, edit.end - edit.start, edit.by)
    this.#at = end
    if (this.#groupEnd < at || this.#groupEnd >= end) return
    this.#closePart(end)
    this.#rate = 1
    this.#groupEnd = -1
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
}
