import { beforeAll, describe, expect, test } from 'vitest'
import { pitchTrackHz } from '../../../test/audio-measures.ts'
import { describeEngine } from '../../../test/contracts/engine.ts'
import { medianPitchHz, type Recording, record, utteranceOf } from '../../../test/contracts/speech-recording.ts'
import type { LoadedEngine } from '../../core/engine.ts'
import type { Language } from '../../core/language.ts'
import { bestEngine, naturalEngine } from './natural-engine.ts'

const voiceOf = (base: string, pitchMeanHz: number, engine = 'natural') => ({
  engine,
  base,
  timbre: { formantRatio: 1, pitchMeanHz, pitchRangeRatio: 1, rateRatio: 1, brightnessDb: 0 },
})

const ENGLISH = 'she said the weather in the mountains can change very quickly'.split(' ')
const SPEAKERS: readonly [base: string, pitchHz: number, language: Language, words: readonly string[]][] = [
  ['af_heart', 185, 'eng', ENGLISH],
  ['am_michael*0.67+am_onyx*0.33', 105, 'eng', ENGLISH],
  ['bf_emma', 190, 'eng', ENGLISH],
  ['ef_dora', 180, 'spa', 'nos vemos mañana cerca del puente viejo'.split(' ')],
  ['ff_siwis', 190, 'fra', 'nous allons demain matin au marché du village'.split(' ')],
  ['pf_dora', 180, 'por', 'amanhã nos vemos perto da ponte velha'.split(' ')],
  ['hm_omega', 125, 'hin', 'हम कल सुबह पुराने पुल के पास मिलेंगे'.split(' ')],
  ['ef_dora*0.6+ff_siwis*0.4', 200, 'nld', 'morgen zien wij elkaar bij de oude brug'.split(' ')],
  ['bm_george*0.6+em_alex*0.4', 120, 'ara', 'غدا نلتقي قرب الجسر القديم في المدينة'.split(' ')],
  ['jf_alpha', 230, 'jpn', '明日 の 朝 古い 橋 の 近く で 会いましょう'.split(' ')],
]
for (const [base, pitchMeanHz, language, words] of SPEAKERS) {
  describeEngine(naturalEngine, voiceOf(base, pitchMeanHz), language, words, { takesTurns: true })
}

// All of `best` but the sound is natural's, and it takes seven times as long: one test, below.
const levelDb = (samples: Float32Array): number =>
  10 * Math.log10(samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length)

/** The sample at which the first sound after the longest silence begins. */
function onsetAfterSilence(samples: Float32Array): number {
  const heard = [...samples.keys()].filter((i) => Math.abs(samples[i] as number) > 0.01)
  const gaps = heard.slice(1).map((at, i) => ({ at, length: at - (heard[i] as number) }))
  return gaps.reduce((longest, gap) => (gap.length > longest.length ? gap : longest)).at
}

test('the engine best says the same as natural at the same times, as loud', async () => {
  const heard = []
  for (const engine of [naturalEngine, bestEngine]) {
    using loaded = await engine.load()
    heard.push(await record(loaded, utteranceOf('eng', ENGLISH), voiceOf('af_heart', 185, engine.name)))
  }
  const [natural, best] = heard as [Recording, Recording]
  for (const [i, { startSample }] of best.marks.entries()) {
    expect(Math.abs(startSample - (natural.marks[i]?.startSample ?? Number.NaN))).toBeLessThan(0.03 * 24_000)
  }
  expect(Math.abs(levelDb(best.samples) - levelDb(natural.samples))).toBeLessThan(1)
})

