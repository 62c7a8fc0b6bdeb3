import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { utterancesOn } from '../../../test/speak-whole.ts'
import { Samples } from '../../core/samples.ts'
import type { SpeechEvent, SpeechStream, SpeechTask } from '../../core/speech.ts'
import type { Segment } from '../../core/utterance.ts'
import { createUtteranceCache, keyOf, type UtteranceCache } from './utterance-cache.ts'

const NEVER = new AbortController().signal
const RATE_HZ = 8000
const PART_SAMPLES = 1000

interface TaskShape {
  readonly spoken?: string
  readonly from?: number
}

const taskOf = ({ spoken = 'la', from = 0 }: TaskShape = {}): SpeechTask => ({
  utterance: {
    language: 'eng',
    segments: [
      {
        kind: 'word',
        spoken,
        phonemes: ['L', 'AA1'],
        span: { start: from, end: from + 2 },
        rate: 1,
        pitch: 1,
        pauseBeforeMs: 0,
      },
      { kind: 'punctuation', mark: '.' },
    ],
    pauseAfterMs: 200,
  },
  voice: {
    engine: 'tone',
    base: 'tone',
    timbre: { formantRatio: 1, pitchMeanHz: 120, pitchRangeRatio: 1, rateRatio: 1, brightnessDb: 0 },
    gainDb: 0,
  },
  sampleRateHz: RATE_HZ,
  maxDurationS: 10,
  minFirstPartS: 0,
})

/** Yields a mark, then two chunks whose samples count on from task to task, so that no two answers are equal. */
function countingStream() {
  let tasks = 0
  async function* speak(_task: SpeechTask, signal: AbortSignal): AsyncGenerator<SpeechEvent> {
    tasks++
    yield { kind: 'mark', segmentIndex: 0, startSample: 0, endSample: 2 * PART_SAMPLES }
    for (const part of [1, 2]) {
      signal.throwIfAborted()
      yield { kind: 'audio', samples: new Samples(new Int16Array(PART_SAMPLES).fill(10 * tasks + part)) }
    }
  }
  const stream = {
    speak: vi.fn(speak),
    credit: vi.fn<(audioS: number) => void>(),
    end: vi.fn(),
    [Symbol.dispose]: vi.fn(),
  }
  return stream satisfies SpeechStream
}

const remember = (cache: UtteranceCache, stream: SpeechStream) => utterancesOn(stream, { cache })

async function heard(stream: SpeechStream, task = taskOf(), signal = NEVER): Promise<SpeechEvent[]> {
  const events: SpeechEvent[] = []
  for await (const event of stream.speak(task, signal)) events.push(event)
  return events
}

const MEGABYTE = 2 ** 20

/** Matchers do not see the samples. */
const readable = (event: SpeechEvent) =>
  event.kind === 'audio' ? { ...event, samples: [...event.samples.copy().take()] } : event

