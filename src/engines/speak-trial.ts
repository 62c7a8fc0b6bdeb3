import type { LoadedEngine } from '../core/engine.ts'
import { plainWord, type Utterance } from '../core/utterance.ts'

const TRIAL: Utterance = {
  language: 'eng',
  segments: 'it is to you that we should have come'.split(' ').map(plainWord),
  pauseAfterMs: 0,
}

/**
 * Speaks a sentence to nobody: checks the files of an engine and compiles its inner loops before the first request. Disposes of
 * an engine that fails.
 */
export async function speakTrial(
  loaded: LoadedEngine,
  engine: string,
  base: string,
  pitchMeanHz: number,
): Promise<void> {
  const timbre = { formantRatio: 1, pitchMeanHz, pitchRangeRatio: 1, rateRatio: 1, brightnessDb: 0 }
  try {
    await loaded.speak(TRIAL, { engine, base, timbre }, { mark() {}, audio: () => true })
  } catch (error) {
    loaded[Symbol.dispose]()
    throw error
  }
}
