import { describe, expect, test } from 'vitest'
import { speakWhole } from '../../../test/speak-whole.ts'
import { type ErrorCode, SpeechError } from '../../core/errors.ts'
import type { Quality } from '../../core/quality.ts'
import { DEFAULT_SAMPLING, NO_MARKUP, newEngineHistory, type SynthesisRequest } from '../../core/request.ts'
import { Samples } from '../../core/samples.ts'
import { NoTimeError, type SpeechPool, type StreamOptions } from '../../core/speech.ts'
import type { Utterance } from '../../core/utterance.ts'
import { createNarrator, reserveRoom, type SpeechSettings } from './narrator.ts'
import { createUtteranceCache } from './utterance-cache.ts'

const timbre = { formantRatio: 1, pitchMeanHz: 120, pitchRangeRatio: 1, rateRatio: 1, brightnessDb: 0 }
const FAST = { engine: 'aria', base: 'af_heart', timbre, gainDb: 0 }
const VOICE = { engine: 'natural', base: 'af_heart', timbre, gainDb: 0, fallback: FAST }
const REQUEST = {
  id: 'test',
  text: 'one two three',
  model: 'coda',
  voice: { engineVoice: VOICE, country: 'US' },
  language: 'spa',
  sampleRateHz: 1000,
  minFirstPartS: 0,
  rate: 1,
  sampling: DEFAULT_SAMPLING,
  markup: NO_MARKUP,
  isNormalized: true,
} as unknown as SynthesisRequest

/** An utterance a word. */
function* plan(text: string): Generator<Utterance> {
  for (const { 0: spoken, index } of text.matchAll(/\S+/g)) {
    const span = { start: index, end: index + spoken.length }
    const word = { kind: 'word', spoken, phonemes: null, span, rate: 1, pitch: 1, pauseBeforeMs: 0 } as const
    yield { language: 'spa', segments: [word], pauseAfterMs: 0 }
  }
}

/** A pool with time for better engines as `times` says, one after the other, and in which `broken` fails with `failure`. */
function stage({
  quality,
  times = [],
  broken = 'natural',
  failure,
}: {
  quality?: Quality
  times?: boolean[]
  broken?: string
  failure?: () => Error
} = {}) {
  const spokenBy: string[] = []
  const opened: StreamOptions[] = []
  const asked: boolean[] = []
  const reported: ErrorCode[] = []
  const pool: SpeechPool = {
    isBusy: false,
    isReady: true,
    hasTimeFor({ wasHeard }) {
      asked.push(wasHeard)
      return times.shift() ?? false
    },
    reserve(options) {
      opened.push(options)
      return { [Symbol.dispose]: () => {} }
    },
    openStream(options = {}) {
      opened.push(options)
      return {
        async *speak({ voice }) {
          if (voice.engine === broken && failure !== undefined) throw failure()
          spokenBy.push(voice.engine)
          yield { kind: 'audio', samples: new Samples(new Int16Array(100)) }
        },
        credit: () => {},
        end: () => {},
        [Symbol.dispose]: () => {},
      }
    },
    [Symbol.asyncDispose]: async () => {},
  }
  const health = {
    isUsable: () => true,
    reportFailure: (_: unknown, { code }: SpeechError) => void reported.push(code),
  }
  const parts = {
    ...{ pool, health, planUtterances: plan, random: () => 0.5, hasNoiseFloor: false, hasBreaths: false },
    cache: createUtteranceCache(0),
    ...(quality && { quality }),
  }
  const speak = async (request: Partial<SynthesisRequest> = {}): Promise<string[]> => {
    for await (const _ of speakWhole({ ...REQUEST, ...request }, parts));
    return spokenBy.splice(0)
  }
  /** A turn of a word each. */
  const speakTurns = async (count: number): Promise<string[]> => {
    const narrator = createNarrator(REQUEST as SpeechSettings, parts)
    for (let i = 0; i < count; i++) {
      using turn = narrator.beginTurn()
      const text = { text: 'one', markup: NO_MARKUP, isContinued: false, isOpenEnded: true }
      for await (const _ of turn.speak(text, new AbortController().signal));
    }
    return spokenBy.splice(0)
  }
  return { speak, speakTurns, opened, asked, reported, parts }
}

const [NATURALLY, FASTLY] = ['natural', 'aria'].map((engine) => [engine, engine, engine])

