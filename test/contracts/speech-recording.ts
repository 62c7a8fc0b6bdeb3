import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import type { LoadedEngine } from '../../src/core/engine.ts'
import type { Language } from '../../src/core/language.ts'
import type { Segment, Utterance, Word } from '../../src/core/utterance.ts'
import type { EngineVoice } from '../../src/core/voice.ts'
import { pitchTrackHz } from '../audio-measures.ts'

export interface RecordedMark {
  readonly segmentIndex: number
  readonly startSample: number
  readonly endSample: number
}

export interface Recording {
  readonly marks: readonly RecordedMark[]
  readonly samples: Float32Array
  readonly sampleRateHz: number
}

/** Words and punctuation as from a planner; `tuning` applies to every word. */
export function utteranceOf(
  language: Language,
  tokens: readonly string[],
  tuning: Partial<Pick<Word, 'rate' | 'pitch' | 'phonemes'>> = {},
): Utterance {
  let position = 0
  const segments = tokens.map((token): Segment => {
    const span = { start: position, end: position + token.length }
    position = span.end + 1
    if (/^[,;:.?!…。、！？؟،।]$/u.test(token)) return { kind: 'punctuation', mark: token }
    return { kind: 'word', spoken: token, phonemes: null, span, rate: 1, pitch: 1, pauseBeforeMs: 0, ...tuning }
  })
  return { language, segments, pauseAfterMs: 0 }
}

/** Speaks to the end, awaiting `nextTurn` between, and checks order and range of marks and audio as SpeechSink requires. */
export async function record(
  engine: LoadedEngine,
  utterance: Utterance,
  voice: EngineVoice,
  nextTurn: () => Promise<unknown> = async () => {},
): Promise<Recording> {
  const sampleRateHz = engine.sampleRateHz(voice)
  const marks: RecordedMark[] = []
  const chunks: Float32Array[] = []
  let heardSamples = 0
  await engine.speak(utterance, voice, {
    mark(segmentIndex, startSample, endSample) {
      const before = marks.at(-1) ?? { segmentIndex: -1, startSample: 0, endSample: 0 }
      expect(utterance.segments[segmentIndex]?.kind).toBe('word')
      expect(segmentIndex).toBeGreaterThan(before.segmentIndex)
      expect(Number.isInteger(startSample) && Number.isInteger(endSample)).toBe(true)
      expect(startSample).toBeGreaterThanOrEqual(before.endSample)
      expect(endSample).toBeGreaterThanOrEqual(startSample)
      expect(startSample, 'a mark comes before the audio it points into').toBeGreaterThanOrEqual(heardSamples)
      marks.push({ segmentIndex, startSample, endSample })
    },
    audio(samples) {
      expect(samples.length).toBeGreaterThan(0)
      chunks.push(samples.slice())
      heardSamples += samples.length
      return true
    },
    async nextTurn() {
      await nextTurn()
      return true
    },
  })
  const samples = new Float32Array(heardSamples)
  let offset = 0
  for (const chunk of chunks) {
    samples.set(chunk, offset)
    offset += chunk.length
  }
  expect(
    samples.every((sample) => sample >= -1 && sample <= 1),
    'samples are finite and within -1 to 1',
  ).toBe(true)
  expect(marks.at(-1)?.endSample ?? 0).toBeLessThanOrEqual(samples.length)
  return { marks, samples, sampleRateHz }
}

/** A digest to compare instead of samples: matchers walk and print all of them. */
export const fingerprint = ({ samples }: Recording): string =>
  createHash('sha256').update(new Uint8Array(samples.buffer)).digest('hex')

export const durationS = (recording: Recording): number => recording.samples.length / recording.sampleRateHz

/** Seconds before the first and after the last sample that can be heard. */
export function silenceAtEndsS({ samples, sampleRateHz }: Recording): { lead: number; trail: number } {
  const peak = samples.reduce((max, sample) => Math.max(max, Math.abs(sample)), 0)
  const isHeard = (sample: number): boolean => Math.abs(sample) > peak * 0.005
  const first = samples.findIndex(isHeard)
  const last = samples.findLastIndex(isHeard)
  return { lead: first / sampleRateHz, trail: (samples.length - 1 - last) / sampleRateHz }
}

/** Median fundamental frequency of the voiced frames, Hz; 0 without any. */
export function medianPitchHz(recording: Recording): number {
  const pitches = pitchesHz(recording).sort((one, other) => one - other)
  return pitches[Math.floor(pitches.length / 2)] ?? 0
}

/** Fundamental frequency of the voiced frames, Hz, in order. */
export const pitchesHz = ({ samples, sampleRateHz }: Recording): number[] =>
  [...pitchTrackHz(samples, sampleRateHz)].filter((pitch) => pitch > 0)
