import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import type { SpeechEvent, SpeechStream, SpeechTask } from '../src/core/speech.ts'
import { SLOTS } from '../src/workers/thread/messages.ts'
import type { ObservedWork, ThreadPool, ThreadPoolOptions, ThreadTrouble } from '../src/workers/thread-pool.ts'
import { createThreadPool } from '../src/workers/thread-pool.ts'

const ODD_THREAD = new URL('../dist/fixtures/odd-thread.mjs', import.meta.url)
const DEAD_THREAD = new URL('./fixtures/dead-thread.mjs', import.meta.url)
const NEVER = new AbortController().signal

const pools: ThreadPool[] = []
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool[Symbol.asyncDispose]()))
})

function startPool(options: Partial<ThreadPoolOptions> = {}): { pool: ThreadPool; troubles: ThreadTrouble[] } {
  const troubles: ThreadTrouble[] = []
  const pool = createThreadPool({
    threads: 1,
    threadUrl: ODD_THREAD,
    maxQueuedStreams: 1000,
    maxWaitMs: Number.POSITIVE_INFINITY,
    warmUp: [],
    report: (trouble) => troubles.push(trouble),
    ...options,
  })
  pools.push(pool)
  return { pool, troubles }
}

interface TaskOptions {
  readonly behaviour?: string
  readonly engine?: string
  readonly words?: number
  readonly pauseAfterMs?: number
  readonly shared?: Int32Array
}

function makeTask({
  behaviour = 'speak',
  engine = 'odd',
  words = 2,
  pauseAfterMs = 0,
  shared,
}: TaskOptions = {}): SpeechTask {
  const word = {
    kind: 'word',
    spoken: 'la',
    phonemes: null,
    span: { start: 0, end: 2 },
    rate: 1,
    pitch: 1,
    pauseBeforeMs: 0,
  } as const
  const utterance = { language: 'eng', segments: Array.from({ length: words }, () => word), pauseAfterMs } as const
  const timbre = { formantRatio: 1, pitchMeanHz: 120, pitchRangeRatio: 1, rateRatio: 1, brightnessDb: 0 }
  return {
    utterance: shared ? Object.assign(utterance, { shared }) : utterance,
    voice: { engine, base: behaviour, timbre, gainDb: 0 },
    sampleRateHz: 16_000,
    maxDurationS: 60,
    minFirstPartS: 0,
  }
}

/** What the odd engine reads: a closed gate, no attempts, no chunks. */
const closedGate = (): Int32Array => new Int32Array(new SharedArrayBuffer(12))

function openGate(shared: Int32Array): void {
  Atomics.store(shared, 0, 1)
  Atomics.notify(shared, 0)
}

async function listen(events: AsyncIterable<SpeechEvent>): Promise<SpeechEvent[]> {
  const heard: SpeechEvent[] = []
  for await (const event of events) heard.push(event)
  return heard
}

const samplesOf = (events: readonly SpeechEvent[]): number[] =>
  events.flatMap((event) => (event.kind === 'audio' ? [...event.samples.copy().take()] : []))

const speakAlone = (pool: ThreadPool, options: TaskOptions): Promise<SpeechEvent[]> =>
  listen(pool.openStream().speak(makeTask(options), NEVER))

const sleepUntil = async (isTrue: () => boolean): Promise<void> => {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 5))
}

