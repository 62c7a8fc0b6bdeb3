import type { Markup } from '../../core/request.ts'
import { countCodePoints } from '../../core/text-length.ts'
import { countInlineGroups } from '../../text/markup.ts'
import { decidedLength } from '../../text/sentence-ends.ts'
import type { CutSegment } from './cut-segment.ts'

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
  /** Known, because looking through all of a long text for every word that is added would take too long. */
  hasWords: boolean
  /** UTF-16 units at its start in which no cut was found. */
  decidedLength: number
}

type Item = PendingPassage | Exclude<PendingStep, { kind: 'speak' }>

/** An item costs memory even where it holds no text: so many UTF-16 units' worth. */
const ITEM_WEIGHT = 512

/** What a session has been sent and has not yet done. */
export class PendingText {
  readonly #cut: CutSegment
  #items: Item[] = []
  #flushes = 0
  #weight = 0
  #unflushedLength = 0

  constructor(cut: CutSegment) {
    this.#cut = cut
  }

  /** About the memory it takes, in UTF-16 units. */
  get weight(): number {
    return this.#weight
  }

  /** Whether more than white space is to be spoken. */
  get hasText(): boolean {
    return this.#items.some((item) => item.kind === 'passage' && item.hasWords)
  }

  /** The text that more may be added to. */
  get openText(): string {
    return this.#open?.text ?? ''
  }

  /** Code points of the texts that no flush has come after, spoken or not. */
  get unflushedLength(): number {
    return this.#unflushedLength
  }

  /** Joins the text to the one before where the same markup holds for both. */
  add(text: string, markup: Markup, contextId: string | null): void {
    const open = this.#open
    this.#weight += text.length
    this.#unflushedLength += countCodePoints(text)
    if (open !== undefined && isOneMarkup(open.markup, markup)) {
      open.text += text
      open.hasWords ||= hasWords(text)
      open.contextId = contextId
      return
    }
    this.closePassage()
    this.#push({
      kind: 'passage',
      text,
      markup,
      inlineRates: markup.inlineRates,
      contextId,
      isWhole: false,
      hasWords: hasWords(text),
      decidedLength: 0,
    })
  }

  /** What comes later is spoken apart from what is there. */
  closePassage(): void {
    const open = this.#open
    if (open !== undefined) open.isWhole = true
  }

  endTurn(contextId: string | null): void {
    const open = this.#open
    if (open !== undefined) open.contextId = contextId
    this.closePassage()
    this.#push({ kind: 'end turn', contextId })
    this.#flushes++
    this.#unflushedLength = 0
  }

  /** The turn is over as far as it was heard: what is there belongs to the next one. */
  endHeardTurn(contextId: string | null): void {
    this.#items.unshift({ kind: 'end turn', contextId })
    this.#weight += ITEM_WEIGHT
    this.#flushes++
  }

  close(): void {
    this.#push({ kind: 'close' })
  }

  clear(): void {
    this.#items = []
    this.#flushes = 0
    this.#weight = 0
    this.#unflushedLength = 0
  }

  /** Takes the next step out; undefined while there is none, or only text that is not due. */
  take(): PendingStep | undefined {
    for (let head = this.#items[0]; head !== undefined; head = this.#items[0]) {
      if (head.kind !== 'passage') {
        this.#shift()
        if (head.kind === 'end turn') this.#flushes--
        return head
      }
      const length = this.#cut({ ...head, isFlushed: this.#flushes > 0 })
      head.decidedLength = length === 0 ? decidedLength(head.text) : 0
      if (length === 0) return undefined
      const segment = this.#takeSegment(head, length)
      if (hasWords(segment.text)) return { ...segment, isLast: this.#items[0]?.kind === 'end turn' }
    }
    return undefined
  }

  get #open(): PendingPassage | undefined {
    const last = this.#items.at(-1)
    return last?.kind === 'passage' && !last.isWhole ? last : undefined
  }

  #push(item: Item): void {
    this.#items.push(item)
    this.#weight += ITEM_WEIGHT
  }

  #shift(): void {
    this.#items.shift()
    this.#weight -= ITEM_WEIGHT
  }

  #takeSegment(passage: PendingPassage, length: number) {
    const { markup, inlineRates, contextId } = passage
    const text = passage.text.slice(0, length)
    passage.text = passage.text.slice(length)
    passage.hasWords = hasWords(passage.text)
    passage.inlineRates = inlineRates.slice(inlineRates.length > 0 ? countInlineGroups(text) : 0)
    this.#weight -= length
    if (passage.text === '') this.#shift()
    return { kind: 'speak', text, markup: { ...markup, inlineRates }, contextId } as const
  }
}

const hasWords = (text: string): boolean => /\S/.test(text)

/** A list of rates counts the groups of its own text alone. */
const isOneMarkup = (a: Markup, b: Markup): boolean =>
  a === b ||
  (a.pauses === b.pauses && a.phonemes === b.phonemes && a.inlineRates.length === 0 && b.inlineRates.length === 0)
