import { createTiltFilter } from '../src/audio/tilt-filter.ts'
import type { LoadedEngine } from '../src/core/engine.ts'
import type { Language } from '../src/core/language.ts'
import { plainWord, type Utterance } from '../src/core/utterance.ts'
import type { EngineVoice } from '../src/core/voice.ts'
import { measurePitch } from './fundamental.ts'
import { measureEnvelope } from './spectral-envelope.ts'

const SENTENCES: Readonly<Record<Language, string>> = {
  eng: 'Please meet me near the old bridge before the evening train leaves town',
  spa: 'Nos vemos mañana cerca del puente viejo antes de que salga el tren',
  jpn: '明日 の 朝 古い 橋 の 近く で 会いましょう',
  por: 'Amanhã nos vemos perto da ponte velha antes que o trem saia',
  ger: 'Wir treffen uns morgen an der alten Brücke bevor der Zug fährt',
  ara: 'نلتقي غدا قرب الجسر القديم قبل أن يغادر القطار',
  fra: 'Nous nous retrouvons demain près du vieux pont avant le départ du train',
  hin: 'हम कल सुबह पुराने पुल के पास मिलेंगे',
  heb: 'ניפגש מחר ליד הגשר הישן לפני שהרכבת יוצאת',
}

/** The sentence that voices of a language are compared by, without pronunciations. */
export function measuredSentence(language: Language): Utterance {
  const segments = SENTENCES[language].split(' ').map(plainWord)
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
