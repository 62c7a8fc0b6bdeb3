import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LoadedEngine } from '../../src/core/engine.ts'
import type { Language } from '../../src/core/language.ts'
import { NO_MARKUP } from '../../src/core/request.ts'
import type { Utterance } from '../../src/core/utterance.ts'
import { createNeuralEngine } from '../../src/engines/neural/neural-engine.ts'
import { marksOfPack } from '../../src/engines/neural/open-model.ts'
import { readPackFolder } from '../../src/engines/neural/pack-folder.ts'
import { openLexicon } from '../../src/lexicon/open-lexicon.ts'
import { createPronouncer } from '../../src/lexicon/pronounce-utterance.ts'
import { planUtterances } from '../../src/text/plan-utterances.ts'
import { fingerprint, type Recording, record, silenceAtEndsS, utteranceOf } from '../contracts/speech-recording.ts'
import { type FetchedPack, fetchKokoro, fetchPiper } from './fetched-packs.ts'

const SENTENCES: Readonly<Record<string, string>> = {
  eng: 'We walked down to the water, and then my father read a chapter of his book.',
  spa: 'Hola, me llamo Dora y vivo en una ciudad cerca de la costa.',
  fra: "Bonjour, il fait beau aujourd'hui et nous allons manger au restaurant.",
  por: 'Bom dia, eu gostaria de comprar duas passagens para o Rio de Janeiro.',
  hin: 'नमस्ते, आज मौसम बहुत अच्छा है और हम बाज़ार जा रहे हैं।',
  jpn: '今日はとても天気がいいので、公園へ散歩に行きましょう。',
  ger: 'Guten Tag, ich möchte zwei Fahrkarten nach Berlin kaufen.',
  ara: 'صباح الخير، أود شراء تذكرتين.',
}

const pronounce = createPronouncer(openLexicon())
const planned = (language: Language, text: string): Utterance => {
  const options = { language, rate: 1, markup: NO_MARKUP, isNormalized: true, isBusy: false, isContinued: true }
  const [utterance] = [...planUtterances(text, options)].filter((one) => one !== undefined)
  return pronounce(utterance as Utterance)
}

let engine: LoadedEngine
beforeAll(async () => {
  engine = await createNeuralEngine().load()
})
afterAll(() => engine[Symbol.dispose]())

const timbre = { formantRatio: 1, pitchMeanHz: 150, pitchRangeRatio: 1, rateRatio: 1, brightnessDb: 0 }
const speak = (pack: FetchedPack, speaker: string, utterance: Utterance): Promise<Recording> =>
  record(engine, utterance, { engine: 'neural', base: `${'folder' in pack ? pack.folder : ''}#${speaker}`, timbre })

/** The loudest sample between two times, in seconds. */
const peakBetween = ({ samples, sampleRateHz }: Recording, from: number, to: number): number =>
  samples.slice(from * sampleRateHz, to * sampleRateHz).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)

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

const kokoro = fetchKokoro()
if ('missing' in kokoro) console.warn(`skipped: ${kokoro.missing}`)

describe.skipIf('missing' in kokoro)('Kokoro with its real weights', () => {
  test.each([
    ['eng', 'af_heart'],
    ['eng', 'am_michael'],
    ['eng', 'bf_emma'],
    ['eng', 'bm_george'],
    ['eng', 'af_bella*0.6+af_nicole*0.4'],
    ['spa', 'ef_dora'],
    ['spa', 'em_alex'],
    ['fra', 'ff_siwis'],
    ['por', 'pf_dora'],
    ['por', 'pm_alex'],
    ['hin', 'hf_alpha'],
    ['hin', 'hm_omega'],
    ['jpn', 'jf_alpha'],
    ['jpn', 'jm_kumo'],
    // Languages that it was not trained on are read by the sounds that it knows.
    ['ger', 'af_heart'],
    ['ara', 'am_michael'],
  ] as const)('speaks %s with %s: every word marked, no clicks, no silence at the ends', async (language, speaker) => {
    const utterance = planned(language, SENTENCES[language] ?? '')
    expectWholeSpeech(await speak(kokoro, speaker, utterance), utterance)
  })

  test('marks words by its durations: the pause of a comma lies between two words', async () => {
    expect(marksOfPack(readPackFolder('folder' in kokoro ? kokoro.folder : ''))).toBe('exact')
    const utterance = utteranceOf('eng', ['seven', 'hundred', ',', 'two', 'and', 'four', '.'], {})
    const given = pronounce(utterance)
    const recording = await speak(kokoro, 'af_heart', given)
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
    const [before, after] = [
      lengthsOf(await speak(kokoro, 'af_heart', plain)),
      lengthsOf(await speak(kokoro, 'af_heart', slow)),
    ]
    expect((after[1] ?? 0) / (before[1] ?? 1)).toBeGreaterThan(1.7)
    expect((after[2] ?? 0) / (before[2] ?? 1)).toBeLessThan(1.2)
  })

  test('says the same utterance with the same samples', async () => {
    const utterance = planned('eng', 'The same every time.')
    const once = fingerprint(await speak(kokoro, 'bf_emma', utterance))
    await speak(kokoro, 'af_heart', planned('eng', 'Something else.'))
    expect(fingerprint(await speak(kokoro, 'bf_emma', utterance))).toBe(once)
  })
})

const piper = fetchPiper()
if ('missing' in piper) console.warn(`skipped: ${piper.missing}`)

describe.skipIf('missing' in piper)('Piper with real weights', () => {
  test('speaks English: every word marked, no clicks, no silence at the ends', async () => {
    expect(marksOfPack(readPackFolder('folder' in piper ? piper.folder : ''))).toBe('exact')
    const utterance = planned('eng', SENTENCES.eng ?? '')
    const recording = await speak(piper, 'default', utterance)
    expectWholeSpeech(recording, utterance)
    expect(fingerprint(await speak(piper, 'default', utterance))).toBe(fingerprint(recording))
    const varied = await speak(piper, 'default', { ...utterance, variation: { seed: 1, spread: 0.5, longestTail: 3 } })
    expectWholeSpeech(varied, utterance)
  })
})
