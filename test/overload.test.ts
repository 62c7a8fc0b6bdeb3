import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  type Answer,
  type Call,
  type EngineCosts,
  SimulatedService,
  type SimulatedServiceOptions,
  WHOLE,
  YIELDING,
} from './simulation/simulated-service.ts'
import { VirtualClock } from './simulation/virtual-clock.ts'

const QUICK: EngineCosts = { phraseMs: 10, secondMs: 20, yields: true }
/** About 20 s of speech, of which the first utterance is short. */
const UTTERANCES_S = [1.5, 4, 4, 3, 4, 3.5]

interface Answers {
  readonly accepted: number
  /** Of them, those that the better engine spoke. */
  readonly natural: number
  readonly late: number
  readonly firstAudiosMs: readonly number[]
  readonly refusedAfterMs: readonly number[]
}

/** Answers calls of a service that has spoken a little before. */
async function answer(calls: readonly Call[], options: Partial<SimulatedServiceOptions> = {}): Promise<Answers> {
  const clock = new VirtualClock()
  onTestFinished(() => clock[Symbol.dispose]())
  const service = new SimulatedService({ clock, ...options })
  for (let i = 0; i < 5; i++) await service.answer([{ atMs: clock.nowMs, utterances: [1.5, 3] }])
  const answers = await service.answer(calls.map((call) => ({ ...call, atMs: clock.nowMs + call.atMs })))
  await service.end()
  clock[Symbol.dispose]()
  return summary(answers)
}

function summary(answers: readonly Answer[]): Answers {
  const spoken = answers.flatMap((one) => (one.kind === 'spoken' ? [one] : []))
  return {
    accepted: spoken.length,
    natural: spoken.filter(({ engine }) => engine === 'natural').length,
    late: spoken.filter(({ worstDelayMs }) => worstDelayMs > 0).length,
    firstAudiosMs: spoken.map(({ firstAudioMs }) => firstAudioMs).sort((one, other) => one - other),
    refusedAfterMs: answers.flatMap((one) => (one.kind === 'refused' ? [one.afterMs] : [])),
  }
}

const callsOf = (count: number, withinMs: number, isTurn = false): Call[] =>
  Array.from({ length: count }, (_, i) => ({ atMs: (withinMs * i) / count, utterances: UTTERANCES_S, isTurn }))

test.each([
  ['an engine that yields', 60, YIELDING, 35],
  ['an engine that yields', 300, YIELDING, 35],
  ['a quicker one', 60, QUICK, 57],
  ['a quicker one', 300, QUICK, 57],
  ['an engine that speaks whole utterances', 60, WHOLE, 40],
  ['an engine that speaks whole utterances', 300, WHOLE, 40],
])('with %s, of %i callers in one instant those who are accepted hear no gap', async (_, count, engine, min) => {
  for (const isTurn of [false, true]) {
    const { accepted, late, firstAudiosMs } = await answer(callsOf(count, 0, isTurn), { engine })
    expect([late, accepted >= min]).toEqual([0, true])
    // The main thread takes 2 ms for each call, on a core that it shares.
    expect(firstAudiosMs.at(-1)).toBeLessThan(1600 + 3 * count)
  }
})

test('callers who come one after the other are accepted and heard as early as before', async () => {
  const { accepted, late, firstAudiosMs, refusedAfterMs } = await answer(callsOf(300, 20_000), { engine: QUICK })
  expect([late, accepted >= 110]).toEqual([0, true])
  expect(firstAudiosMs[firstAudiosMs.length >> 1]).toBeLessThan(40)
  expect(Math.max(...refusedAfterMs)).toBeLessThan(1600)
})

test.each([
  [30, 173],
  [50, 301],
  [70, 503],
])(
  'while the main thread stands still for %i ms every %i ms, nobody who is accepted hears a gap',
  async (ms, everyMs) => {
    for (const engine of [YIELDING, QUICK, WHOLE]) {
      for (const withinMs of [0, 1000]) {
        const { accepted, late } = await answer(callsOf(60, withinMs), { engine, pauses: { everyMs, ms } })
        expect([late, accepted >= 35]).toEqual([0, true])
      }
    }
  },
)

test('whatever the server knows of its engine at first, nobody who is accepted hears a gap', async () => {
  const clock = new VirtualClock()
  onTestFinished(() => clock[Symbol.dispose]())
  const service = new SimulatedService({ clock })
  const { accepted, late } = summary(await service.answer(callsOf(60, 0)))
  await service.end()
  expect([late, accepted > 5]).toEqual([0, true])
})

