import { describe, expect, test } from 'vitest'
import { speakWhole } from '../../../test/speak-whole.ts'
import type { SynthesisRequest } from '../../core/request.ts'
import { BREAKS, DEFAULT_SAMPLING, NO_MARKUP } from '../../core/request.ts'
import { Samples } from '../../core/samples.ts'
import type { SpeechEvent, SpeechPool } from '../../core/speech.ts'
import type { Utterance } from '../../core/utterance.ts'
import type { LeveledVoice } from '../../core/voice.ts'
import { planUtterances } from '../../text/plan-utterances.ts'
import { createNarrator, type SpeechSettings, type SpokenEvent } from './narrator.ts'
import { SpokenAudio } from './spoken-audio.ts'
import { createUtteranceCache } from './utterance-cache.ts'

const timbre = { formantRatio: 1, pitchMeanHz: 120, pitchRangeRatio: 1, rateRatio: 1, brightnessDb: 0 }
const REQUEST = {
  id: 'test',
  model: 'mistv3',
  voice: { engineVoice: { engine: 'test', base: 'test', timbre } },
  language: 'spa',
  sampleRateHz: 1000,
  minFirstPartS: 0,
  rate: 1,
  sampling: { ...DEFAULT_SAMPLING, temperature: 0 },
  markup: NO_MARKUP,
  isNormalized: true,
} as unknown as Omit<SynthesisRequest, 'text'>

/** Speaks each word for 100 samples, with its mark right before it, as streaming engines do. */
const wordByWord: SpeechPool = {
  isBusy: false,
  isReady: true,
  hasTimeFor: () => true,
  reserve: () => ({ [Symbol.dispose]: () => {} }),
  openStream: () => ({
    async *speak({ utterance }): AsyncGenerator<SpeechEvent> {
      for (const segmentIndex of utterance.segments.keys()) {
        yield { kind: 'mark', segmentIndex, startSample: segmentIndex * 100, endSample: segmentIndex * 100 + 100 }
        yield { kind: 'audio', samples: new Samples(new Int16Array(100)) }
      }
    },
    credit: () => {},
    end: () => {},
    [Symbol.dispose]: () => {},
  }),
  [Symbol.asyncDispose]: async () => {},
}

/** Plans two words per utterance. */
function* planPairs(text: string): Generator<Utterance> {
  const words = [...text.matchAll(/\S+/g)].map(({ 0: spoken, index }) => ({
    kind: 'word' as const,
    spoken,
    phonemes: null,
    span: { start: index, end: index + spoken.length },
    rate: 1,
    pitch: 1,
    pauseBeforeMs: 0,
  }))
  for (let i = 0; i < words.length; i += 2) {
    yield { language: 'spa', segments: words.slice(i, i + 2), pauseAfterMs: 0 }
  }
}

const speakText = (text: string): AsyncIterable<SpokenEvent> =>
  speakWhole(
    { ...REQUEST, text },
    {
      pool: wordByWord,
      cache: createUtteranceCache(0),
      planUtterances: planPairs,
      hasNoiseFloor: false,
      hasBreaths: false,
      random: () => 0.5,
    },
  )

test('words begin where they are heard, also where an engine tells of them between their audio', async () => {
  const starts: number[] = []
  for await (const event of speakText('uno dos tres cuatro cinco')) {
    if (event.kind === 'word') starts.push(event.startSample)
  }
  expect(starts).toEqual([0, 100, 200, 300, 400])
})

test.each([
  [0, false],
  [0.01, true],
])('at temperature %d a text is cut for a busy pool: %s; 0 is the same bytes each time', async (temperature, isCut) => {
  let isBusyForPlan: boolean | undefined
  const deps = {
    pool: { ...wordByWord, isBusy: true },
    cache: createUtteranceCache(0),
    planUtterances: (text: string, { isBusy }: { isBusy: boolean }) => {
      isBusyForPlan = isBusy
      return planPairs(text)
    },
    hasNoiseFloor: false,
    hasBreaths: false,
    random: () => 0.5,
  }
  const request = { ...REQUEST, text: 'uno dos', sampling: { ...REQUEST.sampling, temperature } }
  for await (const _ of speakWhole(request, deps));
  expect(isBusyForPlan).toBe(isCut)
})

test.each([
  [24_000, true, true],
  [24_000, false, false],
  [8000, true, false],
])('at %d Hz with breaths set to %s an utterance breathes: %s', async (sampleRateHz, hasBreaths, isHeard) => {
  const spoken: Utterance[] = []
  const pool: SpeechPool = {
    ...wordByWord,
    openStream: (options) => ({
      ...wordByWord.openStream(options),
      speak(task, signal) {
        spoken.push(task.utterance)
        return wordByWord.openStream(options).speak(task, signal)
      },
    }),
  }
  const planUtterances = (text: string) => [...planPairs(text)].map((one) => ({ ...one, startsWithBreath: true }))
  const deps = {
    pool,
    cache: createUtteranceCache(0),
    planUtterances,
    hasNoiseFloor: false,
    hasBreaths,
    random: () => 0.5,
  }
  const request = { ...REQUEST, text: 'uno dos', sampleRateHz }
  for await (const _ of speakWhole(request, deps));
  expect(spoken.map(({ startsWithBreath }) => startsWithBreath === true)).toEqual([isHeard])
})

