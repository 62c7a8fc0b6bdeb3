import type { LoadedEngine, SpeechSink } from '../../core/engine.ts'
import { isSpeechError, SpeechError } from '../../core/errors.ts'
import type { Utterance, Variation } from '../../core/utterance.ts'
import type { EngineVoice } from '../../core/voice.ts'
import { SoundReader } from '../sounds/sound-reader.ts'
import { SAMPLE_RATE_HZ } from './harmonic-noise-synth.ts'
import { type Mixture, mixtureOf } from './mixture.ts'
import type { AriaNetworks } from './networks.ts'
import { type SoundPhrase, soundPhrasesOf } from './sound-phrases.ts'
import { type SampleAt, speakPhrases } from './speak-phrases.ts'
import { predictSpeakerFrames, type SpeakerShape } from './speaker-model.ts'
import type { ManySpeakersManifest } from './voice-files.ts'

const BRITISH = 'eng-GB'
const MOST_KNOWN_MIXTURES = 1000

/** Networks of many speakers in several languages: speaks as any of them or a mixture. */
export class LoadedSpeakers implements LoadedEngine {
  readonly #manifest: ManySpeakersManifest
  readonly #networks: AriaNetworks
  readonly #shape: SpeakerShape
  readonly #reader = new SoundReader()
  readonly #mixtures = new Map<string, Mixture>()

  constructor(manifest: ManySpeakersManifest, networks: AriaNetworks) {
    this.#manifest = manifest
    this.#networks = networks
    this.#shape = {
      symbolIds: new Map(manifest.symbols.map((symbol, id) => [symbol, id])),
      languages: manifest.languages,
      voicingFramesBefore: manifest.voicing.framesBefore,
      voicingFramesAfter: manifest.voicing.framesAfter,
    }
  }

  sampleRateHz({ base }: EngineVoice): number {
    this.#mixtureOf(base)
    return SAMPLE_RATE_HZ
  }

  async speak(utterance: Utterance, voice: EngineVoice, sink: SpeechSink): Promise<void> {
    const mixture = this.#mixtureOf(voice.base)
    try {
      await this.#speak(utterance, voice, mixture, sink)
    } catch (cause) {
      if (isSpeechError(cause)) throw cause
      throw new SpeechError('engine.crashed', 'aria failed in the middle of an utterance', { cause })
    }
  }

  async #speak(utterance: Utterance, { timbre }: EngineVoice, mixture: Mixture, sink: SpeechSink): Promise<void> {
    const language = this.#languageOf(utterance, mixture)
    const words = await this.#reader.read(utterance, language)
    const reader = {
      predict: (phrase: SoundPhrase, i: number) => {
        const variation = ofPhrase(utterance.variation, i)
        return predictSpeakerFrames(phrase, { timbre, variation, mixture, language }, this.#networks, this.#shape)
      },
      mark: markWords,
    }
    const sound = { network: this.#networks.vocoder, shape: this.#manifest.vocoder, gain: this.#manifest.gain }
    await speakPhrases(soundPhrasesOf(words, utterance), reader, sound, sink)
  }

  [Symbol.dispose](): void {
    for (const network of Object.values(this.#networks)) network[Symbol.dispose]()
    this.#reader[Symbol.dispose]()
  }

  #mixtureOf(base: string): Mixture {
    const known = this.#mixtures.get(base)
    if (known) return known
    const mixture = mixtureOf(base, this.#manifest.speakers)
    if (this.#mixtures.size >= MOST_KNOWN_MIXTURES) this.#mixtures.clear()
    this.#mixtures.set(base, mixture)
    return mixture
  }

  /** The language of the text in the speaker's accent; the speaker's own if the networks do not know that of the text. */
  #languageOf({ language }: Utterance, mixture: Mixture): string {
    if (language === 'eng' && mixture.language === BRITISH) return BRITISH
    return this.#manifest.languages.includes(language) ? language : mixture.language
  }
}

/** Each phrase of an utterance gets its own variation. */
export const ofPhrase = (variation: Variation | undefined, phraseIndex: number): Variation | undefined =>
  variation && { ...variation, seed: variation.seed + phraseIndex }

function markWords({ words }: SoundPhrase, sampleAt: SampleAt, sink: SpeechSink): void {
  for (const { segmentIndex, firstRow, endRow, from, to } of words) {
    const start = sampleAt(firstRow)
    const length = sampleAt(endRow) - start
    sink.mark(segmentIndex, Math.round(start + from * length), Math.round(start + to * length))
  }
}
