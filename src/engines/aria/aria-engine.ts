import type { Engine, LoadedEngine, SpeechSink } from '../../core/engine.ts'
import { SpeechError } from '../../core/errors.ts'
import type { Utterance } from '../../core/utterance.ts'
import type { EngineVoice, Timbre } from '../../core/voice.ts'
import { requireRuntime } from '../onnx-runtime.ts'
import type { AcousticShape } from './acoustic-model.ts'
import { predictFrames } from './acoustic-model.ts'
import { SAMPLE_RATE_HZ } from './harmonic-noise-synth.ts'
import { LoadedSpeakers, ofPhrase } from './loaded-speakers.ts'
import type { Speaker } from './mixture.ts'
import { type AriaNetworks, openNetwork } from './networks.ts'
import type { Phrase } from './phrases.ts'
import { phrasesOf } from './phrases.ts'
import { type SampleAt, speakPhrases } from './speak-phrases.ts'
import type { OneSpeakerManifest, VoiceManifest } from './voice-files.ts'
import type { VoiceFolder } from './voice-folder.ts'
import { hasManySpeakers, openVoiceFolder } from './voice-folder.ts'
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

function trialVoice(manifest: VoiceManifest): EngineVoice {
  const { name, pitchMeanHz } = hasManySpeakers(manifest) ? (manifest.speakers[0] as Speaker) : manifest
  const timbre = { formantRatio: 1, pitchMeanHz, pitchRangeRatio: 1, rateRatio: 1, brightnessDb: 0 }
  return { engine: 'aria', base: name, timbre }
}

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
  const loaded = hasManySpeakers(manifest)
    ? new LoadedSpeakers(manifest, networks)
    : new LoadedSpeaker(manifest, networks)
  await loaded.speak(TRIAL, trialVoice(manifest), { mark() {}, audio: () => true })
  return loaded
}

class LoadedSpeaker implements LoadedEngine {
  readonly #manifest: OneSpeakerManifest
  readonly #networks: AriaNetworks
  readonly #shape: AcousticShape

  constructor(manifest: OneSpeakerManifest, networks: AriaNetworks) {
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

  async #speak(utterance: Utterance, timbre: Timbre, sink: SpeechSink): Promise<void> {
    const reader = {
      predict: (phrase: Phrase, i: number) =>
        predictFrames(phrase, { timbre, variation: ofPhrase(utterance.variation, i) }, this.#networks, this.#shape),
      mark: markWords,
    }
    const sound = { network: this.#networks.vocoder, shape: this.#manifest.vocoder, gain: this.#manifest.gain }
    await speakPhrases(phrasesOf(utterance), reader, sound, sink)
  }

  [Symbol.dispose](): void {
    for (const network of Object.values(this.#networks)) network[Symbol.dispose]()
  }
}

function markWords({ words }: Phrase, sampleAt: SampleAt, sink: SpeechSink): void {
  for (const { segmentIndex, firstRow, endRow } of words) sink.mark(segmentIndex, sampleAt(firstRow), sampleAt(endRow))
}
