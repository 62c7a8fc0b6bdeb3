import type { App } from '../../app/app.ts'
import type { LiveSession } from '../../app/live-session/live-session.ts'
import type { CloseReason, SessionEvent } from '../../app/live-session/live-session-messages.ts'
import { openLiveSession } from '../../app/live-session/open-live-session.ts'
import { newTally, type SpeechTally } from '../../app/speech/speech-tally.ts'
import { shortSilence } from '../../app/speech/spoken-audio.ts'
import type { SynthesisRequest } from '../../core/request.ts'
import { REAL_TIMERS } from '../../server/websocket/socket-connection.ts'

/** Where the audio of a text goes. */
export interface AudioSink {
  /** Writes an event, with a payload if it has one. */
  write(type: string, data?: object, payload?: Uint8Array): void
  /** Resolves when the client has read enough for more audio; undefined if it has. Rejects when the signal fires. */
  whenRead(signal: AbortSignal): Promise<void> | undefined
}

/** Maximum text that waits to be spoken, in UTF-16 units. */
const MAX_PENDING = 2 ** 20

/** A text that is spoken while it is written, as the events `audio-start`, `audio-chunk` and `audio-stop`. */
export class SpokenText implements Disposable {
  readonly tally: SpeechTally
  /** Resolves after the last event, with the reason why there are no more; undefined after disposal. */
  readonly ended: Promise<CloseReason | undefined>
  readonly #session: LiveSession
  readonly #sink: AudioSink
  readonly #format: { readonly rate: number; readonly width: 2; readonly channels: 1 }
  #samples = 0
  #resolveEnded: (reason: CloseReason | undefined) => void = () => {}

  constructor(voice: SynthesisRequest, app: App, sink: AudioSink) {
    const { sampleRateHz } = voice
    this.tally = newTally(voice)
    this.#sink = sink
    this.#format = { rate: sampleRateHz, width: 2, channels: 1 }
    this.ended = new Promise((resolve) => {
      this.#resolveEnded = resolve
    })
    const client = { tally: this.tally, timers: REAL_TIMERS, whenRead: (signal: AbortSignal) => sink.whenRead(signal) }
    const settings = { speech: voice, codec: 'pcm', hasWordTimes: false, maxPendingLength: MAX_PENDING } as const
    this.#session = openLiveSession(settings, client, (event) => this.#send(event), app)
  }

  /** Adds text. */
  add(text: string): void {
    this.#session.take({ kind: 'text', text })
  }

  /** The text is complete. */
  end(): void {
    this.#session.take({ kind: 'eos' })
  }

  /** The server is closing: ends as soon as nothing is being spoken. */
  drain(): void {
    this.#session.drain()
  }

  [Symbol.dispose](): void {
    this.#session[Symbol.dispose]()
    this.#resolveEnded(undefined)
  }

  #send(event: SessionEvent): void {
    if (event.kind === 'chunk') this.#sendAudio(event.bytes)
    if (event.kind !== 'close') return
    if (event.reason.kind === 'finished') this.#finish()
    this.#resolveEnded(event.reason)
  }

  #sendAudio(bytes: Uint8Array): void {
    if (this.#samples === 0) this.#sink.write('audio-start', { ...this.#format, timestamp: 0 })
    this.#sink.write('audio-chunk', { ...this.#format, timestamp: this.#timestampMs }, bytes)
    this.#samples += bytes.length / this.#format.width
    this.tally.audioSeconds = this.#timestampMs / 1000
  }

  /** Clients cannot read audio without a chunk. */
  #finish(): void {
    if (this.#samples === 0)
      this.#sendAudio(new Uint8Array(this.#format.width * shortSilence(this.#format.rate).length))
    this.#sink.write('audio-stop', { timestamp: this.#timestampMs })
  }

  get #timestampMs(): number {
    return Math.round((1000 * this.#samples) / this.#format.rate)
  }
}