describe('an utterance that was spoken before', () => {
  test('comes again from memory, the same events in the same order, on any stream', async () => {
    const cache = createUtteranceCache(MEGABYTE)
    const [one, other] = [countingStream(), countingStream()]
    const first = await heard(remember(cache, one))
    expect(first.map(({ kind }) => kind)).toEqual(['mark', 'audio', 'audio'])
    expect(await heard(remember(cache, other))).toEqual(first)
    expect([one.speak.mock.calls.length, other.speak.mock.calls.length]).toEqual([1, 0])
    expect(cache).toMatchObject({ hits: 1, misses: 1, utterances: 1 })
  })

  test('is found wherever in a text it stands', async () => {
    const stream = countingStream()
    const cached = remember(createUtteranceCache(MEGABYTE), stream)
    await heard(cached, taskOf())
    await heard(cached, taskOf({ from: 100 }))
    expect(stream.speak).toHaveBeenCalledOnce()
  })

  test('is not touched by what readers do to their samples', async () => {
    const cached = remember(createUtteranceCache(MEGABYTE), countingStream())
    const whole = await heard(remember(createUtteranceCache(MEGABYTE), countingStream()))
    for (let i = 0; i < 3; i++) {
      const events = await heard(cached)
      expect(events.map(readable)).toEqual(whole.map(readable))
      for (const event of events) {
        if (event.kind !== 'audio') continue
        const samples = event.samples.take().fill(-1)
        structuredClone(samples, { transfer: [samples.buffer as ArrayBuffer] })
      }
    }
  })

  test('is credited to the stream as its audio is read, so that the next job is not taken for unheard', async () => {
    const stream = countingStream()
    const cached = remember(createUtteranceCache(MEGABYTE), stream)
    await heard(cached)
    expect(stream.credit).not.toHaveBeenCalled()
    const events = cached.speak(taskOf(), NEVER)[Symbol.asyncIterator]()
    await events.next()
    await events.next()
    expect(stream.credit).not.toHaveBeenCalled() // it may have been requested ahead
    await events.next()
    expect(stream.credit.mock.calls).toEqual([[PART_SAMPLES / RATE_HZ]])
    await events.next()
    expect(stream.credit).toHaveBeenCalledTimes(2)
  })

  test('stops with the reason of the signal', async () => {
    const stream = countingStream()
    const cached = remember(createUtteranceCache(MEGABYTE), stream)
    await heard(cached)
    const gone = new AbortController()
    gone.abort(new Error('gone'))
    await expect(heard(cached, taskOf(), gone.signal)).rejects.toThrow('gone')
    const controller = new AbortController()
    const events = cached.speak(taskOf(), controller.signal)[Symbol.asyncIterator]()
    await events.next()
    controller.abort(new Error('left'))
    await expect(events.next()).rejects.toThrow('left')
  })

  test('lets others have their turn while a long answer is read', async () => {
    const cached = remember(createUtteranceCache(MEGABYTE), countingStream())
    await heard(cached)
    let turns = 0
    const others = setInterval(() => turns++, 0)
    for (let until = performance.now() + 100; performance.now() < until; ) await heard(cached)
    clearInterval(others)
    expect(turns).toBeGreaterThan(0)
  })
})

describe('an utterance is not kept', () => {
  const spokenAgain = async (speak: SpeechStream['speak'], listen: (stream: SpeechStream) => Promise<unknown>) => {
    const cache = createUtteranceCache(MEGABYTE)
    const stream = { ...countingStream(), speak: vi.fn(speak) }
    await listen(remember(cache, stream)).catch(() => {})
    return cache.utterances
  }
  const { speak } = countingStream()

  test('when it failed, also for a reader who reads on', async () => {
    const failing = async function* (task: SpeechTask, signal: AbortSignal): AsyncGenerator<SpeechEvent> {
      yield* speak(task, signal)
      throw new Error('crashed')
    }
    expect(await spokenAgain(failing, (stream) => heard(stream))).toBe(0)
    const readOn = async (stream: SpeechStream) => {
      const events = stream.speak(taskOf(), NEVER)[Symbol.asyncIterator]()
      for (let i = 0; i < 5; i++) await events.next().catch(() => {})
    }
    expect(await spokenAgain(failing, readOn)).toBe(0)
  })

  test('when its reader left or was aborted', async () => {
    const leave = async (stream: SpeechStream) => {
      const events = stream.speak(taskOf(), NEVER)[Symbol.asyncIterator]()
      await events.next()
      await events.return?.()
      await events.next()
    }
    expect(await spokenAgain(speak, leave)).toBe(0)
    const abort = async (stream: SpeechStream) => {
      const controller = new AbortController()
      for await (const _ of stream.speak(taskOf(), controller.signal)) controller.abort()
    }
    expect(await spokenAgain(speak, abort)).toBe(0)
  })

  test('when it alone is larger than the bound', async () => {
    const cache = createUtteranceCache(3 * PART_SAMPLES)
    const stream = countingStream()
    for (let i = 0; i < 2; i++) await heard(remember(cache, stream))
    expect(stream.speak).toHaveBeenCalledTimes(2)
    expect(cache).toMatchObject({ utterances: 0, bytes: 0, misses: 2 })
  })

  test('when the bound is 0', () => {
    expect(createUtteranceCache(0).open(taskOf())).toEqual({})
  })
})