describe('by auto, an answer is spoken', () => {
  test('by the better engine if there is time for it when it begins, to its end', async () => {
    const { speak, opened, asked } = stage({ times: [true] })
    const engines = newEngineHistory()
    expect([await speak({ engines }), [...engines.spoken], asked]).toEqual([NATURALLY, ['natural'], [false]])
    expect(opened).toMatchObject([{ engine: 'natural', mayFallBack: true }])
  })

  test('else by the next one, to its end', async () => {
    const { speak, opened, asked } = stage({ times: [false, true] })
    expect([await speak(), asked]).toEqual([FASTLY, [false]])
    expect(opened).toMatchObject([{ engine: 'aria', mayFallBack: false }])
  })

  test('by the better one where it must not depend on the load', async () => {
    const { speak, asked } = stage()
    expect(await speak({ quality: 'natural' })).toEqual(NATURALLY)
    expect(await speak({ sampling: { ...DEFAULT_SAMPLING, temperature: 0 } })).toEqual(NATURALLY)
    expect(asked).toEqual([])
  })

  test('by its engine if it has but one, without a question', async () => {
    const { speak, asked } = stage()
    const voice = { ...REQUEST.voice, engineVoice: FAST }
    expect([await speak({ voice }), asked]).toEqual([FASTLY, []])
  })
})

describe('by whole Kokoro is spoken', () => {
  const [BEST] = [['best', 'best', 'best']]

  test('everything if the quality is best, whatever the load', async () => {
    const { speak, asked, opened } = stage({ quality: 'best' })
    expect([await speak(), asked]).toEqual([BEST, []])
    expect(opened).toMatchObject([{ engine: 'best', mayFallBack: false }])
  })

  test('nothing if the quality is another one, also in the background', async () => {
    for (const quality of ['auto', 'natural'] as const) {
      expect(await stage({ quality }).speak({ isBackground: true })).toEqual(NATURALLY)
    }
  })

  test('nothing of a voice that natural does not speak', async () => {
    const { speak } = stage({ quality: 'best' })
    expect(await speak({ voice: { ...REQUEST.voice, engineVoice: FAST } })).toEqual(FASTLY)
  })

  test('what natural speaks if it fails', async () => {
    const { speak, reported } = stage({
      quality: 'best',
      broken: 'best',
      failure: () => new SpeechError('engine.unusable', 'broken'),
    })
    expect([await speak(), reported.length > 0]).toEqual([NATURALLY, true])
  })
})

test('by natural, the better engine speaks whatever the load, and is not asked to fall back', async () => {
  const { speak, asked, opened } = stage({ quality: 'natural' })
  expect([await speak(), asked]).toEqual([NATURALLY, []])
  expect(opened).toMatchObject([{ mayFallBack: false }])
})

describe('the turns of a session', () => {
  test('keep the better engine while there is time for the session itself', async () => {
    const { speakTurns, asked } = stage({ times: [true, true, true] })
    expect([await speakTurns(3), asked]).toEqual([NATURALLY, [false, true, true]])
  })

  test('keep the other one, whatever time there is later', async () => {
    const { speakTurns, asked } = stage({ times: [false, true, true] })
    expect([await speakTurns(3), asked]).toEqual([FASTLY, [false]])
  })

  test('change once, and not back, where they would have to wait', async () => {
    const { speakTurns } = stage({ times: [true, false, true] })
    expect(await speakTurns(3)).toEqual(['natural', 'aria', 'aria'])
  })

  test('of one connection share their engine, whichever narrator speaks them', async () => {
    const { speak } = stage({ times: [false, true] })
    const engines = newEngineHistory()
    expect([await speak({ engines }), await speak({ engines })]).toEqual([FASTLY, FASTLY])
  })

  test('may begin where there is room for the engine that needs least of it', () => {
    for (const [quality, engine] of [
      ['auto', 'aria'],
      ['natural', 'natural'],
      ['best', 'best'],
    ] as const) {
      const { parts, opened } = stage({ quality })
      reserveRoom({ owner: undefined, voice: REQUEST.voice }, parts)
      expect(opened).toMatchObject([{ engine }])
    }
  })
})

describe('a better engine that does not speak', () => {
  test.each(['engine.unusable', 'engine.crashed', 'voice.unusable'] as const)(
    'because of %s is followed by the next one to the end, and reported',
    async (code) => {
      const { speak, reported } = stage({ quality: 'natural', failure: () => new SpeechError(code, 'broken') })
      const engines = newEngineHistory()
      expect([await speak({ engines }), [...engines.spoken]]).toEqual([FASTLY, ['aria']])
      expect(reported.every((one) => one === code) && reported.length > 0).toBe(true)
    },
  )

  test('for lack of time is followed by the next one to the end, and not blamed', async () => {
    const { speak, reported } = stage({ times: [true], failure: () => new NoTimeError() })
    expect([await speak(), reported]).toEqual([FASTLY, []])
  })
})
