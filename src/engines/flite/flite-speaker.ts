import type { SpeechSink } from '../../core/engine.ts'
import type { Timbre } from '../../core/voice.ts'
import type { FliteText, FliteToken } from './flite-tokens.ts'
import type { FliteVoice } from './flite-voices.ts'

/** Sampling rate of all of Flite's voices. */
export const SAMPLE_RATE_HZ = 16_000

/** Limits of durations relative to the voice's own; bounds the audio of one utterance. */
const STRETCH = { min: 0.2, max: 5 } as const

/** An instance of Flite. Discard it if `speak` throws. */
export interface FliteSpeaker {
  readonly memoryBytes: number
  /** Marks every word, a silent one with an empty span, then passes the audio to the sink; no chunk is empty. */
  speak(text: FliteText, voice: FliteVoice, timbre: Timbre, sink: SpeechSink): void
}

export const stretchOf = (rate: number): number => Math.min(Math.max(1 / rate, STRETCH.min), STRETCH.max)

/** Rate of pauses and other sounds between words: the median. */
export function defaultRateOf(tokens: readonly FliteToken[]): number {
  const rates = tokens.map(({ word }) => word.rate).sort((a, b) => a - b)
  return rates[rates.length >> 1] ?? 1
}
