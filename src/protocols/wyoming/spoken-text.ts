import type { App } from '../../app/app.ts'
import { LiveSession } from '../../app/live-session/live-session.ts'
import type { CloseReason } from '../../app/live-session/live-session-messages.ts'
import { newTally, noteFirstAudio, type SpeechTally } from '../../app/speech/speech-tally.ts'
import { shortSilence } from '../../app/speech/spoken-audio.ts'
import { BREAKS, type SynthesisRequest } from '../../core/request.ts'
import { countCodePoints } from '../../core/text-length.ts'
import { REAL_TIMERS } from '../../server/websocket/socket-connection.ts'

/** Where the audio of a text goes. */
export interface AudioSink {
  /** Writes an event, with a payload if it has one. */
  write(type: string, data?: object, payload?: Uint8Array): void
  /** Resolves when the client has read enough for more audio; undefined if it has. Rejects when the signal fires. */
  whenRead(signal: AbortSignal): Promise<void> | undefined
}

/** Maximum text that waits to be spoken, in UTF-16 units. */
const MOST_PENDING = 2 ** 20

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
    const { sampleRateHz, language } = voice
    this.tally = newTally(voice)
    this.#sink = sink
    this.#format = { rate: sampleRateHz, width: 2, channels: 1 }
    this.ended = new Promise((resolve) => {
      this.#resolveEnded = resolve
    })
    this.#session = new LiveSession(
      {
        segmentation: 'bySentence',
        language,
        format: { codec: 'pcm', sampleRateHz },
        hasWordTimes: false,
        timesFrom: 'segment',
        endsTurnsByFlush: true,
        markup: BREAKS,
        maxTextLength: app.limits.maxTextLength,
        maxPendingLength: MOST_PENDING,
        doneGraceMs: app.limits.doneGraceMs,
      },
      {
        narrator: app.speech.narrator(voice),
        createEncoder: app.speech.createEncoder,
        timers: REAL_TIMERS,
        output: {
          whenRead: (signal) => sink.whenRead(signal),
          noteFirstAudio: (ms) => noteFirstAudio(this.tally, ms),
          send: (event) => {
            if (event.kind === 'chunk') this.#sendAudio(event.bytes)
            if (event.kind !== 'close') return
            if (event.reason.kind === 'finished') this.#finish()
            this.#resolveEnded(event.reason)
          },
        },
      },
    )
  }

  /** Adds text. */
  add(text: string): void {
    this.tally.characters += countCodePoints(text)
    this.#session.take({ kind: 'text', text, markup: undefined, contextId: undefined })
  }

  /** The text is complete. */
  end(): void {
    this.#session.take({ kind: 'eos', contextId: undefined })
  }

  /** The server is closing: ends as soon as nothing is being spoken. */
  drain(): void {
    this.#session.drain()
  }

  [Symbol.dispose](): void {
    this.#session[Symbol.dispose]()
    this.#resolveEnded(undefined)
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
