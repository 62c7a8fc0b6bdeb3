import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { formantRatioTo, meanPitchHz, pitchSpreadSemitones, pitchTrackHz, rmsDb } from '../../../test/audio-measures.ts'
import { describeEngine } from '../../../test/contracts/engine.ts'
import type { RecordedMark, Recording } from '../../../test/contracts/speech-recording.ts'
import { durationS, record, silenceAtEndsS, utteranceOf } from '../../../test/contracts/speech-recording.ts'
import type { LoadedEngine } from '../../core/engine.ts'
import type { Utterance, Word } from '../../core/utterance.ts'
import type { EngineVoice, Timbre } from '../../core/voice.ts'
import { createFliteEngine, fliteEngine } from './flite-engine.ts'
import { flitePath, programOf } from './flite-module.ts'

const BASES = [
  { base: 'slt', pitchMeanHz: 174 },
  { base: 'rms', pitchMeanHz: 101 },
  { base: 'awb', pitchMeanHz: 129.5 },
] as const

const SENTENCE = 'she said the weather in the mountains can change very quickly .'.split(' ')

const voiceOf = (base: string, timbre: Partial<Timbre> = {}): EngineVoice => ({
  engine: 'flite',
  base,
  timbre: { formantRatio: 1, pitchMeanHz: 174, pitchRangeRatio: 1, rateRatio: 1, brightnessDb: 0, ...timbre },
})

/** The same utterance with one word changed. */
function withWord(utterance: Utterance, index: number, change: Partial<Word>): Utterance {
  const segments = utterance.segments.map((segment, i) =>
    i === index && segment.kind === 'word' ? { ...segment, ...change } : segment,
  )
  return { ...utterance, segments }
}

/** Median pitch within a mark, of a track every 10 ms. */
function pitchWithin(trackHz: Float32Array, { startSample, endSample }: RecordedMark): number {
  const voiced = [...trackHz.subarray(Math.round(startSample / 160), Math.round(endSample / 160))].filter(
    (hz) => hz > 0,
  )
  return voiced.toSorted((a, b) => a - b)[voiced.length >> 1] ?? 0
}

describeEngine(
  fliteEngine,
  voiceOf('slt'),
  'eng',
  SENTENCE.filter((token) => token !== '.'),
)

