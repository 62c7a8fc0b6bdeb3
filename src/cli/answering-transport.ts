import { once } from 'node:events'
import { addAbortSignal, Readable, type Writable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { JSONRPCMessage, RequestId, Transport } from '@modelcontextprotocol/server'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'

interface Streams {
  readonly input: Readable
  readonly output: Writable
  /** Ends the transport without waiting for answers. */
  readonly signal: AbortSignal
}

/** Answered when the connection ends. */
const SUBSCRIBE = 'subscriptions/listen'

const NEWLINE = 0x0a

/**
 * MCP over standard input and output. At the end of its input it stays open until every request is answered, so that
 * messages can come from a pipe; the SDK's own transport drops them. The last message needs no end of line.
 */
export class AnsweringTransport implements Transport {
  onclose?: (() => void) | undefined
  onerror?: ((error: Error) => void) | undefined
  onmessage?: ((message: JSONRPCMessage) => void) | undefined
  /** Resolves when the input has ended and everything is answered, or the signal fires. */
  readonly ended: Promise<void>
  readonly #inner: StdioServerTransport
  readonly #pending = new Set<RequestId>()
  #onAnswered = (): void => {}

  constructor({ input, output, signal }: Streams) {
    const source = Readable.from(this.#untilAnswered(input, signal))
    this.ended = once(source, 'close').then(() => {})
    this.#inner = new StdioServerTransport(source, output)
  }

  async start(): Promise<void> {
    this.#inner.onclose = () => this.onclose?.()
    this.#inner.onerror = (error) => this.onerror?.(error)
    this.#inner.onmessage = (message) => {
      this.#note(message)
      this.onmessage?.(message)
    }
    await this.#inner.start()
  }

  async send(message: JSONRPCMessage): Promise<void> {
    try {
      await this.#inner.send(message)
    } finally {
      if ('id' in message && !('method' in message) && message.id !== undefined) this.#settle(message.id)
    }
  }

  async close(): Promise<void> {
    this.#pending.clear()
    this.#onAnswered()
    await this.#inner.close()
  }

  #note(message: JSONRPCMessage): void {
    if (!('method' in message)) return
    if ('id' in message && message.method !== SUBSCRIBE) this.#pending.add(message.id)
    // A request that is cancelled gets no answer.
    const cancelled = message.method === 'notifications/cancelled' ? message.params?.requestId : undefined
    if (cancelled !== undefined) this.#settle(cancelled as RequestId)
  }

  #settle(id: RequestId): void {
    this.#pending.delete(id)
    if (this.#pending.size === 0) this.#onAnswered()
  }

  /** The bytes of the input; its end comes when nothing is left to answer. */
  async *#untilAnswered(input: Readable, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    let last = NEWLINE
    try {
      for await (const piece of addAbortSignal(signal, input) as AsyncIterable<Uint8Array>) {
        last = piece.at(-1) ?? last
        yield piece
      }
    } catch (error) {
      if (!signal.aborted) throw error
      return
    }
    if (last !== NEWLINE) yield Uint8Array.of(NEWLINE)
    await setImmediate() // the last messages are on their way
    if (this.#pending.size === 0) return
    await new Promise<void>((resolve) => {
      this.#onAnswered = resolve
      if (signal.aborted) resolve()
      else signal.addEventListener('abort', () => resolve(), { once: true })
    })
  }
}
