import type { AudioFormat, CreateEncoder } from '../audio/codecs.ts'
import { isSpeechError, SpeechError } from '../core/errors.ts'
import type { Language } from '../core/language.ts'
import type { Markup } from '../core/request.ts'
import type { Segmentation } from '../core/segmentation.ts'
import { countCodePoints, isLonger } from '../core/text-length.ts'
import { countInlineGroups } from '../text/markup.ts'
import { mayEnd } from '../text/sentence-ends.ts'
import { bySentence } from './live-session/by-sentence.ts'
import { immediate } from './live-session/immediate.ts'
import { never } from './live-session/never.ts'
import { type PendingStep, PendingText } from './live-session/pending-text.ts'
import { TurnAudio, type TurnPart } from './live-session/turn-audio.ts'
import type { CloseReason, SessionCommand, SessionEvent, TimesFrom } from './session-protocol.ts'
import type { Narrator } from './speak.ts'

/** Where events go. */
export interface SessionOutput {
  send(event: SessionEvent): void
  /** Resolves when the client has read enough for more to be sent; rejects once the signal fires. Undefined where it has. */
  whenRead(signal: AbortSignal): Promise<void> | undefined
}

/** Time, in milliseconds from any beginning. */
export interface Timers {
  now(): number
  /** Disposing calls it off. */
  after(delayMs: number, onDue: () => void): Disposable
}

export interface LiveSessionOptions {
  readonly segmentation: Segmentation
  readonly language: Language
  readonly format: AudioFormat
  /** Whether times of words are wanted and can be told. */
  readonly hasWordTimes: boolean
  readonly timesFrom: TimesFrom
  /** What holds for texts that bring nothing of their own. */
  readonly markup: Markup
  /** Code points of one text; with `never`, of all texts of one flush. */
  readonly maxTextLength: number
  /** Bound of what is sent and not yet spoken, in UTF-16 units. */
  readonly maxPendingLength: number
  /** Silence after the end of the audio that ends a turn of a client that sends neither contexts nor flushes. */
  readonly doneGraceMs: number
}

export interface LiveSessionDeps {
  readonly narrator: Narrator
  readonly createEncoder: CreateEncoder
  readonly output: SessionOutput
  readonly timers: Timers
}

/** What the next character may belong to, a full stop or a number, waits for it so long after the last text. */
const PAUSE_MS = 500

const CUTS = { bySentence, immediate, never } as const

/**
 * Text in as it is written, audio out as it is spoken: one client's session, free of sockets and clocks. Commands act
 * at once; events come in the order in which they are to be heard. Nothing comes after `close`.
 */
export class LiveSession implements Disposable {
  readonly #options: LiveSessionOptions
  readonly #deps: LiveSessionDeps
  readonly #pending: PendingText
  #contextId: string | null = null
  /** Code points of the texts that no flush has come after, where they are limited. */
  #unflushedLength = 0
  /** The client has sent a context or a flush, so it ends its turns itself. */
  #endsItsTurns = false
  /** Text has come since the last turn ended. */
  #isOwing = false
  #turn: TurnAudio | undefined
  /** Of what was spoken last. */
  #heardContextId: string | null = null
  /** When a listener who plays the audio as it comes, turn after turn, has heard all of it. */
  #heardAtMs = Number.NEGATIVE_INFINITY
  #lastTextAtMs = Number.NEGATIVE_INFINITY
  /** Replaced by `clear`, so that what was being spoken has nobody left to speak to. */
  #speaking = new AbortController()
  #isWorking = false
  #timer: Disposable | undefined
  #isEnding = false
  #isDraining = false
  #isOver = false

  constructor(options: LiveSessionOptions, deps: LiveSessionDeps) {
    this.#options = options
    this.#deps = deps
    this.#pending = new PendingText(CUTS[options.segmentation](options.language))
  }

