import type { MessageInitShape } from '@bufbuild/protobuf'
import { type Heard, heardIn } from '../../app/live-session/heard-answer.ts'
import type { SessionApp } from '../../app/live-session/open-live-session.ts'
import { SpeechError } from '../../core/errors.ts'
import type { SynthesisRequest } from '../../core/request.ts'
import { type ContextEnd, type ContextEvent, type ContextParts, Contexts } from '../../server/websocket/contexts.ts'
import type { SocketConnection, SocketHandler } from '../../server/websocket/socket-connection.ts'
import type { SynthesisSettings } from '../rime-messages/synthesis-settings.ts'
import type {
  SynthesisRequest as Start,
  WebSocketConfig,
  WebSocketRequest,
  WebSocketResponseSchema,
} from '../rime-messages/text-to-speech_pb.ts'
import { SpokenWords, timestampsOf } from '../rime-messages/timestamps.ts'
import { v1ErrorOf } from './error-kinds.ts'
import {
  decodeRequest,
  type Encoding,
  encodeAudio,
  encodeCancelled,
  encodeResponse,
  UndecodableFrame,
} from './frames.ts'
import { LateAuthorization } from './late-authorization.ts'

/** What a socket needs of the connection; a `SocketConnection` has it. */
export type Connection = Pick<
  SocketConnection,
  'send' | 'whenRead' | 'close' | 'end' | 'timers' | 'tally' | 'heard' | 'logIfInternal'
>

export interface V1SocketParts {
  /** Id of the connection in the log. Ids of contexts begin with it. */
  readonly id: string
  readonly encoding: Encoding
  readonly languages: readonly string[]
  /** Whether `cancelled` says what was heard, also of a context that has ended. */
  readonly tellsHeard: boolean
  /** Authorizes the connection with a credential of `config`. Undefined if the upgrade has authorized it. */
  readonly authorize: ((credential: string) => Promise<void>) | undefined
  /** Resolves a `start`, merged with the defaults. Throws a SpeechError. */
  readonly settingsOf: (start: Start, id: string) => SynthesisSettings
}

/** Context of messages that name none. */
const DEFAULT_CONTEXT = 'default'
const MAX_CONTEXT_ID_BYTES = 128

type Payload = NonNullable<MessageInitShape<typeof WebSocketResponseSchema>['payload']>

interface ContextState {
  readonly requestId: string
  readonly speech: SynthesisRequest
  readonly words: SpokenWords | undefined
  /** What was heard of it, once it is cancelled. */
  heard?: Heard
}

/** Serves one connection: its contexts are live sessions of one turn each. */
export class V1Socket implements SocketHandler {
  readonly sessions: Contexts<string, ContextState>
  readonly #connection: Connection
  readonly #parts: V1SocketParts
  /** Undefined if the upgrade has authorized the connection. */
  readonly #authorization: LateAuthorization | undefined
  #defaults: Start | undefined
  #isConfigured = false
  #hasStarted = false
  #contextCount = 0

  constructor(connection: Connection, parts: V1SocketParts, app: SessionApp) {
    this.#connection = connection
    this.#parts = parts
    this.sessions = new Contexts(connection, app)
    const { authorize, languages } = parts
    this.#send('', { case: 'ready', value: { protocol: 1, languages: [...languages] } })
    if (authorize === undefined) return
    const serve = this.#take.bind(this)
    const fail = this.#fail.bind(this, '')
    this.#authorization = new LateAuthorization({ connection, authorize, serve, fail })
  }

  take(frame: Buffer, isBinary: boolean): void {
    if (this.#authorization === undefined) this.#take(frame, isBinary)
    else this.#authorization.take(frame, isBinary)
  }

  [Symbol.dispose](): void {
    this.#authorization?.[Symbol.dispose]()
  }

  #take(frame: Buffer, isBinary: boolean): void {
    try {
      this.#serve(decodeRequest(frame, isBinary))
    } catch (error) {
      if (!(error instanceof UndecodableFrame)) return this.#fail('', error)
      this.#sendError('', new SpeechError('request.invalid', error.message))
      this.#connection.close(1003, error.message)
    }
  }

