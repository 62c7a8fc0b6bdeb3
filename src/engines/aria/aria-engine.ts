import type { Engine, LoadedEngine, SpeechSink } from '../../core/engine.ts'
import { SpeechError } from '../../core/errors.ts'
import type { Utterance, Variation } from '../../core/utterance.ts'
import type { EngineVoice, Timbre } from '../../core/voice.ts'
import { requireRuntime } from '../onnx-runtime.ts'
import type { AcousticNetworks, AcousticShape } from './acoustic-model.ts'
import { predictFrames } from './acoustic-model.ts'
import { FrameTrack } from './frame-track.ts'
import { HOP, SAMPLE_RATE_HZ } from './harmonic-noise-synth.ts'
import type { Network } from './networks.ts'
import { openNetwork } from './networks.ts'
import type { Phrase } from './phrases.ts'
import { phrasesOf } from './phrases.ts'
import { finishInPlace } from './smooth-ends.ts'
import { samplesOfFrames, Vocoder } from './vocoder.ts'
import type { VoiceManifest } from './voice-files.ts'
import type { VoiceFolder } from './voice-folder.ts'
import { openVoiceFolder } from './voice-folder.ts'
import { hasReadings } from './voice-format.ts'

const SHIPPED_VOICE = new URL('../../../voices/aria/', import.meta.url)

/** Spoken on each load: checks the files and compiles inner loops before the first request. */
const TRIAL: Utterance = {
  language: 'eng',
  segments: 'it is to you that we should have come'.split(' ').map((spoken) => ({
    kind: 'word',
    spoken,
    phonemes: null,
    span: { start: 0, end: 0 },
    rate: 1,
    pitch: 1,
    pauseBeforeMs: 0,
  })),
  pauseAfterMs: 0,
}

const trialVoice = ({ name, pitchMeanHz }: VoiceManifest): EngineVoice => ({
  engine: 'aria',
  base: name,
  timbre: { formantRatio: 1, pitchMeanHz, pitchRangeRatio: 1, rateRatio: 1, brightnessDb: 0 },
})

/**
 * Creates the engine for English with our own networks, from a folder as described in voice-files.ts. Figures:
 * docs/voice.md.
 */
export function createAriaEngine(folder: URL = SHIPPED_VOICE): Engine {
  return {
    name: 'aria',
    async check() {
      try {
        // Imported here, so that threads, which do not check, save the memory.
        const { checkVoiceFiles } = await import('./voice-files.ts')
        checkVoiceFiles(folder)
        requireRuntime()
      } catch (error) {
        throw unusable(error)
      }
    },
    async load() {
      try {
        return await openVoice(openVoiceFolder(folder))
      } catch (error) {
        throw unusable(error)
      }
    },
  }
}

function unusable(cause: unknown): SpeechError {
  // After the first line Node lists the paths that it searched.
  const [why] = String((cause as Error).message).split('\n')
  return new SpeechError('engine.unusable', `aria cannot be loaded: ${why}`, { cause })
}

export const ariaEngine: Engine = createAriaEngine()

async function openVoice({ manifest, ...models }: VoiceFolder): Promise<LoadedEngine> {
  const networks: AriaNetworks = {
    acoustic: await openNetwork(models.acoustic),
    voicing: await openNetwork(models.voicing),
    vocoder: await openNetwork(models.vocoder),
  }
  const loaded = new LoadedAria(manifest, networks)
  await loaded.speak(TRIAL, trialVoice(manifest), { mark() {}, audio: () => true })
  return loaded
}

interface AriaNetworks extends AcousticNetworks {
  readonly vocoder: Network
}

class LoadedAria implements LoadedEngine {
  readonly #manifest: VoiceManifest
  readonly #networks: AriaNetworks
  readonly #shape: AcousticShape

  constructor(manifest: VoiceManifest, networks: AriaNetworks) {
    this.#manifest = manifest
    this.#networks = networks
    this.#shape = {
      ...manifest,
      symbolIds: new Map(manifest.symbols.map((symbol, id) => [symbol, id])),
      voicingFramesBefore: manifest.voicing.framesBefore,
      voicingFramesAfter: manifest.voicing.framesAfter,
      hasReadings: hasReadings(manifest),
    }
  }

  sampleRateHz({ base }: EngineVoice): number {
    if (base !== this.#manifest.name) throw new SpeechError('voice.unusable', `aria has no voice ${base}`)
    return SAMPLE_RATE_HZ
  }

  async speak(utterance: Utterance, voice: EngineVoice, sink: SpeechSink): Promise<void> {
    this.sampleRateHz(voice)
    try {
      await this.#speak(utterance, voice.timbre, sink)
    } catch (error) {
      throw new SpeechError('engine.crashed', 'aria failed in the middle of an utterance', { cause: error })
    }
  }

  /** Predicts each phrase after the previous one was spoken, so that the first audio is early. */
  async #speak(utterance: Utterance, timbre: Timbre, sink: SpeechSink): Promise<void> {
    const phrases = phrasesOf(utterance)
    const track = new FrameTrack()
    let spoken = 0
    const vocoder = new Vocoder(this.#networks.vocoder, this.#manifest.vocoder)
    for (const [i, phrase] of phrases.entries()) {
      const isLast = i === phrases.length - 1
      const delivery = { timbre, variation: ofPhrase(utterance.variation, i) }
      const { rowStarts, mels, voicing } = await predictFrames(phrase, delivery, this.#networks, this.#shape)
      const firstFrame = track.length
      track.add(mels, voicing, vocoder.frame - this.#manifest.vocoder.framesBefore)
      const endSample = samplesOfFrames(track.length)
      markWords(phrase, rowStarts, { firstFrame, endSample }, sink)
      const totalSamples = isLast ? endSample : Number.POSITIVE_INFINITY
      const isWanted = await vocoder.speak(track, isLast, async (samples) => {
        finishInPlace(samples, this.#manifest.gain, spoken, totalSamples)
        spoken += samples.length
        return sink.audio(samples) && (await sink.nextTurn?.()) !== false
      })
      if (!isWanted) return
    }
  }

  [Symbol.dispose](): void {
    for (const network of Object.values<Network>({ ...this.#networks })) network[Symbol.dispose]()
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
  for (const { segmentIndex, firstRow, endRow } of words) sink.mark(segmentIndex, sampleAt(firstRow), sampleAt(endRow))
}