describe('streams in the background', () => {
  test('are spoken after all others that wait, whenever they came', async () => {
    const { pool } = startPool()
    const shared = closedGate()
    const held = speakAlone(pool, { shared })
    const order: string[] = []
    const speakAs = (name: string, isBackground: boolean) =>
      listen(pool.openStream({ isBackground }).speak(makeTask(), NEVER)).then(() => order.push(name))
    const all = [speakAs('background', true), speakAs('first', false), speakAs('second', false)]
    openGate(shared)
    await Promise.all([held, ...all])
    expect(order).toEqual(['first', 'second', 'background'])
  })

  test('leave a thread free if there is more than one', async () => {
    const { pool } = startPool({ threads: 2 })
    await pool.whenReady()
    const shared = closedGate()
    const speak = () => listen(pool.openStream({ isBackground: true }).speak(makeTask({ shared }), NEVER))
    const held = [speak(), speak()]
    expect(samplesOf(await speakAlone(pool, {}))).toHaveLength(3200)
    expect(pool.speakingThreads).toBe(1)
    expect([pool.openStreams, pool.waitingStreams]).toEqual([1, 0]) // those in the background do not count
    openGate(shared)
    for (const events of await Promise.all(held)) expect(samplesOf(events)).toHaveLength(3200)
  })

  test('need no room, take none from others, and are no reason to refuse others', async () => {
    const { pool } = startPool({ maxWaitMs: 1, maxQueuedStreams: 1 })
    await pool.whenReady()
    const streams = Array.from({ length: 8 }, () => pool.openStream({ isBackground: true }))
    expect(pool.utilization).toBe(0)
    const spoken = streams.map((stream) => listen(stream.speak(makeTask(), NEVER)))
    expect(samplesOf(await speakAlone(pool, {}))).toHaveLength(3200)
    for (const events of await Promise.all(spoken)) expect(samplesOf(events)).toHaveLength(3200)
  })
})

describe('an engine with a thread of its own', () => {
  const ownThreadEngines = new Map([['own', 'in turns']] as const)

  test.each([
    ['own', 'odd'],
    ['odd', 'own'],
  ])('does not hold up the others, nor they it: %s waits, %s speaks', async (waiting, speaking) => {
    const { pool } = startPool({ ownThreadEngines })
    const shared = closedGate()
    const held = speakAlone(pool, { engine: waiting, shared })
    expect(samplesOf(await speakAlone(pool, { engine: speaking }))).toHaveLength(3200)
    openGate(shared)
    expect(samplesOf(await held)).toHaveLength(3200)
  })

  test('has one thread, whose jobs wait for each other', async () => {
    const { pool } = startPool({ threads: 2, ownThreadEngines })
    await pool.whenReady()
    expect(pool.isBusy).toBe(false)
    const shared = closedGate()
    const held = speakAlone(pool, { engine: 'own', shared })
    await sleepUntil(() => Atomics.load(shared, 1) === 1)
    const next = speakAlone(pool, { engine: 'own' })
    expect([pool.isBusy, pool.waitingStreams, pool.speakingThreads]).toEqual([false, 1, 1])
    openGate(shared)
    await Promise.all([held, next])
  })

  test('speaks jobs at once if it only waits', async () => {
    const { pool } = startPool({ ownThreadEngines: new Map([['own', 'at once']] as const) })
    const shared = new Int32Array(new SharedArrayBuffer(12))
    openGate(shared)
    const held = speakAlone(pool, { engine: 'own', behaviour: 'await a chunk', shared })
    await sleepUntil(() => Atomics.load(shared, 1) === 1)
    expect(samplesOf(await speakAlone(pool, { engine: 'own' }))).toHaveLength(3200)
    Atomics.store(shared, 2, 1)
    Atomics.notify(shared, 2)
    expect(samplesOf(await held)).toHaveLength(3200)
  })

  test('starts again with the next job after its thread died', async () => {
    const { pool, troubles } = startPool({ ownThreadEngines })
    await expect(speakAlone(pool, { engine: 'own', behaviour: 'exit after audio' })).rejects.toThrow()
    expect(samplesOf(await speakAlone(pool, { engine: 'own' }))).toHaveLength(3200)
    expect(troubles).toHaveLength(1)
  })

  test('is loaded by its tasks for warming up before the pool is ready, and by no others', async () => {
    const { pool, troubles } = startPool({ ownThreadEngines, warmUp: [makeTask(), makeTask({ engine: 'own' })] })
    await pool.whenReady()
    expect(pool.threadStates.map(({ name }) => name)).toEqual(['speech 1', 'own 2'])
    expect(troubles).toEqual([])
    expect(startPool({ ownThreadEngines, warmUp: [makeTask()] }).pool.threadStates).toHaveLength(1)
  })

  test('fails its jobs if its thread cannot start', async () => {
    const { pool } = startPool({ threadUrl: DEAD_THREAD, ownThreadEngines })
    await expect(speakAlone(pool, { engine: 'own' })).rejects.toMatchObject({ code: 'engine.unusable' })
  })
})