test('with an engine so quick that a thread speaks sixty callers beside each other, nobody hears a gap', async () => {
  const engine: EngineCosts = { phraseMs: 4, secondMs: 8, yields: true }
  for (const isTurn of [false, true]) {
    const { accepted, late } = await answer(callsOf(130, 1500, isTurn), { engine })
    expect([late, accepted >= 110]).toEqual([0, true])
  }
})

const OWNERS = [
  { id: 'one', weight: 1 },
  { id: 'other', weight: 1 },
  { id: 'heavy', weight: 3 },
] as const

const someCall = fc.record({
  atMs: fc.nat(3000),
  utterances: fc.array(
    fc.integer({ min: 10, max: 60 }).map((tenths) => tenths / 10),
    { minLength: 1, maxLength: 6, size: 'max' },
  ),
  isTurn: fc.boolean(),
  owner: fc.constantFrom(...OWNERS),
})
/** Calls at any time, or in some instants. */
const someCalls = fc.oneof(
  fc.array(someCall, { minLength: 30, maxLength: 120, size: 'max' }),
  fc
    .array(fc.tuple(fc.nat(3000), fc.array(someCall, { minLength: 15, maxLength: 60, size: 'max' })), {
      minLength: 1,
      maxLength: 3,
    })
    .map((instants) => instants.flatMap(([atMs, calls]) => calls.map((call) => ({ ...call, atMs })))),
)

test('nobody who is accepted hears a gap, whenever the others call, for whatever texts, by whichever keys', async () => {
  const engines = fc.constantFrom(YIELDING, QUICK, WHOLE)
  await fc.assert(
    fc.asyncProperty(someCalls, engines, async (calls, engine) => {
      const { accepted, late } = await answer(calls, { engine })
      expect([late, accepted > 0]).toEqual([0, true])
    }),
    { numRuns: 8, endOnFailure: true },
  )
})

describe('a caller beside one other stream is never refused', () => {
  /** An engine so slow that two streams are too many. */
  const SLOW: EngineCosts = { phraseMs: 500, secondMs: 700, yields: true }
  test.each([1, 2])('on %i threads', async (threads) => {
    const calls = [
      { atMs: 0, utterances: UTTERANCES_S },
      { atMs: 3000, utterances: [0.5] },
    ]
    const { accepted } = await answer(calls, { threads, engine: SLOW, maxWaitMs: 100 })
    expect(accepted).toBe(2)
  })
})

describe('a voice with a better engine', () => {
  /** As aria on two cores, and an engine that costs three times as much. */
  const FAST: EngineCosts = { phraseMs: 8, secondMs: 13, yields: true }
  const NATURAL: EngineCosts = { phraseMs: 40, secondMs: 30, yields: true }

  test.each([
    [12, 0, 12],
    [12, 5000, 12],
    [30, 20_000, 30],
    [60, 0, 1],
    [60, 5000, 15],
    [60, 20_000, 30],
  ])('of %i callers within %i ms all are heard without a gap, at least %i by it', async (count, withinMs, min) => {
    for (const isTurn of [false, true]) {
      const calls = callsOf(count, withinMs, isTurn)
      const { accepted, late, natural, firstAudiosMs } = await answer(calls, { engine: FAST, natural: NATURAL })
      expect([accepted, late, natural >= min]).toEqual([count, 0, true])
      if (count === 12) expect(firstAudiosMs[6]).toBeLessThan(250)
    }
  })

  test('is spoken by the other one where the machine is too slow for it', async () => {
    const slow: EngineCosts = { phraseMs: 400, secondMs: 1200, yields: true }
    const { accepted, natural } = await answer(callsOf(12, 5000), { engine: FAST, natural: slow })
    expect([accepted, natural]).toEqual([12, 0])
  })

  test('is heard without a gap and by one engine, whenever the others call, for whatever texts', async () => {
    await fc.assert(
      fc.asyncProperty(someCalls, async (calls) => {
        const clock = new VirtualClock()
        const service = new SimulatedService({ clock, engine: FAST, natural: NATURAL })
        await service.answer([{ atMs: 0, utterances: [1.5, 3] }])
        const answers = await service.answer(calls.map((call) => ({ ...call, atMs: clock.nowMs + call.atMs })))
        await service.end()
        clock[Symbol.dispose]()
        const engines = answers.flatMap((one) => (one.kind === 'spoken' ? [one.engine] : []))
        expect([summary(answers).late, [...new Set(engines)].filter((one) => one.includes(','))]).toEqual([0, []])
      }),
      { numRuns: 8, endOnFailure: true },
    )
  })
})
