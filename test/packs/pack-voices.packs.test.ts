import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { countErrors } from '../../src/benchmark/word-errors.ts'
import type { Engine, LoadedEngine } from '../../src/core/engine.ts'
import type { Language } from '../../src/core/language.ts'
import { NO_MARKUP } from '../../src/core/request.ts'
import type { Utterance } from '../../src/core/utterance.ts'
import { ariaEngine } from '../../src/engines/aria/aria-engine.ts'
import { marksOfPack } from '../../src/engines/pack/open-model.ts'
import { packEngine } from '../../src/engines/pack/pack-engine.ts'
import { readPackFolder } from '../../src/engines/pack/pack-folder.ts'
import { openLexicon } from '../../src/lexicon/open-lexicon.ts'
import { createPronouncer } from '../../src/lexicon/pronounce-utterance.ts'
import { planUtterances } from '../../src/text/plan-utterances.ts'
import { fingerprint, type Recording, record, silenceAtEndsS, utteranceOf } from '../contracts/speech-recording.ts'
import { fetchKokoro, fetchPiper, fetchRecognizer, type Recognizer } from './fetched-packs.ts'
import { SPOKEN_SENTENCES } from './spoken-sentences.ts'
import { wavOf } from './wav-of.ts'

const SOUNDS = fileURLToPath(new URL('../../.cache/packs/spoken/', import.meta.url))
const kokoro = fetchKokoro()
const piper = fetchPiper()
const recognizer = fetchRecognizer()
for (const one of [kokoro, piper, recognizer]) if ('missing' in one) console.warn(`skipped: ${one.missing}`)
const kokoroFolder = 'folder' in kokoro ? kokoro.folder : ''
const piperFolder = 'folder' in piper ? piper.folder : ''

type HeardLanguage = keyof typeof SPOKEN_SENTENCES
const ISO_639_1: Readonly<Record<HeardLanguage, string>> = {
  eng: 'en',
  spa: 'es',
  fra: 'fr',
  por: 'pt',
  hin: 'hi',
  jpn: 'ja',
}
/** With COMPARE, embedded engines speak, too, and each voice speaks all sentences of its language. */
const IS_COMPARISON = process.env.COMPARE !== undefined
const SENTENCES_OF_A_VOICE = IS_COMPARISON ? Number.POSITIVE_INFINITY : 3
const PAUSE_S = 0.15

// The recognizer has a queue, and a busy machine speaks slowly.
vi.setConfig({ testTimeout: 600_000 })

interface Voice {
  readonly language: HeardLanguage
  readonly engine: Engine
  readonly speaker: string
  readonly folder: string
  /** Most errors that are allowed, as a share of the words or characters. */
  readonly max: number
}

const KOKORO_SPEAKERS: readonly (readonly [HeardLanguage, speaker: string, max: number])[] = [
  ['eng', 'af_heart', 0.1],
  ['eng', 'am_michael', 0.1],
  ['eng', 'bf_emma', 0.1],
  ['eng', 'bm_george', 0.1],
  ['eng', 'af_bella*0.6+af_nicole*0.4', 0.1],
  ['spa', 'ef_dora', 0.15],
  ['spa', 'em_alex', 0.15],
  ['fra', 'ff_siwis', 0.25],
  ['por', 'pf_dora', 0.25],
  ['por', 'pm_alex', 0.25],
  ['hin', 'hf_alpha', 0.5],
  ['hin', 'hm_omega', 0.5],
  ['jpn', 'jf_alpha', 0.3],
  ['jpn', 'jm_kumo', 0.3],
]
const KOKORO_VOICES = KOKORO_SPEAKERS.map(
  ([language, speaker, max]): Voice => ({ language, engine: packEngine, speaker, folder: kokoroFolder, max }),
)
const PIPER_VOICE: Voice = {
  language: 'eng',
  engine: packEngine,
  speaker: 'default',
  folder: piperFolder,
  max: 0.1,
}
const EMBEDDED_VOICES = (
  [
    ['eng', 'kathleen'],
    ['spa', 'ef_dora'],
    ['fra', 'ff_siwis'],
    ['por', 'pf_dora'],
    ['hin', 'hf_alpha'],
    ['jpn', 'jf_alpha'],
  ] as const
).map(([language, speaker]): Voice => {
  return { language, engine: ariaEngine, speaker, folder: '', max: Number.POSITIVE_INFINITY }
})
const VOICES = [PIPER_VOICE, ...KOKORO_VOICES, ...(IS_COMPARISON ? EMBEDDED_VOICES : [])]

