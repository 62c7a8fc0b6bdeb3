import { beforeAll, expect, test } from 'vitest'
import type { CreateResampler } from '../../audio/resample.ts'
import { loadResampling } from '../../audio/resample.ts'
import type { SpeechTask } from '../../core/speech.ts'
import type { SpeechPart } from './messages.ts'
import { SpeechShaper } from './shape-speech.ts'

const ENGINE_RATE_HZ = 16_000

let createResampler: CreateResampler
beforeAll(async () => {
  createResampler = await loadResampling()
})

interface Shape {
  readonly sampleRateHz?: number
  readonly maxDurationS?: number
  readonly minFirstPartS?: number
  readonly pauseAfterMs?: number
  readonly brightnessDb?: number
  readonly gainDb?: number
  readonly hasNoiseFloor?: boolean
}

const taskOf = ({
  sampleRateHz = 16_000,
  maxDurationS = 60,
  minFirstPartS = 0,
  pauseAfterMs = 0,
  brightnessDb = 0,
  gainDb = 0,
  hasNoiseFloor = false,
}: Shape): SpeechTask => ({
  utterance: { language: 'eng', segments: [], pauseAfterMs },
  voice: {
    engine: 'tone',
    base: 'tone',
    timbre: { formantRatio: 1, pitchMeanHz: 120, pitchRangeRatio: 1, rateRatio: 1, brightnessDb },
    gainDb,
  },
  sampleRateHz,
  maxDurationS,
  minFirstPartS,
  hasNoiseFloor,
})

const HUM = Float32Array.from({ length: 8000 }, (_, i) => 0.5 * Math.sin((2 * Math.PI * 150 * i) / ENGINE_RATE_HZ))

/** Speaks the hum with one mark over its second half, in chunks of 10 ms. */
function shapeHum(shape: Shape): { samples: number[]; parts: SpeechPart[]; wanted: boolean } {
  const parts: SpeechPart[] = []
  const output = { send: (part: SpeechPart) => parts.push(part), nextTurn: async () => {}, isCancelled: false }
  const shaper = new SpeechShaper(taskOf(shape), ENGINE_RATE_HZ, createResampler, output)
  shaper.mark(0, 4000, 8000)
  let wanted = true
  for (let at = 0; at < HUM.length && wanted; at += 160) wanted = shaper.audio(HUM.slice(at, at + 160))
  shaper.finish()
  return { samples: parts.flatMap((part) => [...part.samples]), parts, wanted }
}

test.each([8000, 16_000, 22_050, 24_000, 48_000])('gives a caller %i samples a second', (sampleRateHz) => {
  const { samples, parts } = shapeHum({ sampleRateHz })
  expect(samples).toHaveLength(sampleRateHz / 2)
  expect(parts[0]?.marks).toEqual([
    { kind: 'mark', segmentIndex: 0, startSample: Math.round(sampleRateHz / 4), endSample: sampleRateHz / 2 },
  ])
  expect(parts[0]?.samples).toHaveLength(sampleRateHz / 50)
})

test('adds the pause as silence of exactly its length', () => {
  const { samples } = shapeHum({ sampleRateHz: 24_000, pauseAfterMs: 333.3 })
  expect(samples).toHaveLength(12_000 + Math.round(0.3333 * 24_000))
  expect(samples.slice(12_000).every((sample) => sample === 0)).toBe(true)
})

test('fills pauses with faint noise where that is asked for, the same each time', () => {
  const shape = { sampleRateHz: 24_000, pauseAfterMs: 2000, hasNoiseFloor: true }
  const pause = shapeHum(shape).samples.slice(12_000)
  const rms = Math.sqrt(pause.reduce((sum, sample) => sum + sample ** 2, 0) / pause.length)
  expect(20 * Math.log10(rms / 32_768)).toBeGreaterThan(-77)
  expect(20 * Math.log10(rms / 32_768)).toBeLessThan(-73)
  expect(shapeHum(shape).samples.slice(12_000)).toEqual(pause)
})

