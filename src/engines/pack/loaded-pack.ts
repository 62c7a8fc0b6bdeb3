import { setImmediate as nextEventLoopTurn } from 'node:timers/promises'
import type { LoadedEngine, SpeechSink } from '../../core/engine.ts'
import { isSpeechError, SpeechError } from '../../core/errors.ts'
import type { Utterance } from '../../core/utterance.ts'
import type { EngineVoice } from '../../core/voice.ts'
import { installationOf } from '../installation-of.ts'
import { cutPhrases, type PhraseLimits } from '../phrases/cut-phrases.ts'
import { findSpeech, finishPhrase } from '../phrases/finish-phrase.ts'
import { meanPitch, pauseAfterS } from '../phrases/pauses.ts'
import type { TokenWord } from '../phrases/token-word.ts'
import { estimateEdges, WordMarker } from '../phrases/word-marks.ts'
import { SoundReader } from '../sounds/sound-reader.ts'
import { refusing, sampleRateOfPack } from './open-model.ts'
import { type ModelLimits, type OpenModel, OpenModels } from './open-models.ts'
import { mixtureOf, type PackFolder, readPackFolder, splitBase } from './pack-folder.ts'
import type { Mixture } from './pack-model.ts'

/** Aim for the time to first audio, in seconds. */
const FIRST_AUDIO_S = 0.4
const MIN_FIRST_S = 1
/** Aim for the longest inference, in seconds: others wait for it, and it cannot be cancelled. */
const MAX_INFERENCE_S = 3
const MAX_PHRASE_S = { min: 3, max: 12 } as const
/** Of the time in which a phrase is heard, the share in which the next one is made. */
const SHARE_OF_PLAYBACK = 0.8
/** Also where the model is too slow for it: many short phrases sound worse than a gap. */
const MIN_GROWTH = 1.6
/** Weight of the last phrase in the measured speed. */
const NEWEST_SHARE = 0.3
const SLOWEST_AND_FASTEST = { slowest: 0.25, fastest: 4 } as const

/** Voices' own variation is that of spread 0.5, the usual one. */
const SPREAD_FACTOR = 2

const clamp = (value: number, min: number, max: number): number => Math.min(Math.max(value, min), max)

interface Voice {
  readonly pack: PackFolder
  readonly mixture: Mixture
}

const MAX_KNOWN_PACKS = 500

/** The models that one thread speaks with. */
export class LoadedPack implements LoadedEngine {
  readonly #models: OpenModels
  readonly #reader = new SoundReader()
  readonly #packs = new Map<string, { readonly pack: PackFolder; readonly sampleRateHz: number }>()

  constructor(limits: ModelLimits) {
    this.#models = new OpenModels(limits)
  }

  sampleRateHz({ base }: EngineVoice): number {
    const { folder, speaker } = splitBase(base)
    const { pack, sampleRateHz } = this.#pack(folder)
    mixtureOf(speaker, pack)
    return sampleRateHz
  }

  async speak(utterance: Utterance, voice: EngineVoice, sink: SpeechSink): Promise<void> {
    const { folder, speaker } = splitBase(voice.base)
    const { pack, sampleRateHz } = this.#pack(folder)
    const mixture = mixtureOf(speaker, pack)
    const words = await this.#read(utterance, mixture.accent)
    if (words.length === 0) return
    await this.#models.use(pack, (open) => {
      const speech = new PhraseSpeech({ pack, mixture }, open, sampleRateHz, sink)
      return speech.speak(utterance, open.model.encode(words, mixture), voice.timbre.rateRatio)
    })
  }

  [Symbol.dispose](): void {
    this.#models[Symbol.dispose]()
    this.#reader[Symbol.dispose]()
  }

  async #read(utterance: Utterance, accent: string) {
    try {
      return await this.#reader.read(utterance, accent)
    } catch (cause) {
      if (isSpeechError(cause)) throw cause
      throw new SpeechError('engine.crashed', 'pack could not read an utterance', { cause })
    }
  }

  #pack(folder: string) {
    const known = this.#packs.get(folder)
    const installation = installationOf(folder)
    // A removed pack speaks the rest of its requests.
    if (known && (installation === undefined || installation === known.pack.installation)) return known
    const pack = readPackFolder(folder)
    const read = { pack, sampleRateHz: sampleRateOfPack(pack) }
    if (this.#packs.size >= MAX_KNOWN_PACKS) this.#packs.clear()
    this.#packs.set(folder, read)
    return read
  }
}

