import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SessionClient } from '../../app/live-session/open-live-session.ts'
import type { SpeechTally } from '../../app/speech/speech-tally.ts'
import { createTimeSlice } from '../../app/time-slice.ts'
import { whenAborted } from '../../core/abort.ts'
import { invalidRequest, isSpeechError, SpeechError } from '../../core/errors.ts'
import type { RequestLogger } from '../observe/request-log.ts'
import { REAL_TIMERS } from '../websocket/socket-connection.ts'
import { CANCEL, endCall, headersOf, streamOf } from './end-call.ts'
import { GRPC_STATUS, type GrpcError, type GrpcStatus, grpcErrorOf, timeoutMsOf } from './grpc-status.ts'
import { MessageReader, PREFIX_BYTES } from './message-reader.ts'

/** A protocol's handler of one call. It is disposed when the call is over, whatever ended it. */
export interface GrpcHandler extends Disposable {
  /** Takes a message of the client. What it throws ends the call. */
  take(message: Uint8Array): void
  /** The client sends no more. What it throws ends the call. */
  end(): void
}

export interface GrpcCallParts {
  readonly logger: RequestLogger
  /** Seconds without progress, beyond the audio that the client may still be playing, after which a call is reset. */
  readonly stalledReaderS: number
}

/** What the client may send of a call. */
export interface GrpcInput {
  readonly maxMessageBytes: number
  /** In which all of it must have come, in milliseconds; undefined if the client takes its time. */
  readonly timeoutMs: number | undefined
}

/** Of timers. */
const MAX_DELAY_MS = 2 ** 31 - 1

/**
 * An authorized call, as protocols see it: sends messages at the reader's pace, ends with a status, and is over when the
 * client leaves, its deadline has passed or its key ends.
 */
export class GrpcCall implements SessionClient {
  readonly timers = REAL_TIMERS
  readonly #stream: ServerHttp2Stream
  readonly #request: FastifyRequest
  readonly #reply: FastifyReply
  readonly #parts: GrpcCallParts
  readonly #input: GrpcInput
  readonly #reader: MessageReader
  readonly #over = new AbortController()
  #handler: GrpcHandler | undefined
  #tally: SpeechTally | undefined
  #isReading = false
  #hasInputEnded = false
  #deadline: NodeJS.Timeout | undefined
  #inputDeadline: NodeJS.Timeout | undefined
  #stall: NodeJS.Timeout | undefined
  #sentMs = 0
  /** `#sentMs` when the client had read all that was sent. */
  #drainedMs = 0

  constructor(reply: FastifyReply, parts: GrpcCallParts, input: GrpcInput) {
    this.#input = input
    this.#reader = new MessageReader(input.maxMessageBytes)
    this.#stream = streamOf(reply)
    this.#request = reply.request
    this.#reply = reply
    this.#parts = parts
  }

  get request(): FastifyRequest {
    return this.#request
  }

  get metadata(): IncomingHttpHeaders {
    return this.#request.raw.headers
  }

  /** Fires when the call is over. */
  get signal(): AbortSignal {
    return this.#over.signal
  }

  /** The tally of the speech; sent audio is counted here. */
  get tally(): SpeechTally | undefined {
    return this.#tally
  }

  set tally(tally: SpeechTally | undefined) {
    this.#tally = tally
    this.#request.speech = tally
  }

