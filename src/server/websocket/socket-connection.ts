import type { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { RawData, WebSocket } from 'ws'
import type { HeardConnection, HeardLedgers } from '../../app/live-session/heard-ledgers.ts'
import type { LiveSession, Timers } from '../../app/live-session/live-session.ts'
import type { CloseReason } from '../../app/live-session/live-session-messages.ts'
import type { SessionClient } from '../../app/live-session/open-live-session.ts'
import type { SpeechTally } from '../../app/speech/speech-tally.ts'
import { isSpeechError } from '../../core/errors.ts'
import type { SynthesisRequest } from '../../core/request.ts'
import { whatToTell } from '../answers/error-reply.ts'
import { credentialIdOf } from '../auth/caller.ts'
import type { RequestLogger } from '../observe/request-log.ts'
import { type Frame, SocketOutput } from './socket-output.ts'

/** The live session of a socket, or several. */
export type SocketSessions = Pick<LiveSession, 'isSpeaking' | 'drain'> & Disposable

/** A protocol's handler of one client's messages. It may hold what is disposed with its sessions, when the socket closes. */
export interface SocketHandler extends Partial<Disposable> {
  readonly sessions: SocketSessions
  /**
   * Handles a complete message of an open socket. A SpeechError that it throws closes the socket with 1003, any other
   * error with 1011.
   */
  take(message: Buffer, isBinary: boolean): void
}

/** Creates the handler of an open socket. A protocol may also settle its parameters in messages there. */
export type OpenSocket = (connection: SocketConnection) => SocketHandler

/** Checks a request before its upgrade; a SpeechError that it throws refuses it. */
export type AcceptSocket = (request: FastifyRequest, upgrade: AcceptedUpgrade) => OpenSocket

export interface AcceptedUpgrade {
  /**
   * Where busy servers refuse upgrades instead of turns, keeps room for the first turn. Throws `pool.overloaded` or
   * `pool.draining`. Given away after a few seconds, or when the socket closes.
   */
  reserve(speech?: Pick<SynthesisRequest, 'voice'>): Disposable
  /**
   * Authorizes a socket that was opened without a key. Throws as `Authorize` does, and `key.limited` if the server has as
   * many sockets as it may.
   */
  authorize(credential: string): Promise<void>
  /** The first subprotocol of the scope that the client offers. It is echoed. */
  readonly subprotocol: string | undefined
}

/** What a close frame says. */
export interface SocketClose {
  readonly code: number
  readonly text: string
}

/** Maximum reason of a close frame (RFC 6455). */
const MAX_REASON_BYTES = 123

interface ConnectionParts {
  readonly logger: RequestLogger
  readonly heard: HeardLedgers
}

/** An open socket, as protocols see it: sends frames at the reader's pace, writes a log line, closes. */
export class SocketConnection implements SessionClient {
  readonly timers = REAL_TIMERS
  readonly #socket: WebSocket
  readonly #tcp: Socket
  readonly #request: FastifyRequest
  readonly #logger: RequestLogger
  readonly #output: SocketOutput
  readonly #ledgers: HeardLedgers
  #heard: HeardConnection | undefined
  #handler: SocketHandler | undefined
  #tally: SpeechTally | undefined
  #isOver = false

  constructor(socket: WebSocket, tcp: Socket, request: FastifyRequest, { logger, heard }: ConnectionParts) {
    this.#socket = socket
    this.#tcp = tcp
    this.#request = request
    this.#logger = logger
    this.#ledgers = heard
    this.#output = new SocketOutput(socket, REAL_TIMERS)
  }

  /** The tally of the speech; sent audio is counted here. */
  get tally(): SpeechTally | undefined {
    return this.#tally
  }

  set tally(tally: SpeechTally | undefined) {
    this.#tally = tally
    this.#request.speech = tally
  }

  /** What the client hears, if it is kept: because `keepHeard` was called, or because the token of the socket says so. */
  get heard(): HeardConnection | undefined {
    if (this.#request.token?.keepsHeard && !this.#isOver) this.keepHeard({ lagMs: 0 })
    return this.#heard
  }

  /** From now on, it is kept what the client hears. `lagMs`: from sending until playback. */
  keepHeard({ lagMs }: { readonly lagMs: number }): void {
    this.#heard ??= this.#ledgers.open({ lagMs, callerOf: () => credentialIdOf(this.#request) })
  }

  /** Number of frames that have left the process. */
  get framesTaken(): number {
    return this.#output.framesTaken
  }

  send(frame: Frame): void {
    this.#output.send(frame)
    if (this.#tally) this.#tally.audioSeconds = Math.round(this.#output.sentMs) / 1000
  }

  /**
   * Resolves when the client has read enough for more audio; rejects when the signal fires. Returns undefined if it has
   * read enough already.
   */
  whenRead(signal: AbortSignal): Promise<void> | undefined {
    return this.#output.whenRead(signal)
  }

  /** Aborts current work and closes; the reason goes to the client and the log. */
  close(code: number, reason: string): void {
    this.#leave()
    if (reason !== '') this.note(reason)
    this.#socket.close(code, cutToBytes(reason, MAX_REASON_BYTES))
  }

  /**
   * Closes for the reason that a session ended with, with `close` instead of our own code and text if it is given.
   * Internal errors are logged and not sent.
   */
  end(reason: CloseReason, close?: SocketClose): void {
    if (reason.kind === 'failed') this.logIfInternal(reason.error, 'session failed')
    const { code, text } = close ?? closeOf(reason)
    this.close(code, text)
  }

  /** Logs an error that clients are not told. */
  logIfInternal(error: unknown, message: string): void {
    if (whatToTell(error).status === 500) this.#logger.error({ id: this.#request.id, err: error }, message)
  }

  /** Sets the reason for the log; the first one is kept. */
  note(reason: string): void {
    this.#request.closing.closeReason ??= reason
  }

  /** Passes messages to the protocol until either side closes. */
  serve(openSocket: OpenSocket): SocketHandler {
    const handler = openSocket(this)
    this.#handler = handler
    this.#socket.on('message', (message: RawData, isBinary) => {
      if (this.#isOver) return
      try {
        handler.take(message as Buffer, isBinary) // one buffer by default in ws
      } catch (error) {
        if (isSpeechError(error)) this.close(1003, error.message)
        else this.end({ kind: 'failed', error })
      }
    })
    this.#socket.on('error', () => {}) // followed by a close with its code
    const dispose = (): void => {
      this.#leave()
      this.#heard?.close()
      this.#output[Symbol.dispose]()
    }
    this.#tcp.once('close', dispose) // before pending messages are read
    this.#socket.on('close', (code) => {
      this.#request.closing.closeCode = code
      dispose()
    })
    return handler
  }

  #leave(): void {
    this.#isOver = true
    this.#handler?.sessions[Symbol.dispose]()
    this.#handler?.[Symbol.dispose]?.()
  }
}

function closeOf(reason: CloseReason): SocketClose {
  switch (reason.kind) {
    case 'finished':
      return { code: 1000, text: '' }
    case 'draining':
      return { code: 1001, text: 'the server is closing' }
    case 'failed': {
      const { status, text } = whatToTell(reason.error)
      return { code: 1011, text: `${status}: ${text}` }
    }
    default:
      return reason satisfies never
  }
}

/** The longest prefix of whole characters that fits. */
function cutToBytes(text: string, max: number): string {
  const bytes = Buffer.from(text)
  return bytes.length <= max ? text : new TextDecoder().decode(bytes.subarray(0, max), { stream: true })
}

export const REAL_TIMERS: Timers = {
  now: () => performance.now(),
  after: (delayMs, onDue) => {
    let check: NodeJS.Immediate | undefined
    // Messages that arrived before the timeout but were not read yet come first.
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