describe('speech', () => {
  test('arrives whole and in order, each mark before its audio, the pause after it', async () => {
    const { pool } = startPool()
    const events = await speakAlone(pool, { words: 3, pauseAfterMs: 250 })
    const speech = Array.from({ length: 4800 }, (_, i) => i)
    expect(samplesOf(events)).toEqual([...speech, ...Array(4000).fill(0)])
    let heardSamples = 0
    const marks: number[] = []
    for (const event of events) {
      if (event.kind === 'audio') heardSamples += event.samples.length
      else {
        expect(event.startSample).toBeGreaterThanOrEqual(heardSamples)
        marks.push(event.segmentIndex, event.startSample, event.endSample)
      }
    }
    expect(marks).toEqual([0, 0, 1600, 1, 1600, 3200, 2, 3200, 4800])
  })

  test('starts with a short part and goes on with longer ones', async () => {
    const { pool } = startPool()
    const events = await speakAlone(pool, { words: 6 })
    const lengths = events.flatMap((event) => (event.kind === 'audio' ? [event.samples.length] : []))
    expect(lengths).toEqual([320, 640, 1280, 2560, 2560, 2240])
  })

  test('starts with enough to bridge delays while another stream is spoken, however short it is', async () => {
    const { pool } = startPool({ threads: 2 })
    const gate = closedGate()
    const held = speakAlone(pool, { shared: gate, words: 6 })
    const lengthsOf = async (words: number, stream = pool.openStream()): Promise<number[]> => {
      const events = await listen(stream.speak(makeTask({ words, pauseAfterMs: 10 }), NEVER))
      return events.flatMap((event) => (event.kind === 'audio' ? [event.samples.length] : []))
    }
    const stream = pool.openStream()
    expect(await lengthsOf(0, stream)).toEqual([160])
    const endMs = performance.now() + 10
    await sleepUntil(() => performance.now() > endMs)
    expect((await lengthsOf(50, stream)).slice(0, 2)).toEqual([1600, 2560])
    // It is being played.
    expect((await lengthsOf(6, stream)).slice(0, 2)).toEqual([320, 640])
    openGate(gate)
    expect((await held).find(({ kind }) => kind === 'audio')).toMatchObject({ samples: { length: 320 } })
  })

  test('of one stream is spoken in the order of the calls', async () => {
    const { pool } = startPool({ threads: 2 })
    const stream = pool.openStream()
    const order: string[] = []
    const tasks = ['first', 'second', 'third'].map(async (name) => {
      await listen(stream.speak(makeTask(), NEVER))
      order.push(name)
    })
    await Promise.all(tasks)
    expect(order).toEqual(['first', 'second', 'third'])
  })

  test('of streams that nobody has heard yet goes first, then of those who run dry first', async () => {
    const { pool } = startPool()
    const order: string[] = []
    const speak = async (name: string, stream: SpeechStream, options: TaskOptions): Promise<void> => {
      await listen(stream.speak(makeTask(options), NEVER))
      order.push(name)
    }
    const [long, short] = [pool.openStream(), pool.openStream()]
    await speak('long', long, { words: 40 })
    await speak('short', short, { words: 5 })

    const gate = closedGate()
    const held = speak('held', pool.openStream(), { shared: gate })
    const rest = [
      speak('long again', long, {}),
      speak('short again', short, {}),
      speak('new', pool.openStream(), {}),
      speak('newer', pool.openStream(), {}),
    ]
    openGate(gate)
    await Promise.all([held, ...rest])
    expect(order).toEqual(['long', 'short', 'held', 'new', 'newer', 'short again', 'long again'])
  })

  test('of a stream whose listener was given audio from elsewhere goes after those that nobody has heard', async () => {
    const { pool } = startPool()
    const order: string[] = []
    const gate = closedGate()
    const speak = async (name: string, stream: SpeechStream, options: TaskOptions = {}): Promise<void> => {
      await listen(stream.speak(makeTask(options), NEVER))
      order.push(name)
    }
    const credited = pool.openStream()
    const spoken = [speak('held', pool.openStream(), { shared: gate }), speak('credited', credited)]
    spoken.push(speak('new', pool.openStream()))
    credited.credit(10)
    openGate(gate)
    await Promise.all(spoken)
    expect(order).toEqual(['held', 'new', 'credited'])
  })
})

