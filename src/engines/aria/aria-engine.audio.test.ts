import { beforeAll, describe, expect, test } from 'vitest'
import { formantRatioTo, meanPitchHz, peakLevel, pitchTrackHz, rmsDb } from '../../../test/audio-measures.ts'
import { describeEngine } from '../../../test/contracts/engine.ts'
import type { RecordedMark, Recording } from '../../../test/contracts/speech-recording.ts'
import {
  durationS,
  fingerprint,
  record,
  silenceAtEndsS,
  utteranceOf,
} from '../../../test/contracts/speech-recording.ts'
import type { LoadedEngine } from '../../core/engine.ts'
import type { Language } from '../../core/language.ts'
import { CONSONANTS, VOWELS } from '../../core/phonemes.ts'
import type { Utterance, Word } from '../../core/utterance.ts'
import type { Timbre } from '../../core/voice.ts'
import { ariaEngine } from './aria-engine.ts'

const PITCH_HZ = 160
const RATE_HZ = 24_000

const WORDS: Readonly<Record<string, string>> = {
  said: 'S EH1 D',
  weather: 'W EH1 DH ER0',
  mountains: 'M AW1 N T AH0 N Z',
  change: 'CH EY1 N JH',
  very: 'V EH1 R IY0',
  quickly: 'K W IH1 K L IY0',
  ready: 'R EH1 D IY0',
}
const SENTENCE = 'she said the weather in the mountains can change very quickly .'.split(' ')

const voiceOf = (timbre: Partial<Timbre> = {}, base = 'kathleen') => ({
  engine: 'aria',
  base,
  timbre: { formantRatio: 1, pitchMeanHz: PITCH_HZ, pitchRangeRatio: 1, rateRatio: 1, brightnessDb: 0, ...timbre },
})

/** Tokens as the planner hands them over: words with their phonemes, but for those that are said lightly. */
function spoken(tokens: readonly string[], tuning: Partial<Word> = {}): Utterance {
  const utterance = utteranceOf('eng', tokens)
  const segments = utterance.segments.map((segment) =>
    segment.kind === 'word' ? { ...segment, phonemes: WORDS[segment.spoken]?.split(' ') ?? null, ...tuning } : segment,
  )
  return { ...utterance, segments }
}

const ofPhonemes = (words: readonly (readonly string[])[]): Utterance => {
  const utterance = utteranceOf(
    'eng',
    words.map((_, i) => `word${i}`),
  )
  const segments = utterance.segments.map((word, i) => ({ ...word, phonemes: words[i] ?? null }) as Word)
  return { ...utterance, segments }
}

function withWord(utterance: Utterance, index: number, change: Partial<Word>): Utterance {
  const segments = utterance.segments.map((segment, i) =>
    i === index && segment.kind === 'word' ? { ...segment, ...change } : segment,
  )
  return { ...utterance, segments }
}

/** Median pitch within a mark, of a track every 10 ms. */
function pitchWithin(trackHz: Float32Array, { startSample, endSample }: RecordedMark): number {
  const voiced = [...trackHz.subarray(Math.round(startSample / 240), Math.round(endSample / 240))].filter(
    (hz) => hz > 0,
  )
  return voiced.toSorted((a, b) => a - b)[voiced.length >> 1] ?? 0
}

/** From a tenth of the voiced frames to nine tenths: the tracker mistakes a few. */
function pitchReachSemitones({ samples }: Recording): number {
  const voiced = [...pitchTrackHz(samples, RATE_HZ)].filter((hz) => hz > 0).sort((a, b) => a - b)
  const at = (part: number): number => voiced[Math.floor(part * voiced.length)] ?? 0
  return 12 * Math.log2(at(0.9) / at(0.1))
}

/** The largest second difference against the largest sample: a click is a jump that speech does not make. */
function sharpestBend({ samples }: Recording): number {
  let max = 0
  for (let i = 2; i < samples.length; i++) {
    max = Math.max(max, Math.abs((samples[i] ?? 0) - 2 * (samples[i - 1] ?? 0) + (samples[i - 2] ?? 0)))
  }
  return max / peakLevel(samples)
}

