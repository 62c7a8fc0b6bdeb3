import type { WebSocket } from 'ws'
import type { SessionOutput, Timers } from '../../app/live-session/live-session.ts'
import { whenAborted } from '../../core/abort.ts'

/** Audio waits while more than this has not left the process. */
const MAX_UNSENT_BYTES = 2 ** 16
/** No message is read while more than this has not left the process: bounds answers to invalid messages and pings. */
const MAX_ANSWERS_BYTES = 2 ** 20
/**
 * Maximum unacknowledged audio. Kernels would buffer minutes of it, and a client that reads at the speed of speech
 * would answer no ping for as long.
 */
const MAX_UNREAD_MS = 10_000
const PING_EVERY_MS = 1000
/** Before the position in the payload of a ping: clients also send pongs of their own, with numbers. */
const PING_MARK = 'audio'
/**
 * A client that has answered no ping with its payload by then is assumed never to: only the kernel's buffer tells how far
 * it has read.
 */
const FIRST_PONG_MS = 3000

/** A message to send. */
export interface Frame {
  readonly payload: Uint8Array | string
  readonly isBinary: boolean
  /** Length of its audio; 0 without audio. */
  readonly audioMs: number
}

/**
 * Writes frames to a socket and tracks how far its client has read, by pings among the audio, which are answered in
 * order.
 */
export class SocketOutput implements Pick<SessionOutput, 'whenRead'>, Disposable {
  readonly #socket: WebSocket
  readonly #timers: Timers
  #sentMs = 0
  #pingedMs = 0
  #readMs = 0
  #framesTaken = 0
  #pongs: 'none yet' | 'some' | 'never' = 'none yet'
  #firstPong: Disposable | undefined
  readonly #waiting = new Set<() => void>()
  #isClosed = false

  constructor(socket: WebSocket, timers: Timers) {
    this.#socket = socket
    this.#timers = timers
    socket.on('pong', (payload) => this.#hearPong(payload))
    socket.on('ping', (payload) => {
      socket.pong(payload, false, this.#onWritten)
      this.#limitAnswers()
    })
  }

  /** Number of frames that have left the process. */
  get framesTaken(): number {
    return this.#framesTaken
  }

  /** Audio sent so far. */
  get sentMs(): number {
    return this.#sentMs
  }

  send({ payload, isBinary, audioMs }: Frame): void {
    this.#socket.send(payload, { binary: isBinary }, this.#onWritten)
    if (audioMs > 0) this.#countAudio(audioMs)
    this.#limitAnswers()
  }

  whenRead(signal: AbortSignal): Promise<void> | undefined {
    if (this.#mayGoOn) return undefined
    if (this.#pongs === 'none yet') this.#awaitFirstPong()
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

  /** Releases all that wait for the client. */
  [Symbol.dispose](): void {
    this.#isClosed = true
    this.#firstPong?.[Symbol.dispose]()
    this.#wake()
  }

  get #mayGoOn(): boolean {
    if (this.#isClosed) return true
    if (this.#socket.bufferedAmount > MAX_UNSENT_BYTES) return false
    return this.#pongs === 'never' || this.#sentMs - this.#readMs <= MAX_UNREAD_MS
  }

  #limitAnswers(): void {
    if (this.#socket.bufferedAmount > MAX_ANSWERS_BYTES) this.#socket.pause()
  }

  #awaitFirstPong(): void {
    this.#firstPong ??= this.#timers.after(FIRST_PONG_MS, () => {
      this.#pongs = 'never'
      if (this.#mayGoOn) this.#wake()
    })
  }

  readonly #onWritten = (): void => {
    this.#framesTaken++
    if (this.#socket.isPaused && this.#socket.bufferedAmount <= MAX_UNSENT_BYTES) this.#socket.resume()
    if (this.#waiting.size > 0 && this.#mayGoOn) this.#wake()
  }

  #countAudio(durationMs: number): void {
    this.#sentMs += durationMs
    if (this.#sentMs - this.#pingedMs < PING_EVERY_MS) return
    this.#pingedMs = this.#sentMs
    this.#socket.ping(`${PING_MARK} ${this.#sentMs}`)
  }

  #hearPong(payload: Buffer): void {
    const [mark, sentMs] = payload.toString('latin1').split(' ')
    const readMs = Number(sentMs)
    if (mark !== PING_MARK || !(readMs > this.#readMs && readMs <= this.#sentMs)) return // no answer to these pings
    this.#pongs = 'some'
    this.#readMs = readMs
    this.#firstPong?.[Symbol.dispose]()
    if (this.#waiting.size > 0 && this.#mayGoOn) this.#wake()
  }

  #wake(): void {
    for (const goOn of this.#waiting) goOn()
    this.#waiting.clear()
  }
}