describe('a job that waits between its chunks', () => {
  const LONG = 13 // words: what counts up further is bent

  /** Begins a task, and answers when it has been heard. */
  async function begin(pool: ThreadPool, options: TaskOptions) {
    const caller = new AbortController()
    const events = pool.openStream().speak(makeTask(options), caller.signal)
    const heard: SpeechEvent[] = []
    while (samplesOf(heard).length === 0) heard.push((await events[Symbol.asyncIterator]().next()).value)
    const rest = listen(events)
    rest.catch(() => {})
    return { caller, whole: async () => [...heard, ...(await rest)] }
  }

  test('lets those go first that nobody has heard, and is whole all the same', async () => {
    const { pool } = startPool()
    const { whole } = await begin(pool, { behaviour: 'yield', words: LONG })
    const others = await Promise.all(
      ['yield', 'speak', 'yield'].map((behaviour) => speakAlone(pool, { behaviour, words: 3 })),
    )
    for (const events of others) expect(samplesOf(events)).toEqual(Array.from({ length: 4800 }, (_, i) => i))
    expect(samplesOf(await whole())).toEqual(Array.from({ length: 1600 * LONG }, (_, i) => i))
  })

  test('holds nobody up, however long it is, and ends when it is not wanted', async () => {
    const { pool } = startPool()
    const endless = []
    for (let i = 0; i < 3; i++) endless.push(await begin(pool, { behaviour: 'yield for ever' }))
    expect(samplesOf(await speakAlone(pool, {}))).toHaveLength(3200)
    expect([pool.isBusy, pool.speakingThreads, pool.waitingStreams]).toEqual([true, 1, 0])
    for (const { caller } of endless) caller.abort('enough')
    for (const { whole } of endless) await expect(whole()).rejects.toBe('enough')
    await sleepUntil(() => !pool.isBusy)
  })

  test('ends well when the engine has failed at another', async () => {
    const { pool } = startPool()
    const { whole } = await begin(pool, { behaviour: 'yield', words: 20 })
    expect(samplesOf(await speakAlone(pool, { behaviour: 'crash once' }))).toHaveLength(3200)
    expect(samplesOf(await whole())).toHaveLength(20 * 1600)
  })

  test('fails when its thread dies of another, and costs nobody else anything', async () => {
    const { pool, troubles } = startPool()
    const { whole } = await begin(pool, { behaviour: 'yield for ever' })
    await expect(speakAlone(pool, { behaviour: 'exit' })).rejects.toMatchObject({ code: 'engine.crashed' })
    await expect(whole()).rejects.toMatchObject({ code: 'engine.crashed' })
    expect(samplesOf(await speakAlone(pool, {}))).toHaveLength(3200)
    expect(troubles).toHaveLength(2)
  })

  test('leaves the others in the same thread room for no more than it can hold', async () => {
    const { pool } = startPool()
    const endless = await Promise.all(Array.from({ length: SLOTS }, () => begin(pool, { behaviour: 'yield for ever' })))
    const waiting = speakAlone(pool, {})
    expect(pool.waitingStreams).toBe(1)
    endless[5]?.caller.abort('enough')
    expect(samplesOf(await waiting)).toHaveLength(3200)
    for (const { caller } of endless) caller.abort('enough')
  })
})

describe('a job that nobody wants', () => {
  test('stops within a chunk and frees its thread when the signal fires', async () => {
    const { pool } = startPool()
    const caller = new AbortController()
    const reason = new Error('the client went away')
    const shared = closedGate()
    openGate(shared)
    const listening = async (): Promise<void> => {
      const task = makeTask({ behaviour: 'speak for ever', shared })
      for await (const _ of pool.openStream().speak(task, caller.signal)) caller.abort(reason)
    }
    await expect(listening()).rejects.toBe(reason)
    expect(samplesOf(await speakAlone(pool, {}))).toHaveLength(3200)
  })

  test('stops when its listener leaves early', async () => {
    const { pool } = startPool()
    for await (const _ of pool.openStream().speak(makeTask({ behaviour: 'speak for ever' }), NEVER)) break
    expect(samplesOf(await speakAlone(pool, {}))).toHaveLength(3200)
  })

  test('stops when its stream is disposed, and so do those that wait', async () => {
    const { pool } = startPool()
    const stream = pool.openStream()
    const tasks = ['speak for ever', 'speak'].map((behaviour) => listen(stream.speak(makeTask({ behaviour }), NEVER)))
    stream[Symbol.dispose]()
    for (const task of tasks) await expect(task).rejects.toThrow('disposed')
    await expect(listen(stream.speak(makeTask(), NEVER))).rejects.toThrow('disposed')
    expect(samplesOf(await speakAlone(pool, {}))).toHaveLength(3200)
  })

  test('is never spoken when the signal has fired before', async () => {
    const { pool } = startPool()
    const shared = closedGate()
    const late = new AbortController()
    late.abort('too late')
    const events = pool.openStream().speak(makeTask({ shared }), late.signal)
    await expect(listen(events)).rejects.toBe('too late')
    await speakAlone(pool, {})
    expect(shared[1]).toBe(0)
  })
})

