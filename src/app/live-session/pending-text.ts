import type { Markup } from '../../core/request.ts'
import { countInlineGroups } from '../../text/markup.ts'
import type { Cut, CutSegment } from './cut-segment.ts'
import { Queue } from './queue.ts'

/** What is to be done next, in the order in which the client asked for it. */
export type PendingStep =
  | {
      readonly kind: 'speak'
      readonly text: string
      readonly markup: Markup
      readonly contextId: string | null
      /** Nothing of the turn comes after it. */
      readonly isLast: boolean
    }
  | { readonly kind: 'end turn'; readonly contextId: string | null }
  | { readonly kind: 'close' }

interface PendingPassage {
  readonly kind: 'passage'
  text: string
  /** As it came with the text. */
  readonly markup: Markup
  /** Speaking rates of the groups that are left. */
  inlineRates: readonly number[]
  contextId: string | null
  isWhole: boolean
  /** Texts that were joined since it was last looked at. */
  joined: number
  /** Known, because looking through all of a long text for every word that is added would take too long. */
  hasWords: boolean
  /** UTF-16 units at its start in which no cut was found, and need not be looked for again. */
  decidedLength: number
}

type Item = PendingPassage | Exclude<PendingStep, { kind: 'speak' }>

/** What an item takes besides its text, its context and its rates, in UTF-16 units. */
const ITEM_WEIGHT = 64
const RATE_WEIGHT = 4
/** V8 keeps what was joined as a tree until somebody looks at it, at 32 bytes a piece. */
const MOST_JOINED = 1000
const SPOKEN_REACH = 60
/** Megabytes of white space are not looked through again for every piece that is cut off. */
const LONG_TEXT = 5000

/** What a session has been sent and has not yet done. */
export class PendingText {
  readonly #segments: CutSegment
  #items = new Queue<Item>()
  /** Passages in which there is more than white space. */
  #passagesWithWords = 0
  #spokenBefore = ''
  #flushes = 0
  #weight = 0

  constructor(segments: CutSegment) {
    this.#segments = segments
  }

  /** About the memory it takes, in UTF-16 units. */
  get weight(): number {
    return this.#weight
  }

  /** Whether more than white space is to be spoken. */
  get hasText(): boolean {
    return this.#passagesWithWords > 0
  }

  /** The text that more may be added to. */
  get openText(): string {
    return this.#open?.text ?? ''
  }

  /** Whether that is to be spoken as it stands if nothing comes after it for half a second. */
  get isWholeAfterPause(): boolean {
    const open = this.#open
    return open?.hasWords === true && this.#segments.isWholeAfterPause(open.text, open.markup)
  }

  /** Joins the text to the one before where the same markup holds for both. */
  add(text: string, markup: Markup, contextId: string | null): void {
    if (text === '') return // an empty passage would never be due
    let open = this.#open
    if (open === undefined || !isOneMarkup(open.markup, markup)) {
      this.closePassage()
      open = passageOf(markup, contextId)
      this.#push(open)
    }
    this.#update(open, { text: open.text + text, contextId, joined: open.joined + 1 })
    if (!open.hasWords || open.joined > MOST_JOINED) this.#look(open)
  }

  /** What comes later is spoken apart from what is there. */
  closePassage(): void {
    const open = this.#open
    if (open !== undefined) open.isWhole = true
  }

  endTurn(contextId: string | null): void {
    const open = this.#open
    if (open !== undefined) this.#update(open, { contextId, isWhole: true })
    this.#push({ kind: 'end turn', contextId })
    this.#flushes++
  }

  /** The turn is over as far as it was heard: what is there belongs to the next one. */
  endHeardTurn(contextId: string | null): void {
    const end: Item = { kind: 'end turn', contextId }
    this.#items.unshift(end)
    this.#weight += weightOf(end)
    this.#flushes++
  }

  close(): void {
    this.closePassage()
    this.#push({ kind: 'close' })
  }

