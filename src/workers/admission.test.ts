import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Admission, type StreamDemand } from './admission.ts'

const ONE = { id: 'one', weight: 1 }
const OTHER = { id: 'other', weight: 1 }
const streamsOf = (owner = ONE, count = 1, engine = 'quick'): StreamDemand[] =>
  Array.from({ length: count }, () => ({ engine, owner }))

const noteTask = (admission: Admission, engine: string, audioS: number, ranMs: number): void =>
  admission.noteTask({ engine, audioS, ranMs, pieces: 1, isStart: false })

/** Two threads that each make 20 s of audio in a second, so that 40 streams use all of their time. */
function createAdmission(options: Partial<ConstructorParameters<typeof Admission>[0]> = {}): Admission {
  const admission = new Admission({ threads: 2, minStreams: 1, maxWaitMs: 1500, ...options })
  for (let i = 0; i < 20; i++) noteTask(admission, 'quick', 5, 250)
  return admission
}

/** How many streams of an owner start, one after the other, beside those that are there. */
function startMany(admission: Admission, running: StreamDemand[], owner = ONE, engine = 'quick'): number {
  let started = 0
  while (started < 1000) {
    const stream = { engine, owner }
    if (!admission.hasRoom(stream, { streams: running, starting: [], isLate: false })) return started
    running.push(stream)
    started++
  }
  return started
}

describe('a stream starts', () => {
  test('while the threads have time for it at the speed that was measured', () => {
    const admission = createAdmission()
    const running: StreamDemand[] = []
    expect(startMany(admission, running)).toBe(34) // 85 % of 40
    expect(admission.utilization(running)).toBeCloseTo(0.85)
  })

  test('as the speed changes: half of them when the threads take twice as long', () => {
    const admission = createAdmission()
    for (let i = 0; i < 20; i++) noteTask(admission, 'quick', 5, 500)
    expect(startMany(admission, [])).toBeCloseTo(17, -1)
  })

  test('by the speed of its own engine', () => {
    const admission = createAdmission()
    for (let i = 0; i < 20; i++) noteTask(admission, 'slow', 5, 2500)
    expect(startMany(admission, [], ONE, 'slow')).toBe(3)
    expect(startMany(admission, streamsOf(ONE, 2, 'slow'))).toBe(14)
  })

  test('if it is the only one, whatever the engine needs', () => {
    const admission = createAdmission()
    noteTask(admission, 'glacial', 1, 5000)
    expect(startMany(admission, [], ONE, 'glacial')).toBeGreaterThanOrEqual(1)
  })

  test('unless a listener waits for audio that is overdue', () => {
    const state = { streams: streamsOf(), starting: [], isLate: true }
    expect(createAdmission().hasRoom({ engine: 'quick', owner: ONE }, state)).toBe(false)
  })

  test('unless those before it, starting, take longer than the maximum wait', () => {
    const admission = createAdmission()
    for (let i = 0; i < 100; i++) admission.noteFirstPart('quick', 300)
    const ask = (starting: number) =>
      admission.hasRoom(
        { engine: 'quick', owner: ONE },
        { streams: streamsOf(), starting: streamsOf(ONE, starting), isLate: false },
      )
    expect(ask(9)).toBe(true)
    expect(ask(11)).toBe(false) // 11 × 300 ms on two threads
  })

  test('and the threads are full when none starts any more', () => {
    const admission = createAdmission()
    const fullWith = (count: number, state = {}) =>
      admission.isFull({ streams: streamsOf(ONE, count), starting: [], isLate: false, ...state })
    expect([0, 1, 33, 34].map((count) => fullWith(count))).toEqual([false, false, false, true])
    expect(fullWith(1, { isLate: true })).toBe(true)
    for (let i = 0; i < 100; i++) admission.noteFirstPart('quick', 300)
    const starting = (count: number) => ({ starting: streamsOf(ONE, count) })
    expect([fullWith(8, starting(8)), fullWith(11, starting(11))]).toEqual([false, true])
    const unlimited = createAdmission({ maxWaitMs: Number.POSITIVE_INFINITY })
    expect(unlimited.isFull({ streams: streamsOf(ONE, 1000), starting: streamsOf(ONE, 1000), isLate: true })).toBe(
      false,
    )
  })

  test('always without a maximum wait', () => {
    expect(startMany(createAdmission({ maxWaitMs: Number.POSITIVE_INFINITY }), [])).toBe(1000)
  })
})