describe('Flite as a library', () => {
  const sentence = utteranceOf('eng', SENTENCE)
  const slt = voiceOf('slt')
  let flite: LoadedEngine
  beforeAll(async () => {
    flite = await fliteEngine.load()
  })

  describe.each(BASES)('in the voice $base', ({ base, pitchMeanHz }) => {
    const shapes = [pitchMeanHz, pitchMeanHz * 0.85, pitchMeanHz * 1.3]
    test.each(shapes)('the mean pitch of speech is that of the timbre: %f Hz', async (asked) => {
      const { samples, sampleRateHz } = await record(flite, sentence, voiceOf(base, { pitchMeanHz: asked }))
      expect(meanPitchHz(samples, sampleRateHz) / asked).toBeGreaterThan(0.93)
      expect(meanPitchHz(samples, sampleRateHz) / asked).toBeLessThan(1.07)
    })

    test('the pitch range acts on the spread of the pitch and not on its mean', async () => {
      const [flat, plain, lively] = await Promise.all(
        [0, 1, 2].map((pitchRangeRatio) => record(flite, sentence, voiceOf(base, { pitchMeanHz, pitchRangeRatio }))),
      )
      const spread = (of: Recording | undefined) => pitchSpreadSemitones(of?.samples ?? new Float32Array(), 16_000)
      expect(spread(flat)).toBeLessThan(0.6 * spread(plain))
      expect(spread(lively)).toBeGreaterThan(1.5 * spread(plain))
      expect(Math.abs(meanPitchHz(lively?.samples ?? new Float32Array(), 16_000) / pitchMeanHz - 1)).toBeLessThan(0.1)
    })

    test.each([0.88, 1.14])(
      'a formant ratio of %f moves the spectrum by as much and leaves the pitch',
      async (asked) => {
        const plain = await record(flite, sentence, voiceOf(base, { pitchMeanHz }))
        const moved = await record(flite, sentence, voiceOf(base, { pitchMeanHz, formantRatio: asked }))
        expect(Math.abs(formantRatioTo(plain.samples, moved.samples, 16_000) - asked)).toBeLessThan(0.05)
        expect(meanPitchHz(moved.samples, 16_000) / meanPitchHz(plain.samples, 16_000)).toBeCloseTo(1, 1)
        expect(moved.marks).toEqual(plain.marks)
      },
    )

    test('speech is as loud as in the other voices', async () => {
      const { samples } = await record(flite, sentence, voiceOf(base, { pitchMeanHz }))
      expect(rmsDb(samples)).toBeGreaterThan(-23)
      expect(rmsDb(samples)).toBeLessThan(-17)
    })

    test('speech starts within 20 ms and ends within 30 ms, without a click', async () => {
      const heard = await record(flite, sentence, voiceOf(base, { pitchMeanHz }))
      expect(heard.marks[0]?.startSample).toBeLessThanOrEqual(0.02 * 16_000)
      expect(heard.samples.length - (heard.marks.at(-1)?.endSample ?? 0)).toBeLessThanOrEqual(0.03 * 16_000)
      for (const edge of [heard.samples.subarray(0, 4), heard.samples.subarray(-4)]) {
        expect(edge.every((sample) => Math.abs(sample) < 0.005)).toBe(true)
      }
    })
  })

  test('twice the rate takes half the time, as a rate of the words or of the voice', async () => {
    const plain = durationS(await record(flite, sentence, slt))
    for (const [utterance, voice] of [
      [utteranceOf('eng', SENTENCE, { rate: 2 }), slt],
      [sentence, voiceOf('slt', { rateRatio: 2 })],
    ] as const) {
      const fast = durationS(await record(flite, utterance, voice))
      expect(plain / fast).toBeGreaterThan(1.85)
      expect(plain / fast).toBeLessThan(2.15)
    }
  })

  describe.each(BASES)('in the voice $base', ({ base, pitchMeanHz }) => {
    const endOf = async (words: string): Promise<number> => {
      const { samples, sampleRateHz } = await record(
        flite,
        utteranceOf('eng', words.split(' ')),
        voiceOf(base, { pitchMeanHz }),
      )
      const heard = [...pitchTrackHz(samples, sampleRateHz)].slice(-60).filter((hz) => hz > 0)
      const min = Math.min(...heard.slice(0, -3))
      return 12 * Math.log2((heard.at(-2) as number) / min)
    }
    test('a question that expects yes or no rises by 4 semitones or more at its end', async () => {
      expect(await endOf('are you coming to the meeting ?')).toBeGreaterThan(4)
      expect(await endOf('where is he coming from ?')).toBeLessThan(3.5)
      expect(await endOf('he is coming to the meeting .')).toBeLessThan(3.5)
    })

    test('pauses at marks last 150 to 300 ms, and have no offset', async () => {
      const words = 'four two five , two five two ; eight nine : one .'.split(' ')
      const { samples, sampleRateHz, marks } = await record(
        flite,
        utteranceOf('eng', words),
        voiceOf(base, { pitchMeanHz }),
      )
      const gapsMs = marks
        .slice(1)
        .map(({ startSample }, i) => (1000 * (startSample - (marks[i]?.endSample ?? 0))) / sampleRateHz)
      for (const i of [2, 5, 7]) {
        expect(gapsMs[i]).toBeGreaterThanOrEqual(240)
        expect(gapsMs[i]).toBeLessThanOrEqual(300)
      }
      expect(Math.abs(samples.reduce((sum, sample) => sum + sample, 0) / samples.length)).toBeLessThan(1e-4)
    })
  })

  test('the pause at a comma is spoken at the rate of the words around it', async () => {
    const words = ['it', 'rained', ',', 'so', 'we', 'stayed']
    const pauseOf = ({ marks }: Recording) => (marks[2]?.startSample ?? 0) - (marks[1]?.endSample ?? 0)
    const plain = pauseOf(await record(flite, utteranceOf('eng', words), slt))
    const fast = pauseOf(await record(flite, utteranceOf('eng', words, { rate: 2 }), slt))
    expect(plain).toBeGreaterThan(0.08 * 16_000)
    expect(plain / fast).toBeCloseTo(2, 0)
  })

  test('the pitch of a word acts on that word alone, and glides', async () => {
    const plain = await record(flite, sentence, slt)
    const raised = await record(flite, withWord(sentence, 6, { pitch: 1.3 }), slt)
    expect(raised.marks).toEqual(plain.marks)
    const [before, after] = [plain, raised].map(({ samples }) => pitchTrackHz(samples, 16_000))
    const ratios = plain.marks.map(
      (mark) => pitchWithin(after ?? new Float32Array(), mark) / pitchWithin(before ?? new Float32Array(), mark),
    )
    expect(ratios[6]).toBeGreaterThan(1.24)
    expect(ratios[6]).toBeLessThan(1.36)
    for (const ratio of [...ratios.slice(0, 5), ...ratios.slice(8)]) expect(Math.abs(ratio - 1)).toBeLessThan(0.03)
  })

  test('given phonemes are spoken: those of the dictionary change nothing, others do', async () => {
    const speak = (phonemes: string[] | null) =>
      record(flite, withWord(utteranceOf('eng', ['say', 'hello', 'to', 'them']), 1, { phonemes }), slt)
    const plain = await speak(null)
    expect((await speak(['HH', 'AH0', 'L', 'OW1'])).samples).toEqual(plain.samples)
    expect((await speak(['HH', 'AA1', 'L', 'OY2'])).samples).not.toEqual(plain.samples)
    expect((await speak(['HH', 'no such phone'])).samples).toEqual(plain.samples)
  })

  test('phonemes given to two words in a row are spoken twice', async () => {
    const phonemes = ['N', 'OW1']
    const { marks } = await record(flite, utteranceOf('eng', ['no', 'no', 'no'], { phonemes }), slt)
    for (const { startSample, endSample } of marks) expect(endSample - startSample).toBeGreaterThan(0.05 * 16_000)
  })

  test('a word that is read as several has one mark, and one that cannot be heard an empty one', async () => {
    const { marks } = await record(flite, utteranceOf('eng', ['about', '1234', '🎉', 'times']), slt)
    expect(marks.map((mark) => mark.segmentIndex)).toEqual([0, 1, 2, 3])
    expect(marks[2]?.endSample).toBe(marks[2]?.startSample)
    expect((marks[1]?.endSample ?? 0) - (marks[1]?.startSample ?? 0)).toBeGreaterThan(0.6 * 16_000)
  })

  test('letters with accents and of other scripts are read by their Latin likeness', async () => {
    const speak = async (word: string) => (await record(flite, utteranceOf('eng', ['the', word]), slt)).samples
    expect(await speak('naïve')).toEqual(await speak('naive'))
    expect(await speak('“quoted”')).toEqual(await speak('quoted'))
    expect(await speak('Привет')).toEqual(await speak('Privet'))
  })

  test('the first chunk is small and comes before the rest is rendered', async () => {
    const lengths: number[] = []
    await flite.speak(sentence, slt, { mark() {}, audio: (samples) => lengths.push(samples.length) > 0 })
    expect(lengths[0]).toBeLessThan(400)
    expect(Math.max(...lengths)).toBeLessThan(2400)
  })

  test('after a sink that throws, and after minutes of speech, the next utterance is as ever', async () => {
    const plain = await record(flite, sentence, slt)
    const failing = {
      mark() {},
      audio() {
        throw new Error('nobody listens')
      },
    }
    await expect((async () => flite.speak(sentence, slt, failing))()).rejects.toMatchObject({ code: 'engine.crashed' })
    expect((await record(flite, sentence, slt)).samples).toEqual(plain.samples)
    const long = utteranceOf('eng', new Array(6).fill('x'.repeat(100)))
    await flite.speak(long, slt, { mark() {}, audio: () => false })
    expect((await record(flite, sentence, slt)).samples).toEqual(plain.samples)
  })
})

