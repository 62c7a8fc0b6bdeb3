import type { LoadedEngine, SpeechSink } from '../../core/engine.ts'
import { SpeechError } from '../../core/errors.ts'
import type { Utterance, Variation } from '../../core/utterance.ts'
import type { EngineVoice } from '../../core/voice.ts'
import { SoundReader } from '../sounds/sound-reader.ts'
import { type AcousticShape, type Delivery, predictFrames } from './acoustic-model.ts'
import { type BreathFrames, breathFrames, breathSpectrum } from './breath.ts'
import { HOP, SAMPLE_RATE_HZ } from './frame-sizes.ts'
import { FrameTrack } from './frame-track.ts'
import { type Mixture, mixtureOf } from './mixture.ts'
import type { AriaNetworks } from './networks.ts'
import { type Phrase, phrasesOf } from './phrases.ts'
import { finishInPlace } from './smooth-ends.ts'
import { samplesOfFrames, Vocoder } from './vocoder.ts'
import type { VoiceManifest } from './voice-files.ts'

const MAX_KNOWN_MIXTURES = 1000
const MAX_KNOWN_BREATHS = 100

/** The networks of one thread. Speaks as any of their speakers, or as a mixture of speakers. */
export class LoadedAria implements LoadedEngine {
  readonly #manifest: VoiceManifest
  readonly #networks: AriaNetworks
  readonly #shape: AcousticShape
  readonly #reader = new SoundReader()
  readonly #mixtures = new Map<string, Mixture>()
  /** Spectra of breaths by voice. */
  readonly #breaths = new Map<string, Float32Array>()

  constructor(manifest: VoiceManifest, networks: AriaNetworks) {
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
    } catch (error) {
      throw new SpeechError('engine.crashed', 'aria failed in the middle of an utterance', { cause: error })
    }
  }

  /** Predicts each phrase after the previous one was spoken, so that the first audio is early. */
  async #speak(utterance: Utterance, { base, timbre }: EngineVoice, mixture: Mixture, sink: SpeechSink): Promise<void> {
    const { gain, vocoder: shape } = this.#manifest
    const language = this.#languageOf(utterance, mixture)
    const phrases = phrasesOf(await this.#reader.read(utterance, language), utterance)
    const track = new FrameTrack()
    const vocoder = new Vocoder(this.#networks.vocoder, shape)
    let spoken = 0
    if (utterance.startsWithBreath === true && phrases[0] !== undefined) {
      const delivery = { timbre, variation: utterance.variation, mixture, language }
      const { mels, voicing } = await this.#breathe(base, phrases[0], delivery)
      track.add(mels, voicing, 0)
    }
    for (const [i, phrase] of phrases.entries()) {
      const isLast = i === phrases.length - 1
      const delivery = { timbre, variation: ofPhrase(utterance.variation, i), mixture, language }
      const { rowStarts, mels, voicing } = await predictFrames(phrase, delivery, this.#networks, this.#shape)
      const firstFrame = track.length
      track.add(mels, voicing, vocoder.frame - shape.framesBefore)
      const endSample = samplesOfFrames(track.length)
      markWords(phrase, rowStarts, { firstFrame, endSample }, sink)
      const totalSamples = isLast ? endSample : Number.POSITIVE_INFINITY
      const isWanted = await vocoder.speak(track, isLast, async (samples) => {
        finishInPlace(samples, gain, spoken, totalSamples)
        spoken += samples.length
        return sink.audio(samples) && (await sink.nextTurn?.()) !== false
      })
      if (!isWanted) return
    }
  }

  [Symbol.dispose](): void {
    for (const network of Object.values(this.#networks)) network[Symbol.dispose]()
    this.#reader[Symbol.dispose]()
  }

  /** The frames of a breath before a phrase. */
  async #breathe(base: string, { rows }: Phrase, { timbre, mixture, variation }: Delivery): Promise<BreathFrames> {
    const key = `${base} ${timbre.formantRatio}`
    let spectrum = this.#breaths.get(key)
    if (spectrum === undefined) {
      spectrum = await breathSpectrum(mixture, timbre.formantRatio, this.#networks, this.#shape)
      if (this.#breaths.size >= MAX_KNOWN_BREATHS) this.#breaths.clear()
      this.#breaths.set(key, spectrum)
    }
    const rate = (rows[0]?.rate ?? 1) * timbre.rateRatio
    return breathFrames(spectrum, { rate, pitchHz: timbre.pitchMeanHz }, variation)
  }

  #mixtureOf(base: string): Mixture {
    const known = this.#mixtures.get(base)
    if (known) return known
    const mixture = mixtureOf(base, this.#manifest.speakers)
    if (this.#mixtures.size >= MAX_KNOWN_MIXTURES) this.#mixtures.clear()
    this.#mixtures.set(base, mixture)
    return mixture
  }

  /** The language of the text in the speaker's accent; the speaker's own if the networks do not know that of the text. */
  #languageOf({ language }: Utterance, mixture: Mixture): string {
    if (mixture.language.startsWith(`${language}-`)) return mixture.language
    return this.#manifest.languages.includes(language) ? language : mixture.language
  }
}

/** Each phrase of an utterance gets its own variation. */
const ofPhrase = (variation: Variation | undefined, phraseIndex: number): Variation | undefined =>
  variation && { ...variation, seed: variation.seed + phraseIndex }

/** A row's sound begins half a hop before the centre of its first frame. */
function markWords(
  { words }: Phrase,
  rowStarts: readonly number[],
  { firstFrame, endSample }: { readonly firstFrame: number; readonly endSample: number },
  sink: SpeechSink,
): void {
  const sampleAt = (row: number): number =>
    Math.min(Math.max((firstFrame + (rowStarts[row] as number) - 0.5) * HOP, 0), endSample)
  for (const { segmentIndex, firstRow, endRow, from, to } of words) {
    const start = sampleAt(firstRow)
    const length = sampleAt(endRow) - start
    sink.mark(segmentIndex, Math.round(start + from * length), Math.round(start + to * length))
  }
}