  clear(): void {
    this.#items = new Queue()
    this.#passagesWithWords = 0
    this.#spokenBefore = ''
    this.#flushes = 0
    this.#weight = 0
  }

  /** Takes the next step out; undefined while there is none, or only text that is not due. */
  take(): PendingStep | undefined {
    for (let head = this.#items.first; head !== undefined; head = this.#items.first) {
      if (head.kind !== 'passage') {
        this.#shift(head)
        this.#spokenBefore = ''
        if (head.kind === 'end turn') this.#flushes--
        return head
      }
      if (head.text.length > LONG_TEXT) this.#dropLeadingSpace(head)
      const { length, decidedLength } = this.#cut(head)
      head.decidedLength = decidedLength
      if (length === 0) return undefined
      const segment = this.#takeSegment(head, length)
      if (hasWords(segment.text)) return { ...segment, isLast: this.#items.first?.kind === 'end turn' }
    }
    return undefined
  }

  /** All but one character of it, which may end a line. */
  #dropLeadingSpace(passage: PendingPassage): void {
    const start = passage.text.search(/\S|$/) - 1
    if (start > 0) this.#update(passage, { text: passage.text.slice(start), decidedLength: 0 })
  }

  #cut(head: PendingPassage): Cut {
    if (head.isWhole && !head.hasWords) return { length: head.text.length, decidedLength: 0 } // white space is not waited for
    return this.#segments.cut({ ...head, isFlushed: this.#flushes > 0, spokenBefore: this.#spokenBefore })
  }

  get #open(): PendingPassage | undefined {
    const { last } = this.#items
    return last?.kind === 'passage' && !last.isWhole ? last : undefined
  }

  #push(item: Item): void {
    this.#items.push(item)
    this.#weight += weightOf(item)
  }

  #shift(head: Item): void {
    this.#items.shift()
    this.#weight -= weightOf(head)
  }

  #update(passage: PendingPassage, changes: Partial<PendingPassage>): void {
    this.#weight -= weightOf(passage)
    Object.assign(passage, changes)
    this.#weight += weightOf(passage)
  }

  #look(passage: PendingPassage): void {
    passage.joined = 0
    const has = hasWords(passage.text)
    this.#passagesWithWords += Number(has) - Number(passage.hasWords)
    passage.hasWords = has
  }

  #takeSegment(passage: PendingPassage, length: number) {
    const { markup, inlineRates, contextId } = passage
    const text = passage.text.slice(0, length)
    this.#spokenBefore = text.slice(-SPOKEN_REACH)
    const groups = inlineRates.length > 0 ? countInlineGroups(text) : 0
    this.#update(passage, { text: passage.text.slice(length), inlineRates: inlineRates.slice(groups) })
    this.#look(passage)
    if (passage.text === '') this.#shift(passage)
    return { kind: 'speak', text, markup: { ...markup, inlineRates }, contextId } as const
  }
}

const passageOf = (markup: Markup, contextId: string | null): PendingPassage => ({
  kind: 'passage',
  text: '',
  markup,
  inlineRates: markup.inlineRates,
  contextId,
  isWhole: false,
  joined: 0,
  hasWords: false,
  decidedLength: 0,
})

function weightOf(item: Item): number {
  if (item.kind === 'close') return ITEM_WEIGHT
  const weight = ITEM_WEIGHT + (item.contextId?.length ?? 0)
  return item.kind === 'end turn' ? weight : weight + item.text.length + RATE_WEIGHT * item.inlineRates.length
}

const hasWords = (text: string): boolean => /\S/.test(text)

/** A list of rates counts the groups of its own text alone. */
const isOneMarkup = (a: Markup, b: Markup): boolean =>
  a === b ||
  (a.pauses === b.pauses && a.phonemes === b.phonemes && a.inlineRates.length === 0 && b.inlineRates.length === 0)
