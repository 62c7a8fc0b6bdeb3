import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { App } from '../../app/app.ts'
import type { SpeechTally } from '../../app/speech/speech-tally.ts'
import { createTimeSlice } from '../../app/time-slice.ts'
import { whenAborted } from '../../core/abort.ts'
import { isSpeechError, SpeechError } from '../../core/errors.ts'
import { whatToTell } from '../../server/answers/error-reply.ts'
import { figuresOf, NO_ANSWER } from '../../server/observe/request-log.ts'
import type { Server } from '../../server/protocol.ts'
import { type ClientEvent, parseEvent } from './client-events.ts'
import { EventReader, eventBytes, type WyomingEvent } from './event-framing.ts'
import { serviceInfo } from './service-info.ts'
import { SpokenText } from './spoken-text.ts'
import { resolveVoice, type VoiceChoice } from './voice-choice.ts'

/** Clients keep connections open between texts. */
const IDLE_MS = 600_000
/** A client that has read nothing for as long, although audio waits, is disconnected. */
const STALLED_MS = 60_000
/** TCP finds dead peers of idle connections. */
const KEEP_ALIVE_MS = 30_000
/** Time for the client to close its side after ours. */
const LINGER_MS = 2000

/** A connection of a client. Events are handled one after the other; a text is spoken before the next is read. */
export class WyomingConnection {
  readonly #socket: Socket
  readonly #server: Pick<Server, 'logger' | 'countRequest' | 'usage'>
  readonly #app: App
  readonly #reader = new EventReader()
  /** Fires when the connection is closed. */
  readonly #gone = new AbortController()
  /** The text that is being spoken. */
  #text: SpokenText | undefined
  /** The text between `synthesize-start` and `synthesize-stop`, until it is spoken. */
  #stream: { readonly text: SpokenText; readonly isSpoken: Promise<boolean> } | undefined
  #isWorking = false
  #isDraining = false
  #isEnded = false