/** The voices of a language share its sentences: each speaks the next ones. */
function sentencesOf(voice: Voice): readonly string[] {
  const sentences: readonly string[] = SPOKEN_SENTENCES[voice.language]
  const place = VOICES.filter(({ language }) => language === voice.language).indexOf(voice)
  const count = Math.min(SENTENCES_OF_A_VOICE, sentences.length)
  return Array.from({ length: count }, (_, i) => sentences[(place * count + i) % sentences.length] as string)
}

const pronounce = createPronouncer(openLexicon())
const planned = (language: Language, text: string): readonly Utterance[] => {
  const options = { language, rate: 1, markup: NO_MARKUP, isNormalized: true, isBusy: false, isContinued: true }
  const utterances = [...planUtterances(text, options)].filter((one) => one !== undefined)
  return utterances.map((utterance) => pronounce(utterance))
}

const loaded = new Map<Engine, LoadedEngine>()
let ears: Recognizer | undefined
beforeAll(async () => {
  mkdirSync(SOUNDS, { recursive: true })
  for (const { engine } of VOICES) if (!loaded.has(engine)) loaded.set(engine, await engine.load())
  if ('start' in recognizer) ears = recognizer.start()
})
afterAll(() => {
  for (const engine of loaded.values()) engine[Symbol.dispose]()
  ears?.[Symbol.dispose]()
})

const timbre = { formantRatio: 1, pitchMeanHz: 190, pitchRangeRatio: 1, rateRatio: 1, brightnessDb: 0 }
const speak = (
  { engine, folder, speaker }: Pick<Voice, 'engine' | 'folder' | 'speaker'>,
  utterance: Utterance,
): Promise<Recording> => {
  const base = folder === '' ? speaker : `${folder}#${speaker}`
  return record(loaded.get(engine) as LoadedEngine, utterance, { engine: engine.name, base, timbre })
}

/** What the recognizer understands of each sentence of a voice. */
const heard = new Map<Voice, Promise<readonly string[]>>()

/** Speaks the sentences of a voice. The recognizer hears them in its own process, while others are spoken. */
async function speakSentences(
  voice: Voice,
  check: (recording: Recording, utterance: Utterance) => void,
): Promise<void> {
  const texts: Promise<string>[] = []
  for (const [i, sentence] of sentencesOf(voice).entries()) {
    const parts: Float32Array[] = []
    let sampleRateHz = 0
    for (const utterance of planned(voice.language, sentence)) {
      const recording = await speak(voice, utterance)
      check(recording, utterance)
      sampleRateHz = recording.sampleRateHz
      parts.push(recording.samples, new Float32Array(PAUSE_S * sampleRateHz))
    }
    const file = join(SOUNDS, `${voice.language}-${voice.engine.name}-${voice.speaker}-${i}.wav`)
    writeFileSync(file, await wavOf(parts, sampleRateHz))
    if (ears !== undefined) texts.push(ears.hear(file, ISO_639_1[voice.language]))
  }
  const all = Promise.all(texts)
  all.catch(() => {}) // reported by the test that awaits it
  heard.set(voice, all)
}

/** The loudest sample between two times, in seconds. */
const peakBetween = ({ samples, sampleRateHz }: Recording, from: number, to: number): number =>
  samples.slice(from * sampleRateHz, to * sampleRateHz).reduce((max, sample) => Math.max(max, Math.abs(sample)), 0)

/** The largest step where sound begins or ends: at the ends and around the silence between two phrases. */
function stepAtEdges(samples: Float32Array): number {
  let step = Math.max(Math.abs(samples[0] ?? 0), Math.abs(samples.at(-1) ?? 0))
  for (let i = 2; i < samples.length; i++) {
    const [one = 0, two = 0, three = 0] = samples.subarray(i - 2, i + 1)
    if (one === 0 && two === 0) step = Math.max(step, Math.abs(three))
    if (two === 0 && three === 0) step = Math.max(step, Math.abs(one))
  }
  return step
}

function expectWholeSpeech(recording: Recording, utterance: Utterance): void {
  const { marks, samples, sampleRateHz } = recording
  const words = [...utterance.segments.entries()].flatMap(([i, { kind }]) => (kind === 'word' ? [i] : []))
  expect(marks.map(({ segmentIndex }) => segmentIndex)).toEqual(words)
  const spoken = marks.filter(({ startSample, endSample }) => endSample > startSample)
  expect(spoken.length).toBeGreaterThan(words.length / 2)
  const seconds = samples.length / sampleRateHz
  expect(seconds / spoken.length).toBeGreaterThan(0.1)
  expect(seconds / spoken.length).toBeLessThan(1)
  const silence = silenceAtEndsS(recording)
  expect(silence.lead).toBeLessThan(0.04)
  expect(silence.trail).toBeLessThan(0.04)
  expect(stepAtEdges(samples)).toBeLessThan(0.01)
  expect(peakBetween(recording, 0, seconds)).toBeGreaterThan(0.1)
}

