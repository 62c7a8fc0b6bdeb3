import type { Engine, LoadedEngine, SpeechSink } from '../../core/engine.ts'
import { SpeechError } from '../../core/errors.ts'
import { plainWord, type Utterance } from '../../core/utterance.ts'
import type { EngineVoice } from '../../core/voice.ts'
import type { FliteBinary } from './flite-module.ts'
import { isLibrary, openFlite } from './flite-module.ts'
import type { FliteSpeaker } from './flite-speaker.ts'
import { SAMPLE_RATE_HZ } from './flite-speaker.ts'
import { fliteTextOf } from './flite-tokens.ts'
import type { FliteVoice } from './flite-voices.ts'
import { fliteVoiceByName } from './flite-voices.ts'
import { LibrarySpeaker } from './library-speaker.ts'
import { ProgramSpeaker } from './program-speaker.ts'

/** WebAssembly memory never shrinks; an instance with more than this is replaced after its utterance. */
const MAX_MEMORY_BYTES = 96e6

/** Spoken on each load: checks the binary and compiles its inner loops before the first request. */
const TRIAL: { readonly utterance: Utterance; readonly voice: EngineVoice } = {
  utterance: {
    language: 'eng',
    segments: 'ready to read this to you'.split(' ').map(plainWord),
    pauseAfterMs: 0,
  },
  voice: {
    engine: 'flite',
    base: 'awb',
    timbre: { formantRatio: 1, pitchMeanHz: 129.5, pitchRangeRatio: 1, rateRatio: 1, brightnessDb: 0 },
  },
}

/**
 * Creates the engine for English with Flite's statistical voices slt, rms and awb; limits of shaping: speaker-shape.ts.
 * Without `binary`, the first load opens it.
 */
export function createFliteEngine(binary?: FliteBinary): Engine {
  let opened = binary === undefined ? undefined : Promise.resolve(binary)
  return {
    name: 'flite',
    async load() {
      opened ??= openFlite()
      try {
        const loaded = new LoadedFlite(await opened)
        loaded.speak(TRIAL.utterance, TRIAL.voice, { mark() {}, audio: () => true })
        return loaded
      } catch (error) {
        opened = undefined
        throw new SpeechError('engine.unusable', 'Flite cannot be made to speak', { cause: error })
      }
    },
  }
}

export const fliteEngine: Engine = createFliteEngine()

class LoadedFlite implements LoadedEngine {
  readonly #binary: FliteBinary
  #speaker: FliteSpeaker | undefined

  constructor(binary: FliteBinary) {
    this.#binary = binary
    this.#speaker = openSpeaker(binary)
  }

  sampleRateHz(voice: EngineVoice): number {
    fliteVoiceOf(voice)
    return SAMPLE_RATE_HZ
  }

  speak(utterance: Utterance, voice: EngineVoice, sink: SpeechSink): void {
    const base = fliteVoiceOf(voice)
    const text = fliteTextOf(utterance)
    if (text.tokens.length === 0) return
    const speaker = this.#speaker ?? openSpeaker(this.#binary)
    // Reused only if this utterance succeeds and memory stays small.
    this.#speaker = undefined
    try {
      speaker.speak(text, base, voice.timbre, sink)
    } catch (error) {
      throw new SpeechError('engine.crashed', 'Flite failed in the middle of an utterance', { cause: error })
    }
    if (speaker.memoryBytes < MAX_MEMORY_BYTES) this.#speaker = speaker
  }

  [Symbol.dispose](): void {
    this.#speaker = undefined
  }
}

const openSpeaker = (binary: FliteBinary): FliteSpeaker =>
  isLibrary(binary.module) ? new LibrarySpeaker(binary) : new ProgramSpeaker(binary.module)

function fliteVoiceOf({ base }: EngineVoice): FliteVoice {
  const voice = fliteVoiceByName.get(base)
  if (voice === undefined) throw new SpeechError('voice.unusable', `Flite has no voice ${base}`)
  return voice
}