  #serve({ contextId: given, payload }: WebSocketRequest): void {
    const contextId = given || DEFAULT_CONTEXT
    if (Buffer.byteLength(contextId) > MAX_CONTEXT_ID_BYTES) {
      throw new SpeechError('request.invalid', `contextId must have at most ${MAX_CONTEXT_ID_BYTES} bytes`)
    }
    if (payload.case === 'config') return this.#configure(payload.value)
    if (payload.case === undefined) {
      throw new SpeechError('request.invalid', 'message must have one of config, start, text, end and cancel')
    }
    if (this.#authorization?.isGiven === false) {
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
        return this.#cancel(contextId, payload.value.positionMs)
      default:
        return payload satisfies never
    }
  }

  #configure({ authorization, defaults }: WebSocketConfig): void {
    if (this.#isConfigured) throw new SpeechError('request.invalid', 'config may be sent once')
    if (this.#hasStarted) throw new SpeechError('request.invalid', 'config must precede the first start')
    if (authorization && this.#authorization === undefined) {
      throw new SpeechError('request.invalid', 'config.authorization follows an Authorization header')
    }
    if (!authorization && this.#authorization !== undefined) {
      throw new SpeechError('key.missing', 'config.authorization is required')
    }
    this.#isConfigured = true
    this.#defaults = defaults
    if (authorization) void this.#authorization?.give(authorization)
  }

  #start(contextId: string, start: Start): void {
    const contexts = this.sessions
    if (contexts.get(contextId)) throw new SpeechError('request.invalid', `context ${contextId} is open already`)
    this.#hasStarted = true
    const requestId = `${this.#parts.id}.${++this.#contextCount}`
    const isWhole = start.text !== ''
    try {
      contexts.open(contextId, () => this.#describe(contextId, requestId, merged(this.#defaults, start)))
    } catch (error) {
      if (isWhole) contexts.leave(contextId) // no text of it follows that would be ignored
      return this.#fail(contextId, error, requestId)
    }
    this.#send(contextId, { case: 'started', value: { requestId } })
    if (!isWhole) return
    this.#addText(contextId, start.text)
    this.#end(contextId)
  }

  #describe(contextId: string, requestId: string, start: Start): ContextParts<ContextState> {
    const { hasTimestamps, ...settings } = this.#parts.settingsOf(start, requestId)
    const words = hasTimestamps ? new SpokenWords() : undefined
    const state = { requestId, words, speech: settings.speech }
    return {
      ...settings,
      state,
      takesPieces: start.text === '',
      onWord: words && ((word) => words.add(word)),
      send: (event) => this.#tell(contextId, event),
      ended: (reason) => this.#ended(contextId, state, reason),
    }
  }

  #addText(contextId: string, text: string): void {
    const context = this.sessions.get(contextId)
    if (context?.takesText) return context.take({ kind: 'text', text })
    // An error in the name of a running context would end it.
    if (context !== undefined) throw new SpeechError('request.invalid', `context ${contextId} takes no more text`)
    if (this.sessions.hasFailed(contextId)) return
    this.#sendError(contextId, new SpeechError('request.invalid', 'context is not open'))
  }

  #end(contextId: string): void {
    const context = this.sessions.get(contextId)
    if (context === undefined) this.sessions.leave(contextId)
    else context.take({ kind: 'eos' })
  }

  #cancel(contextId: string, positionMs: number | undefined): void {
    const state = this.sessions.get(contextId)?.state
    const answer = this.#connection.heard?.interrupt({ contextId, positionMs })
    if (this.#parts.tellsHeard) {
      if (state !== undefined) state.heard = heardIn(answer, { positionMs })
      else if (answer !== undefined) this.#sendCancelled(contextId, answer.heard)
    }
    this.sessions.leave(contextId)
  }

  /** Sends an event of a session. Only the end of the session ends the context. */
  #tell(contextId: string, event: ContextEvent): void {
    if (event.kind === 'chunk') {
      const { encoding } = this.#parts
      const payload = encodeAudio(contextId, event.bytes, encoding)
      this.#connection.send({ payload, isBinary: encoding === 'binary', audioMs: event.durationMs })
    } else if (event.kind === 'error') {
      this.sessions.leave(contextId, { kind: 'failed', error: new SpeechError('request.invalid', event.message) })
    }
  }

  #ended(contextId: string, { requestId, words, speech, heard }: ContextState, reason: ContextEnd): void {
    switch (reason.kind) {
      case 'finished':
        return this.#send(contextId, { case: 'done', value: words ? { timestamps: timestampsOf(words, speech) } : {} })
      case 'cancelled':
        return this.#sendCancelled(contextId, heard)
      case 'failed':
        return this.#sendError(contextId, reason.error, requestId)
      case 'draining':
        return this.#sendError(contextId, new SpeechError('pool.draining', 'the server is closing'), requestId)
      case 'gone':
        return
      default:
        return reason satisfies never
    }
  }

  /** Tells an error that did not end a running context; internal ones are logged. */
  #fail(contextId: string, error: unknown, requestId?: string): void {
    this.#connection.logIfInternal(error, 'context failed')
    this.#sendError(contextId, error, requestId)
  }

  /** Tells an error of a context, or of the connection if `contextId` is empty. */
  #sendError(contextId: string, error: unknown, requestId?: string): void {
    const value = { ...v1ErrorOf(error), ...(requestId !== undefined && { requestId }) }
    this.#send(contextId, { case: 'error', value })
  }

  #sendCancelled(contextId: string, heard: Heard | undefined): void {
    this.#write(encodeCancelled(contextId, heard, this.#parts.encoding))
  }

  #send(contextId: string, payload: Payload): void {
    this.#write(encodeResponse({ contextId, payload }, this.#parts.encoding))
  }

  #write(payload: string | Uint8Array): void {
    this.#connection.send({ payload, isBinary: this.#parts.encoding === 'binary', audioMs: 0 })
  }
}

/** Fields that a start leaves out come from the defaults, except its text. */
function merged(defaults: Start | undefined, start: Start): Start {
  if (defaults === undefined) return start
  const given = Object.entries(start).filter(([, value]) => value !== undefined)
  const customLexicon = start.customLexicon.length > 0 ? start.customLexicon : defaults.customLexicon
  return { ...defaults, ...(Object.fromEntries(given) as Start), text: start.text, customLexicon }
}