  take(command: SessionCommand): void {
    if (this.#isOver || (this.#isEnding && command.kind !== 'clear')) return
    this.#stopTimer()
    this.#endsItsTurns ||= command.contextId !== undefined || command.kind === 'flush'
    switch (command.kind) {
      case 'text':
        this.#addText(command.text, this.#markupOf(command), command.contextId)
        break
      case 'flush':
        this.#contextId = command.contextId ?? this.#contextId
        if (this.#isOwing || this.#options.segmentation === 'never') this.#endTurn()
        break
      case 'clear':
        this.#contextId = command.contextId ?? this.#contextId
        this.#drop()
        if (this.#isEnding) this.#pending.close()
        break
      case 'eos':
        this.#contextId = command.contextId ?? this.#contextId
        if (this.#isOwing) this.#endTurn()
        this.#isEnding = true
        this.#pending.close()
        break
      case 'malformed':
        this.#contextId = command.contextId ?? this.#contextId
        this.#deps.output.send({ kind: 'error', message: command.message, contextId: this.#contextId })
        break
      default:
        command satisfies never
    }
    this.#limitPending()
    this.#proceed()
  }

  /** Audio is being made, or waits for the client to read. */
  get isSpeaking(): boolean {
    return this.#isWorking
  }

  /** Closes when the turn under way is over, at once if there is none. */
  drain(): void {
    this.#isDraining = true
    if (!this.#isWorking && !this.#isOver) this.#rest()
  }

  [Symbol.dispose](): void {
    this.#isOver = true
    this.#stopTimer()
    this.#drop()
  }

  /** Of the rates that came with a text it may use as many as it has groups; the others are not kept. */
  #markupOf({ text, markup }: Extract<SessionCommand, { kind: 'text' }>): Markup {
    if (markup === undefined) return this.#options.markup
    return { ...markup, inlineRates: markup.inlineRates.slice(0, countInlineGroups(text)) }
  }

  #addText(text: string, markup: Markup, contextId: string | undefined): void {
    if (this.#isTooLong(text)) return this.#refuse()
    const { segmentation, language } = this.#options
    if (contextId !== undefined && contextId !== this.#contextId) {
      // What was sent in another context is spoken in that; without one, only if it needs nothing more.
      const isApart = this.#contextId !== null || mayEnd(this.#pending.openText, language)
      if (isApart && segmentation !== 'never') this.#pending.closePassage()
      this.#contextId = contextId
    }
    if (text !== '') this.#lastTextAtMs = this.#deps.timers.now()
    this.#pending.add(text, markup, this.#contextId)
    this.#isOwing ||= /\S/.test(text)
  }

  #isTooLong(text: string): boolean {
    const { segmentation, maxTextLength } = this.#options
    if (isLonger(text, maxTextLength)) return true
    if (segmentation !== 'never' || maxTextLength === Number.POSITIVE_INFINITY) return false
    this.#unflushedLength += countCodePoints(text)
    return this.#unflushedLength > maxTextLength
  }

  #limitPending(): void {
    if (!this.#isOver && this.#pending.weight > this.#options.maxPendingLength) this.#refuse()
  }

  #refuse(): void {
    this.#close({ kind: 'failed', error: new SpeechError('request.invalid', 'text is too long') })
  }

  #endTurn(): void {
    this.#isOwing = false
    this.#unflushedLength = 0
    this.#pending.endTurn(this.#contextId)
  }

  #proceed(): void {
    if (!this.#isOver && !this.#isWorking) void this.#doWhatIsDue()
  }

  async #doWhatIsDue(): Promise<void> {
    const { signal } = this.#speaking
    this.#isWorking = true
    try {
      for (let step = this.#pending.take(); step !== undefined; step = this.#pending.take()) {
        await this.#do(step, signal)
        if (signal.aborted) return // others have taken over
      }
      this.#isWorking = false
      this.#rest()
    } catch (error) {
      if (!signal.aborted) this.#close({ kind: 'failed', error })
    }
  }

