import type { Marking } from '../../audio/codec.ts'
import type { AudioFormat, CreateEncoder } from '../../audio/codecs.ts'
import { isSpeechError, SpeechError } from '../../core/errors.ts'
import type { Language } from '../../core/language.ts'
import type { DetectedLanguage, Markup } from '../../core/request.ts'
import type { Segmentation } from '../../core/segmentation.ts'
import { countCodePoints, isLonger } from '../../core/text-length.ts'
import { countInlineGroups } from '../../text/markup.ts'
import { mayEnd } from '../../text/sentence-ends.ts'
import type { SpeechText, SpokenWordEvent } from '../speech/narrator.ts'
import type { LiveNarrator } from '../speech/speech.ts'
import { noteFirstAudio, type SpeechTally } from '../speech/speech-tally.ts'
import type { HeardLedger } from './heard-ledger.ts'
import { bySentence } from './internal/by-sentence.ts'
import { languageNow } from './internal/cut-segment.ts'
import { immediate } from './internal/immediate.ts'
import { onFlush } from './internal/on-flush.ts'
import { type PendingStep, PendingText } from './internal/pending-text.ts'
import { TurnAudio, type TurnPart } from './internal/turn-audio.ts'
import type { CloseReason, SessionCommand, SessionEvent, TimesFrom } from './live-session-messages.ts'

/** A word as it is read, with its place in the audio of its turn. */
export interface SpokenWord {
  readonly spoken: string
  readonly startSample: number
  readonly endSample: number
  /** In ARPAbet or IPA; absent where the engine pronounces it. */
  readonly phonemes?: readonly string[]
}

/** Hears of what a session speaks. */
export interface TextListener {
  /** Before the audio of the word. */
  word?(word: SpokenWord): void
  /** A text has been spoken, failed or was stopped. */
  textEnded?(text: Pick<SpeechText, 'text' | 'markup'>): void
}

/** Receives the events of a session. */
export interface SessionOutput {
  send(event: SessionEvent): void
  /**
   * Resolves when the client has read enough for more audio; rejects when the signal fires. Returns undefined if it has
   * read enough already.
   */
  whenRead(signal: AbortSignal): Promise<void> | undefined
}

/** Clock and timers, in milliseconds from any origin. */
export interface Timers {
  now(): number
  /** Disposing cancels the timer. */
  after(delayMs: number, onDue: () => void): Disposable
}

export interface LiveSessionOptions {
  readonly segmentation: Segmentation
  /** Turns end at a flush only, and each flush ends one, even an empty one. */
  readonly endsTurnsByFlush: boolean
  readonly language: Language
  /** Present if each sentence has its own language. */
  readonly detected?: DetectedLanguage | undefined
  readonly format: AudioFormat & Pick<Marking, 'mark'>
  /** Whether times of words are requested and available. */
  readonly hasWordTimes: boolean
  /** Also of sentences in languages whose times are not told by default. */
  readonly hasAllWordTimes?: boolean
  readonly timesFrom: TimesFrom
  /** Markup of texts without their own. */
  readonly markup: Markup
  /** Maximum length of one text in code points; with `never`, of all texts of one flush. */
  readonly maxTextLength: number
  /** Maximum pending text, in UTF-16 units. */
  readonly maxPendingLength: number
  /** Milliseconds after the end of the audio that end a turn, for clients that send neither contexts nor flushes. */
  readonly doneGraceMs: number
  /** A text with nothing to speak has no audio; a short silence by default. */
  readonly mayBeEmpty?: boolean
  /** Text without a sentence end is spoken when nothing was spoken for this long, in milliseconds; never by default. */
  readonly maxBufferMs?: number
}

export interface LiveSessionDeps {
  readonly narrator: LiveNarrator
  readonly listener?: TextListener | undefined
  readonly createEncoder: CreateEncoder
  readonly output: SessionOutput
  readonly timers: Timers
  /** Counts texts and the first audio of turns. */
  readonly tally?: SpeechTally
  /** Learns what is sent of each text. */
  readonly ledger?: HeardLedger | undefined
}

/** How long a text end that the next character could change, such as a full stop or a number, waits. */
const PAUSE_MS = 500

const CUTS = { bySentence, immediate, never: onFlush } as const

/**
 * One client's live session, independent of sockets and clocks: text in, audio out. Commands take effect at once;
 * events come in playback order. Nothing comes after `close`.
 */
