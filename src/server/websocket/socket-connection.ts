import type { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { RawData, WebSocket } from 'ws'
import type { Timers } from '../../app/live-session.ts'
import type { CloseReason } from '../../app/session-protocol.ts'
import type { SpeechTally } from '../../app/speech-tally.ts'
import { isSpeechError } from '../../core/errors.ts'
import { whatToTell } from '../error-reply.ts'
import type { RequestLogger } from '../request-log.ts'
import { type Frame, SocketOutput } from './socket-output.ts'

/** One client's messages, as a protocol takes them. */
export interface SocketHandler extends Disposable {
  /** A message, whole. A SpeechError that it throws closes the socket with 1003, any other error with 1011. */
  take(message: Buffer, isBinary: boolean): void
  /** Audio is on its way, or being made. */
  readonly isSending: boolean
  /** The server is closing: ends the connection when what is under way is over, at once if nothing is. */
  drain(): void
}

/** Serves a socket once it is open. What has to be settled in messages is settled there. */
export type OpenSocket = (connection: SocketConnection) => SocketHandler

/** RFC 6455 leaves so much of a control frame to the reason. */
const MOST_REASON_BYTES = 123

/** One open socket, as a protocol sees it: frames out at the pace of the reader, a log line, an end. */
export class SocketConnection {
  readonly timers = REAL_TIMERS
  readonly #socket: WebSocket
  readonly #tcp: Socket
  readonly #request: FastifyRequest
  readonly #logger: RequestLogger
  readonly #output: SocketOutput
  #handler: SocketHandler | undefined
  #tally: SpeechTally | undefined

  constructor(socket: WebSocket, tcp: Socket, request: FastifyRequest, logger: RequestLogger) {
    this.#socket = socket
    this.#tcp = tcp
    this.#request = request
    this.#logger = logger
    this.#output = new SocketOutput(socket, REAL_TIMERS)
  }

  /** Counts what is spoken from now on as this; the audio that is sent is counted here. */
  set tally(tally: SpeechTally) {
    this.#tally = tally
    this.#request.speech = tally
  }

  /** Frames that have left the process. */
  get framesTaken(): number {
    return this.#output.framesTaken
  }

  send(frame: Frame): void {
    this.#output.send(frame)
    if (this.#tally) this.#tally.audioSeconds = Math.round(this.#output.sentMs) / 1000
  }

  /** Resolves when the client has read enough for more to be sent; rejects once the signal fires. Undefined where it has. */
  whenRead(signal: AbortSignal): Promise<void> | undefined {
    return this.#output.whenRead(signal)
  }

  /** Drops what is under way and closes; the reason goes to the client and into the log. */
  close(code: number, reason: string): void {
    this.#handler?.[Symbol.dispose]()
    if (reason !== '') this.note(reason)
    this.#socket.close(code, cutToBytes(reason, MOST_REASON_BYTES))
  }

  /** Closes as the end of a session says. What is our own fault is logged and not told. */
  end(reason: CloseReason): void {
    if (reason.kind === 'failed' && whatToTell(reason.error).status === 500) {
      this.#logger.error({ id: this.#request.id, err: reason.error }, 'session failed')
    }
    this.close(...closeOf(reason))
  }

  /** Why it closes, for the log; the first reason counts. */
  note(reason: string): void {
    this.#request.closing.closeReason ??= reason
  }

  /** Hands the messages to the protocol, until either side ends. */
  serve(openSocket: OpenSocket): SocketHandler {
    const handler = openSocket(this)
    this.#handler = handler
    this.#socket.on('message', (message: RawData, isBinary) => {
      try {
        handler.take(message as Buffer, isBinary) // one buffer, unless ws is told otherwise
      } catch (error) {
        if (isSpeechError(error)) this.close(1003, error.message)
        else this.end({ kind: 'failed', error })
      }
    })
    this.#socket.on('error', () => {}) // it closes after that, with the code that says why
    const dispose = (): void => {
      handler[Symbol.dispose]()
      this.#output[Symbol.dispose]()
    }
    this.#tcp.once('close', dispose) // before the messages are read that have come
    this.#socket.on('close', (code) => {
      this.#request.closing.closeCode = code
      dispose()
    })
    return handler
  }
}

function closeOf(reason: CloseReason): [code: number, reason: string] {
  switch (reason.kind) {
    case 'finished':
      return [1000, '']
    case 'draining':
      return [1001, 'the server is closing']
    case 'failed': {
      const { status, text } = whatToTell(reason.error)
      return [1011, `${status}: ${text}`]
    }
    default:
      return reason satisfies never
  }
}

/** As much of a text as fits, whole characters only. */
function cutToBytes(text: string, most: number): string {
  const bytes = Buffer.from(text)
  return bytes.length <= most ? text : new TextDecoder().decode(bytes.subarray(0, most), { stream: true })
}

const REAL_TIMERS: Timers = {
  now: () => performance.now(),
  after: (delayMs, onDue) => {
    let check: NodeJS.Immediate | undefined
    // What has come by then and is not read yet, since others were served, comes first.
    const timer = setTimeout(() => {
      check = setImmediate(onDue)
    }, Math.ceil(delayMs))
    return {
      [Symbol.dispose]: () => {
        clearTimeout(timer)
        clearImmediate(check)
      },
    }
  },
}
