import type { App } from '../../../app/app.ts'
import { LiveSession } from '../../../app/live-session/live-session.ts'
import type { CloseReason, SessionEvent, TimesFrom } from '../../../app/live-session/live-session-messages.ts'
import { resolveRequest, type SpeechParameters } from '../../../app/speech/resolve-request.ts'
import { newTally, noteFirstAudio, type SpeechTally } from '../../../app/speech/speech-tally.ts'
import type { Codec } from '../../../audio/codecs.ts'
import { isSpeechError, SpeechError } from '../../../core/errors.ts'
import { countCodePoints } from '../../../core/text-length.ts'
import { base64 } from '../../../server/answers/base64.ts'
import { whatToTell } from '../../../server/answers/error-reply.ts'
import { parseJson } from '../../../server/bodies/json-body.ts'
import { sentenceOptions } from '../../../server/websocket/live-socket.ts'
import type { SocketConnection, SocketHandler } from '../../../server/websocket/socket-connection.ts'
import { alignmentInMilliseconds, timesOfWords } from '../alignment.ts'
import { statusName } from '../error-body.ts'
import { withSettings } from '../speech-fields.ts'
import { contextIn, parseStreamMessage, type StreamMessage } from './stream-messages.ts'

/** Open contexts of a socket. Clients open one for each turn and close it at its end. */
const MOST_CONTEXTS = 100

export interface StreamOptions {
  readonly parameters: SpeechParameters
  /** Room for the first turn. */
  readonly reservation: Disposable
  readonly codec: Codec
  readonly timesFrom: TimesFrom
  /** Whether messages name contexts; else the socket has one. */
  readonly isMulti: boolean
  /** A context without a message or audio for this long ends. */
  readonly inactivityMs: number
}

/** Undefined: that of messages without one. */
type ContextId = string | undefined

interface Context {
  readonly session: LiveSession
  /** The client's last message or the last audio, in milliseconds of the timers. */
  activeAtMs: number
  timer: Disposable | undefined
}

/** The contexts of one socket, each a live session of one turn. */
export class StreamContexts implements SocketHandler {
  readonly #connection: SocketConnection
  readonly #options: StreamOptions
  readonly #app: App
  readonly #tally: SpeechTally
  readonly #contexts = new Map<ContextId, Context>()
  #isDraining = false
  #isOver = false

  constructor(connection: SocketConnection, options: StreamOptions, app: App) {
    this.#connection = connection
    this.#options = options
    this.#app = app
    this.#tally = newTally(resolveRequest(options.parameters, app))
    connection.tally = this.#tally
  }

