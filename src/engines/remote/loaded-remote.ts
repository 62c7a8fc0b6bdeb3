import { readFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import type { LoadedEngine, SpeechSink } from '../../core/engine.ts'
import { SpeechError } from '../../core/errors.ts'
import { packOfBase, REMOTE_SETTINGS_NAME, type RemoteSettings } from '../../core/pack.ts'
import type { Utterance } from '../../core/utterance.ts'
import type { EngineVoice } from '../../core/voice.ts'
import { installationOf } from '../installation-of.ts'
import { createSpeechClient, type SpeechClient } from './speech-client.ts'
import { type SpokenPhrase, spokenPhrases } from './spoken-phrases.ts'
import { SilenceTrimmer } from './trim-silence.ts'

/** Audio of one utterance, after which the server counts as broken. */
const MAX_UTTERANCE_S = 120
/** At first; measured afterwards. */
const SECONDS_PER_LETTER = 0.065
const NEWEST_SHARE = 0.2
/** Limits of the API. */
const SPEEDS = { slowest: 0.25, fastest: 4 } as const
const LEAVING_CHECK_MS = 100

interface Server {
  readonly installation: string | undefined
  readonly client: SpeechClient
  readonly sampleRateHz: number
  /** Measured speed of its speech. */
  secondsPerLetter: number
}

/** Servers that one thread speaks through. */
export class LoadedRemote implements LoadedEngine {
  readonly #byFolder = new Map<string, Server>()

  sampleRateHz({ base }: EngineVoice): number {
    return this.#server(packOfBase(base).folder).sampleRateHz
  }

  async speak(utterance: Utterance, { base, timbre }: EngineVoice, sink: SpeechSink): Promise<void> {
    const { folder, speaker } = packOfBase(base)
    const server = this.#server(folder)
    using listener = watchListener(sink)
    let startSample = 0
    for (const phrase of spokenPhrases(utterance.segments)) {
      const speed = Math.min(Math.max(phrase.rate * timbre.rateRatio, SPEEDS.slowest), SPEEDS.fastest)
      const speech = new PhraseSpeech(phrase, speed, server, startSample, sink)
      try {
        const audio = server.client.speak({ text: phrase.text, voice: speaker, speed }, listener.leaving)
        if (!(await speech.pass(audio))) return
      } catch (error) {
        if (listener.leaving.aborted) return
        throw error
      }
      startSample = speech.endSample
    }
  }

  [Symbol.dispose](): void {
    for (const { client } of this.#byFolder.values()) client[Symbol.dispose]()
    this.#byFolder.clear()
  }

  #server(folder: string): Server {
    const known = this.#byFolder.get(folder)
    const installation = installationOf(folder)
    // A removed pack speaks the rest of its requests.
    if (known && (installation === undefined || installation === known.installation)) return known
    try {
      if (!isAbsolute(folder)) throw new Error('the path is not absolute')
      const settings = readSettings(join(folder, REMOTE_SETTINGS_NAME))
      const server = {
        installation,
        client: createSpeechClient(settings),
        sampleRateHz: settings.sampleRateHz,
        secondsPerLetter: SECONDS_PER_LETTER,
      }
      this.#byFolder.set(folder, server)
      return server
    } catch (cause) {
      throw new SpeechError('voice.unusable', `${folder}: ${(cause as Error).message}`, { cause })
    }
  }
}

const NOTHING = new Float32Array(0)

/** Notices that the listener has left also while the server is silent. */
function watchListener(sink: SpeechSink): Disposable & { readonly leaving: AbortSignal } {
  const leaving = new AbortController()
  const watch = setInterval(() => sink.audio(NOTHING) || leaving.abort(), LEAVING_CHECK_MS)
  return { leaving: leaving.signal, [Symbol.dispose]: () => clearInterval(watch) }
}

/** The file was checked when the pack was installed, but may have been edited. */
function readSettings(path: string): RemoteSettings {
  const settings = JSON.parse(readFileSync(path, 'utf8')) as RemoteSettings
  const { url, sampleRateHz } = settings
  if (!/^https?:\/\//.test(url) || !(sampleRateHz >= 8000 && sampleRateHz <= 48_000)) {
    throw new Error(`${REMOTE_SETTINGS_NAME} needs a url and a sampleRateHz from 8000 to 48000`)
  }
  return settings
}

/** Passes on the audio of one phrase as it arrives, with a mark before each word's estimated start. */
class PhraseSpeech {
  readonly speed: number
  readonly #phrase: SpokenPhrase
  readonly #server: Server
  readonly #startSample: number
  readonly #sink: SpeechSink
  readonly #samplesPerLetter: number
  #passed = 0
  #nextWord = 0
  #nextLetter = 0

  constructor(phrase: SpokenPhrase, speed: number, server: Server, startSample: number, sink: SpeechSink) {
    this.speed = speed
    this.#phrase = phrase
    this.#server = server
    this.#startSample = startSample
    this.#sink = sink
    this.#samplesPerLetter = (server.secondsPerLetter / speed) * server.sampleRateHz
  }

  get endSample(): number {
    return this.#startSample + this.#passed
  }

  /** Returns false if the sink wants no more. */
  async pass(audio: AsyncIterable<Float32Array>): Promise<boolean> {
    const { sampleRateHz } = this.#server
    const trimmer = new SilenceTrimmer(sampleRateHz)
    let received = 0
    for await (const samples of audio) {
      if (!this.#send(trimmer.add(samples))) return false
      received += samples.length
      if (received > MAX_UTTERANCE_S * sampleRateHz) throw new SpeechError('voice.unusable', 'the audio has no end')
    }
    const rest = trimmer.finish()
    if (received === 0) throw new SpeechError('voice.unusable', 'the server sent no audio')
    if (this.#passed + rest.length === 0) throw new SpeechError('engine.refused', 'the server sent silence')
    this.#markUntil(Number.POSITIVE_INFINITY, this.#passed + rest.length)
    const goesOn = this.#send(rest)
    this.#measure()
    return goesOn
  }

  #send(samples: Float32Array): boolean {
    if (samples.length === 0) return this.#sink.audio(samples)
    this.#markUntil(this.#passed + samples.length, Number.POSITIVE_INFINITY)
    this.#passed += samples.length
    return this.#sink.audio(samples)
  }

  /** Marks the words that start before `sample`; none ends after `lastSample`. */
  #markUntil(sample: number, lastSample: number): void {
    const { words } = this.#phrase
    for (; this.#nextWord < words.length; this.#nextWord++) {
      const { segmentIndex, weight } = words[this.#nextWord] as SpokenPhrase['words'][number]
      const start = Math.round(this.#nextLetter * this.#samplesPerLetter)
      if (start >= sample) return
      this.#nextLetter += weight
      const end = Math.round(this.#nextLetter * this.#samplesPerLetter)
      const place = (at: number): number => this.#startSample + Math.min(at, lastSample)
      this.#sink.mark(segmentIndex, place(start), place(end))
    }
  }

  #measure(): void {
    const letters = this.#phrase.words.reduce((sum, { weight }) => sum + weight, 0)
    const measured = (this.#passed / this.#server.sampleRateHz / letters) * this.speed
    this.#server.secondsPerLetter += NEWEST_SHARE * (measured - this.#server.secondsPerLetter)
  }
}
