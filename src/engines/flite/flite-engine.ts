import type { Engine, LoadedEngine, SpeechSink } from '../../core/engine.ts'
import { SpeechError } from '../../core/errors.ts'
import type { Utterance } from '../../core/utterance.ts'
import type { EngineVoice } from '../../core/voice.ts'
import { FliteLibrary } from './flite-library.ts'
import { compileFlite } from './flite-module.ts'
import { SAMPLE_RATE_HZ, speakTokens } from './flite-speech.ts'
import { fliteTokensOf } from './flite-tokens.ts'
import type { FliteVoice } from './flite-voices.ts'
import { fliteVoiceByName } from './flite-voices.ts'

/** Memory never shrinks; past this much an instance is replaced after what it speaks. */
const MOST_MEMORY_BYTES = 96e6

/** English by Flite's statistical voices slt, rms and awb. The module is compiled by the first load where none is given. */
export function createFliteEngine(module?: WebAssembly.Module): Engine {
  return { name: 'flite', load: async () => new LoadedFlite(module ?? (await compileFlite())) }
}

export const fliteEngine: Engine = createFliteEngine()

class LoadedFlite implements LoadedEngine {
  readonly #module: WebAssembly.Module
  #flite: FliteLibrary | undefined

  constructor(module: WebAssembly.Module) {
    this.#module = module
    this.#flite = new FliteLibrary(module)
  }

  sampleRateHz(voice: EngineVoice): number {
    fliteVoiceOf(voice)
    return SAMPLE_RATE_HZ
  }

  speak(utterance: Utterance, voice: EngineVoice, sink: SpeechSink): void {
    const base = fliteVoiceOf(voice)
    const tokens = fliteTokensOf(utterance)
    if (tokens.length === 0) return
    const flite = this.#flite ?? new FliteLibrary(this.#module)
    this.#flite = undefined
    try {
      speakTokens(flite, tokens, base, voice.timbre, sink)
    } catch (error) {
      throw new SpeechError('engine.crashed', 'Flite failed in the middle of an utterance', { cause: error })
    }
    if (flite.memoryBytes < MOST_MEMORY_BYTES) this.#flite = flite
  }

  [Symbol.dispose](): void {
    this.#flite = undefined
  }
}

function fliteVoiceOf({ base }: EngineVoice): FliteVoice {
  const voice = fliteVoiceByName.get(base)
  if (voice === undefined) throw new SpeechError('voice.unusable', `Flite has no voice ${base}`)
  return voice
}