describe('a job that fails', () => {
  test.each(['exit once', 'crash once'])('is spoken again when nobody has heard it: %s', async (behaviour) => {
    const { pool } = startPool()
    const shared = closedGate()
    openGate(shared)
    const events = await speakAlone(pool, { behaviour, shared })
    expect(samplesOf(events)).toHaveLength(3200)
    expect(shared[1]).toBe(2)
  })

  test.each(['exit', 'throw', 'throw outside', 'fill memory'])(
    'twice is refused and costs nobody else anything: %s',
    async (behaviour) => {
      const { pool, troubles } = startPool({ threads: 2 })
      const shared = closedGate()
      openGate(shared)
      const bad = expect(speakAlone(pool, { behaviour, shared })).rejects.toMatchObject({ code: 'engine.crashed' })
      const good = Promise.all(Array.from({ length: 5 }, () => speakAlone(pool, {})))
      await bad
      for (const events of await good) expect(samplesOf(events)).toHaveLength(3200)
      expect(shared[1]).toBe(2)
      expect(troubles.filter((trouble) => trouble.kind === 'thread died')).toHaveLength(behaviour === 'throw' ? 0 : 2)
    },
  )

  test('after its audio has been heard fails at once', async () => {
    const { pool } = startPool()
    const shared = closedGate()
    openGate(shared)
    const events = speakAlone(pool, { behaviour: 'exit after audio', shared })
    await expect(events).rejects.toMatchObject({ code: 'engine.crashed' })
    expect(shared[1]).toBe(1)
  })

  test('by hanging has its thread replaced', async () => {
    const { pool, troubles } = startPool({ hangTimeoutMs: 1000 })
    await expect(speakAlone(pool, { behaviour: 'hang' })).rejects.toMatchObject({ code: 'engine.crashed' })
    expect(troubles).toHaveLength(2)
    expect(samplesOf(await speakAlone(pool, {}))).toHaveLength(3200)
  })

  test('for a reason of its own is not tried again', async () => {
    const { pool } = startPool()
    const shared = closedGate()
    openGate(shared)
    const events = speakAlone(pool, { behaviour: 'no such voice', shared })
    await expect(events).rejects.toMatchObject({ code: 'voice.unusable' })
    expect(shared[1]).toBe(1)
    await expect(speakAlone(pool, { engine: 'broken' })).rejects.toMatchObject({ code: 'engine.unusable' })
    await expect(speakAlone(pool, { engine: 'none' })).rejects.toMatchObject({ code: 'engine.unusable' })
  })
})

