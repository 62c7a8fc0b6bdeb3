import type { App } from '../../../app/app.ts'
import { type Heard, heardIn } from '../../../app/live-session/heard-answer.ts'
import type { SessionSettings } from '../../../app/live-session/open-live-session.ts'
import { SpeechError } from '../../../core/errors.ts'
import type { Delivery, SynthesisRequest } from '../../../core/request.ts'
import { parseJson } from '../../../server/bodies/json-body.ts'
import { type ContextEnd, type ContextEvent, type ContextParts, Contexts } from '../../../server/websocket/contexts.ts'
import type { SocketConnection, SocketHandler } from '../../../server/websocket/socket-connection.ts'
import { deliveryOf } from '../delivery.ts'
import {
  type ContextId,
  chunkMessage,
  doneMessage,
  errorMessage,
  flushDoneMessage,
  type SpeechMessage,
  timesMessages,
} from '../speech-messages.ts'
import { SpokenTimes } from '../spoken-times.ts'
import {
  type ContextFields,
  contextIn,
  isCancel,
  isLast,
  parseContext,
  parseText,
  positionIn,
} from './context-messages.ts'

export interface SpeechContextsOptions {
  /** Of the connection, in the log and in errors. */
  readonly requestId: string
  readonly reservation: SessionSettings['reservation']
  /** Whether the `done` of a context that is cancelled says what was heard. */
  readonly tellsHeard: boolean
  /** Throws a SpeechError. */
  readonly resolve: (fields: ContextFields) => SynthesisRequest
}

interface ContextState {
  /** Each text is spoken at once. */
  readonly isUnbuffered: boolean
  /** For texts that name no speed or no volume. */
  readonly delivery: Delivery
  readonly times: SpokenTimes
  /** Of the flush that ends the current audio. */
  flushId: number
  /** Flushes that are not told yet. */
  flushesOwed: number
  /** Audio of the context, and that of its flushes that are over, in milliseconds. */
  sentMs: number
  flushedMs: number
  /** What was heard of it, once it is cancelled. */
  heard?: Heard
  /** When the context was opened or its last chunk was sent, in milliseconds of the timers. */
  stepMs: number
}

/** Text of one context that waits to be spoken, in UTF-16 units: hours of speech. */
const MAX_PENDING = 2 ** 20

/** The contexts of one socket, each a live session with a turn for each flush. */
export class SpeechContexts implements SocketHandler {
  readonly sessions: Contexts<ContextId, ContextState>
  readonly #connection: SocketConnection
  readonly #options: SpeechContextsOptions
  readonly #app: App

  constructor(connection: SocketConnection, options: SpeechContextsOptions, app: App) {
    this.#connection = connection
    this.#options = options
    this.#app = app
    this.sessions = new Contexts(connection, app)
  }

  take(bytes: Buffer, isBinary: boolean): void {
    let json: unknown
    let id: ContextId
    try {
      json = parseJson(isBinary ? NOTHING : bytes, 'message')
      id = contextIn(json)
    } catch (error) {
      return this.#tellError(error, undefined)
    }
    if (isCancel(json)) return this.#cancel(json, id)
    // Nothing comes of a context after its error: the rest of its text is dropped.
    if (!this.sessions.hasFailed(id)) this.#takeText(json, id)
    if (isLast(json) && this.sessions.get(id) === undefined) this.sessions.leave(id)
  }