  constructor(socket: Socket, server: Pick<Server, 'logger' | 'countRequest' | 'usage'>, app: App) {
    this.#socket = socket
    this.#server = server
    this.#app = app
    socket.setKeepAlive(true, KEEP_ALIVE_MS)
    socket.setTimeout(IDLE_MS, () => socket.destroy())
    socket.on('drain', () => socket.setTimeout(IDLE_MS))
    socket.on('readable', () => void this.#work())
    socket.on('end', () => void this.#work())
    socket.on('error', () => {}) // a close follows
    socket.on('close', () => {
      this.#isEnded = true
      this.#gone.abort()
      this.#text?.[Symbol.dispose]()
    })
  }

  /** The server is closing: ends the connection after the text that is being spoken, at once if there is none. */
  drain(): void {
    this.#isDraining = true
    this.#stream?.text.drain()
    void this.#work()
  }

  /** Reads and handles events until there are no more. */
  async #work(): Promise<void> {
    if (this.#isWorking || this.#isEnded) return
    this.#isWorking = true
    const slice = createTimeSlice()
    try {
      while (!this.#isEnded && !this.#isDrained) {
        const event = this.#next()
        if (event === undefined) break
        const known = parseEvent(event)
        if (known !== undefined) await this.#take(known)
        await this.#whenRead(this.#gone.signal)
        if (slice.isOver) await slice.next()
      }
    } catch (error) {
      this.#fail(error)
    }
    this.#isWorking = false
    if (this.#socket.readableEnded || this.#isDrained) this.#end()
  }

  get #isDrained(): boolean {
    return this.#isDraining && this.#stream === undefined
  }

  #next(): WyomingEvent | undefined {
    for (;;) {
      const event = this.#reader.next()
      if (event !== undefined) return event
      const bytes: Buffer | null = this.#socket.read()
      if (bytes === null) return undefined
      this.#reader.add(bytes)
    }
  }

  async #take(event: ClientEvent): Promise<void> {
    switch (event.kind) {
      case 'describe':
        return this.#write('info', serviceInfo(this.#app.catalogue))
      case 'ping':
        return this.#write('pong', event.text === undefined ? {} : { text: event.text })
      case 'synthesize': {
        // The whole text of a stream follows its pieces, for services that do not stream.
        if (this.#stream !== undefined) return
        const text = this.#begin(event.voice)
        text.add(event.text)
        text.end()
        await this.#whenSpoken(text)
        return
      }
      case 'start': {
        this.#stream?.text[Symbol.dispose]()
        const text = this.#begin(event.voice)
        this.#stream = { text, isSpoken: this.#whenSpoken(text) }
        return
      }
      case 'chunk':
        return this.#stream?.text.add(event.text)
      case 'stop': {
        if (this.#stream === undefined) return
        const { text, isSpoken } = this.#stream
        text.end()
        if (await isSpoken) this.#write('synthesize-stopped')
        this.#stream = undefined
        return
      }
      default:
        return event satisfies never
    }
  }

  #begin(voice: VoiceChoice): SpokenText {
    this.#text = new SpokenText(resolveVoice(randomUUID(), voice, this.#app), this.#app, {
      write: (type, data, payload) => this.#write(type, data, payload),
      whenRead: (signal) => this.#whenRead(signal),
    })
    return this.#text
  }

  /** Logs and counts a text when it ends. A failure ends the connection. Resolves with whether it was spoken. */
  async #whenSpoken(text: SpokenText): Promise<boolean> {
    const startedAtMs = performance.now()
    const endUsage = this.#server.usage.track({ speech: text.tally, keyId: undefined }, () => 'Wyoming')
    const reason = await text.ended
    endUsage(reason?.kind === 'failed' || reason?.kind === 'draining')
    text[Symbol.dispose]()
    const speech = { ms: performance.now() - startedAtMs, tally: text.tally }
    if (reason?.kind === 'finished') this.#log(200, speech)
    else if (reason === undefined) this.#log(NO_ANSWER, speech)
    else this.#fail(reason.kind === 'failed' ? reason.error : CLOSING, speech)
    return reason?.kind === 'finished'
  }

  #log(status: number, { ms, tally }: Speech = { ms: 0, tally: undefined }, reason?: string): void {
    this.#server.countRequest({ route: PROTOCOL, status, ms, speech: tally })
    this.#server.logger.info(
      { protocol: PROTOCOL, status, reason, ms: Math.round(ms), ...(tally && figuresOf(tally)) },
      'request',
    )
  }

  /** Tells the client and ends the connection: clients that wait for audio ignore the event, but see the end. */
  #fail(error: unknown, speech?: Speech): void {
    if (this.#isEnded) return
    const { status, text } = whatToTell(error)
    if (status === 500) this.#server.logger.error({ protocol: PROTOCOL, err: error }, 'request failed')
    this.#log(status, speech, isSpeechError(error) ? error.reason : text)
    this.#write('error', { text, code: isSpeechError(error) ? error.code : 'internal' })
    this.#end()
  }

  #end(): void {
    if (this.#isEnded) return
    this.#isEnded = true
    this.#text?.[Symbol.dispose]()
    this.#socket.end()
    this.#socket.removeAllListeners('readable').resume() // drops what the client still sends
    setTimeout(() => this.#socket.destroy(), LINGER_MS).unref()
  }

  #write(type: string, data?: object, payload?: Uint8Array): void {
    if (this.#isEnded) return
    this.#socket.cork()
    this.#socket.write(eventBytes(type, data, payload?.length))
    if (payload !== undefined) this.#socket.write(payload)
    this.#socket.uncork()
  }

  /** Resolves when the kernel has taken what was written; undefined if it has. Rejects when the signal fires. */
  #whenRead(signal: AbortSignal): Promise<void> | undefined {
    const socket = this.#socket
    if (!socket.writableNeedDrain) return undefined
    socket.setTimeout(STALLED_MS)
    return new Promise((resolve, reject) => {
      const onDrain = (): void => {
        listening[Symbol.dispose]()
        resolve()
      }
      socket.once('drain', onDrain)
      const listening = whenAborted(signal, () => {
        socket.off('drain', onDrain)
        reject(signal.reason)
      })
    })
  }
}

/** What was spoken, and for how long. */
interface Speech {
  readonly ms: number
  readonly tally: SpeechTally | undefined
}

const PROTOCOL = 'wyoming'
const CLOSING = new SpeechError('pool.draining', 'the server is closing')