describe('a voice', () => {
  let natural: LoadedEngine
  beforeAll(async () => {
    natural = await naturalEngine.load()
    return () => natural[Symbol.dispose]()
  })

  test.each(['nobody', 'af_heart*0.5', 'af_heart*0.5+nobody*0.5', '', 'af_heart#'])(
    'that is none of its styles is refused: %j',
    (base) => {
      expect(() => natural.sampleRateHz(voiceOf(base, 160))).toThrow(
        expect.objectContaining({ code: 'voice.unusable' }),
      )
    },
  )

  test('speaks a text of several phrases, each word once', async () => {
    const tokens = [...ENGLISH, ',', ...ENGLISH, ';', ...ENGLISH, ',', ...ENGLISH, '.']
    const { marks } = await record(natural, utteranceOf('eng', tokens), voiceOf('af_heart', 185))
    expect(marks).toHaveLength(4 * ENGLISH.length)
  })

  test.each([0.3, 0.5, 1, 2])('at rate %d marks a word after a pause where it begins', async (rate) => {
    const voice = voiceOf('af_heart', 185)
    const slowed = { ...voice, timbre: { ...voice.timbre, rateRatio: rate } }
    const { marks, samples } = await record(natural, utteranceOf('eng', ['yes', ',', 'tomorrow', '.']), slowed)
    const onset = onsetAfterSilence(samples)
    expect(Math.abs((marks[1]?.startSample ?? Number.NaN) - onset) / 24_000).toBeLessThan(0.06)
  })

  test('has none of the tones that its teacher adds to all speech', async () => {
    const { samples } = await record(natural, utteranceOf('eng', [...ENGLISH, '.']), voiceOf('af_heart', 185))
    for (const hz of [4800, 9600]) {
      const beside = Math.max(medianLevelDb(samples, hz - 100), medianLevelDb(samples, hz + 100))
      expect(medianLevelDb(samples, hz)).toBeLessThan(beside + 3)
    }
  })

  const READINGS: readonly [base: string, pitchHz: number][] = [
    ['af_heart', 185],
    ['bf_emma', 190],
    ['bm_george', 140],
    ['am_michael', 105],
  ]
  // The last syllable of the other two is faint after an unstressed vowel, and hardly carries the rise.
  test.each(READINGS.slice(1, 3))(
    '%s raises the end of a question for yes or no, and of no other',
    async (base, pitchHz) => {
      const endOf = async (...tokens: readonly string[]): Promise<number> =>
        endSemitones(await record(natural, utteranceOf('eng', tokens), voiceOf(base, pitchHz)))
      const did = 'did the parcel arrive this'.split(' ')
      const rising = await endOf(...did, 'morning', '?')
      expect(rising).toBeGreaterThan((await endOf(...did, 'morning', '.')) + 2)
      expect(rising).toBeGreaterThan((await endOf('when', ...did, 'morning', '?')) + 2)
      expect(rising).toBeGreaterThan((await endOf(...did, 'morning', 'or', 'this', 'evening', '?')) + 2)
    },
  )

  test.each(READINGS)('%s says an exclamation higher than a statement', async (base, pitchHz) => {
    const words = 'the parcel arrived this morning'.split(' ')
    const of = (mark: string) => record(natural, utteranceOf('eng', [...words, mark]), voiceOf(base, pitchHz))
    expect(medianPitchHz(await of('!')) / medianPitchHz(await of('.'))).toBeGreaterThan(1.03)
  })
})

/** Level of a frequency in the median of windows of 0.1 s. */
function medianLevelDb(samples: Float32Array, hz: number): number {
  const length = 2400
  const levels: number[] = []
  for (let start = 0; start + length <= samples.length; start += length / 2) {
    let [re, im] = [0, 0]
    for (let i = 0; i < length; i++) {
      const sample = (samples[start + i] as number) * (0.5 - 0.5 * Math.cos((2 * Math.PI * i) / length))
      re += sample * Math.cos((2 * Math.PI * hz * i) / 24_000)
      im += sample * Math.sin((2 * Math.PI * hz * i) / 24_000)
    }
    levels.push(10 * Math.log10(re ** 2 + im ** 2 + 1e-20))
  }
  return levels.toSorted((one, other) => one - other)[levels.length >> 1] as number
}

/** Pitch of the last 250 ms with voice, in semitones above the median: its upper quartile, since the last pulses are weak. */
function endSemitones({ samples, sampleRateHz }: Recording): number {
  const voiced = pitchTrackHz(samples, sampleRateHz).filter((hz) => hz > 0)
  const quantile = (hz: Float32Array, share: number): number => hz.toSorted()[Math.floor(hz.length * share)] as number
  return 12 * Math.log2(quantile(voiced.slice(-25), 0.75) / quantile(voiced, 0.5))
}