describe('Flite as a program, where its binary is not the one that was studied', () => {
  const sentence = utteranceOf('eng', SENTENCE)
  let flite: LoadedEngine
  beforeAll(async () => {
    flite = await createFliteEngine(programOf(await WebAssembly.compile(readFileSync(flitePath())))).load()
  })

  test('every word is marked and the same utterance gives the same samples', async () => {
    const heard = await record(flite, sentence, voiceOf('rms', { pitchMeanHz: 101 }))
    expect(heard.marks.map((mark) => mark.segmentIndex)).toEqual(SENTENCE.slice(0, -1).map((_, index) => index))
    expect(heard.marks.at(-1)?.endSample).toBe(heard.samples.length)
    expect(durationS(heard)).toBeGreaterThan(2)
    await record(flite, utteranceOf('eng', ['something', 'else']), voiceOf('awb'))
    expect(await record(flite, sentence, voiceOf('rms', { pitchMeanHz: 101 }))).toEqual(heard)
  })

  test('pitch, range and rate act, and the silence at the ends is cut', async () => {
    const heard = await record(flite, sentence, voiceOf('slt', { pitchMeanHz: 200 }))
    expect(meanPitchHz(heard.samples, 16_000) / 200).toBeCloseTo(1, 1)
    expect(silenceAtEndsS(heard).lead).toBeLessThan(0.04)
    expect(silenceAtEndsS(heard).trail).toBeLessThan(0.04)
    const fast = await record(flite, sentence, voiceOf('slt', { rateRatio: 1.5, pitchRangeRatio: 0.2 }))
    expect(durationS(heard) / durationS(fast)).toBeCloseTo(1.5, 1)
    expect(pitchSpreadSemitones(fast.samples, 16_000)).toBeLessThan(0.7 * pitchSpreadSemitones(heard.samples, 16_000))
  })

  test('nothing to say and an early stop are as they are with the library', async () => {
    expect((await record(flite, utteranceOf('eng', ['...', '🎉']), voiceOf('slt'))).samples.length).toBe(0)
    let chunks = 0
    await flite.speak(sentence, voiceOf('slt'), { mark() {}, audio: () => ++chunks < 3 })
    expect(chunks).toBe(3)
  })
})