describe('the pool', () => {
  test('is ready when its threads are warm, and busy while all of them speak', async () => {
    const { pool } = startPool({ threads: 2, warmUp: [makeTask()] })
    expect([pool.isReady, pool.isBusy]).toEqual([false, true])
    await pool.whenReady()
    expect([pool.isReady, pool.isBusy]).toEqual([true, false])

    const gate = closedGate()
    const tasks = [1, 2, 3].map(() => speakAlone(pool, { shared: gate }))
    expect([pool.isBusy, pool.speakingThreads, pool.waitingStreams]).toEqual([true, 2, 1])
    openGate(gate)
    await Promise.all(tasks)
    expect([pool.isBusy, pool.speakingThreads, pool.waitingStreams]).toEqual([false, 0, 0])
  })

  test('has further tasks spoken without a listener, but not again by a thread that replaces one', async () => {
    const shared = closedGate()
    openGate(shared)
    const { pool, troubles } = startPool()
    pool.warmUp([makeTask({ shared }), makeTask({ engine: 'broken' })])
    await pool.whenReady()
    await speakAlone(pool, {})
    await expect.poll(() => troubles).toHaveLength(1)
    expect(troubles).toMatchObject([{ kind: 'engine did not warm up', engine: 'broken' }])
    expect(shared[1]).toBe(1)

    await expect(speakAlone(pool, { behaviour: 'exit' })).rejects.toMatchObject({ code: 'engine.crashed' })
    await speakAlone(pool, {})
    expect(shared[1]).toBe(1)
  })

  test('is ready without an engine that does not load, and says so', async () => {
    const { pool, troubles } = startPool({ warmUp: [makeTask({ engine: 'broken' }), makeTask()] })
    await pool.whenReady()
    expect(troubles).toEqual([{ kind: 'engine did not warm up', engine: 'broken', message: 'a file is missing' }])
  })

  test('says so when its threads cannot start, and keeps nobody waiting', async () => {
    const { pool } = startPool({ threadUrl: DEAD_THREAD })
    const events = speakAlone(pool, {})
    await expect(pool.whenReady()).rejects.toMatchObject({ code: 'engine.unusable' })
    await expect(events).rejects.toMatchObject({ code: 'engine.unusable' })
    expect(pool.isReady).toBe(false)
  })

  test('refuses streams when too many wait unheard', async () => {
    const { pool } = startPool({ maxQueuedStreams: 2 })
    await pool.whenReady()
    const gate = closedGate()
    const tasks = [1, 2, 3].map(() => speakAlone(pool, { shared: gate }))
    expect(() => pool.openStream()).toThrow(expect.objectContaining({ code: 'pool.overloaded' }))
    openGate(gate)
    await Promise.all(tasks)
    expect(samplesOf(await speakAlone(pool, {}))).toHaveLength(3200)
  })

  describe('without time for another stream', () => {
    /** A pool of one thread that is taken to make 5 s of audio in a second: for 4 streams, at most 85 % of its time. */
    function fillPool(maxWaitMs: number) {
      const { pool } = startPool({ maxWaitMs })
      return { pool, streams: Array.from({ length: 4 }, () => pool.openStream()) }
    }

    test('lets a stream wait and speaks it when another has ended', async () => {
      const { pool, streams } = fillPool(60_000)
      const waiting = listen(pool.openStream().speak(makeTask(), NEVER))
      expect(pool.waitingStreams).toBe(0) // it is not given to a thread
      streams[0]?.end()
      expect(samplesOf(await waiting)).toHaveLength(3200)
    })

    test('speaks a stream that waits when a reservation is given up', async () => {
      const { pool, streams } = fillPool(60_000)
      streams[0]?.[Symbol.dispose]()
      const reservation = pool.reserve({})
      const waiting = listen(pool.openStream().speak(makeTask(), NEVER))
      reservation[Symbol.dispose]()
      expect(samplesOf(await waiting)).toHaveLength(3200)
    })

    test('refuses a stream that has waited for the maximum time, with the seconds to wait before another try', async () => {
      const { pool } = fillPool(400)
      const events = pool.openStream({ isPatient: true }).speak(makeTask(), NEVER)
      await expect(listen(events)).rejects.toMatchObject({ code: 'pool.overloaded', retryAfterS: 2 })
    })

    test('refuses reservations, and keeps the room of one until it is disposed', () => {
      const { pool, streams } = fillPool(60_000)
      expect(() => pool.reserve({})).toThrow(expect.objectContaining({ code: 'pool.overloaded' }))
      streams[0]?.[Symbol.dispose]()
      const reservation = pool.reserve({})
      expect(() => pool.reserve({})).toThrow()
      reservation[Symbol.dispose]()
      pool.reserve({})
    })

    test('speaks every stream that a thread has begun to its end', async () => {
      const { pool, streams } = fillPool(60_000)
      const later = Array.from({ length: 40 }, () => pool.openStream())
      const all = [...streams, ...later].map(async (stream) => {
        const events = stream.speak(makeTask({ behaviour: 'yield', words: 5 }), NEVER)
        stream.end()
        return samplesOf(await listen(events)).length
      })
      expect(new Set(await Promise.all(all))).toEqual(new Set([8000]))
      expect(pool.utilization).toBe(0)
    })

    test('tells how long streams waited and what threads did, by engine', async () => {
      const observed: ObservedWork[] = []
      const { pool } = startPool({ observe: (work) => observed.push(work) })
      await speakAlone(pool, { words: 2 })
      expect(observed).toEqual([
        { kind: 'started', engine: 'odd', waitMs: expect.any(Number) },
        { kind: 'spoken', engine: 'odd', audioS: 0.2, ranMs: expect.any(Number) },
      ])
    })

    test('begins with the owner who was given least, not with the one who asked most', async () => {
      const { pool } = startPool()
      const shared = closedGate()
      const order: string[] = []
      const speak = async (id: string, options: TaskOptions) => {
        for await (const _ of pool.openStream({ owner: { id, weight: 1 } }).speak(makeTask(options), NEVER))
          order.push(id)
      }
      const held = speak('held', { shared })
      await sleepUntil(() => Atomics.load(shared, 1) === 1)
      const many = Array.from({ length: 10 }, () => speak('many', {}))
      const one = speak('one', {})
      openGate(shared)
      await Promise.all([held, one, ...many])
      expect(order.indexOf('one')).toBeLessThan(order.indexOf('many') + order.filter((id) => id === 'many').length / 5)
    })
  })

  test('takes no new streams once it drains, but finishes those it has', async () => {
    const { pool } = startPool()
    const stream = pool.openStream()
    pool.drain()
    expect(() => pool.openStream()).toThrow(expect.objectContaining({ code: 'pool.draining' }))
    expect(samplesOf(await listen(stream.speak(makeTask(), NEVER)))).toHaveLength(3200)
  })

  test('fails what it speaks when it is disposed, even if it never ends', async () => {
    const { pool, troubles } = startPool()
    await pool.whenReady()
    const tasks = ['block', 'speak'].map((behaviour) => speakAlone(pool, { behaviour }))
    const outcomes = Promise.allSettled(tasks)
    await pool[Symbol.asyncDispose]()
    for (const outcome of await outcomes) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'pool.draining' } })
    }
    expect(troubles).toEqual([])
  })

  test('lets the process end once it is disposed', () => {
    const script = `
      import { createThreadPool } from ${JSON.stringify(new URL('../dist/fixtures/thread-pool.mjs', import.meta.url))}
      const threadUrl = new URL(${JSON.stringify(ODD_THREAD)})
      const pool = createThreadPool({ threads: 2, threadUrl, maxQueuedStreams: 1, warmUp: [], report: console.log })
      await pool.whenReady()
      await pool[Symbol.asyncDispose]()
      console.log('disposed')`
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      timeout: 50_000,
    })
    expect(output.toString()).toBe('disposed\n')
  })

  test('serves 200 streams that leave whenever they like, and is idle afterwards', { timeout: 60_000 }, async () => {
    const { pool } = startPool({ threads: 2 })
    const caller = fc.record({
      words: fc.nat(8),
      behaviour: fc.constantFrom('speak', 'speak', 'yield', 'yield', 'crash once', 'speak for ever'),
      leavesAfter: fc.option(fc.nat(6)),
      abortsAfterMs: fc.option(fc.nat(20)),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(caller, { minLength: 200, maxLength: 200 }), async (callers) => {
        await Promise.all(
          callers.map(async ({ words, behaviour, leavesAfter, abortsAfterMs }) => {
            const abort = new AbortController()
            const isEndless = behaviour === 'speak for ever'
            if (abortsAfterMs !== null || isEndless) setTimeout(() => abort.abort('enough'), abortsAfterMs ?? 5)
            using stream = pool.openStream()
            const heard: SpeechEvent[] = []
            try {
              for await (const event of stream.speak(makeTask({ words, behaviour }), abort.signal)) {
                heard.push(event)
                if (heard.length === leavesAfter) return
              }
              // A thread may speak all that a task may hold before the timer fires here.
              if (isEndless) return
              expect(samplesOf(heard)).toEqual(Array.from({ length: words * 1600 }, (_, i) => i))
            } catch (error) {
              expect(behaviour === 'crash once' ? 'enough' : error).toBe('enough')
            }
          }),
        )
        expect(pool.waitingStreams).toBe(0)
        await sleepUntil(() => pool.speakingThreads === 0)
      }),
      { numRuns: 5, endOnFailure: true },
    )
  })
})