test('a text of a pause alone has times too, which clients add up', async () => {
  async function* silence(): AsyncGenerator<SpokenEvent> {
    yield { kind: 'audio', samples: new Samples(new Int16Array(1500)) }
  }
  const markup = { ...NO_MARKUP, pauses: true }
  const audio = new SpokenAudio({ text: '<1500.0>', language: 'spa', sampleRateHz: 1000, markup }, true)
  for await (const event of silence()) audio.take(event)
  expect(audio.words()).toMatchObject({ words: ['<1500.0>'], start: [0], end: [1.5] })
})

/** Number of event loop turns during the work. */
async function turnsDuring(work: () => Promise<void>): Promise<number> {
  let turns = 0
  let isDone = false
  const counting = (async () => {
    for (; !isDone; turns++) await new Promise((resolve) => setImmediate(resolve))
  })()
  await work()
  isDone = true
  await counting
  return turns
}

const NOTHING_TO_SPEAK = {
  pool: wordByWord,
  cache: createUtteranceCache(0),
  *planUtterances(): Generator<undefined> {
    const until = performance.now() + 0.2
    while (performance.now() < until);
    yield undefined
  },
  hasNoiseFloor: false,
  hasBreaths: false,
  random: () => 0.5,
}

test('others have their turn while a long text without anything to speak is planned', async () => {
  function* planUtterances() {
    for (let i = 0; i < 300; i++) yield* NOTHING_TO_SPEAK.planUtterances()
  }
  const turns = await turnsDuring(async () => {
    const request = { ...REQUEST, text: '. ' }
    for await (const _ of speakWhole(request, { ...NOTHING_TO_SPEAK, planUtterances }));
  })
  expect(turns).toBeGreaterThan(3)
})

test('and while its tags are looked through for letters that no voice reads', async () => {
  const deps = { ...NOTHING_TO_SPEAK, *planUtterances() {} }
  const turns = await turnsDuring(async () => {
    const request = { ...REQUEST, text: '<b></b>'.repeat(50_000) }
    for await (const _ of speakWhole(request, deps));
  })
  expect(turns).toBeGreaterThan(3)
})

test('and while many short ones are, one after the other', async () => {
  using turn = createNarrator(REQUEST as unknown as SpeechSettings, NOTHING_TO_SPEAK).beginTurn()
  const text = { text: '. ', markup: NO_MARKUP, isContinued: false, isOpenEnded: true }
  const turns = await turnsDuring(async () => {
    for (let i = 0; i < 300; i++) {
      for await (const _ of turn.speak(text, new AbortController().signal));
    }
  })
  expect(turns).toBeGreaterThan(3)
})

describe('a text that cannot be spoken is an error', () => {
  const heardOf = async (text: string, more: Partial<SynthesisRequest> = {}) => {
    const request = {
      ...REQUEST,
      ...more,
      text,
      language: 'eng',
      voice: { ...REQUEST.voice, country: 'United States' },
    } as SynthesisRequest
    const deps = {
      pool: wordByWord,
      cache: createUtteranceCache(0),
      planUtterances,
      random: () => 0.5,
      hasNoiseFloor: false,
      hasBreaths: false,
    }
    const words: string[] = []
    for await (const event of speakWhole(request, deps)) if (event.kind === 'word') words.push(event.spoken)
    return words
  }

  test.each(['𒀀𒁀 𒂀', '<break time="1s"/>𒀀.'])('no voice reads the letters of %s', async (text) => {
    await expect(heardOf(text, { markup: BREAKS })).rejects.toMatchObject({
      code: 'request.invalid',
      message: 'text cannot be spoken: no voice reads its script',
    })
  })

  test.each(['...', '😂', '', ':smile:', '</b>'])('O: %j is silent, for it has nothing to speak', async (text) => {
    expect(await heardOf(text)).toEqual([])
  })

  test('what words there are between such letters are spoken', async () => {
    expect(await heardOf('Hello 𒀀 there')).toEqual(['Hello', 'there'])
  })

  test('in the script of a language that the speaker has and the model lacks', async () => {
    const refused = [{ language: 'heb', error: new Error('not here') }] as const
    await expect(heardOf('שלום עולם, Bob', { refused })).rejects.toThrow('not here')
    expect(await heardOf('Hello שלום my old friend', { refused })).toHaveLength(5)
  })
})

test('a gain is added to that of the voice and of those that speak instead, and a text may have its own', async () => {
  const engineVoice = {
    engine: 'test',
    base: 'test',
    timbre,
    gainDb: 1,
    fallback: { engine: 'other', base: 'test', timbre, gainDb: -2 },
  }
  const voices: LeveledVoice[] = []
  const pool: SpeechPool = {
    ...wordByWord,
    openStream: (options) => {
      const stream = wordByWord.openStream(options)
      return {
        ...stream,
        speak: (task, signal) => {
          voices.push(task.voice)
          return stream.speak(task, signal)
        },
      }
    },
  }
  const request = { ...REQUEST, voice: { engineVoice }, gainDb: 6 } as unknown as SpeechSettings
  const parts = {
    pool,
    cache: createUtteranceCache(0),
    planUtterances: planPairs,
    hasNoiseFloor: false,
    hasBreaths: false,
    random: () => 0.5,
  }
  using turn = createNarrator(request, parts).beginTurn()
  for (const gainDb of [undefined, 0]) {
    const text = { text: 'uno', markup: NO_MARKUP, isContinued: false, isOpenEnded: false, gainDb }
    for await (const _ of turn.speak(text, new AbortController().signal));
  }
  expect(voices.map(({ gainDb, fallback }) => [gainDb, fallback?.gainDb])).toEqual([
    [7, 4],
    [1, -2],
  ])
})