/** Speaks one utterance phrase by phrase, so that the first audio is early and others have their turns. */
class PhraseSpeech {
  readonly #voice: Voice
  readonly #open: OpenModel
  readonly #sampleRateHz: number
  readonly #sink: SpeechSink

  constructor(voice: Voice, open: OpenModel, sampleRateHz: number, sink: SpeechSink) {
    this.#voice = voice
    this.#open = open
    this.#sampleRateHz = sampleRateHz
    this.#sink = sink
  }

  async speak({ segments, variation }: Utterance, words: readonly TokenWord[], rateRatio: number): Promise<void> {
    const { slowest, fastest } = SLOWEST_AND_FASTEST
    const rates = words.map(({ rate }) => clamp(rate * rateRatio, slowest, fastest))
    const phrases = cutPhrases(words, rates, this.#limits(variation !== undefined))
    const marker = new WordMarker(segments)
    const spread = Math.min(1, SPREAD_FACTOR * (variation?.spread ?? 0))
    let firstSample = 0
    for (const [i, [from, to]] of phrases.entries()) {
      if (i > 0 && !(await this.#nextTurn())) return
      const isEnd = i === phrases.length - 1
      const phrase = { words: words.slice(from, to), rates: rates.slice(from, to) }
      const audio = await this.#speakPhrase(phrase, { spread, isEnd })
      const endSample = firstSample + audio.speechSamples
      const edges = audio.edges.map(([start, end]): [number, number] => [firstSample + start, firstSample + end])
      const place = { firstSample, endSample, isLast: isEnd }
      for (const mark of marker.phrase(phrase.words, edges, place)) {
        this.#sink.mark(mark.segmentIndex, mark.startSample, mark.endSample)
      }
      if (audio.samples.length > 0 && !this.#sink.audio(audio.samples)) return
      firstSample += audio.samples.length
    }
  }

  async #speakPhrase(
    { words, rates }: { readonly words: readonly TokenWord[]; readonly rates: readonly number[] },
    { spread, isEnd }: { readonly spread: number; readonly isEnd: boolean },
  ) {
    const { pack, mixture } = this.#voice
    const { model } = this.#open
    const startedAt = performance.now()
    const pitch = meanPitch(words)
    const spoken = await refusing(pack, 'failed', () => model.speak({ words, mixture, rates, pitch, spread, isEnd }))
    this.#measure((performance.now() - startedAt) / 1000, spoken.samples.length / this.#sampleRateHz)
    const range = findSpeech(spoken.samples, this.#sampleRateHz)
    const edges = spoken.wordEdges ?? estimateEdges(words, rates, range)
    const pauseS = isEnd ? 0 : pauseAfterS(words.at(-1), rates.at(-1))
    return {
      samples: finishPhrase(spoken.samples, range, Math.round(pauseS * this.#sampleRateHz), this.#sampleRateHz),
      speechSamples: range.end - range.start,
      edges: edges.map(([start, end]) => [start - range.start, end - range.start] as const),
    }
  }

  /**
   * Speech without variation is cut the same way on every machine and under any load, and only where its marks are.
   * Other speech is cut by the measured speed: the first phrase is short enough to be made before the playback buffer
   * is empty.
   */
  #limits(isVaried: boolean): PhraseLimits {
    const { model, rtf: measuredRtf } = this.#open
    const rtf = isVaried ? measuredRtf : model.defaultRtf
    const maxS = clamp(MAX_INFERENCE_S / rtf, MAX_PHRASE_S.min, MAX_PHRASE_S.max)
    const bufferedS = isVaried ? (this.#sink.bufferedS ?? 0) : 0
    const firstS = Math.max(MIN_FIRST_S, Math.max(FIRST_AUDIO_S, SHARE_OF_PLAYBACK * bufferedS) / rtf)
    return {
      firstS,
      growth: Math.max(MIN_GROWTH, SHARE_OF_PLAYBACK / rtf),
      maxS,
      maxTokens: model.maxTokens,
      mayCutBetweenWords: isVaried && firstS < maxS,
      needsOneRate: !model.hasWordRates,
    }
  }

  #measure(workS: number, speechS: number): void {
    if (speechS > 0) this.#open.rtf += NEWEST_SHARE * (workS / speechS - this.#open.rtf)
  }

  /** Lets other utterances of the thread begin or go on. False if this one should stop. */
  async #nextTurn(): Promise<boolean> {
    // An inference blocks the event loop: messages that came meanwhile are heard first.
    await nextEventLoopTurn()
    return (await this.#sink.nextTurn?.()) !== false
  }
}
