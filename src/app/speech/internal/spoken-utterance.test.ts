import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { utterancesOn } from '../../../../test/speak-whole.ts'
import { ERROR_CODES, type ErrorCode, SpeechError } from '../../../core/errors.ts'
import { Samples } from '../../../core/samples.ts'
import type { SpeechEvent, SpeechStream, SpeechTask } from '../../../core/speech.ts'
import { createTimeSlice } from '../../time-slice.ts'
import type { VoiceHealth } from '../voice-health.ts'
import { SpokenUtterance } from './spoken-utterance.ts'

const TIMBRE = { formantRatio: 1, pitchMeanHz: 150, pitchRangeRatio: 1, rateRatio: 1, brightnessDb: 0 }
const EMBEDDED = { engine: 'flite', base: 'slt', timbre: TIMBRE, gainDb: 0 }
const PACKED = { engine: 'pack', base: '/packs/a/1#one', timbre: TIMBRE, gainDb: 0, fallback: EMBEDDED }
const taskOf = (voice: SpeechTask['voice']): SpeechTask => ({
  utterance: { language: 'eng', segments: [], pauseAfterMs: 0 },
  voice,
  sampleRateHz: 24_000,
  maxDurationS: 1,
  minFirstPartS: 0,
})
const audio = (samples: number): SpeechEvent => ({ kind: 'audio', samples: new Samples(new Int16Array(samples)) })
const SIGNAL = new AbortController().signal

/** A stream on which the pack fails after so many events. */
function streamFailing(code: ErrorCode | null, after: number, isUsable = true) {
  const spokenBy: string[] = []
  const reports: ErrorCode[] = []
  const stream: SpeechStream = {
    async *speak({ voice }) {
      spokenBy.push(voice.engine)
      if (voice.engine === 'flite') return yield audio(1)
      for (let i = 0; i < after; i++) yield audio(100)
      if (code !== null) throw new SpeechError(code, 'the pack is broken')
    },
    credit: () => {},
    end: () => {},
    [Symbol.dispose]: () => {},
  }
  const health: VoiceHealth = {
    isUsable: () => isUsable,
    reportFailure: (_, error) => void reports.push(error.code),
  }
  return { stream: utterancesOn(stream, { health }), spokenBy, reports }
}

async function hear(stream: SpeechStream, task: SpeechTask): Promise<number> {
  let samples = 0
  for await (const event of stream.speak(task, SIGNAL)) if (event.kind === 'audio') samples += event.samples.length
  return samples
}

const FAILURES: readonly ErrorCode[] = ['voice.unusable', 'engine.unusable', 'engine.refused', 'engine.crashed']

describe('a voice of a pack', () => {
  test('speaks itself while it can', async () => {
    const { stream, spokenBy, reports } = streamFailing(null, 3)
    expect([await hear(stream, taskOf(PACKED)), spokenBy, reports]).toEqual([300, ['pack'], []])
  })

  test('that fails before anything is heard is spoken by its fallback, and reported', async () => {
    for (const code of FAILURES) {
      const { stream, spokenBy, reports } = streamFailing(code, 0)
      expect(await hear(stream, taskOf(PACKED))).toBe(1)
      expect([spokenBy, reports]).toEqual([['pack', 'flite'], [code]])
    }
  })

  test('that fails after something was heard is an error, and reported: no answer changes its voice in a word', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...FAILURES), fc.integer({ min: 1, max: 5 }), async (code, after) => {
        const { stream, spokenBy, reports } = streamFailing(code, after)
        await expect(hear(stream, taskOf(PACKED))).rejects.toMatchObject({ code })
        expect([spokenBy, reports]).toEqual([['pack'], [code]])
      }),
    )
  })

  test('that failed before is not tried again', async () => {
    const { stream, spokenBy, reports } = streamFailing('voice.unusable', 0, false)
    expect([await hear(stream, taskOf(PACKED)), spokenBy, reports]).toEqual([1, ['flite'], []])
  })

  test('is not blamed for other errors', async () => {
    const others = (Object.keys(ERROR_CODES) as ErrorCode[]).filter((code) => !FAILURES.includes(code))
    for (const code of others) {
      const { stream, reports } = streamFailing(code, 0)
      await expect(hear(stream, taskOf(PACKED))).rejects.toMatchObject({ code })
      expect(reports).toEqual([])
    }
  })
})

test('a voice without a fallback is spoken as it is', async () => {
  const { stream, spokenBy } = streamFailing(null, 2)
  expect([await hear(stream, taskOf(EMBEDDED)), spokenBy]).toEqual([1, ['flite']])
})

test('a listener who leaves before the first event is not waited for', () => {
  let isLeft = false
  const endless: SpeechStream = {
    speak: () => ({
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise(() => {}),
        return: async () => {
          isLeft = true
          return { done: true, value: undefined }
        },
      }),
    }),
    credit: () => {},
    end: () => {},
    [Symbol.dispose]: () => {},
  }
  const health = { isUsable: () => true, reportFailure: () => {} }
  const source = { stream: endless, health, slice: createTimeSlice(), signal: SIGNAL }
  const utterance = new SpokenUtterance(taskOf(PACKED), source)
  void utterance.next()
  utterance[Symbol.dispose]()
  expect(isLeft).toBe(true)
})
