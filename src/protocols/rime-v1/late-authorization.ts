import { createTimeSlice } from '../../app/time-slice.ts'
import { SpeechError } from '../../core/errors.ts'
import type { SocketConnection } from '../../server/websocket/socket-connection.ts'
import { v1ErrorOf } from './error-kinds.ts'

/** A connection must be authorized by then. */
const AUTHORIZE_MS = 10_000
/** Maximum bytes of a message before the authorization: anyone may send it. */
const MAX_UNAUTHORIZED_BYTES = 2 ** 13
/** Refused messages before the authorization that close the connection. */
const MAX_REFUSED = 5
/** Frames that wait for the authorization or behind such frames, in bytes with their overhead. */
const MAX_WAITING_BYTES = 2 ** 20
const FRAME_OVERHEAD_BYTES = 200

type WaitingFrame = readonly [frame: Buffer, isBinary: boolean]

/** What a connection that opens without a key needs. */
export interface LateAuthorizationParts {
  readonly connection: Pick<SocketConnection, 'close' | 'timers'>
  readonly authorize: (credential: string) => Promise<void>
  /** Handles a frame. One that comes before the authorization and does not give it counts as refused. */
  readonly serve: (frame: Buffer, isBinary: boolean) => void
  /** Tells an error of the connection. */
  readonly fail: (error: unknown) => void
}

/** The authorization of a connection by one of its messages. Those that follow wait for it, in order. */
export class LateAuthorization implements Disposable {
  readonly #parts: LateAuthorizationParts
  readonly #timer: Disposable
  /** Frames that came while a credential was checked, or while those were served; undefined if there are none. */
  #waiting: WaitingFrame[] | undefined
  #waitingBytes = 0
  #refusedCount = 0
  #isGiven = false
  #isOver = false

  constructor(parts: LateAuthorizationParts) {
    this.#parts = parts
    this.#timer = parts.connection.timers.after(AUTHORIZE_MS, () => {
      this.#refuseConnection(new SpeechError('key.missing', 'no credential was sent in time'))
    })
  }

  get isGiven(): boolean {
    return this.#isGiven
  }

  take(frame: Buffer, isBinary: boolean): void {
    if (this.#isOver) return
    if (this.#waiting !== undefined) return this.#wait(this.#waiting, frame, isBinary)
    if (this.#isGiven || frame.length <= MAX_UNAUTHORIZED_BYTES) this.#parts.serve(frame, isBinary)
    else this.#parts.fail(tooLong())
    if (this.#isGiven || this.#waiting !== undefined) return
    if (++this.#refusedCount === MAX_REFUSED)
      this.#parts.connection.close(1008, 'too many messages before authorization')
  }

  /** Closes the connection if the credential is refused. */
  async give(credential: string): Promise<void> {
    const waiting: WaitingFrame[] = []
    this.#waiting = waiting
    try {
      await this.#parts.authorize(credential)
    } catch (error) {
      if (!this.#isOver) this.#refuseConnection(error)
      return
    }
    this.#timer[Symbol.dispose]()
    this.#isGiven = true
    const slice = createTimeSlice()
    for (let next = waiting.shift(); next !== undefined && !this.#isOver; next = waiting.shift()) {
      this.#waitingBytes -= weightOf(next[0])
      this.#parts.serve(...next)
      if (slice.isOver) await slice.next()
    }
    this.#waiting = undefined
  }

  [Symbol.dispose](): void {
    this.#isOver = true
    this.#timer[Symbol.dispose]()
    this.#waiting = undefined
  }

  #wait(waiting: WaitingFrame[], frame: Buffer, isBinary: boolean): void {
    this.#waitingBytes += weightOf(frame)
    if (this.#waitingBytes <= MAX_WAITING_BYTES) waiting.push([frame, isBinary])
    else this.#parts.connection.close(1008, 'too much before authorization')
  }

  #refuseConnection(error: unknown): void {
    this.#parts.fail(error)
    this.#parts.connection.close(1008, v1ErrorOf(error).kind)
  }
}

const weightOf = (frame: Buffer): number => frame.length + FRAME_OVERHEAD_BYTES

const tooLong = () =>
  new SpeechError('request.too-large', `message must have at most ${MAX_UNAUTHORIZED_BYTES} bytes before authorization`)
