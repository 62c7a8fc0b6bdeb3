import type { Language } from '../../../core/language.ts'
import type { Delivery, Markup } from '../../../core/request.ts'
import { countInlineGroups, isSilent } from '../../../text/markup.ts'
import { endsInSentenceMark } from '../../../text/sentence-ends.ts'
import type { Cut, CutSegment } from './cut-segment.ts'
import { PassageView } from './passage-view.ts'
import { Queue } from './queue.ts'

/** The next step, in the client's order. */
export type PendingStep =
  | {
      readonly kind: 'speak'
      readonly text: string
      /** Place in the turn's text, in UTF-16 units. */
      readonly start: number
      readonly markup: Markup
      readonly delivery: Delivery | undefined
      readonly contextId: string | null
      /** The end of the plain text that was spoken before it, in the same sentence. */
      readonly before: string
      /** Of the text, if it was detected. */
      readonly language?: Language | undefined
      /** The last step of the turn. */
      readonly isLast: boolean
    }
  /** `length`: of the turn's text, in UTF-16 units. */
  | { readonly kind: 'end turn'; readonly contextId: string | null; readonly length: number }
  | { readonly kind: 'close' }

interface PendingPassage {
  readonly kind: 'passage'
  text: string
  /** Markup of the text. */
  readonly markup: Markup
  /** Of the text; undefined for the session's. */
  readonly delivery: Delivery | undefined
  /** Speaking rates of the remaining groups. */
  inlineRates: readonly number[]
  contextId: string | null
  isWhole: boolean
  /** Number of joins since the string was last flattened. */
  joined: number
  /** Cached, because searching a long text for every added word would take too long. */
  hasWords: boolean
  /** Cached for the same reason: there is no leading space to drop. */
  isTrimmed: boolean
  /** UTF-16 units at the start of its plain text without a cut, which need not be searched again. */
  decidedLength: number
  /** Of the text, if it was looked at. */
  view: PassageView | undefined
}

type Item =
  | PendingPassage
  | { readonly kind: 'end turn'; readonly contextId: string | null }
  | { readonly kind: 'close' }

/** Memory of an item besides its text, context and rates, in UTF-16 units. */
const ITEM_WEIGHT = 64
const RATE_WEIGHT = 4
/** V8 keeps joined strings as a tree until they are read, at 32 bytes a piece. */
const MAX_JOINED = 1000
const SPOKEN_REACH = 60
const LAST_SENTENCE = /(?:(?![.?!…] )[^\n]){0,60}$/
/** Limits repeated searches through megabytes of white space. */
const LONG_TEXT = 5000

/** Pending text and commands of a session. */
export class PendingText {
  readonly #segments: CutSegment
  #items = new Queue<Item>()
  /** Number of passages with more than white space. */
  #passagesWithWords = 0
  #spokenBefore = ''
  #flushes = 0
  /** What has left the turn's text, in UTF-16 units. */
  #taken = 0
  #weight = 0

  constructor(segments: CutSegment) {
    this.#segments = segments
  }

  /** Approximate memory use, in UTF-16 units. */
  get weight(): number {
    return this.#weight
  }

  /** Whether there is more than white space to speak. */
  get hasText(): boolean {
    return this.#passagesWithWords > 0
  }

  /** The passage that text is added to, without its markup. */
  get openPlainText(): string {
    const open = this.#open
    return open === undefined ? '' : viewOf(open).textIfWhole
  }

  /** Whether the open text is complete if no text follows for half a second. */
  get isWholeAfterPause(): boolean {
    const open = this.#open
    if (open?.hasWords !== true) return false
    const view = viewOf(open)
    return !view.plain.waitsForEnd && this.#segments.isWholeAfterPause(view.textIfWhole)
  }

  /** Appends the text to the last passage if their markup and delivery are the same, else starts a passage. */
  add(text: string, { markup, delivery }: Pick<PendingPassage, 'markup' | 'delivery'>, contextId: string | null): void {
    if (text === '') return // an empty passage would never be due
    let open = this.#open
    if (open === undefined || !isOneMarkup(open.markup, markup) || !isOneDelivery(open.delivery, delivery)) {
      this.closePassage()
      open = { ...passageOf(markup, contextId), delivery }
      this.#push(open)
    }
    this.#update(open, { text: open.text + text, contextId, joined: open.joined + 1 })
    if (open.joined > MAX_JOINED || (!open.hasWords && hasWords(text))) this.#look(open)
  }

  /** Ends the open passage: later text is spoken separately. */
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