  #do(step: PendingStep, signal: AbortSignal): void | Promise<void> {
    switch (step.kind) {
      case 'speak':
        return this.#speak(step, signal)
      case 'end turn':
        return this.#finishTurn(step.contextId, signal)
      case 'close':
        return this.#close({ kind: 'finished' })
      default:
        return step satisfies never
    }
  }

  async #speak({ contextId, ...segment }: Extract<PendingStep, { kind: 'speak' }>, signal: AbortSignal) {
    this.#heardContextId = contextId
    const turn = this.#turn ?? (await this.#beginTurn(signal))
    try {
      for await (const part of turn.speak(segment, signal)) await this.#send(part, contextId, signal)
    } catch (error) {
      // What the text itself is to blame for; it is found before anything is spoken.
      if (signal.aborted || !isSpeechError(error) || error.code !== 'request.invalid') throw error
      this.#deps.output.send({ kind: 'error', message: error.message, contextId })
    }
  }

  async #beginTurn(signal: AbortSignal): Promise<TurnAudio> {
    const { narrator, createEncoder } = this.#deps
    const encoder = await createEncoder(this.#options.format)
    try {
      signal.throwIfAborted()
      this.#turn = new TurnAudio(narrator.beginTurn(), encoder, this.#options)
      return this.#turn
    } catch (error) {
      encoder[Symbol.dispose]()
      throw error
    }
  }

  async #finishTurn(contextId: string | null, signal: AbortSignal): Promise<void> {
    if (this.#turn !== undefined) await this.#send(await this.#turn.finish(), contextId, signal)
    await this.#deps.output.whenRead(signal)
    signal.throwIfAborted()
    this.#leaveTurn()
    this.#deps.output.send({ kind: 'done', contextId })
  }

  async #send(part: TurnPart, contextId: string | null, signal: AbortSignal): Promise<void> {
    const { output, timers } = this.#deps
    await output.whenRead(signal)
    signal.throwIfAborted()
    if (part.kind === 'words') return output.send({ kind: 'timestamps', times: part.times, contextId })
    const { bytes, durationMs } = part
    this.#heardAtMs = Math.max(timers.now(), this.#heardAtMs) + durationMs
    if (bytes.length > 0) output.send({ kind: 'chunk', bytes, durationMs, contextId })
  }

  /** Nothing is due: what time will bring, unless something else comes before. */
  #rest(): void {
    const { segmentation, doneGraceMs } = this.#options
    const { hasText, isWholeAfterPause } = this.#pending
    if (isWholeAfterPause) {
      return this.#startTimer(this.#lastTextAtMs + PAUSE_MS, () => this.#pending.closePassage())
    }
    // A sentence that is not complete waits for its end or a flush; the turn that was heard before it does not.
    const endsByTime = segmentation !== 'never' && !this.#endsItsTurns
    if (endsByTime && (hasText ? this.#turn !== undefined : this.#isOwing)) {
      return this.#startTimer(Math.max(this.#heardAtMs, this.#lastTextAtMs) + doneGraceMs, () =>
        hasText ? this.#pending.endHeardTurn(this.#heardContextId) : this.#endTurn(),
      )
    }
    if (hasText || this.#isOwing) return
    if (this.#isDraining) this.#close({ kind: 'draining' })
  }

  #startTimer(dueAtMs: number, onDue: () => void): void {
    this.#stopTimer()
    const { timers } = this.#deps
    this.#timer = timers.after(Math.max(0, dueAtMs - timers.now()), () => {
      onDue()
      this.#proceed()
    })
  }

  #stopTimer(): void {
    this.#timer?.[Symbol.dispose]()
    this.#timer = undefined
  }

  #drop(): void {
    if (this.#isWorking) {
      this.#speaking.abort()
      this.#speaking = new AbortController()
      this.#isWorking = false
    }
    this.#isOwing = false
    this.#unflushedLength = 0
    this.#heardAtMs = Number.NEGATIVE_INFINITY
    this.#pending.clear()
    this.#leaveTurn()
  }

  #leaveTurn(): void {
    this.#turn?.[Symbol.dispose]()
    this.#turn = undefined
  }

  #close(reason: CloseReason): void {
    this[Symbol.dispose]()
    this.#deps.output.send({ kind: 'close', reason })
  }
}
