import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { whenAborted } from '../../core/abort.ts'
import { eventBytes } from '../../protocols/wyoming/event-framing.ts'
import { type ServiceEvent, ServiceEventReader } from '../../protocols/wyoming/service-events.ts'
import { wholeText } from '../connections/http-call.ts'
import { PcmReader } from '../connections/pcm-reader.ts'
import type { Endpoint, EndpointSettings, Listener, SpeechCall } from '../endpoint.ts'
import { EndpointFailure, failureOf, shortened } from '../endpoint-failure.ts'

const PORT = 10_200

/** The Wyoming protocol, without a key. Texts are sent in pieces to services that say that they stream. */
export function wyoming({ url, voice, language }: EndpointSettings): Endpoint {
  const { hostname, port } = new URL(url)
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const speaker = { ...(voice !== undefined && { name: voice }), ...(language !== undefined && { language }) }
  /** Asked with the first call. */
  let isStreaming: boolean | undefined
  return {
    protocol: 'wyoming',
    /** Unknown before the first call. */
    get takesTokens() {
      return isStreaming ?? true
    },
    canInterrupt: false,
    async open(signal) {
      const socket = connect({ host, port: Number(port || PORT), noDelay: true })
      try {
        await once(socket, 'connect', { signal })
      } catch (error) {
        socket.destroy()
        throw failureOf(error, 'unreachable')
      }
      const connection = new WyomingConnection(socket, signal)
      try {
        isStreaming ??= await connection.streams()
      } catch (error) {
        connection[Symbol.dispose]()
        throw error
      }
      return callOn(connection, speaker, isStreaming)
    },
  }
}

const callOn = (connection: WyomingConnection, voice: object, isStreaming: boolean): SpeechCall => ({
  async speak(text, listener) {
    if (typeof text === 'string' || !isStreaming) {
      const whole = typeof text === 'string' ? text : await wholeText(text)
      connection.send('synthesize', { text: whole, voice })
      return connection.hear('audio-stop', listener)
    }
    const heard = connection.hear('synthesize-stopped', listener)
    connection.send('synthesize-start', { voice })
    const sent = (async () => {
      for await (const piece of text) connection.send('synthesize-chunk', { text: piece })
      connection.send('synthesize-stop')
    })()
    await Promise.race([heard, sent.then(() => heard)])
  },
  interrupt: () => {},
  [Symbol.dispose]: () => connection[Symbol.dispose](),
})

class WyomingConnection implements Disposable {
  readonly #socket: Socket
  readonly #reader = new ServiceEventReader()
  readonly #pieces: AsyncIterator<Buffer>
  readonly #abort: Disposable

  constructor(socket: Socket, signal: AbortSignal) {
    this.#socket = socket
    this.#pieces = socket.iterator({ destroyOnReturn: false })
    this.#abort = whenAborted(signal, () => socket.destroy())
    socket.on('error', () => {}) // the pieces end with it
  }

  send(type: string, data?: object): void {
    if (this.#socket.writable) this.#socket.write(eventBytes(type, data))
  }

  /** Whether the service takes texts in pieces. */
  async streams(): Promise<boolean> {
    this.send('describe')
    for (;;) {
      const { type, data } = await this.#next()
      if (type !== 'info') continue
      const programs = (data.tts ?? []) as readonly { readonly supports_synthesize_streaming?: boolean }[]
      if (programs.length === 0) throw new EndpointFailure('refused', 'the service does not speak')
      return programs[0]?.supports_synthesize_streaming === true
    }
  }

  async hear(last: string, listener: Listener): Promise<void> {
    let reader: PcmReader | undefined
    for (;;) {
      const { type, data, payload } = await this.#next()
      if (type === 'error') throw new EndpointFailure('refused', shortened(String(data.text)))
      if (type === 'audio-start') {
        if (data.width !== 2 || data.channels !== 1 || typeof data.rate !== 'number')
          throw new EndpointFailure('not audio', 'audio that is not mono of 16 bits')
        reader ??= new PcmReader(data.rate)
      }
      const chunk = type === 'audio-chunk' ? reader?.read(payload, performance.now()) : undefined
      if (chunk !== undefined) listener.onAudio(chunk)
      if (type !== last) continue
      if (reader === undefined) throw new EndpointFailure('empty', 'the text ended without audio')
      return
    }
  }

  async #next(): Promise<ServiceEvent> {
    for (;;) {
      const event = this.#read()
      if (event !== undefined) return event
      const { done, value } = await this.#pieces.next().catch((error: unknown) => {
        throw failureOf(error, 'cut off')
      })
      if (done) throw new EndpointFailure('cut off', 'the connection ended')
      this.#reader.add(value)
    }
  }

  #read(): ServiceEvent | undefined {
    try {
      return this.#reader.next()
    } catch (error) {
      throw new EndpointFailure('not audio', (error as Error).message)
    }
  }

  [Symbol.dispose](): void {
    this.#abort[Symbol.dispose]()
    this.#socket.destroy()
  }
}
