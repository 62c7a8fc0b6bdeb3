import type { App } from '../../../app/app.ts'
import { type Heard, heardIn } from '../../../app/live-session/heard-answer.ts'
import type { SessionSettings } from '../../../app/live-session/open-live-session.ts'
import { resolveRequest, type SpeechParameters } from '../../../app/speech/resolve-request.ts'
import { newTally } from '../../../app/speech/speech-tally.ts'
import { invalidRequest, isSpeechError } from '../../../core/errors.ts'
import { base64 } from '../../../server/answers/base64.ts'
import { whatToTell } from '../../../server/answers/error-reply.ts'
import { parseJson } from '../../../server/bodies/json-body.ts'
import {
  type Context,
  type ContextEnd,
  type ContextEvent,
  Contexts,
  MAX_CONTEXTS,
} from '../../../server/websocket/contexts.ts'
import type { SocketConnection, SocketHandler } from '../../../server/websocket/socket-connection.ts'
import { alignmentInMilliseconds, timesOfWords } from '../alignment.ts'
import { statusName } from '../error-body.ts'
import { withSettings } from '../speech-fields.ts'
import { contextIn, parseStreamMessage, type StreamMessage } from './stream-messages.ts'

export interface StreamOptions {
  readonly parameters: SpeechParameters
  readonly settings: Pick<SessionSettings, 'codec' | 'timesFrom' | 'reservation'>
  /** Whether messages name contexts; else the socket has one. */
  readonly isMulti: boolean
  /** A context without a message or audio for this long ends. */
  readonly inactivityMs: number
  /** Whether a message may ask what was heard. */
  readonly tellsHeard: boolean
}

/** Undefined: that of messages without one. */
type ContextId = string | undefined

interface Activity {
  /** The client's last message or the last audio, in milliseconds of the timers. */
  lastMs: number
  timer: Disposable | undefined
}

/** The contexts of one socket, each a live session of one turn. */
export class StreamContexts implements SocketHandler {
  readonly sessions: Contexts<ContextId, Activity>
  readonly #connection: SocketConnection
  readonly #options: StreamOptions
  readonly #app: App

  constructor(connection: SocketConnection, options: StreamOptions, app: App) {
    this.#connection = connection
    this.#options = options
    this.#app = app
    this.sessions = new Contexts(connection, app)
    connection.tally = newTally(resolveRequest(options.parameters, app))
  }

  take(bytes: Buffer, isBinary: boolean): void {
    let id: ContextId
    try {
      const json = parseJson(isBinary ? NOTHING : bytes, 'message')
      id = this.#options.isMulti ? contextIn(json) : undefined
      this.#takeMessage(parseStreamMessage(json, this.#options.tellsHeard), id)
    } catch (error) {
      if (!isSpeechError(error)) throw error
      this.#tellError(error, id)
    }
  }

  #takeMessage(message: StreamMessage, id: ContextId): void {
    const { text = '', flush, position_ms } = message
    if (message.close_socket) return this.#connection.end({ kind: 'finished' })
    // On a socket with one context an empty text ends it; elsewhere it only keeps the connection open.
    const isEnd = this.#options.isMulti ? message.close_context : message.text === '' && !flush
    if (position_ms !== undefined) return this.#interrupt(position_ms ?? undefined, id, isEnd || message.close_context)
    const context = this.sessions.get(id) ?? (text === '' ? undefined : this.#open(message, id))
    if (context === undefined) {
      // A context that is not open is closed already.
      if (isEnd) this.#finish(id)
      return
    }
    context.state.lastMs = this.#connection.timers.now()
    if (text !== '') context.take({ kind: 'text', text })
    if (flush) context.take({ kind: 'complete' })
    if (isEnd) context.take({ kind: 'eos' })
  }

  /** Ends a context at once, also one whose audio was sent already. Throws `request.invalid` if the message is not an end. */
  #interrupt(positionMs: number | undefined, id: ContextId, isEnd: boolean): void {
    if (!isEnd) throw invalidRequest('position_ms is for a message that ends a context', 'position_ms')
    const answer = this.#connection.heard?.interrupt({ contextId: id ?? null, positionMs })
    this.sessions.leave(id)
    this.#finish(id, heardIn(answer, { positionMs }))
  }

  /** Throws like `Contexts.open`. */
  #open({ voice_settings }: StreamMessage, id: ContextId): Context<Activity> {
    const { parameters, settings, isMulti } = this.#options
    const activity: Activity = { lastMs: this.#connection.timers.now(), timer: undefined }
    const context = this.sessions.open(id, () => ({
      ...settings,
      speech: resolveRequest(withSettings(parameters, voice_settings), this.#app),
      takesPieces: true,
      maxPendingLength: this.#app.limits.maxBodyBytes / (isMulti ? MAX_CONTEXTS : 1),
      state: activity,
      send: (event) => this.#send(event, activity, id),
      ended: (reason) => {
        activity.timer?.[Symbol.dispose]()
        this.#ended(reason, id)
      },
    }))
    this.#endIfInactive(context)
    return context
  }

  /** Ends a context that is inactive, now or later. */
  #endIfInactive(context: Context<Activity>): void {
    const { timers } = this.#connection
    const { inactivityMs } = this.#options
    const { isSpeaking, state } = context
    const restMs = isSpeaking ? inactivityMs : state.lastMs + inactivityMs - timers.now()
    if (restMs <= 0) return context.take({ kind: 'eos' })
    state.timer = timers.after(restMs, () => this.#endIfInactive(context))
  }

  #send(event: ContextEvent, activity: Activity, id: ContextId): void {
    switch (event.kind) {
      case 'chunk':
        activity.lastMs = this.#connection.timers.now()
        return this.#write({ audio: base64(event.bytes), ...UNALIGNED }, id, event.durationMs)
      case 'timestamps': {
        const alignment = alignmentInMilliseconds(timesOfWords(event.times))
        return this.#write({ audio: '', isFinal: null, normalizedAlignment: alignment, alignment }, id)
      }
      case 'error':
        return this.#write({ error: 'invalid_request', message: event.message }, id)
      case 'done':
        return
      default:
        return event satisfies never
    }
  }

  #ended(reason: ContextEnd, id: ContextId): void {
    if (reason.kind === 'finished' || reason.kind === 'draining') return this.#finish(id)
    if (reason.kind !== 'failed') return
    this.#tellError(reason.error, id)
    if (!this.#options.isMulti) this.#connection.end(reason)
  }

  #finish(id: ContextId, heard?: Heard): void {
    this.#write({ audio: null, isFinal: true, ...(heard && { heard }) }, id)
    if (!this.#options.isMulti) this.#connection.end({ kind: 'finished' })
  }

  #tellError(error: unknown, id: ContextId): void {
    const { status, text } = whatToTell(error)
    this.#write({ error: statusName(status, isSpeechError(error) ? error.code : undefined), message: text }, id)
  }

  #write(message: object, id: ContextId, audioMs = 0): void {
    const payload = JSON.stringify(id === undefined ? message : { ...message, contextId: id })
    this.#connection.send({ payload, isBinary: false, audioMs })
  }
}

/** A binary message is as invalid as an empty one. */
const NOTHING = Buffer.alloc(0)

const UNALIGNED = { isFinal: null, normalizedAlignment: null, alignment: null }