describe.skipIf('missing' in kokoro)('Kokoro with its real weights', () => {
  const heart = { engine: packEngine, folder: kokoroFolder, speaker: 'af_heart' }
  const emma = { ...heart, speaker: 'bf_emma' }

  test.each(KOKORO_VOICES)(
    'speaks $language with $speaker: every word marked, no clicks, no silence at the ends',
    (voice) => speakSentences(voice, expectWholeSpeech),
  )

  test.each([
    ['ger', 'af_heart', 'Guten Tag, ich möchte zwei Fahrkarten nach Berlin kaufen.'],
    ['ara', 'am_michael', 'صباح الخير، أود شراء تذكرتين.'],
  ] as const)(
    'speaks %s with %s by the sounds that it knows, though it was not trained on it',
    async (language, speaker, text) => {
      for (const utterance of planned(language, text)) {
        expectWholeSpeech(await speak({ ...heart, speaker }, utterance), utterance)
      }
    },
  )

  test('marks words by its durations: the pause of a comma lies between two words', async () => {
    expect(marksOfPack(readPackFolder(kokoroFolder))).toBe('exact')
    const utterance = utteranceOf('eng', ['seven', 'hundred', ',', 'two', 'and', 'four', '.'], {})
    const given = pronounce(utterance)
    const recording = await speak(heart, given)
    const [, hundred, two] = recording.marks
    const rate = recording.sampleRateHz
    const loudest = peakBetween(recording, 0, recording.samples.length / rate)
    let quietest = 1
    for (let at = (hundred?.endSample ?? 0) / rate; at < (two?.startSample ?? 0) / rate; at += 0.01) {
      quietest = Math.min(quietest, peakBetween(recording, at, at + 0.02))
    }
    expect(quietest / loudest).toBeLessThan(0.03)
  })

  test('speaks a word at its own rate, and the others at theirs', async () => {
    const plain = pronounce(utteranceOf('eng', ['seven', 'hundred', 'people', 'came', '.']))
    const slow = {
      ...plain,
      segments: plain.segments.map((one, i) => (i === 1 ? { ...one, rate: 0.5 } : one)),
    } as Utterance
    const lengthsOf = ({ marks }: Recording) => marks.map(({ startSample, endSample }) => endSample - startSample)
    const [before, after] = [lengthsOf(await speak(heart, plain)), lengthsOf(await speak(heart, slow))]
    expect((after[1] ?? 0) / (before[1] ?? 1)).toBeGreaterThan(1.7)
    expect((after[2] ?? 0) / (before[2] ?? 1)).toBeLessThan(1.2)
  })

  test('says the same utterance with the same samples', async () => {
    const [utterance] = planned('eng', 'The same every time.') as [Utterance]
    const once = fingerprint(await speak(emma, utterance))
    for (const other of planned('eng', 'Something else.')) await speak(heart, other)
    expect(fingerprint(await speak(emma, utterance))).toBe(once)
  })
})

describe.skipIf('missing' in piper)('Piper with real weights', () => {
  test('speaks English: every word marked, no clicks, no silence at the ends', async () => {
    expect(marksOfPack(readPackFolder(piperFolder))).toBe('exact')
    await speakSentences(PIPER_VOICE, expectWholeSpeech)
  })

  test('says the same utterance with the same samples, unless it is told to vary', async () => {
    const [utterance] = planned('eng', SPOKEN_SENTENCES.eng[0]) as [Utterance]
    const once = fingerprint(await speak(PIPER_VOICE, utterance))
    expect(fingerprint(await speak(PIPER_VOICE, utterance))).toBe(once)
    const varied = { ...utterance, variation: { seed: 1, spread: 0.5, longestTail: 3 } }
    const recording = await speak(PIPER_VOICE, varied)
    expectWholeSpeech(recording, utterance)
    expect(fingerprint(recording)).not.toBe(once)
  })
})

describe.runIf(IS_COMPARISON)('for comparison', () => {
  test.each(EMBEDDED_VOICES)('$speaker speaks', (voice) => speakSentences(voice, () => {}))
})

describe.skipIf('missing' in recognizer || 'missing' in kokoro || 'missing' in piper)('word errors', () => {
  test.each(VOICES)('in $language by $speaker are few', async (voice) => {
    const { language, speaker, max } = voice
    const texts = (await heard.get(voice)) ?? []
    let wrong = 0
    let total = 0
    for (const [i, sentence] of sentencesOf(voice).entries()) {
      const errors = countErrors(sentence, texts[i] ?? '', language)
      wrong += errors.wrong
      total += errors.total
    }
    console.log(`${language} ${speaker}: ${((100 * wrong) / total).toFixed(1)} % of ${total}`)
    expect(wrong / total, texts.join(' | ')).toBeLessThanOrEqual(max)
  })
})