describe('a better engine may begin a stream', () => {
  const BETTER = { engine: 'better', owner: ONE }
  const mayBegin = (admission: Admission, running: StreamDemand[], starting: StreamDemand[] = [], isLate = false) =>
    admission.hasTimeToSpare(BETTER, { streams: running, starting, isLate })
  /** One that takes twice as long for a second of audio. */
  function createBetter(): Admission {
    const admission = createAdmission({ maxWaitMs: Number.POSITIVE_INFINITY })
    for (let i = 0; i < 20; i++) noteTask(admission, 'better', 5, 500)
    for (let i = 0; i < 50; i++) admission.noteFirstPart('better', 100)
    return admission
  }

  test('while all need half of the time, each by the speed of its engine, and nobody is late', () => {
    const admission = createBetter()
    const beside = (count: number, engine: string) => mayBegin(admission, streamsOf(OTHER, count, engine))
    expect([18, 19].map((count) => beside(count, 'quick'))).toEqual([true, false]) // of 40, and itself is two
    expect([9, 10].map((count) => beside(count, 'better'))).toEqual([true, false])
    expect(mayBegin(admission, [], [], true)).toBe(false)
  })

  test('while it is heard within 400 ms after those that start before it, each as its engine takes', () => {
    const admission = createBetter()
    for (let i = 0; i < 50; i++) admission.noteFirstPart('quick', 10)
    const behind = (count: number, engine: string) => {
      const streams = streamsOf(OTHER, count, engine)
      return mayBegin(admission, streams, streams)
    }
    expect([4, 7].map((count) => behind(count, 'better'))).toEqual([true, false])
    expect(behind(7, 'quick')).toBe(true)
  })

  test('on a guess before it is measured, not by the speed of the others', () => {
    const admission = createAdmission() // of engines of which 40 streams use all of the time
    expect([4, 17].map((count) => mayBegin(admission, streamsOf(OTHER, count)))).toEqual([true, false])
  })
})

test('the expected wait and Retry-After grow with those ahead, and shrink as streams end', () => {
  const admission = createAdmission()
  for (let i = 0; i < 100; i++) admission.noteEnd(4000)
  const running = { count: 34, meanAgeMs: 2000 }
  // 34 streams of 4 s: 8.5 end in a second.
  expect(admission.waitMs(0, running)).toBeCloseTo(118, -1)
  expect(admission.waitMs(16, running)).toBeCloseTo(2000, -2)
  expect(admission.waitMs(0, { count: 34, meanAgeMs: 8000 })).toBeCloseTo(235, -1)
  const seconds = Array.from({ length: 40 }, () => admission.refuse(running))
  expect([seconds[0], seconds.at(-1)]).toEqual([1, 5])
  for (let i = 0; i < 40; i++) admission.noteEnd(4000)
  expect(admission.refuse(running)).toBe(1)
})

describe('of several owners', () => {
  test('one who came late still gets room when the first has taken all that it could', () => {
    const admission = createAdmission()
    const running: StreamDemand[] = []
    expect(startMany(admission, running, ONE)).toBe(34)
    expect(startMany(admission, running, OTHER)).toBe(2) // more than an owner alone, but not all that is left
    running.splice(0, 8) // streams of the first end
    expect(startMany(admission, running, ONE)).toBe(0) // it has more than its share
    expect(startMany(admission, running, OTHER)).toBe(8)
  })

  test('each gets its share by weight, wherever they start from', () => {
    const weights = fc.record({ one: fc.integer({ min: 1, max: 4 }), other: fc.integer({ min: 1, max: 4 }) })
    fc.assert(
      fc.property(weights, fc.integer({ min: 0, max: 34 }), ({ one, other }, start) => {
        const admission = createAdmission()
        const owners = [
          { id: 'one', weight: one },
          { id: 'other', weight: other },
        ] as const
        const running = streamsOf(owners[0], start)
        // Streams end in the order of their starts, and both ask all the time.
        for (let i = 0; i < 400; i++) {
          if (running.length >= 30) running.shift()
          for (const owner of owners) {
            const stream = { engine: 'quick', owner }
            if (admission.hasRoom(stream, { streams: running, starting: [], isLate: false })) {
              running.push(stream)
            }
          }
        }
        const share = running.filter(({ owner }) => owner.id === 'one').length / running.length
        expect(Math.abs(share - one / (one + other))).toBeLessThan(0.15)
        expect(admission.utilization(running)).toBeLessThanOrEqual(1.001)
      }),
    )
  })
})
