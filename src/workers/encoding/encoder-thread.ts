import { Worker } from 'node:worker_threads'
import type { Encoder } from '../../audio/codec.ts'
import type { AudioFormat } from '../../audio/codecs.ts'
import { SpeechError } from '../../core/errors.ts'
import { deadlineAfter } from '../thread/deadline.ts'
import type { Encoded, EncodingRequest, FromEncoderThread, ToEncoderThread } from './messages.ts'

/** JavaScript heap only; the encoders use WebAssembly memory. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 }
/** Requests posted at a time: the current one and the next, so that the thread is never idle. */
const REQUESTS_AHEAD = 2

interface Request {
  readonly content: EncodingRequest
  readonly deadlineMs: number
  resolve(encoded: Encoded): void
  reject(error: Error): void
}

export interface EncoderThreadListener {
  /** Called once, with any cause; never after `stop`. */
  onDied(thread: EncoderThread, cause: Error): void
}

/** One encoder thread, as the pool sees it. Serves requests earliest deadline first, by playback buffer. */
export class EncoderThread {
  readonly #worker: Worker
  readonly #listener: EncoderThreadListener
  readonly #waiting: Request[] = []
  readonly #posted = new Map<number, Request>()
  readonly #encoderIds = new Set<number>()
  #markStarted: () => void = () => {}
  #markFailed: (error: Error) => void = () => {}
  #lastId = 0
  #diedOf: SpeechError | undefined
  #hasStarted = false

  /** Resolves when the thread is ready; rejects if it dies before. */
  readonly started: Promise<void>

  /** `threadUrl` is the module that calls `runEncoderThread`. */
  constructor(threadUrl: URL, listener: EncoderThreadListener) {
    this.#listener = listener
    this.started = new Promise((resolve, reject) => {
      this.#markStarted = resolve
      this.#markFailed = reject
    })
    this.started.catch(() => {}) // callers that await it see the error
    this.#worker = new Worker(threadUrl, { resourceLimits: RESOURCE_LIMITS, execArgv: [] })
    this.#worker.on('message', (message: FromEncoderThread) => this.#hear(message))
    this.#worker.on('error', (error) => this.#die(error))
    this.#worker.on('exit', (exitCode) => this.#die(new Error(`the thread exited with ${exitCode}`)))
  }

  get hasStarted(): boolean {
    return this.#hasStarted
  }

  /** Number of open encoders. */
  get encoderCount(): number {
    return this.#encoderIds.size
  }

  async open(format: AudioFormat): Promise<Encoder> {
    const encoderId = ++this.#lastId
    this.#encoderIds.add(encoderId)
    let deadlineMs = Number.NEGATIVE_INFINITY
    const request = (content: EncodingRequest): Promise<Encoded> => this.#request(content, deadlineMs)
    try {
      const { header } = await request({ kind: 'open', encoderId, format })
      let finalHeader = header
      return {
        header,
        encode: async (samples) => {
          const audioS = samples.length / format.sampleRateHz
          const encoding = request({ kind: 'encode', encoderId, samples: withOwnMemory(samples.take()) })
          deadlineMs = deadlineAfter(deadlineMs, audioS)
          return (await encoding).bytes
        },
        finish: async () => {
          const finished = await request({ kind: 'finish', encoderId })
          finalHeader = finished.header
          return finished.bytes
        },
        finalHeader: () => finalHeader,
        [Symbol.dispose]: () => this.#close(encoderId),
      }
    } catch (error) {
      this.#close(encoderId)
      throw error
    }
  }

  /** Fails all requests with `error` and terminates the thread. */
  async stop(error: SpeechError): Promise<void> {
    this.#abandon(error)
    await this.#worker.terminate()
  }

  #request(content: EncodingRequest, deadlineMs: number): Promise<Encoded> {
    return new Promise((resolve, reject) => {
      if (this.#diedOf) return reject(this.#diedOf)
      if (!this.#encoderIds.has(content.encoderId)) return reject(new Error('the encoder has been disposed of'))
      this.#waiting.push({ content, deadlineMs, resolve, reject })
      this.#post()
    })
  }

  #post(): void {
    while (this.#posted.size < REQUESTS_AHEAD && this.#waiting.length > 0) {
      const first = this.#waiting.reduce((best, each) => (each.deadlineMs < best.deadlineMs ? each : best))
      this.#waiting.splice(this.#waiting.indexOf(first), 1)
      const requestId = ++this.#lastId
      this.#posted.set(requestId, first)
      const { content } = first
      this.#say({ ...content, requestId }, content.kind === 'encode' ? [content.samples.buffer] : [])
    }
  }

  #close(encoderId: number): void {
    if (!this.#encoderIds.delete(encoderId) || this.#diedOf) return
    const isOfEncoder = ({ content }: Request): boolean => content.encoderId === encoderId
    const waiting = this.#waiting.filter(isOfEncoder)
    for (const request of waiting) this.#waiting.splice(this.#waiting.indexOf(request), 1)
    const posted = [...this.#posted.values()].filter(isOfEncoder)
    for (const { reject } of [...waiting, ...posted]) reject(new Error('the encoder has been disposed of'))
    this.#say({ kind: 'close', encoderId })
  }

  #say(message: ToEncoderThread, transfer: ArrayBuffer[] = []): void {
    this.#worker.postMessage(message, transfer)
  }

  #hear(message: FromEncoderThread): void {
    if (message.kind === 'ready') {
      this.#hasStarted = true
      this.#markStarted()
      return
    }
    const request = this.#posted.get(message.requestId)
    this.#posted.delete(message.requestId)
    if (message.kind === 'encoded') request?.resolve(message)
    else request?.reject(new SpeechError('encoder.crashed', message.message))
    this.#post()
  }

  #die(cause: Error): void {
    if (this.#diedOf) return
    this.#abandon(new SpeechError('encoder.crashed', `the encoder thread died: ${cause.message}`, { cause }))
    this.#listener.onDied(this, cause)
  }

  #abandon(error: SpeechError): void {
    this.#diedOf = error
    this.#markFailed(error)
    for (const { reject } of [...this.#waiting.splice(0), ...this.#posted.values()]) reject(error)
    this.#posted.clear()
  }
}

/** Returns samples whose buffer can be transferred: a view of part of a larger buffer is copied. */
const withOwnMemory = (samples: Int16Array): Int16Array<ArrayBuffer> =>
  samples.byteLength === samples.buffer.byteLength ? (samples as Int16Array<ArrayBuffer>) : samples.slice()
