import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
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
  ['a quicker one', 300, QUICK, 55],
  ['an engine that speaks whole utterances', 60, WHOLE, 45],
  ['an engine that speaks whole utterances', 300, WHOLE, 45],
])('with %s, %i callers of one instant hear no gap, or a refusal in time', async (_, count, engine, least) => {
  for (const isTurn of [false, true]) {
    const { accepted, late, firstAudiosMs, refusedAfterMs } = await answer(callsOf(count, 0, isTurn), { engine })
    expect([late, accepted >= least]).toEqual([0, true])
    const arrivedMs = 2 * count
    expect(Math.max(...firstAudiosMs, ...refusedAfterMs)).toBeLessThan(1600 + arrivedMs)
  }
})