const ENGLISH = SENTENCE.filter((token) => token !== '.')
const SPEAKERS: readonly [base: string, pitchHz: number, language: Language, words: readonly string[]][] = [
  ['kathleen', PITCH_HZ, 'eng', ENGLISH],
  ['am_michael*0.67+am_onyx*0.33', 105, 'eng', ENGLISH],
  ['bf_emma', 190, 'eng', ENGLISH],
  ['ef_dora', 180, 'spa', 'nos vemos mañana cerca del puente viejo'.split(' ')],
  ['fm_blend', 140, 'fra', 'nous allons demain matin au marché du village'.split(' ')],
  ['pf_dora', 180, 'por', 'amanhã nos vemos perto da ponte velha'.split(' ')],
  ['kerstin', 175, 'ger', 'wir treffen uns morgen an der alten Brücke'.split(' ')],
  ['hm_omega', 125, 'hin', 'हम कल सुबह पुराने पुल के पास मिलेंगे'.split(' ')],
  ['jf_alpha', 240, 'jpn', '明日 の 朝 古い 橋 の 近く で 会いましょう'.split(' ')],
]
for (const [base, pitchMeanHz, language, words] of SPEAKERS) {
  describeEngine(ariaEngine, voiceOf({ pitchMeanHz }, base), language, words, { takesTurns: true })
}

describe('a breath', () => {
  let aria: LoadedEngine
  beforeAll(async () => {
    aria = await ariaEngine.load()
    return () => aria[Symbol.dispose]()
  })
  const usual = spoken(SENTENCE)
  const breathing = (variation?: Utterance['variation']): Utterance => ({
    ...usual,
    startsWithBreath: true,
    ...(variation && { variation }),
  })

  test.each(SPEAKERS.filter(([, , language]) => language !== 'jpn').map(([base, pitchHz]) => [base, pitchHz] as const))(
    'of %s is quiet, short and unvoiced, and words are later by its length',
    async (base, pitchMeanHz) => {
      const voice = voiceOf({ pitchMeanHz }, base)
      const [plain, heard] = [await record(aria, usual, voice), await record(aria, breathing(), voice)]
      const length = heard.samples.length - plain.samples.length
      expect(length / RATE_HZ).toBeGreaterThan(0.15)
      expect(length / RATE_HZ).toBeLessThan(0.35)
      const later = plain.marks.map((mark) => mark.startSample + length)
      expect(heard.marks.map(({ startSample }) => startSample)).toEqual(later)
      const breath = heard.samples.subarray(0, Math.round(0.18 * RATE_HZ))
      const belowSpeech = rmsDb(plain.samples) - rmsDb(breath)
      expect(belowSpeech).toBeGreaterThan(31)
      expect(belowSpeech).toBeLessThan(44)
      // No hole before the first word.
      const silences = Array.from({ length: 8 }, (_, i) =>
        rmsDb(heard.samples.subarray(length - 960 + i * 120, length - 840 + i * 120)),
      )
      expect(Math.min(...silences)).toBeGreaterThan(rmsDb(breath) - 26)
      expect([...pitchTrackHz(breath, RATE_HZ)].filter((hz) => hz > 0)).toHaveLength(0)
    },
  )

  test('is always the same without a variation, and follows the seed of one', async () => {
    const hear = async (utterance: Utterance) => fingerprint(await record(aria, utterance, voiceOf()))
    const draw = (seed: number) => hear(breathing({ seed, spread: 1, longestTail: 3 }))
    expect(await hear(breathing())).toBe(await hear(breathing()))
    expect(await draw(1)).toBe(await draw(1))
    expect(await draw(1)).not.toBe(await draw(2))
  })

  test('does not depend on what the voice said before', async () => {
    const hear = async (engine: LoadedEngine) => fingerprint(await record(engine, breathing(), voiceOf({}, 'ef_dora')))
    const before = await hear(aria)
    using other = await ariaEngine.load()
    await record(
      other,
      { ...utteranceOf('spa', ['nos', 'vemos']), startsWithBreath: true },
      voiceOf({ pitchMeanHz: 210 }, 'ef_dora'),
    )
    expect(await hear(other)).toBe(before)
  })
})