  /** Ends the turn that was heard: pending text belongs to the next turn. */
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
    this.#taken = 0
    this.#weight = 0
  }

  /** Removes and returns the next step; undefined if nothing is due. */
  take(): PendingStep | undefined {
    for (let head = this.#items.first; head !== undefined; head = this.#items.first) {
      if (head.kind !== 'passage') {
        this.#shift(head)
        this.#spokenBefore = ''
        if (head.kind === 'close') return head
        this.#flushes--
        const length = this.#taken
        this.#taken = 0
        return { ...head, length }
      }
      if (!head.isTrimmed && head.text.length > LONG_TEXT) this.#dropLeadingSpace(head)
      const before = this.#sentenceBefore
      const { length, language } = this.#cut(head)
      if (length === 0) return undefined
      const segment = this.#takeSegment(head, length)
      if (!hasWords(segment.text) || isShortSilence(segment)) continue
      this.#dropSilentRest()
      return { ...segment, before, language, isLast: this.#items.first?.kind === 'end turn' }
    }
    return undefined
  }

  /** Removes leading space except one character, which may end a line. */
  #dropLeadingSpace(passage: PendingPassage): void {
    const start = passage.text.search(/\S|$/) - 1
    if (start > 0) {
      this.#update(passage, { text: passage.text.slice(start), decidedLength: 0, view: undefined })
      this.#taken += start
    }
    passage.isTrimmed = passage.hasWords
  }

  /** UTF-16 units of the passage to speak now; 0 to wait for more. */
  #cut(head: PendingPassage): Pick<Cut, 'length' | 'language'> {
    if (head.isWhole && !head.hasWords) return { length: head.text.length } // white space needs no wait
    const view = viewOf(head)
    const { text } = view.plain
    const isFlushed = this.#flushes > 0
    const { length, decidedLength, ...cut } = this.#segments.cut({
      text,
      isWhole: view.isWhole,
      isFlushed,
      decidedLength: head.decidedLength,
      spokenBefore: this.#spokenBefore,
    })
    head.decidedLength = decidedLength
    // Tags alone, perhaps more of them than are in view, are cut off as they are.
    if (length === 0 && !(view.isWhole && text === '') && !(head.isWhole && isFlushed)) return { length: 0 }
    const spoken = text.slice(Math.max(0, length - SPOKEN_REACH), length)
    this.#spokenBefore = (this.#spokenBefore + spoken).slice(-SPOKEN_REACH)
    return { ...cut, length: view.sourceLength(length === 0 ? text.length : length) }
  }

  get #sentenceBefore(): string {
    const before = this.#spokenBefore.slice(this.#spokenBefore.search(LAST_SENTENCE))
    return endsInSentenceMark(before) ? '' : before
  }

  /** Closing tags after the last words of a turn must not hide that these are the last. */
  #dropSilentRest(): void {
    const head = this.#items.first
    if (head?.kind === 'passage' && head.isWhole && head.hasWords && isShortSilence(head))
      this.#takeSegment(head, head.text.length)
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
    const { markup, delivery, inlineRates, contextId } = passage
    const text = passage.text.slice(0, length)
    const groups = inlineRates.length > 0 ? countInlineGroups(text) : 0
    this.#update(passage, {
      text: passage.text.slice(length),
      inlineRates: inlineRates.slice(groups),
      isTrimmed: false,
      view: undefined,
    })
    this.#look(passage)
    if (passage.text === '') this.#shift(passage)
    const start = this.#taken
    this.#taken += length
    return { kind: 'speak', text, start, markup: { ...markup, inlineRates }, delivery, contextId } as const
  }
}

const passageOf = (markup: Markup, contextId: string | null): PendingPassage => ({
  kind: 'passage',
  text: '',
  markup,
  delivery: undefined,
  inlineRates: markup.inlineRates,
  contextId,
  isWhole: false,
  joined: 0,
  hasWords: false,
  isTrimmed: false,
  decidedLength: 0,
  view: undefined,
})

function viewOf(passage: PendingPassage): PassageView {
  passage.view ??= new PassageView({ ...passage.markup, inlineRates: passage.inlineRates })
  passage.view.read(passage.text, passage.isWhole)
  return passage.view
}

function weightOf(item: Item): number {
  if (item.kind === 'close') return ITEM_WEIGHT
  const weight = ITEM_WEIGHT + (item.contextId?.length ?? 0)
  return item.kind === 'end turn' ? weight : weight + item.text.length + RATE_WEIGHT * item.inlineRates.length
}

/** Tags alone; of a long text, finding out would take too long. */
const isShortSilence = ({ text, markup }: { readonly text: string; readonly markup: Markup }): boolean =>
  text.length <= LONG_TEXT && isSilent(text, markup)

const hasWords = (text: string): boolean => /\S/.test(text)

/** A list of rates applies to the groups of its own text only. */
const isOneMarkup = (a: Markup, b: Markup): boolean =>
  a === b ||
  (a.pauses === b.pauses &&
    a.breaks === b.breaks &&
    a.cues === b.cues &&
    a.phonemes === b.phonemes &&
    a.inlineRates.length === 0 &&
    b.inlineRates.length === 0)

const isOneDelivery = (a: Delivery | undefined, b: Delivery | undefined): boolean =>
  a === b || (a !== undefined && a.rate === b?.rate && a.gainDb === b.gainDb)
