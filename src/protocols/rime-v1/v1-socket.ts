import type { MessageInitShape } from '@bufbuild/protobuf'
import { LiveSession } from '../../app/live-session/live-session.ts'
import type { CloseReason, SessionEvent } from '../../app/live-session/live-session-messages.ts'
import type { SpeechSettings } from '../../app/speech/narrator.ts'
import type { LiveNarrator } from '../../app/speech/speech.ts'
import { newTally, noteFirstAudio, type SpeechTally } from '../../app/speech/speech-tally.ts'
import { createTimeSlice } from '../../app/time-slice.ts'
import type { CreateEncoder } from '../../audio/codecs.ts'
import { SpeechError } from '../../core/errors.ts'
import { countCodePoints } from '../../core/text-length.ts'
import { whatToTell } from '../../server/answers/error-reply.ts'
import type { RequestLogger } from '../../server/observe/request-log.ts'
import type { SocketConnection, SocketHandler } from '../../server/websocket/socket-connection.ts'
import { spelledText } from '../../text/markup.ts'
import type { ContextSettings } from './context-settings.ts'
import { type ErrorKind, v1ErrorOf } from './error-kinds.ts'
import { decodeRequest, type Encoding, encodeAudio, encodeResponse, UndecodableFrame } from './frames.ts'
import type {
  SynthesisRequest as Start,
  WebSocketConfig,
  WebSocketRequest,
  WebSocketResponseSchema,
} from './schema/rime-v1_pb.ts'
import { ContextWords, timestampsOf } from './timestamps.ts'

/** What a socket needs of the connection; a `SocketConnection` has it. */
export type Connection = Pick<SocketConnection, 'send' | 'whenRead' | 'close' | 'end' | 'timers'> & {
  tally: SpeechTally
}

export interface V1SocketParts {
  /** Id of the connection in the log. Ids of contexts begin with it. */
  readonly id: string
  readonly encoding: Encoding
  readonly languages: readonly string[]
  /** Authorizes the connection with a credential of `config`. Undefined if the upgrade has authorized it. */
  readonly authorize: ((credential: string) => Promise<void>) | undefined
  /** Resolves a `start`, merged with the defaults. Throws a SpeechError. */
  readonly settingsOf: (start: Start, id: string) => ContextSettings
  /** Maximum pending text of all contexts, in UTF-16 units. */
  readonly maxPendingLength: number
  readonly narrator: (settings: SpeechSettings) => LiveNarrator
  readonly createEncoder: CreateEncoder
  readonly saveOovs: (text: string) => void
  readonly logger: RequestLogger
}

/** Context of messages that name none. */
const DEFAULT_CONTEXT = 'default'
const LONGEST_CONTEXT_ID_BYTES = 128
export const MOST_CONTEXTS = 100
/** A connection must be authorized by then. */
const AUTHORIZE_MS = 10_000
/** Maximum bytes of a message before the authorization: anyone may send it. */
const MOST_UNAUTHORIZED_BYTES = 2 ** 13
/** Refused messages before the authorization that close the connection. */
const MOST_REFUSED = 5
/** Frames that wait for the authorization or behind such frames, in bytes with their overhead. */
const MOST_WAITING_BYTES = 2 ** 20
const FRAME_OVERHEAD_BYTES = 200

type Payload = NonNullable<MessageInitShape<typeof WebSocketResponseSchema>['payload']>

interface WaitingFrame {
  readonly frame: Buffer
  readonly isBinary: boolean
}

interface Context {
  readonly requestId: string
  readonly session: LiveSession
  readonly settings: ContextSettings
  readonly words: ContextWords | undefined
  /** It takes more text. */
  isOpen: boolean
}

/** Serves one connection: its contexts are live sessions of one turn each. */
export class V1Socket implements SocketHandler {
  readonly #connection: Connection
  readonly #parts: V1SocketParts
  readonly #contexts = new Map<string, Context>()
  /**
   * Contexts that the server ended with an error while the client may still be sending their text, which is then ignored.
   * The oldest are forgotten.
   */
  readonly #failed = new Set<string>()
  #defaults: Start | undefined
  #isConfigured = false
  #hasStarted = false
  #authorization: 'none' | 'pending' | 'given'
  #authorizeTimer: Disposable | undefined
  /** Frames that came before the authorization, or while those were served; undefined if there are none. */
  #waiting: WaitingFrame[] | undefined
  #waitingBytes = 0
  #refusedCount = 0
  #contextCount = 0
  #tally: SpeechTally | undefined
  #isDraining = false
  #isOver = false

