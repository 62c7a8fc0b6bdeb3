import { expect, test } from 'vitest'
import { speakWhole } from '../../../../test/speak-whole.ts'
import type { SynthesisRequest } from '../../../core/request.ts'
import { DEFAULT_SAMPLING, NO_MARKUP } from '../../../core/request.ts'
import { Samples } from '../../../core/samples.ts'
import type { SpeechEvent, SpeechPool, SpeechTask } from '../../../core/speech.ts'
import { type LeveledVoice, withFallbacks } from '../../../core/voice.ts'
import { planUtterances } from '../../../text/plan-utterances.ts'
import { createUtteranceCache } from '../utterance-cache.ts'
import { polyglotVoice } from './foreign-voice.ts'

const timbre = { formantRatio: 1, pitchMeanHz: 200, pitchRangeRatio: 1, rateRatio: 1, brightnessDb: 0 }
const FLITE: LeveledVoice = { engine: 'flite', base: 'slt', timbre, gainDb: -1 }
const TEXT = 'He lives in Москва, near lakes.'

/** Speaks each word for 100 samples. */
function recordingPool(tasks: SpeechTask[]): SpeechPool {
  return {
    isBusy: false,
    isReady: true,
    hasTimeFor: () => true,
    reserve: () => ({ [Symbol.dispose]: () => {} }),
    openStream: () => ({
      async *speak(task): AsyncGenerator<SpeechEvent> {
        tasks.push(task)
        for (const [index, { kind }] of task.utterance.segments.entries()) {
          if (kind === 'word')
            yield { kind: 'mark', segmentIndex: index, startSample: index * 100, endSample: index * 100 + 100 }
          yield { kind: 'audio', samples: new Samples(new Int16Array(100)) }
        }
      },
      credit: () => {},
      end: () => {},
      [Symbol.dispose]: () => {},
    }),
    [Symbol.asyncDispose]: async () => {},
  }
}

async function hear(engineVoice: LeveledVoice, cache = createUtteranceCache(0)) {
  const tasks: SpeechTask[] = []
  const words: { readonly text: string; readonly startSample: number }[] = []
  const request = {
    id: 'test',
    text: TEXT,
    model: 'mistv3',
    voice: { engineVoice, country: 'US' },
    language: 'eng',
    sampleRateHz: 1000,
    minFirstPartS: 0,
    rate: 1,
    sampling: { ...DEFAULT_SAMPLING, temperature: 0 },
    markup: NO_MARKUP,
    isNormalized: true,
  } as unknown as SynthesisRequest
  const deps = {
    pool: recordingPool(tasks),
    cache,
    planUtterances,
    hasNoiseFloor: false,
    hasBreaths: false,
    random: () => 0.5,
  }
  for await (const event of speakWhole(request, deps)) {
    if (event.kind === 'word')
      words.push({ text: TEXT.slice(event.span.start, event.span.end), startSample: event.startSample })
  }
  return { voices: tasks.map(({ voice }) => voice), words }
}

test('words in another script are spoken by eSpeak in their language at the pitch of the voice', async () => {
  const { voices } = await hear(FLITE)
  expect(voices).toEqual([FLITE, { engine: 'espeak', base: 'ru+f2', timbre, gainDb: 1.25 }, FLITE])
})

test('a voice of eSpeak keeps its variant and its level', async () => {
  const own = { ...FLITE, engine: 'espeak', base: 'es-419+m4', gainDb: 3 }
  const { voices } = await hear(own)
  expect(voices).toEqual([own, { ...own, base: 'ru+m4' }, own])
})

test('the voice of a pack speaks such words as its fallback would', async () => {
  const pack: LeveledVoice = { ...FLITE, engine: 'pack', base: 'pack/speaker', installation: '1', fallback: FLITE }
  const { voices } = await hear(pack)
  expect(voices.map(({ base, fallback }) => [base, fallback])).toEqual([
    ['pack/speaker', FLITE],
    ['ru+f2', undefined],
    ['pack/speaker', FLITE],
  ])
})

test('all words of such a text have their times', async () => {
  const { words } = await hear(FLITE)
  expect(words).toEqual([
    { text: 'He', startSample: 0 },
    { text: 'lives', startSample: 100 },
    { text: 'in', startSample: 200 },
    { text: 'Москва', startSample: 300 },
    { text: 'near', startSample: 500 },
    { text: 'lakes', startSample: 600 },
  ])
})

test('the cache keeps such words apart for voices that sound different', async () => {
  const cache = createUtteranceCache(2 ** 20)
  await hear(FLITE, cache)
  const again = await hear(FLITE, cache)
  const other = await hear({ ...FLITE, timbre: { ...timbre, pitchMeanHz: 100 } }, cache)
  expect(again.voices).toEqual([])
  expect(other.voices.map(({ base }) => base)).toEqual(['slt', 'ru+m3', 'slt'])
})

test('sentences in another language are spoken by those engines of the voice that know it, then by eSpeak', () => {
  const voice: LeveledVoice = {
    ...FLITE,
    engine: 'natural',
    base: 'af_heart',
    fallback: { ...FLITE, engine: 'aria', base: 'af_heart', fallback: FLITE },
  }
  const enginesIn = (language: 'spa' | 'ger' | 'heb') =>
    withFallbacks(polyglotVoice(voice, language)).map((one) => one.engine)
  expect(enginesIn('spa')).toEqual(['natural', 'aria', 'espeak'])
  expect(enginesIn('ger')).toEqual(['aria', 'espeak'])
  expect(enginesIn('heb')).toEqual(['espeak'])
})
