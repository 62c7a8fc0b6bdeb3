import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { eventBytes } from '../../protocols/wyoming/event-framing.ts'
import { type ServiceEvent, ServiceEventReader } from '../../protocols/wyoming/service-events.ts'
import { describePcm, withTime } from '../audio.ts'
import { type Check, type Client, misbehaving, Problem, type Target } from '../check.ts'
import { connectionProblem } from '../failures.ts'
import { SENTENCES, TEXT } from '../texts.ts'

/** Home Assistant gives up on a description after this time, in milliseconds. */
const DESCRIBE_MS = 1000

/** A connection for the time of `use`. Throws a Problem. */
async function withWyoming<T>(
  { wyoming: { host, port } }: Target,
  signal: AbortSignal,
  use: (wyoming: Wyoming) => Promise<T>,
): Promise<T> {
  const socket = connect(port, host)
  try {
    await once(socket, 'connect', { signal })
    socket.on('error', () => {}) // the end follows
    return await use(new Wyoming(socket, signal))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') {
      throw new Problem(
        `nothing listens at ${host}:${port}, the port of the Wyoming protocol`,
        `Set HOARFROST_WYOMING_PORT=${port} for the server, and HOARFROST_WYOMING_HOST=0.0.0.0 if Home Assistant runs on another machine.`,
      )
    }
    throw connectionProblem(signal.aborted && !(error instanceof Problem) ? signal.reason : error, `${host}:${port}`)
  } finally {
    socket.destroy()
  }
}

class Wyoming {
  readonly #socket: Socket
  readonly #pieces: AsyncIterator<Buffer>
  readonly #reader = new ServiceEventReader()

  constructor(socket: Socket, signal: AbortSignal) {
    this.#socket = socket
    this.#pieces = socket.iterator({ destroyOnReturn: false })
    signal.addEventListener('abort', () => socket.destroy(signal.reason as Error), { once: true })
  }

  send(type: string, data?: object): void {
    this.#socket.write(eventBytes(type, data))
  }

  async next(awaited: string): Promise<ServiceEvent> {
    for (;;) {
      const event = this.#takeEvent()
      if (event !== undefined) return event
      const { done, value } = await this.#pieces.next()
      if (done) {
        throw new Problem(
          `the connection ends before ${awaited}`,
          'Is this the port of Wyoming, and is this machine in HOARFROST_WYOMING_ALLOW?',
        )
      }
      this.#reader.add(value)
    }
  }

  #takeEvent(): ServiceEvent | undefined {
    try {
      return this.#reader.next()
    } catch (error) {
      throw new Problem((error as Error).message, 'Is another program on this port?')
    }
  }

  /** The audio of a text, until the event that ends it. */
  async hear(last: 'audio-stop' | 'synthesize-stopped'): Promise<string> {
    const startMs = performance.now()
    let firstMs = 0
    let rateHz = 0
    const audio: Buffer[] = []
    for (;;) {
      const { type, data, payload } = await this.next(last)
      if (type === 'error')
        throw new Problem(`the server sends an error: ${data.text}`, 'The log of the server has the reason.')
      if (type === 'audio-start') {
        if (data.width !== 2 || data.channels !== 1 || typeof data.rate !== 'number')
          throw misbehaving('audio-start is not of mono audio of 16 bits')
        if (rateHz !== 0 && rateHz !== data.rate) throw misbehaving('the sampling rate changes within a stream')
        rateHz = data.rate
      }
      if (type === 'audio-chunk') {
        if (rateHz === 0) throw misbehaving('audio comes before audio-start')
        if (audio.length === 0) firstMs = performance.now() - startMs
        audio.push(payload)
      }
      if (type === last) return withTime(describePcm(Buffer.concat(audio), rateHz), firstMs)
    }
  }
}

interface Program {
  readonly installed: boolean
  readonly supports_synthesize_streaming: boolean
  readonly voices: readonly { readonly name: string; readonly installed: boolean }[]
}

const describeService: Check = {
  name: 'describe',
  run: (target, signal) =>
    withWyoming(target, signal, async (wyoming) => {
      const startMs = performance.now()
      wyoming.send('describe')
      const { type, data } = await wyoming.next('info')
      const ms = performance.now() - startMs
      const [program] = (data.tts ?? []) as readonly Program[]
      const names = program?.voices.filter(({ installed }) => installed).map(({ name }) => name) ?? []
      if (
        type !== 'info' ||
        !program?.installed ||
        !program.supports_synthesize_streaming ||
        !names.includes(target.speaker)
      ) {
        throw misbehaving(`the answer lacks a streaming program with the voice ${target.speaker}`)
      }
      if (ms > DESCRIBE_MS)
        throw misbehaving(`the description takes ${Math.round(ms)} ms, and Home Assistant waits ${DESCRIBE_MS}`)
      return `${names.length} voices`
    }),
}

const whole: Check = {
  name: 'synthesize',
  run: (target, signal) =>
    withWyoming(target, signal, async (wyoming) => {
      wyoming.send('synthesize', { text: TEXT, voice: { name: target.speaker } })
      return wyoming.hear('audio-stop')
    }),
}

/** The whole text follows its pieces, for services that do not stream. */
const streamed: Check = {
  name: 'synthesize-start, -chunk, -stop',
  run: (target, signal) =>
    withWyoming(target, signal, async (wyoming) => {
      wyoming.send('synthesize-start', { voice: { name: target.speaker } })
      for (const sentence of SENTENCES) wyoming.send('synthesize-chunk', { text: `${sentence} ` })
      wyoming.send('synthesize', { text: TEXT, voice: { name: target.speaker } })
      wyoming.send('synthesize-stop')
      return wyoming.hear('synthesize-stopped')
    }),
}

/** Home Assistant, which speaks the Wyoming protocol on a port of its own, without a key. */
export const homeAssistant: Client = {
  name: 'home-assistant',
  needed: [describeService],
  checks: [whole, streamed],
}
