import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import type { LoadedEngine } from '../../src/core/engine.ts'
import type { Language } from '../../src/core/language.ts'
import type { Segment, Utterance, Word } from '../../src/core/utterance.ts'
import type { EngineVoice } from '../../src/core/voice.ts'

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

/** Words and marks of punctuation as a planner would hand them over; `tuning` holds for every word. */
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
    return { kind: 'word', spoken: token, phonemes: null, span, rate: 1, pitch: 1, ...tuning }
  })
  return { language, segments, pauseAfterMs: 0 }
}

/** Speaks to the end, holding the engine to what SpeechSink promises about the order and range of what it is handed. */
export async function record(engine: LoadedEngine, utterance: Utterance, voice: EngineVoice): Promise<Recording> {
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

/** To be compared in place of the samples: a matcher walks them one by one and prints them all. */
export const fingerprint = ({ samples }: Recording): string =>
  createHash('sha256').update(new Uint8Array(samples.buffer)).digest('hex')

export const durationS = (recording: Recording): number => recording.samples.length / recording.sampleRateHz

/** Seconds before the first and after the last sample that can be heard. */
export function silenceAtEndsS({ samples, sampleRateHz }: Recording): { lead: number; trail: number } {
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
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

/** Fundamental frequency of each voiced frame, Hz, by autocorrelation between 50 and 600 Hz. */
export function pitchesHz({ samples, sampleRateHz }: Recording): number[] {
  const step = Math.max(1, Math.floor(sampleRateHz / 8000))
  const rateHz = sampleRateHz / step
  const thinned = Float32Array.from({ length: Math.floor(samples.length / step) }, (_, i) =>
    meanOf(samples.subarray(i * step, (i + 1) * step)),
  )
  const frame = Math.round(rateHz * 0.05)
  const pitches: number[] = []
  for (let start = 0; start + 2 * frame <= thinned.length; start += Math.round(rateHz * 0.02)) {
    const pitch = pitchOfFrame(thinned.subarray(start, start + 2 * frame), rateHz)
    if (pitch > 0) pitches.push(pitch)
  }
  return pitches
}

/** 0 where the frame has no clear period. */
function pitchOfFrame(frame: Float32Array, rateHz: number): number {
  const half = frame.length >> 1
  const likenesses: number[] = []
  for (let lag = 0; lag <= Math.min(half, Math.ceil(rateHz / 50)); lag++) {
    let product = 0
    let energyHere = 1e-9
    let energyThere = 1e-9
    for (let i = 0; i < half; i++) {
      const here = frame[i] ?? 0
      const there = frame[i + lag] ?? 0
      product += here * there
      energyHere += here * here
      energyThere += there * there
    }
    likenesses.push(energyHere / half < 1e-6 ? 0 : product / Math.sqrt(energyHere * energyThere))
  }
  const shortest = Math.floor(rateHz / 600)
  const best = Math.max(...likenesses.slice(shortest))
  if (best < 0.7) return 0
  // The first peak that is nearly the best, not the best: every multiple of the period is as good a match.
  for (let lag = shortest + 1; lag < likenesses.length - 1; lag++) {
    const [left = 0, here = 0, right = 0] = likenesses.slice(lag - 1, lag + 2)
    if (here < best * 0.9 || here < left || here < right) continue
    const bend = left - 2 * here + right
    return rateHz / (lag + (bend === 0 ? 0 : (0.5 * (left - right)) / bend))
  }
  return 0
}

const meanOf = (samples: Float32Array): number => samples.reduce((sum, sample) => sum + sample, 0) / samples.length