export class LiveSession implements Disposable {
  readonly #options: LiveSessionOptions
  readonly #deps: LiveSessionDeps
  readonly #pending: PendingText
  #contextId: string | null = null
  /** Speaking rate, if it is not that of the narrator. */
  #rate: number | undefined
  /** Code points since the last flush, if they are limited. */
  #unflushedLength = 0
  /** The client has sent a context or a flush, so turns do not end by time. */
  #endsItsTurns = false
  /** Text has arrived since the last turn ended. */
  #isOwing = false
  #turn: TurnAudio | undefined
  /** When the turn began that has no audio yet, in milliseconds of the timers. */
  #silentSinceMs: number | undefined
  /** Context of the segment that was spoken last. */
  #heardContextId: string | null = null
  /** When the playback buffer will be empty, in milliseconds of the timers. */
  #heardAtMs = Number.NEGATIVE_INFINITY
  #lastTextAtMs = Number.NEGATIVE_INFINITY
  /** Since when the pending text waits, in milliseconds of the timers. */
  #pendingSinceMs = Number.NEGATIVE_INFINITY
  /** Replaced by `clear`, which aborts the current speech. */
  #speaking = new AbortController()
  #isWorking = false
  #timer: Disposable | undefined
  #isEnding = false
  #isDraining = false
  #isOver = false

  constructor(options: LiveSessionOptions, deps: LiveSessionDeps) {
    this.#options = options
    this.#deps = deps
    this.#pending = new PendingText(CUTS[options.segmentation](options))
  }

