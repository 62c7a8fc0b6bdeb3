import type { WebSocket } from 'ws'
import { whenAborted } from '../../core/abort.ts'
import type { Listener, SpeechCall, TimedWord } from '../endpoint.ts'
import { EndpointFailure, failureOf, refusedWith, shortened } from '../endpoint-failure.ts'
import { whenOpen } from '../when-open.ts'
import { PcmReader } from './pcm-reader.ts'

/** Objects are sent as JSON. */
export type ClientMessage = object | Uint8Array

/** What a message of a service says. */
export type ServiceEvent =
  | { readonly kind: 'audio'; readonly bytes: Buffer }
  | { readonly kind: 'words'; readonly words: readonly TimedWord[] }
  | { readonly kind: 'end' }
  | { readonly kind: 'error'; readonly message: string }

/** The messages of a protocol over WebSockets. */
export interface SocketMessages {
  /** After the URL of the endpoint; with the query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly subprotocol?: string
  /** Sent before there is a text. */
  readonly begin?: readonly ClientMessage[]
  readonly pieceOf: (text: string) => ClientMessage
  /** Sent after the last piece. */
  readonly finish: readonly ClientMessage[]
  /** Stops the speech; undefined if the protocol cannot. */
  readonly interrupt?: ClientMessage
  /** May throw for a message that does not belong to the protocol. */
  readonly read: (data: Buffer, isBinary: boolean) => readonly ServiceEvent[]
}

/** Longer than any message of samples. */
const MAX_MESSAGE_BYTES = 2 ** 24

export async function openSocketCall(url: string, messages: SocketMessages, signal: AbortSignal): Promise<SpeechCall> {
  const { WebSocket } = await import('ws') // few commands need it
  const address = new URL(`${url.replace(/^http/, 'ws')}${messages.path}`)
  const protocols = messages.subprotocol === undefined ? [] : [messages.subprotocol]
  const options = { headers: messages.headers, perMessageDeflate: false, maxPayload: MAX_MESSAGE_BYTES }
  const socket = new WebSocket(address, protocols, options)
  socket.on('error', () => {}) // `whenOpen` or a close tells of it
  const call = new SocketCall(socket, messages, signal)
  try {
    await whenOpen(socket, signal, refusedWith)
  } catch (error) {
    call[Symbol.dispose]()
    throw failureOf(error, 'unreachable')
  }
  for (const message of messages.begin ?? []) call.send(message)
  return call
}

class SocketCall implements SpeechCall {
  readonly #socket: WebSocket
  readonly #messages: SocketMessages
  readonly #reader = new PcmReader()
  readonly #abort: Disposable
  #listener: Listener | undefined
  #isSilent = true
  #settle: (failure?: EndpointFailure) => void = () => {}
  /** Resolves at the end of the audio with the failure, if there was one. */
  readonly #ended: Promise<EndpointFailure | undefined>

  constructor(socket: WebSocket, messages: SocketMessages, signal: AbortSignal) {
    this.#socket = socket
    this.#messages = messages
    this.#ended = new Promise((resolve) => {
      this.#settle = resolve
    })
    this.#abort = whenAborted(signal, () => this.#fail('cut off', 'the call was given up'))
    socket.on('message', (data: Buffer, isBinary) => this.#hear(data, isBinary, performance.now()))
    socket.on('close', (code, reason) => {
      const words = shortened(reason.toString('utf8'))
      const isRefusal = code >= 4000 || [1002, 1003, 1007, 1008, 1011, 1013].includes(code)
      this.#fail(isRefusal ? 'refused' : 'cut off', `closed with ${code}${words === '' ? '' : ` ${words}`}`)
    })
  }

  send(message: ClientMessage): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    this.#socket.send(message instanceof Uint8Array ? message : JSON.stringify(message))
  }

  async speak(text: string | AsyncIterable<string>, listener: Listener): Promise<void> {
    this.#listener = listener
    const sent = this.#sendText(text)
    const failure = await Promise.race([this.#ended, sent.then(() => this.#ended)])
    if (failure !== undefined) throw failure
  }

  async #sendText(text: string | AsyncIterable<string>): Promise<void> {
    const { pieceOf, finish } = this.#messages
    if (typeof text === 'string') this.send(pieceOf(text))
    else for await (const piece of text) this.send(pieceOf(piece))
    for (const message of finish) this.send(message)
  }

  interrupt(): void {
    if (this.#messages.interrupt !== undefined) this.send(this.#messages.interrupt)
  }

  #hear(data: Buffer, isBinary: boolean, atMs: number): void {
    try {
      for (const event of this.#messages.read(data, isBinary)) this.#take(event, atMs)
    } catch (error) {
      this.#settle(error instanceof EndpointFailure ? error : new EndpointFailure('not audio', UNKNOWN_MESSAGE))
    }
  }

  #take(event: ServiceEvent, atMs: number): void {
    switch (event.kind) {
      case 'audio': {
        const chunk = this.#reader.read(event.bytes, atMs)
        if (chunk === undefined) return
        this.#isSilent = false
        this.#listener?.onAudio(chunk)
        return
      }
      case 'words':
        this.#listener?.onWords?.(event.words)
        return
      case 'error':
        this.#fail('refused', shortened(event.message) || 'an error without a message')
        return
      case 'end':
        if (this.#isSilent) this.#fail('empty', 'the text ended without audio')
        else this.#settle()
        return
      default:
        event satisfies never
    }
  }

  #fail(kind: 'cut off' | 'refused' | 'empty', message: string): void {
    this.#settle(new EndpointFailure(kind, message))
  }

  [Symbol.dispose](): void {
    this.#abort[Symbol.dispose]()
    this.#settle()
    this.#socket.terminate()
  }
}

const UNKNOWN_MESSAGE = 'a message that does not belong to the protocol'

/** The object of a text message. Throws for another one. */
export function objectOf(data: Buffer): Readonly<Record<string, unknown>> {
  const message: unknown = JSON.parse(data.toString('utf8'))
  if (typeof message === 'object' && message !== null) return message as Record<string, unknown>
  throw new Error(UNKNOWN_MESSAGE)
}

/** The words of lists such as several services send, `laterS` later. */
export const wordsOf = (times: unknown, laterS = 0): readonly ServiceEvent[] => {
  const { words = [], start = [], end = [] } = (times ?? {}) as Partial<WordLists>
  const timed = words.map((word, i) => ({ word, startS: laterS + (start[i] ?? 0), endS: laterS + (end[i] ?? 0) }))
  return timed.length === 0 ? [] : [{ kind: 'words', words: timed }]
}

interface WordLists {
  readonly words: readonly string[]
  readonly start: readonly number[]
  readonly end: readonly number[]
}

export const audioIn = (base64: unknown): readonly (ServiceEvent & { readonly kind: 'audio' })[] =>
  typeof base64 === 'string' && base64 !== '' ? [{ kind: 'audio', bytes: Buffer.from(base64, 'base64') }] : []