  /** Passes messages to the handler until the call is over. What `open` throws ends it. */
  serve(open: (call: GrpcCall) => GrpcHandler): void {
    const stream = this.#stream
    stream.on('error', () => {}) // a close follows
    stream.on('close', () => {
      this.#leave(new SpeechError('request.invalid', 'the client has left', { isFixed: true }))
      clearTimeout(this.#stall)
    })
    this.#request.onKeyEnd = () => this.fail(new SpeechError('key.invalid', 'invalid api key'))
    try {
      this.#startDeadline()
      this.#handler = open(this)
    } catch (error) {
      return this.fail(error)
    }
    if (this.#isOver) return
    this.#limitInput()
    stream.on('drain', () => {
      clearTimeout(this.#stall)
      this.#stall = undefined
      this.#drainedMs = this.#sentMs
    })
    stream.on('data', (chunk: Buffer) => {
      if (this.#isOver) return
      this.#reader.add(chunk)
      if (!this.#isReading) void this.#read()
    })
    const endInput = (): void => {
      this.#hasInputEnded = true
      clearTimeout(this.#inputDeadline)
      if (!this.#isOver && !this.#isReading) void this.#read()
    }
    // Of a client that sends nothing, the end may have come while its key was checked.
    if (stream.readableEnded) endInput()
    else stream.on('end', endInput)
  }

  /** Sends the metadata of the response, before its first message. */
  respond(metadata: Readonly<Record<string, string>> = {}): void {
    if (this.#isGone || this.#stream.headersSent) return
    this.#stream.respond({ ...headersOf(this.#reply), ...metadata }, { waitForTrailers: true })
  }

  /** Sends a message, in parts. */
  send(parts: readonly Uint8Array[], audioMs = 0): void {
    if (this.#isGone) return
    this.respond()
    const prefix = Buffer.alloc(PREFIX_BYTES)
    prefix.writeUInt32BE(
      parts.reduce((length, part) => length + part.length, 0),
      1,
    )
    this.#stream.write(Buffer.concat([prefix, ...parts]))
    this.#sentMs += audioMs
    if (this.#tally) this.#tally.audioSeconds = Math.round(this.#sentMs) / 1000
    if (this.#stream.writableNeedDrain) this.#watchReader()
  }

  /**
   * Resolves when the client has read enough for more audio; rejects when the signal fires. Returns undefined if it has
   * read enough already.
   */
  whenRead(signal: AbortSignal): Promise<void> | undefined {
    const stream = this.#stream
    if (!stream.writableNeedDrain || this.#isGone) return undefined
    return new Promise((resolve, reject) => {
      const goOn = () => {
        listening[Symbol.dispose]()
        stream.off('drain', goOn).off('close', goOn)
        resolve()
      }
      const listening = whenAborted(signal, () => {
        stream.off('drain', goOn).off('close', goOn)
        reject(signal.reason)
      })
      stream.once('drain', goOn).once('close', goOn)
    })
  }

  /** The call has succeeded. */
  end(): void {
    this.respond()
    this.#finish(GRPC_STATUS.ok, '', 200)
  }

  /** The call has failed. Internal errors are logged and not sent. */
  fail(error: unknown): void {
    if (this.#isOver) return
    const { grpcStatus, message, httpStatus } = failureOf(error, this.#request, this.#parts.logger)
    this.#finish(grpcStatus, message, httpStatus)
  }

  get #isOver(): boolean {
    return this.#over.signal.aborted
  }

  get #isGone(): boolean {
    return this.#isOver || this.#stream.destroyed || this.#stream.closed
  }

  /** Takes the messages that have come, a few milliseconds of them in a turn of the event loop. */
  async #read(): Promise<void> {
    const slice = createTimeSlice()
    const handler = this.#handler as GrpcHandler
    this.#isReading = true
    try {
      for (let message = this.#reader.next(); message !== undefined; message = this.#reader.next()) {
        handler.take(message)
        if (this.#isOver) return
        if (!slice.isOver) continue
        this.#stream.pause()
        await slice.next()
        if (this.#isOver) return
      }
      if (this.#hasInputEnded) {
        this.#reader.end()
        handler.end()
      }
    } catch (error) {
      this.fail(error)
    } finally {
      this.#isReading = false
      this.#stream.resume()
    }
  }

  #startDeadline(): void {
    const header = this.metadata['grpc-timeout']
    if (header === undefined) return
    const timeoutMs = timeoutMsOf(`${header}`)
    if (timeoutMs === undefined) throw invalidRequest('grpc-timeout is invalid')
    const leftMs = timeoutMs - (performance.now() - this.#request.startedAtMs)
    if (leftMs > MAX_DELAY_MS) return
    const expire = () => this.fail(new SpeechError('request.timed-out', 'deadline exceeded', { isFixed: true }))
    this.#deadline = setTimeout(expire, Math.max(0, leftMs))
  }

  #limitInput(): void {
    const { timeoutMs } = this.#input
    if (timeoutMs === undefined) return
    const expire = () => this.fail(new SpeechError('request.timed-out', 'request timed out', { isFixed: true }))
    this.#inputDeadline = setTimeout(expire, timeoutMs)
  }

  /** A client that plays what it reads may need as long as the audio takes that was sent since it had read all. */
  #watchReader(): void {
    this.#stall ??= setTimeout(
      () => {
        this.#request.reason = 'the client stopped reading'
        this.#request.outcome = undefined
        this.#stream.close(CANCEL)
        this.#stream.destroy()
      },
      1000 * this.#parts.stalledReaderS + this.#sentMs - this.#drainedMs,
    )
  }

  #finish(grpcStatus: GrpcStatus, message: string, status: number): void {
    if (this.#isOver) return
    const isGone = this.#isGone
    this.#leave(new Error('the call is over'))
    if (isGone) return
    endCall(this.#reply, { grpcStatus, message, httpStatus: status })
    if (this.#stream.writableLength > 0) this.#watchReader()
  }

  #leave(reason: Error): void {
    if (this.#isOver) return
    clearTimeout(this.#deadline)
    clearTimeout(this.#inputDeadline)
    this.#over.abort(reason)
    this.#handler?.[Symbol.dispose]()
  }
}

/** What a call ends with that has failed, for the log of its request. Internal errors are logged and not sent. */
export function failureOf(error: unknown, request: FastifyRequest, logger: RequestLogger): GrpcError {
  const failure = grpcErrorOf(error)
  request.reason = isSpeechError(error) ? error.reason : failure.message
  if (failure.httpStatus === 500) logger.error({ id: request.id, err: error }, 'call failed')
  return failure
}