describe('many speakers', () => {
  let aria: LoadedEngine
  beforeAll(async () => {
    aria = await ariaEngine.load()
    return () => aria[Symbol.dispose]()
  })
  const speak = (base: string, utterance: Utterance) => record(aria, utterance, voiceOf({ pitchMeanHz: 150 }, base))

  test('differ, and a mixture lies between them', async () => {
    const [one, mixed, other] = await Promise.all(
      ['am_michael', 'am_michael*0.5+am_fenrir*0.5', 'am_fenrir'].map(async (base) => speak(base, spoken(SENTENCE))),
    )
    expect(new Set([one, mixed, other].map((heard) => heard && fingerprint(heard))).size).toBe(3)
    const lengths = [one, mixed, other].map((heard) => (heard ? durationS(heard) : 0))
    expect(lengths[1]).toBeGreaterThan(Math.min(lengths[0] ?? 0, lengths[2] ?? 0) * 0.95)
    expect(lengths[1]).toBeLessThan(Math.max(lengths[0] ?? 0, lengths[2] ?? 0) * 1.05)
  })

  test('whatever its weights add up to, a mixture is the same', async () => {
    const [one, other] = await Promise.all(
      ['am_michael*3+am_onyx', 'am_michael*0.75+am_onyx*0.25'].map((base) => speak(base, spoken(SENTENCE))),
    )
    expect(one && fingerprint(one)).toBe(other && fingerprint(other))
  })

  test.each(['ara', 'fra', 'eng'] as const)(
    'speak %s too where it is another language than theirs',
    async (language) => {
      const tokens = { ara: ['نلتقي', 'غدا'], fra: ['bonjour', 'madame'], eng: ['they', 'said'] }[language]
      const heard = await speak('ef_dora', utteranceOf(language, tokens))
      expect(heard.marks).toHaveLength(2)
      expect(durationS(heard)).toBeGreaterThan(0.3)
    },
  )

  test('speak words of other scripts among their own', async () => {
    const tokens = ['nous', 'disons', 'hello', 'и', 'здравствуйте', '你好', 'ʕħɮ', 'madame', '.']
    const heard = await speak('ff_siwis', utteranceOf('fra', tokens))
    expect(heard.marks).toHaveLength(tokens.length - 1)
  })
})