test('cuts speech at the longest duration with a fade, tells the engine, and still pauses', () => {
  const { samples, parts, wanted } = shapeHum({ maxDurationS: 0.3, pauseAfterMs: 100 })
  expect(wanted).toBe(false)
  expect(samples).toHaveLength(4800 + 1600)
  const whole = shapeHum({}).samples
  expect(samples.slice(0, 4720)).toEqual(whole.slice(0, 4720))
  const fade = Array.from({ length: 80 }, (_, i) => Math.abs((samples[4720 + i] as number) / (whole[4720 + i] || 1)))
  expect(fade[0]).toBeLessThanOrEqual(1)
  expect(fade[40]).toBeCloseTo(0.5, 1)
  expect(fade[79]).toBeLessThan(0.02)
  expect(parts[0]?.marks).toMatchObject([{ startSample: 4000, endSample: 4800 }])
})

test('brightens without writing to the memory of the engine', () => {
  const before = HUM.slice()
  const bright = shapeHum({ brightnessDb: 12 }).samples
  expect(HUM).toEqual(before)
  const energy = (samples: readonly number[]): number => samples.reduce((sum, sample) => sum + sample ** 2, 0)
  expect(energy(bright)).toBeLessThan(energy(shapeHum({}).samples))
})

test('brings a voice to its level, and what then is too loud below -2.5 dB of full scale', () => {
  const levelOf = (gainDb: number): number => Math.max(...shapeHum({ gainDb }).samples) / 32_767
  expect(levelOf(-6.02)).toBeCloseTo(0.25, 3)
  expect(levelOf(2.5)).toBeCloseTo(0.667, 2)
  expect(levelOf(9)).toBeLessThan(10 ** (-2.49 / 20))
})

test('sends nothing more once the job is cancelled', () => {
  const parts: SpeechPart[] = []
  const output = { send: (part: SpeechPart) => parts.push(part), nextTurn: async () => {}, isCancelled: false }
  const shaper = new SpeechShaper(taskOf({ pauseAfterMs: 1000 }), ENGINE_RATE_HZ, createResampler, output)
  expect(shaper.audio(HUM)).toBe(true)
  const sent = parts.length
  output.isCancelled = true
  expect(shaper.audio(HUM)).toBe(false)
  shaper.finish()
  expect(parts).toHaveLength(sent)
})

test('puts a pause in before its word, and moves the marks after it', () => {
  const word = { kind: 'word', spoken: 'la', phonemes: null, span: { start: 0, end: 2 }, rate: 1, pitch: 1 } as const
  const parts: SpeechPart[] = []
  const output = { send: (part: SpeechPart) => parts.push(part), nextTurn: async () => {}, isCancelled: false }
  const plain = taskOf({ sampleRateHz: 24_000 })
  const segments = [
    { ...word, pauseBeforeMs: 0 },
    { ...word, pauseBeforeMs: 250 },
  ]
  const task = { ...plain, utterance: { ...plain.utterance, segments } }
  const shaper = new SpeechShaper(task, ENGINE_RATE_HZ, createResampler, output)
  shaper.mark(0, 0, 4000)
  shaper.mark(1, 4000, 8000)
  for (let at = 0; at < HUM.length; at += 160) shaper.audio(HUM.slice(at, at + 160))
  shaper.finish()
  const samples = parts.flatMap((part) => [...part.samples])
  expect(samples).toHaveLength(12_000 + 6000)
  expect(samples.slice(6000, 12_000).every((sample) => sample === 0)).toBe(true)
  expect(Math.max(...samples.slice(5800, 5999).map(Math.abs))).toBeGreaterThan(100)
  expect(parts.flatMap(({ marks }) => marks).map(({ startSample, endSample }) => [startSample, endSample])).toEqual([
    [0, 6000],
    [12_000, 18_000],
  ])
  const jumps = samples.slice(1).map((sample, i) => Math.abs(sample - (samples[i] as number)))
  expect(Math.max(...jumps)).toBeLessThan(1200)
})

test.each([
  [0, 320],
  [0.01, 320],
  [0.0573, 917],
  [1376 / 16_000, 1376],
])('a first part that is to hold %s s has %i samples', (minFirstPartS, samples) => {
  expect(shapeHum({ minFirstPartS }).parts[0]?.samples).toHaveLength(samples)
})