  take(command: SessionCommand): void {
    if (this.#isOver || (this.#isEnding && command.kind !== 'clear')) return
    this.#stopTimer()
    this.#endsItsTurns ||= command.contextId !== undefined || command.kind === 'flush'
    switch (command.kind) {
      case 'text':
        this.#addText(command, command.contextId)
        break
      case 'flush':
        this.#contextId = command.contextId ?? this.#contextId
        if (this.#isOwing || this.#options.endsTurnsByFlush) this.#endTurn()
        break
      case 'clear':
        this.#contextId = command.contextId ?? this.#contextId
        this.#deps.ledger?.stop(this.#deps.timers.now())
        this.#drop()
        if (this.#isEnding) this.#pending.close()
        break
      case 'complete':
        this.#contextId = command.contextId ?? this.#contextId
        this.#pending.closePassage()
        break
      case 'eos':
        this.#contextId = command.contextId ?? this.#contextId
        if (this.#isOwing) this.#endTurn()
        this.#isEnding = true
        this.#pending.close()
        break
      case 'rate':
        this.#rate = command.rate
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

  /** Approximate memory use of the pending text, in UTF-16 units. */
  get pendingLength(): number {
    return this.#pending.weight
  }

  /** Audio is being synthesized or waits for the client to read. */
  get isSpeaking(): boolean {
    return this.#isWorking
  }

  /** Closes when the current turn has ended, at once if there is none. */
  drain(): void {
    this.#isDraining = true
    if (!this.#isWorking && !this.#isOver) this.#rest()
  }

  [Symbol.dispose](): void {
    this.#isOver = true
    this.#stopTimer()
    this.#drop()
  }

  /** Takes as many of the text's inline rates as it has groups; drops the others. */
  #markupOf({ text, markup }: Extract<SessionCommand, { kind: 'text' }>): Markup {
    if (markup === undefined) return this.#options.markup
    return { ...markup, inlineRates: markup.inlineRates.slice(0, countInlineGroups(text)) }
  }

  #addText(command: Extract<SessionCommand, { kind: 'text' }>, contextId: string | undefined): void {
    const { text, delivery } = command
    const { tally, ledger, timers } = this.#deps
    if (tally !== undefined) tally.characters += countCodePoints(text)
    if (this.#isTooLong(text)) return this.#refuse()
    const { segmentation } = this.#options
    if (contextId !== undefined && contextId !== this.#contextId) {
      // Text of another context is spoken in that context; text without one only if it is complete.
      const isApart = this.#contextId !== null || mayEnd(this.#pending.openPlainText, languageNow(this.#options))
      if (isApart && segmentation !== 'never') this.#pending.closePassage()
      this.#contextId = contextId
    }
    if (text !== '') this.#lastTextAtMs = timers.now()
    if (!this.#pending.hasText) this.#pendingSinceMs = timers.now()
    this.#pending.add(text, { markup: this.#markupOf(command), delivery }, this.#contextId)
    ledger?.addText(text, this.#contextId)
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
    this.#deps.ledger?.endTurn(this.#contextId)
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
        return this.#finishTurn(step, signal)
      case 'close':
        return this.#close({ kind: 'finished' })
      default:
        return step satisfies never
    }
  }

  async #speak({ contextId, ...segment }: Extract<PendingStep, { kind: 'speak' }>, signal: AbortSignal) {
    this.#heardContextId = contextId
    const { delivery = { rate: this.#rate } } = segment
    const turn = this.#turn ?? (await this.#beginTurn(signal))
    const { ledger, listener, output } = this.#deps
    const record = ledger?.beginSegment(segment)
    const onWord = (word: SpokenWordEvent, textSample: number): void => {
      record?.addWord(word)
      listener?.word?.(wordAfter(textSample, word))
    }
    try {
      for await (const part of turn.speak({ ...segment, delivery, onWord }, signal)) {
        await this.#send(part, contextId, signal)
      }
      record?.end()
    } catch (error) {
      // Errors of the text are found before anything is spoken.
      if (signal.aborted || !isSpeechError(error) || error.code !== 'request.invalid') throw error
      record?.refuse()
      output.send({ kind: 'error', message: error.message, contextId })
    } finally {
      listener?.textEnded?.(segment)
      this.#pendingSinceMs = this.#deps.timers.now()
    }
  }

  async #beginTurn(signal: AbortSignal): Promise<TurnAudio> {
    const { narrator, createEncoder, timers } = this.#deps
    this.#silentSinceMs = timers.now()
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

  async #finishTurn(
    { contextId, length }: Extract<PendingStep, { kind: 'end turn' }>,
    signal: AbortSignal,
  ): Promise<void> {
    if (this.#turn !== undefined) await this.#send(await this.#turn.finish(), contextId, signal)
    await this.#deps.output.whenRead(signal)
    signal.throwIfAborted()
    this.#leaveTurn()
    this.#deps.ledger?.finishTurn(length, this.#deps.timers.now())
    this.#deps.output.send({ kind: 'done', contextId })
  }

  async #send(part: TurnPart, contextId: string | null, signal: AbortSignal): Promise<void> {
    const { output, timers, ledger, tally } = this.#deps
    await output.whenRead(signal)
    signal.throwIfAborted()
    if (part.kind === 'words') return output.send({ kind: 'timestamps', times: part.times, contextId })
    const { bytes, samples } = part
    const durationMs = (1000 * samples) / this.#options.format.sampleRateHz
    ledger?.addAudio(samples, timers.now())
    this.#heardAtMs = Math.max(timers.now(), this.#heardAtMs) + durationMs
    if (bytes.length === 0) return
    output.send({ kind: 'chunk', bytes, durationMs, contextId })
    if (this.#silentSinceMs === undefined) return
    if (tally !== undefined) noteFirstAudio(tally, timers.now() - this.#silentSinceMs)
    this.#silentSinceMs = undefined
  }

  /** Nothing is due: sets the timers. */
  #rest(): void {
    const { endsTurnsByFlush, doneGraceMs } = this.#options
    const { hasText, isWholeAfterPause } = this.#pending
    const { maxBufferMs = Number.POSITIVE_INFINITY } = this.#options
    const bufferedUntilMs = hasText ? this.#pendingSinceMs + maxBufferMs : Number.POSITIVE_INFINITY
    const pauseUntilMs = isWholeAfterPause ? this.#lastTextAtMs + PAUSE_MS : Number.POSITIVE_INFINITY
    const dueAtMs = Math.min(bufferedUntilMs, pauseUntilMs)
    if (dueAtMs < Number.POSITIVE_INFINITY) return this.#startTimer(dueAtMs, () => this.#pending.closePassage())
    // An incomplete sentence waits for its end or a flush; the turn before it ends by time.
    const endsByTime = !endsTurnsByFlush && !this.#endsItsTurns
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
    this.#deps.ledger?.drop()
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

const wordAfter = (textSample: number, { spoken, startSample, endSample, phonemes }: SpokenWordEvent): SpokenWord => ({
  spoken,
  ...(phonemes && { phonemes }),
  startSample: textSample + startSample,
  endSample: textSample + endSample,
})