  constructor(connection: Connection, parts: V1SocketParts) {
    this.#connection = connection
    this.#parts = parts
    this.#authorization = parts.authorize === undefined ? 'given' : 'none'
    this.#send('', { case: 'ready', value: { protocol: 1, languages: [...parts.languages] } })
    if (parts.authorize !== undefined) {
      this.#authorizeTimer = connection.timers.after(AUTHORIZE_MS, () => {
        this.#refuseConnection(new SpeechError('key.missing', 'no credential was sent in time'))
      })
    }
  }

  get isSending(): boolean {
    for (const { session } of this.#contexts.values()) if (session.isSpeaking) return true
    return false
  }

  take(frame: Buffer, isBinary: boolean): void {
    if (this.#isOver) return
    if (this.#waiting === undefined) this.#takeNow(frame, isBinary)
    else this.#wait(this.#waiting, frame, isBinary)
  }

  #takeNow(frame: Buffer, isBinary: boolean): void {
    try {
      if (this.#authorization === 'none' && frame.length > MOST_UNAUTHORIZED_BYTES) throw tooLongUnauthorized()
      this.#serve(decodeRequest(frame, isBinary))
    } catch (error) {
      if (!(error instanceof UndecodableFrame)) this.#fail('', error)
      else {
        this.#sendError('', 'invalid_input', error.message)
        return this.#connection.close(1003, error.message)
      }
    }
    if (this.#authorization === 'none') this.#limitRefused()
  }

  drain(): void {
    this.#isDraining = true
    for (const { session } of this.#contexts.values()) session.drain()
    this.#endIfDrained()
  }

  [Symbol.dispose](): void {
    this.#isOver = true
    this.#authorizeTimer?.[Symbol.dispose]()
    this.#waiting = undefined
    for (const { session } of this.#contexts.values()) session[Symbol.dispose]()
    this.#contexts.clear()
  }

  #serve({ contextId: given, payload }: WebSocketRequest): void {
    const contextId = given || DEFAULT_CONTEXT
    if (Buffer.byteLength(contextId) > LONGEST_CONTEXT_ID_BYTES) {
      throw new SpeechError('request.invalid', `contextId must have at most ${LONGEST_CONTEXT_ID_BYTES} bytes`)
    }
    if (payload.case === 'config') return this.#configure(payload.value)
    if (payload.case === undefined) {
      throw new SpeechError('request.invalid', 'message must have one of config, start, text, end and cancel')
    }
    if (this.#authorization !== 'given') {
      return this.#fail(given, new SpeechError('key.missing', 'config.authorization is required first'))
    }
    switch (payload.case) {
      case 'start':
        return this.#start(contextId, payload.value)
      case 'text':
        return this.#addText(contextId, payload.value)
      case 'end':
        return this.#end(contextId)
      case 'cancel':
        return this.#cancel(contextId)
      default:
        return payload satisfies never
    }
  }

  #configure({ authorization, defaults }: WebSocketConfig): void {
    if (this.#isConfigured) throw new SpeechError('request.invalid', 'config may be sent once')
    if (this.#hasStarted) throw new SpeechError('request.invalid', 'config must precede the first start')
    const { authorize } = this.#parts
    if (authorization && authorize === undefined) {
      throw new SpeechError('request.invalid', 'config.authorization follows an Authorization header')
    }
    if (!authorization && authorize !== undefined) {
      throw new SpeechError('key.missing', 'config.authorization is required')
    }
    this.#isConfigured = true
    this.#defaults = defaults
    if (authorization && authorize !== undefined) void this.#authorize(() => authorize(authorization))
  }

  async #authorize(authorize: () => Promise<void>): Promise<void> {
    this.#authorization = 'pending'
    const waiting: WaitingFrame[] = []
    this.#waiting = waiting
    try {
      await authorize()
    } catch (error) {
      if (!this.#isOver) this.#refuseConnection(error)
      return
    }
    if (this.#isOver) return
    this.#authorizeTimer?.[Symbol.dispose]()
    this.#authorization = 'given'
    const slice = createTimeSlice()
    for (let next = waiting.shift(); next !== undefined && !this.#isOver; next = waiting.shift()) {
      this.#waitingBytes -= next.frame.length + FRAME_OVERHEAD_BYTES
      this.#takeNow(next.frame, next.isBinary)
      if (slice.isOver) await slice.next()
    }
    this.#waiting = undefined
  }

  #refuseConnection(error: unknown): void {
    this.#fail('', error)
    this.#connection.close(1008, v1ErrorOf(error).kind)
  }

  #wait(waiting: WaitingFrame[], frame: Buffer, isBinary: boolean): void {
    this.#waitingBytes += frame.length + FRAME_OVERHEAD_BYTES
    if (this.#waitingBytes > MOST_WAITING_BYTES) return this.#connection.close(1008, 'too much before authorization')
    waiting.push({ frame, isBinary })
  }

  #limitRefused(): void {
    this.#refusedCount++
    if (this.#refusedCount === MOST_REFUSED) this.#connection.close(1008, 'too many messages before authorization')
  }

  #start(contextId: string, start: Start): void {
    if (this.#contexts.has(contextId)) throw new SpeechError('request.invalid', `context ${contextId} is open already`)
    this.#hasStarted = true
    this.#failed.delete(contextId)
    const requestId = `${this.#parts.id}.${++this.#contextCount}`
    if (this.#contexts.size >= MOST_CONTEXTS) {
      const message = `at most ${MOST_CONTEXTS} contexts may be open on a connection`
      return this.#refuseStart(contextId, start, new SpeechError('key.limited', message), requestId)
    }
    let context: Context
    try {
      if (this.#isDraining) throw new SpeechError('pool.draining', 'the server is closing')
      context = this.#open(contextId, requestId, merged(this.#defaults, start))
    } catch (error) {
      return this.#refuseStart(contextId, start, error, requestId)
    }
    this.#contexts.set(contextId, context)
    this.#send(contextId, { case: 'started', value: { requestId } })
    if (start.text === '') return
    this.#speak(contextId, context, start.text)
    this.#end(contextId)
  }

  #refuseStart(contextId: string, { text }: Start, error: unknown, requestId: string): void {
    if (text === '') this.#rememberFailed(contextId)
    this.#fail(contextId, error, requestId)
  }

  #open(contextId: string, requestId: string, start: Start): Context {
    const { settingsOf, narrator, createEncoder, saveOovs } = this.#parts
    const settings = settingsOf(start, requestId)
    const { speech, options, hasTimestamps, savesOovs } = settings
    if (this.#tally === undefined) {
      this.#tally = newTally(speech)
      this.#connection.tally = this.#tally
    }
    const words = hasTimestamps ? new ContextWords() : undefined
    const session = new LiveSession(options, {
      narrator: narrator({ ...speech, engines: this.#tally.engines }),
      listener: {
        ...(words && { word: (word) => words.add(word) }),
        ...(savesOovs && { textEnded: (text) => saveOovs(spelledText(text)) }),
      },
      createEncoder,
      timers: this.#connection.timers,
      output: {
        whenRead: (signal) => this.#connection.whenRead(signal),
        noteFirstAudio: (ms) => this.#tally && noteFirstAudio(this.#tally, ms),
        send: (event) => this.#tell(contextId, event),
      },
    })
    return { requestId, session, settings, words, isOpen: true }
  }

  #addText(contextId: string, text: string): void {
    const context = this.#contexts.get(contextId)
    if (context?.isOpen) return this.#speak(contextId, context, text)
    // An error in the name of a running context would end it.
    if (context !== undefined) throw new SpeechError('request.invalid', `context ${contextId} takes no more text`)
    if (this.#failed.has(contextId)) return
    this.#sendError(contextId, 'invalid_input', 'context is not open')
  }

  #speak(contextId: string, { session }: Context, text: string): void {
    if (this.#tally !== undefined) this.#tally.characters += countCodePoints(text)
    session.take({ kind: 'text', text, markup: undefined, contextId })
    let pendingLength = 0
    for (const each of this.#contexts.values()) pendingLength += each.session.pendingLength
    if (pendingLength <= this.#parts.maxPendingLength) return
    this.#finish(contextId, { kind: 'failed', error: new SpeechError('key.limited', 'too much text is pending') })
  }

  #end(contextId: string): void {
    this.#failed.delete(contextId)
    const context = this.#contexts.get(contextId)
    if (context === undefined) return
    context.isOpen = false
    context.session.take({ kind: 'eos', contextId })
  }

  #cancel(contextId: string): void {
    this.#failed.delete(contextId)
    if (this.#leave(contextId) === undefined) return
    this.#send(contextId, { case: 'cancelled', value: {} })
    this.#endIfDrained()
  }

  /** Sends an event of a session. Only the end of the session ends the context. */
  #tell(contextId: string, event: SessionEvent): void {
    switch (event.kind) {
      case 'chunk': {
        const { encoding } = this.#parts
        const payload = encodeAudio(contextId, event.bytes, encoding)
        return this.#connection.send({ payload, isBinary: encoding === 'binary', audioMs: event.durationMs })
      }
      case 'error':
        return this.#finish(contextId, {
          kind: 'failed',
          error: new SpeechError('request.invalid', event.message),
        })
      case 'close':
        return this.#finish(contextId, event.reason)
      case 'done':
      case 'timestamps':
        return
      default:
        event satisfies never
    }
  }

  #finish(contextId: string, reason: CloseReason): void {
    const context = this.#leave(contextId)
    if (context === undefined) return
    const { words, settings, requestId, isOpen } = context
    if (reason.kind === 'finished') {
      const timestamps = words && timestampsOf(words, settings.speech)
      this.#send(contextId, { case: 'done', value: timestamps === undefined ? {} : { timestamps } })
    } else {
      if (isOpen) this.#rememberFailed(contextId)
      const error = reason.kind === 'failed' ? reason.error : new SpeechError('pool.draining', 'the server is closing')
      this.#fail(contextId, error, requestId)
    }
    this.#endIfDrained()
  }

  #rememberFailed(contextId: string): void {
    this.#failed.add(contextId)
    if (this.#failed.size <= MOST_CONTEXTS) return
    for (const oldest of this.#failed) return void this.#failed.delete(oldest)
  }

  #leave(contextId: string): Context | undefined {
    const context = this.#contexts.get(contextId)
    this.#contexts.delete(contextId)
    context?.session[Symbol.dispose]()
    return context
  }

  #endIfDrained(): void {
    if (this.#isDraining && !this.#isOver && this.#contexts.size === 0) this.#connection.end({ kind: 'draining' })
  }

  /** Tells an error of a context, or of the connection if `contextId` is empty; internal ones are logged. */
  #fail(contextId: string, error: unknown, requestId?: string): void {
    const { kind, message } = v1ErrorOf(error)
    if (whatToTell(error).status === 500) {
      this.#parts.logger.error({ id: this.#parts.id, err: error }, 'context failed')
    }
    this.#sendError(contextId, kind, message, requestId)
  }

  #sendError(contextId: string, kind: ErrorKind, message: string, requestId?: string): void {
    const value = { kind, message, ...(requestId !== undefined && { requestId }) }
    this.#send(contextId, { case: 'error', value })
  }

  #send(contextId: string, payload: Payload): void {
    const { encoding } = this.#parts
    const frame = encodeResponse({ contextId, payload }, encoding)
    this.#connection.send({ payload: frame, isBinary: encoding === 'binary', audioMs: 0 })
  }
}

const tooLongUnauthorized = () =>
  new SpeechError(
    'request.too-large',
    `message must have at most ${MOST_UNAUTHORIZED_BYTES} bytes before authorization`,
  )

/** Fields that a start leaves out come from the defaults, except its text. */
function merged(defaults: Start | undefined, start: Start): Start {
  if (defaults === undefined) return start
  const given = Object.entries(start).filter(([, value]) => value !== undefined)
  const customLexicon = start.customLexicon.length > 0 ? start.customLexicon : defaults.customLexicon
  return { ...defaults, ...(Object.fromEntries(given) as Start), text: start.text, customLexicon }
}