test('memory stays within the bound: what was not asked for the longest goes first', async () => {
  const maxBytes = 22_000
  const cache = createUtteranceCache(maxBytes)
  const stream = countingStream()
  const cached = remember(cache, stream)
  for (const spoken of ['one', 'two', 'three']) await heard(cached, taskOf({ spoken }))
  const bytesOfOne = cache.bytes / 3
  expect(bytesOfOne).toBeGreaterThan(2 * 2 * PART_SAMPLES)
  await heard(cached, taskOf({ spoken: 'one' }))
  for (const spoken of ['four', 'five']) await heard(cached, taskOf({ spoken }))
  expect([cache.utterances, cache.bytes]).toEqual([4, 4 * bytesOfOne])
  expect(cache.bytes).toBeLessThanOrEqual(maxBytes)
  stream.speak.mockClear()
  await heard(cached, taskOf({ spoken: 'one' }))
  expect(stream.speak).not.toHaveBeenCalled()
  await heard(cached, taskOf({ spoken: 'two' }))
  expect(stream.speak).toHaveBeenCalledOnce()
})

describe('the key', () => {
  const number = fc.double({ min: 0.1, max: 10, noNaN: true })
  const segment: fc.Arbitrary<Segment> = fc.oneof(
    fc.record({
      kind: fc.constant('word' as const),
      spoken: fc.string({ unit: 'grapheme' }),
      phonemes: fc.option(fc.array(fc.constantFrom('L', 'AA1', 'AA0', 'P'))),
      span: fc.record({ start: fc.nat(50), end: fc.nat(50) }),
      rate: number,
      pitch: number,
      pauseBeforeMs: fc.nat(1000),
    }),
    fc.record({ kind: fc.constant('punctuation' as const), mark: fc.constantFrom(',', '.', '?') }),
  )
  const task: fc.Arbitrary<SpeechTask> = fc.record({
    utterance: fc.record({
      language: fc.constantFrom('eng', 'spa'),
      segments: fc.array(segment, { minLength: 1, maxLength: 4 }),
      pauseAfterMs: fc.nat(1000),
    }),
    voice: fc.record({
      engine: fc.string(),
      base: fc.string(),
      gainDb: number,
      timbre: fc.record({
        formantRatio: number,
        pitchMeanHz: number,
        pitchRangeRatio: number,
        rateRatio: number,
        brightnessDb: number,
      }),
    }),
    sampleRateHz: fc.integer({ min: 1000, max: 384_000 }),
    maxDurationS: number,
    minFirstPartS: number,
  })

  /** Paths of all strings, numbers and nulls in a task. */
  function leavesOf(value: unknown, path: readonly (string | number)[] = []): (string | number)[][] {
    if (typeof value !== 'object' || value === null) return [[...path]]
    return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, [...path, name]))
  }

  function changed(value: unknown, [name, ...rest]: readonly (string | number)[]): unknown {
    if (name !== undefined) {
      const inner = (value as Record<string, unknown>)[name]
      const copy = Array.isArray(value) ? [...value] : { ...(value as object) }
      return Object.assign(copy, { [name]: changed(inner, rest) })
    }
    if (value === null) return ['L']
    return typeof value === 'number' ? value + 1 : `${String(value)}x`
  }

  test('is another for any change of a job', () => {
    fc.assert(
      fc.property(task, fc.nat(), (original, which) => {
        const leaves = leavesOf(original).filter(([name]) => name !== 'minFirstPartS')
        const path = leaves[which % leaves.length] as (string | number)[]
        expect(keyOf(changed(original, path) as SpeechTask)).not.toBe(keyOf(original))
      }),
      { numRuns: 1000 },
    )
  })

  test('is another for a segment more, less, or in another place', () => {
    fc.assert(
      fc.property(task, segment, (original, added) => {
        const { segments } = original.utterance
        const withSegments = (others: readonly Segment[]) =>
          keyOf({ ...original, utterance: { ...original.utterance, segments: others } })
        expect(withSegments([...segments, added])).not.toBe(keyOf(original))
        expect(withSegments(segments.slice(0, -1))).not.toBe(keyOf(original))
      }),
    )
  })

  test('is the same whatever the codec of the listener is', () => {
    fc.assert(
      fc.property(task, number, (original, minFirstPartS) => {
        expect(keyOf({ ...original, minFirstPartS })).toBe(keyOf(original))
      }),
    )
  })

  test('is the same for the same words elsewhere, however far their texts are apart', () => {
    fc.assert(
      fc.property(task, fc.nat(1e6), (original, distance) => {
        const segments = original.utterance.segments.map((one) =>
          one.kind === 'word'
            ? { ...one, span: { start: one.span.start + distance, end: one.span.end + distance } }
            : one,
        )
        expect(keyOf({ ...original, utterance: { ...original.utterance, segments } })).toBe(keyOf(original))
      }),
    )
  })
})