  get isSending(): boolean {
    return [...this.#contexts.values()].some(({ session }) => session.isSpeaking)
  }

  take(bytes: Buffer, isBinary: boolean): void {
    if (this.#isOver) return
    let id: ContextId
    try {
      const json = parseJson(isBinary ? NOTHING : bytes, 'message')
      id = this.#options.isMulti ? contextIn(json) : undefined
      this.#takeMessage(parseStreamMessage(json), id)
    } catch (error) {
      if (!isSpeechError(error)) throw error
      this.#tellError(error, id)
    }
  }

  drain(): void {
    this.#isDraining = true
    for (const { session } of this.#contexts.values()) session.drain()
    this.#endIfDrained()
  }

  [Symbol.dispose](): void {
    this.#isOver = true
    for (const { session, timer } of this.#contexts.values()) {
      timer?.[Symbol.dispose]()
      session[Symbol.dispose]()
    }
    this.#contexts.clear()
  }

  #takeMessage(message: StreamMessage, id: ContextId): void {
    const { text = '', flush } = message
    if (message.close_socket) return this.#connection.end({ kind: 'finished' })
    // On a socket with one context an empty text ends it; elsewhere it only keeps the connection open.
    const isEnd = this.#options.isMulti ? message.close_context : message.text === '' && !flush
    let context = this.#contexts.get(id)
    if (context === undefined && text !== '') context = this.#open(message, id)
    if (context === undefined) {
      // A context that is not open is closed already.
      if (isEnd) this.#finish(id)
      return
    }
    this.#noteActivity(context)
    const { session } = context
    if (text !== '') {
      this.#tally.characters += countCodePoints(text)
      session.take({ kind: 'text', text, markup: undefined, contextId: undefined })
    }
    if (flush) session.take({ kind: 'complete', contextId: undefined })
    if (isEnd) session.take({ kind: 'eos', contextId: undefined })
  }

  /** Throws `key.limited` or `pool.draining`. */
  #open({ voice_settings }: StreamMessage, id: ContextId): Context {
    if (this.#isDraining) throw new SpeechError('pool.draining', 'the server is closing')
    if (this.#contexts.size >= MOST_CONTEXTS) {
      throw new SpeechError('key.limited', `at most ${MOST_CONTEXTS} contexts may be open on a socket`)
    }
    const { parameters, codec, timesFrom, isMulti, reservation } = this.#options
    const { speech: ours, limits } = this.#app
    const speech = resolveRequest(withSettings(parameters, voice_settings), this.#app)
    const options = {
      ...sentenceOptions(speech, codec, limits),
      timesFrom,
      maxPendingLength: limits.maxBodyBytes / (isMulti ? MOST_CONTEXTS : 1),
    }
    const { timers } = this.#connection
    const session = new LiveSession(options, {
      narrator: ours.narrator({ ...speech, engines: this.#tally.engines }, reservation),
      createEncoder: ours.createEncoder,
      timers,
      output: {
        whenRead: (signal) => this.#connection.whenRead(signal),
        noteFirstAudio: (ms) => noteFirstAudio(this.#tally, ms),
        send: (event) => this.#send(event, id),
      },
    })
    const context: Context = { session, activeAtMs: timers.now(), timer: undefined }
    this.#contexts.set(id, context)
    this.#endIfInactive(context)
    return context
  }

  #noteActivity(context: Context | undefined): void {
    if (context !== undefined) context.activeAtMs = this.#connection.timers.now()
  }

  /** Ends a context that is inactive, now or later. */
  #endIfInactive(context: Context): void {
    const { timers } = this.#connection
    const { inactivityMs } = this.#options
    const { session, activeAtMs } = context
    const restMs = session.isSpeaking ? inactivityMs : activeAtMs + inactivityMs - timers.now()
    if (restMs <= 0) return session.take({ kind: 'eos', contextId: undefined })
    context.timer = timers.after(restMs, () => this.#endIfInactive(context))
  }

  #send(event: SessionEvent, id: ContextId): void {
    switch (event.kind) {
      case 'chunk':
        this.#noteActivity(this.#contexts.get(id))
        return this.#write({ audio: base64(event.bytes), ...UNALIGNED }, id, event.durationMs)
      case 'timestamps': {
        const alignment = alignmentInMilliseconds(timesOfWords(event.times))
        return this.#write({ audio: '', isFinal: null, normalizedAlignment: alignment, alignment }, id)
      }
      case 'error':
        return this.#write({ error: 'invalid_request', message: event.message }, id)
      case 'close':
        return this.#close(event.reason, id)
      case 'done':
        return
      default:
        return event satisfies never
    }
  }

  #close(reason: CloseReason, id: ContextId): void {
    this.#contexts.get(id)?.timer?.[Symbol.dispose]()
    this.#contexts.delete(id)
    if (reason.kind !== 'failed') this.#finish(id)
    else if (this.#options.isMulti) this.#tellError(reason.error, id)
    else {
      this.#tellError(reason.error, id)
      this.#connection.end(reason)
    }
    this.#endIfDrained()
  }

  #finish(id: ContextId): void {
    this.#write({ audio: null, isFinal: true }, id)
    if (!this.#options.isMulti) this.#connection.end({ kind: 'finished' })
  }

  #endIfDrained(): void {
    if (this.#isDraining && this.#contexts.size === 0) this.#connection.end({ kind: 'draining' })
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