  /** Where the client asks what was heard, a context that has ended is answered, too: its audio may still be played. */
  #cancel(json: unknown, id: ContextId): void {
    const { tellsHeard } = this.#options
    let positionMs: number | undefined
    try {
      if (tellsHeard) positionMs = positionIn(json)
    } catch (error) {
      return this.#tellError(error, id)
    }
    const answer = this.#connection.heard?.interrupt({ contextId: id ?? null, positionMs })
    const context = this.sessions.get(id)
    if (tellsHeard) {
      if (context !== undefined) context.state.heard = heardIn(answer, { positionMs })
      else if (answer !== undefined) this.#write(doneMessage(answer.heard), id)
    }
    this.sessions.leave(id)
  }

  #takeText(json: unknown, id: ContextId): void {
    try {
      const message = parseText(json)
      const context = this.sessions.get(id) ?? this.sessions.open(id, () => this.#describe(parseContext(json), id))
      const { isUnbuffered, delivery } = context.state
      const { transcript: text } = message
      if (!context.takesText) {
        if (text.trim() === '') return // it is ending already
        throw new SpeechError('request.invalid', 'the context takes no more text: continue was not true')
      }
      if (text !== '') context.take({ kind: 'text', text, delivery: deliveryOf(message, delivery) })
      if (isUnbuffered) context.take({ kind: 'complete' })
      if (message.flush) {
        context.state.flushesOwed++
        context.take({ kind: 'flush' })
      }
      if (!message.continue) context.take({ kind: 'eos' })
    } catch (error) {
      if (this.sessions.fail(id, error)) return
      this.#connection.logIfInternal(error, 'context failed')
      this.#tellError(error, id)
    }
  }

  /** Throws a SpeechError. */
  #describe(fields: ContextFields, id: ContextId): ContextParts<ContextState> {
    const { reservation, resolve } = this.#options
    const { max_buffer_delay_ms: maxBufferMs } = fields
    const speech = resolve(fields)
    const times = new SpokenTimes(fields, speech.sampleRateHz)
    const state: ContextState = {
      isUnbuffered: maxBufferMs === 0,
      delivery: { rate: speech.rate, gainDb: speech.gainDb ?? 0 },
      times,
      flushId: 1,
      flushesOwed: 0,
      sentMs: 0,
      flushedMs: 0,
      stepMs: this.#connection.timers.now(),
    }
    return {
      speech,
      codec: fields.output_format.codec,
      reservation,
      state,
      takesPieces: true,
      timesFrom: 'turn',
      hasWordTimes: times.isAsked,
      onWord: times.onWord,
      hasAllWordTimes: true,
      maxBufferMs,
      maxPendingLength: Math.min(this.#app.limits.maxBodyBytes, MAX_PENDING),
      send: (event) => this.#send(event, state, id),
      ended: (reason) => this.#ended(reason, state, id),
    }
  }

  #send(event: ContextEvent, state: ContextState, id: ContextId): void {
    switch (event.kind) {
      case 'chunk': {
        const nowMs = this.#connection.timers.now()
        const { flushId } = state
        this.#write(chunkMessage({ bytes: event.bytes, stepMs: nowMs - state.stepMs, flushId }), id, event.durationMs)
        state.stepMs = nowMs
        state.sentMs += event.durationMs
        return
      }
      case 'timestamps': {
        const told = state.times.take(event.times)
        for (const message of timesMessages(told, state.flushedMs / 1000, state.flushId)) this.#write(message, id)
        return
      }
      case 'error':
        this.sessions.leave(id, { kind: 'failed', error: new SpeechError('request.invalid', event.message) })
        return
      case 'done':
        state.flushedMs = state.sentMs
        if (state.flushesOwed === 0) return // the end of the context, which is told when it has ended
        state.flushesOwed--
        this.#write(flushDoneMessage(state.flushId++), id)
        return
      default:
        return event satisfies never
    }
  }

  #ended(reason: ContextEnd, { heard }: ContextState, id: ContextId): void {
    switch (reason.kind) {
      case 'finished':
      case 'cancelled':
        return this.#write(doneMessage(heard), id)
      case 'failed':
        return this.#tellError(reason.error, id)
      case 'draining':
        return this.#tellError(new SpeechError('pool.draining', 'the server is closing'), id)
      case 'gone':
        return
      default:
        return reason satisfies never
    }
  }

  #tellError(error: unknown, id: ContextId): void {
    this.#write(errorMessage(error, this.#options.requestId), id)
  }

  /** Clients look at the context of every message, also where they have named none. */
  #write(message: SpeechMessage, id: ContextId = '', audioMs = 0): void {
    this.#connection.send({ payload: JSON.stringify({ ...message, context_id: id }), isBinary: false, audioMs })
  }
}

/** A binary message is as invalid as an empty one. */
const NOTHING = Buffer.alloc(0)
