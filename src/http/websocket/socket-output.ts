import type { WebSocket } from 'ws'
import type { SessionOutput } from '../../app/live-session.ts'
import type { CloseReason, SessionEvent } from '../../app/session-protocol.ts'
import { whenAborted } from '../../core/abort.ts'
import { whatToTell } from '../error-reply.ts'
import type { SocketProtocol } from './socket-protocol.ts'

/** Audio waits while more than this has not even left the process. */
const MOST_UNSENT_BYTES = 2 ** 16
/** What a client asks for is not read while more than this has not left the process: only answers to nonsense come so far. */
const MOST_ANSWERS_BYTES = 2 ** 20
/**
 * Audio that may be on its way to a client or lie there unread. Kernels would take minutes of it, and a client who
 * reads at the speed of speech would answer no ping for as long.
 */
const MOST_UNREAD_MS = 10_000
const PING_EVERY_MS = 1000
/** RFC 6455 leaves so much of a control frame to the reason. */
const MOST_REASON_BYTES = 123

/** Writes events to a socket, and knows how far its client has read: pings among the audio are answered in their place. */
export class SocketOutput implements SessionOutput, Disposable {
  readonly #socket: WebSocket
  readonly #protocol: SocketProtocol
  readonly #onClosing: (reason: CloseReason) => void
  #sentMs = 0
  #pingedMs = 0
  #readMs = 0
  readonly #waiting = new Set<() => void>()
  #isClosed = false

  constructor(socket: WebSocket, protocol: SocketProtocol, onClosing: (reason: CloseReason) => void) {
    this.#socket = socket
    this.#protocol = protocol
    this.#onClosing = onClosing
    socket.on('pong', (payload) => this.#hearPong(payload))
  }

  /** Audio so far. */
  get sentMs(): number {
    return this.#sentMs
  }

  send(event: SessionEvent): void {
    if (event.kind === 'close') return this.#close(event.reason)
    const payload = this.#protocol.encode(event)
    if (payload === undefined) return
    this.#socket.send(payload, { binary: this.#protocol.isBinary }, this.#onWritten)
    if (event.kind === 'chunk') this.#countAudio(event.durationMs)
    if (this.#socket.bufferedAmount > MOST_ANSWERS_BYTES) this.#socket.pause()
  }

  whenRead(signal: AbortSignal): Promise<void> | undefined {
    if (this.#mayGoOn) return undefined
    return new Promise((resolve, reject) => {
      const goOn = () => {
        listening[Symbol.dispose]()
        resolve()
      }
      const listening = whenAborted(signal, () => {
        this.#waiting.delete(goOn)
        reject(signal.reason)
      })
      this.#waiting.add(goOn)
    })
  }

  /** The client is gone: nobody is to wait for him. */
  [Symbol.dispose](): void {
    this.#isClosed = true
    this.#wake()
  }

  get #mayGoOn(): boolean {
    if (this.#isClosed) return true
    return this.#socket.bufferedAmount <= MOST_UNSENT_BYTES && this.#sentMs - this.#readMs <= MOST_UNREAD_MS
  }

  readonly #onWritten = (): void => {
    if (this.#socket.isPaused && this.#socket.bufferedAmount <= MOST_UNSENT_BYTES) this.#socket.resume()
    if (this.#waiting.size > 0 && this.#mayGoOn) this.#wake()
  }

  #countAudio(durationMs: number): void {
    this.#sentMs += durationMs
    if (this.#sentMs - this.#pingedMs < PING_EVERY_MS) return
    this.#pingedMs = this.#sentMs
    this.#socket.ping(String(this.#sentMs))
  }

  #hearPong(payload: Buffer): void {
    const readMs = Number(payload.toString('latin1'))
    if (readMs > this.#readMs && readMs <= this.#sentMs) this.#readMs = readMs
    if (this.#waiting.size > 0 && this.#mayGoOn) this.#wake()
  }

  #wake(): void {
    for (const goOn of this.#waiting) goOn()
    this.#waiting.clear()
  }

  #close(reason: CloseReason): void {
    this.#onClosing(reason)
    switch (reason.kind) {
      case 'finished':
        return this.#socket.close(1000)
      case 'draining':
        return this.#socket.close(1001, 'the server is closing')
      case 'failed': {
        const { status, text } = whatToTell(reason.error)
        return this.#socket.close(1011, cutToBytes(`${status}: ${text}`, MOST_REASON_BYTES))
      }
      default:
        return reason satisfies never
    }
  }
}

/** As much of a text as fits, whole characters only. */
function cutToBytes(text: string, most: number): string {
  const bytes = Buffer.from(text)
  return bytes.length <= most ? text : new TextDecoder().decode(bytes.subarray(0, most), { stream: true })
}