describe('the neural voice', () => {
  const sentence = spoken(SENTENCE)
  let aria: LoadedEngine
  beforeAll(async () => {
    aria = await ariaEngine.load()
    return () => aria[Symbol.dispose]()
  })
  const speak = (utterance: Utterance, timbre: Partial<Timbre> = {}) => record(aria, utterance, voiceOf(timbre))

  describe('in a timbre', () => {
    test.each([130, 160, 200, 240])('has the mean pitch that is asked for: %f Hz', async (asked) => {
      const { samples } = await speak(sentence, { pitchMeanHz: asked })
      expect(meanPitchHz(samples, RATE_HZ) / asked).toBeGreaterThan(0.93)
      expect(meanPitchHz(samples, RATE_HZ) / asked).toBeLessThan(1.07)
    })

    test('takes the range as the spread of the pitch and not as its mean', async () => {
      const flat = await speak(sentence, { pitchRangeRatio: 0 })
      const plain = await speak(sentence)
      const lively = await speak(sentence, { pitchRangeRatio: 2 })
      expect(pitchReachSemitones(flat)).toBeLessThan(0.2 * pitchReachSemitones(plain))
      expect(pitchReachSemitones(lively)).toBeGreaterThan(1.25 * pitchReachSemitones(plain))
      expect(Math.abs(meanPitchHz(lively.samples, RATE_HZ) / PITCH_HZ - 1)).toBeLessThan(0.1)
    })

    test.each([0.9, 1.1])('moves the spectrum by the formant ratio and leaves the pitch: %f', async (asked) => {
      const plain = await speak(sentence)
      const moved = await speak(sentence, { formantRatio: asked })
      expect(Math.abs(formantRatioTo(plain.samples, moved.samples, RATE_HZ) - asked)).toBeLessThan(0.05)
      expect(meanPitchHz(moved.samples, RATE_HZ) / meanPitchHz(plain.samples, RATE_HZ)).toBeCloseTo(1, 1)
    })

    test('is as loud as other voices, and never too loud', async () => {
      for (const timbre of [{}, { formantRatio: 0.89, pitchMeanHz: 165 }, { formantRatio: 1.12, pitchMeanHz: 250 }]) {
        const { samples } = await speak(sentence, timbre)
        expect(rmsDb(samples)).toBeGreaterThan(-25)
        expect(rmsDb(samples)).toBeLessThan(-17)
        expect(peakLevel(samples)).toBeLessThan(1)
      }
    })
  })

  test('twice the rate takes half the time, as a rate of the words or of the voice', async () => {
    const plain = durationS(await speak(sentence))
    const fast = [await speak(spoken(SENTENCE, { rate: 2 })), await speak(sentence, { rateRatio: 2 })]
    for (const recording of fast) {
      expect(plain / durationS(recording)).toBeGreaterThan(1.8)
      expect(plain / durationS(recording)).toBeLessThan(2.2)
    }
  })

  test('the pitch of a word acts on that word alone', async () => {
    const plain = await speak(sentence)
    const raised = await speak(withWord(sentence, 6, { pitch: 1.3 }))
    expect(raised.marks).toEqual(plain.marks)
    const [before, after] = [plain, raised].map(({ samples }) => pitchTrackHz(samples, RATE_HZ)) as [
      Float32Array,
      Float32Array,
    ]
    const ratios = plain.marks.map((mark) => pitchWithin(after, mark) / pitchWithin(before, mark))
    expect(ratios[6]).toBeGreaterThan(1.2)
    expect(ratios[6]).toBeLessThan(1.4)
    for (const ratio of [...ratios.slice(0, 5), ...ratios.slice(8)]) expect(Math.abs(ratio - 1)).toBeLessThan(0.05)
  })

  test('the pause at a comma is spoken at the rate of the words around it', async () => {
    const words = ['she', 'said', ',', 'we', 'can', 'change']
    const pauseOf = ({ marks }: Recording) => (marks[2]?.startSample ?? 0) - (marks[1]?.endSample ?? 0)
    const plain = pauseOf(await speak(spoken(words)))
    const slow = pauseOf(await speak(spoken(words, { rate: 0.5 })))
    expect(plain).toBeGreaterThan(0.03 * RATE_HZ)
    expect(slow / plain).toBeGreaterThan(1.5)
  })

  test.each([
    ['kathleen', 158],
    ['af_bella', 196],
    ['am_fenrir', 137],
    ['bm_george', 141],
  ] as const)('short prompts of %s are about as loud as sentences', async (base, pitchMeanHz) => {
    const levelOf = async (tokens: readonly string[]) =>
      loudestDb((await record(aria, spoken(tokens), voiceOf({ pitchMeanHz }, base))).samples)
    const sentenceDb = await levelOf(SENTENCE)
    for (const prompt of ['hi .', 'hi !', 'really ?', 'yes .', 'no !', 'okay .', 'six .', 'thank you .', 'stop !']) {
      expect(Math.abs((await levelOf(prompt.split(' '))) - sentenceDb), prompt).toBeLessThan(6)
    }
  })

  test('a question that offers a choice ends lower than it would if it asked for yes or no', async () => {
    const endPitch = async (text: string) => {
      const { samples, marks } = await speak(spoken(text.split(' ')))
      const track = pitchTrackHz(samples, RATE_HZ)
      const last = marks.at(-1) as RecordedMark
      return pitchWithin(track, { ...last, startSample: (last.startSample + last.endSample) / 2 })
    }
    const choice = await endPitch('is it very ready or weather ?')
    expect(choice).toBeLessThan(0.8 * (await endPitch('is it very ready and weather ?')))
    expect(choice).toBeLessThan(1.05 * (await endPitch('it is very ready and weather .')))
  })

  test('an exclamation is heard: higher and louder than a statement', async () => {
    const [plain, exclaimed] = [await speak(sentence), await speak(spoken([...SENTENCE.slice(0, -1), '!']))]
    const higher = meanPitchHz(exclaimed.samples, RATE_HZ) / meanPitchHz(plain.samples, RATE_HZ)
    expect(higher).toBeGreaterThan(1.04)
    expect(higher).toBeLessThan(1.2)
    expect(rmsDb(exclaimed.samples) - rmsDb(plain.samples)).toBeGreaterThan(1)
  })

  test('a question that can be answered by yes or no ends higher than it would as a statement', async () => {
    const words = ['are', 'they', 'very', 'ready']
    const endPitch = async (mark: string) => {
      const track = [...pitchTrackHz((await speak(spoken([...words, mark]))).samples, RATE_HZ)].filter((hz) => hz > 0)
      return meanOf(track.slice(-8))
    }
    expect(await endPitch('?')).toBeGreaterThan(1.1 * (await endPitch('.')))
  })

  test('speech starts within 20 ms and ends within 60 ms, fading in and out', async () => {
    for (const mark of ['.', ',', '?', '']) {
      const heard = await speak(spoken([...SENTENCE.slice(0, -1), mark].filter((token) => token !== '')))
      expect(heard.marks[0]?.startSample).toBeLessThanOrEqual(0.02 * RATE_HZ)
      expect(heard.samples.length - (heard.marks.at(-1)?.endSample ?? 0)).toBeLessThanOrEqual(0.06 * RATE_HZ)
      for (const edge of [heard.samples.subarray(0, 4), heard.samples.subarray(-4)]) {
        expect(edge.every((sample) => Math.abs(sample) < 0.003)).toBe(true)
      }
    }
  })

  test('the first chunk is small and comes before the rest is rendered', async () => {
    const lengths: number[] = []
    await aria.speak(sentence, voiceOf(), { mark() {}, audio: (samples) => lengths.push(samples.length) > 0 })
    expect(lengths[0]).toBeLessThan(600)
    expect(Math.max(...lengths)).toBeLessThanOrEqual(33 * 256)
    expect(lengths.length).toBeGreaterThan(6)
  })

  test('utterances that are spoken at once do not disturb each other', async () => {
    const [one, two] = [sentence, spoken(['they', 'are', 'ready', '.'])]
    const alone = [fingerprint(await speak(one)), fingerprint(await speak(two))]
    const together = await Promise.all([speak(one), speak(two), speak(one)])
    expect(together.map(fingerprint)).toEqual([alone[0], alone[1], alone[0]])
  })

  test('each chunk waits for its turn, and none comes when that is refused', async () => {
    const log: string[] = []
    await aria.speak(sentence, voiceOf(), {
      mark() {},
      audio: () => log.push('audio') > 0,
      nextTurn: async () => {
        await new Promise(setImmediate)
        return log.push('turn') < 6
      },
    })
    expect(log).toEqual(['audio', 'turn', 'audio', 'turn', 'audio', 'turn'])
  })

  describe('with what is unusual', () => {
    test('every phoneme is spoken in every position', async () => {
      const vowels = [...VOWELS].map((vowel) => `${vowel}1`)
      for (const phonemes of [[...CONSONANTS], vowels]) {
        const heard = await speak(ofPhonemes(phonemes.map((one) => [one, 'AH0', one, 'AH0', one])))
        expect(heard.marks).toHaveLength(phonemes.length)
        for (const { startSample, endSample } of heard.marks)
          expect(endSample - startSample).toBeGreaterThan(0.1 * RATE_HZ)
        expect(sharpestBend(heard)).toBeLessThan(1.5)
      }
    })

    test.each([...VOWELS].map((vowel) => `${vowel}1`).concat([...CONSONANTS]))(
      '%s alone is spoken',
      async (phoneme) => {
        const heard = await speak(ofPhonemes([[phoneme]]))
        expect(durationS(heard)).toBeGreaterThan(0.04)
        expect(durationS(heard)).toBeLessThan(1)
        expect(silenceAtEndsS(heard).lead).toBeLessThan(0.04)
      },
    )

    test('400 phonemes are spoken whole, with first audio after a part of them', async () => {
      const words = Array.from({ length: 80 }, () => ['B', 'AH0', 'N', 'AE1', 'N', 'AH0'].slice(0, 5))
      const heard = await speak(ofPhonemes(words))
      expect(heard.marks).toHaveLength(80)
      expect(durationS(heard)).toBeGreaterThan(15)
      expect(durationS(heard)).toBeLessThan(60)
      let calls = 0
      await aria.speak(ofPhonemes(words), voiceOf(), { mark: () => calls++, audio: () => false })
      expect(calls).toBeLessThan(80)
    })

    test('rates without bounds are held to what can be heard, and keep the marks in order', async () => {
      const plain = durationS(await speak(sentence))
      for (const rate of [1e-9, 0.05, 30, 1e9, Number.POSITIVE_INFINITY]) {
        const heard = await speak(spoken(SENTENCE, { rate }))
        expect(heard.marks).toHaveLength(SENTENCE.length - 1)
        expect(durationS(heard)).toBeLessThan(6 * plain)
        expect(durationS(heard)).toBeGreaterThan(0.15 * plain)
      }
    })

    test('pitches and formants without bounds give samples within bounds', async () => {
      for (const pitch of [1e-6, 0.3, 4, 1e6]) {
        expect((await speak(spoken(SENTENCE, { pitch }))).marks).toHaveLength(SENTENCE.length - 1)
      }
      for (const timbre of [
        { formantRatio: 0.1 },
        { formantRatio: 9 },
        { pitchRangeRatio: 50 },
        { pitchMeanHz: 2000 },
      ]) {
        expect(durationS(await speak(sentence, timbre))).toBeGreaterThan(1)
      }
    })

    test('commas without words between them, and pauses of seconds, change nothing but the pauses', async () => {
      const one = await speak(spoken(['she', ',', 'said', '.']))
      const many = await speak(spoken(['she', ...new Array(50).fill(','), 'said', '.', '.', '.']))
      expect(fingerprint(many)).toBe(fingerprint(one))
      const paused = await speak(withWord(spoken(SENTENCE), 4, { pauseBeforeMs: 3000 }))
      expect(durationS(paused) / durationS(await speak(sentence))).toBeCloseTo(1, 0)
    })
  })
})

/** Level of the loudest 200 ms. */
function loudestDb(samples: Float32Array): number {
  const levels = [Number.NEGATIVE_INFINITY]
  for (let start = 0; start < samples.length; start += 480) levels.push(rmsDb(samples.subarray(start, start + 4800)))
  return Math.max(...levels)
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
