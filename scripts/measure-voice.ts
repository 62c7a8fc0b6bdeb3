import { createTiltFilter } from '../src/audio/tilt-filter.ts'
import type { LoadedEngine } from '../src/core/engine.ts'
import type { Language } from '../src/core/language.ts'
import { plainWord, type Utterance } from '../src/core/utterance.ts'
import type { EngineVoice } from '../src/core/voice.ts'
import { measurePitch } from './fundamental.ts'
import { sentencesFor } from './language-sentences.ts'
import { measureEnvelope } from './spectral-envelope.ts'

/** The sentence that voices of a language are compared by, without pronunciations. */
export function measuredSentence(language: Language): Utterance {
  const segments = sentencesFor('compare', language).split(' ').map(plainWord)
  return { language, segments, pauseAfterMs: 0 }
}

/** Speaks an utterance as at temperature 0 and measures what listeners tell voices by. */
export async function measureVoice(voice: EngineVoice, engine: LoadedEngine, utterance: Utterance) {
  const sampleRateHz = engine.sampleRateHz(voice)
  const samples = await render(engine, utterance, voice)
  createTiltFilter(voice.timbre.brightnessDb, sampleRateHz).apply(samples)
  return {
    pitch: measurePitch(samples, sampleRateHz),
    durationS: samples.length / sampleRateHz,
    envelope: measureEnvelope(samples, sampleRateHz),
  }
}

async function render(engine: LoadedEngine, utterance: Utterance, voice: EngineVoice): Promise<Float32Array> {
  const samples: number[] = []
  await engine.speak(utterance, voice, {
    mark: () => {},
    audio: (chunk) => samples.push(...chunk) > 0,
  })
  return Float32Array.from(samples)
}
