import type { SpeechSink } from '../../core/engine.ts'
import type { Timbre } from '../../core/voice.ts'
import type { FliteToken } from './flite-tokens.ts'
import type { FliteVoice } from './flite-voices.ts'

/** Of all of Flite's voices. */
export const SAMPLE_RATE_HZ = 16_000

/** Durations against the voice's own, whatever is asked for: bounds the audio of one utterance. */
const STRETCH = { least: 0.2, most: 5 } as const

/** An instance of Flite. One in which `speak` throws is to be thrown away. */
export interface FliteSpeaker {
  readonly memoryBytes: number
  /** Marks every word, an unheard one with an empty span, then hands over the audio; nothing where it would be empty. */
  speak(tokens: readonly FliteToken[], voice: FliteVoice, timbre: Timbre, sink: SpeechSink): void
}

export const stretchOf = (rate: number): number => Math.min(Math.max(1 / rate, STRETCH.least), STRETCH.most)

/** The rate that goes for what is part of no word, such as a pause: the one in the middle. */
export function usualRateOf(tokens: readonly FliteToken[]): number {
  const rates = tokens.map(({ word }) => word.rate).sort((a, b) => a - b)
  return rates[rates.length >> 1] ?? 1
}
