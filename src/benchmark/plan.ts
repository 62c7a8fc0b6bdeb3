import type { Endpoint } from '../endpoints/endpoint.ts'
import type { AskReading } from '../endpoints/text-readings.ts'
import type { Arrivals } from './arrivals.ts'
import { sum } from './statistics.ts'

/** An endpoint under measurement. */
export interface Subject {
  /** For people; without a key. */
  readonly name: string
  /** Without user, password and query. */
  readonly url: string
  readonly voice: string | null
  readonly endpoint: Endpoint
  /** The same, asked for a voice that it does not have. */
  readonly refusing: Endpoint
  readonly askReading: AskReading
}

/** What is measured of each endpoint. */
export interface Plan {
  readonly texts: readonly string[]
  /** Numbers of callers, each a measurement of its own. */
  readonly callers: readonly number[]
  readonly arrivals: Arrivals
  /** Minimum number of calls for each number of callers. */
  readonly calls: number
  /** Tokens a second of the language model; null to leave it out. */
  readonly pace: number | null
  readonly pacedCalls: number
  readonly interruptions: number
  readonly refusals: number
  readonly warmUpCalls: number
  readonly timeoutMs: number
  /** A shell command that writes what is said in `{file}` to standard output; null to leave it out. */
  readonly recognizer: string | null
}

export const DEFAULT_PLAN = {
  callers: [1, 4, 12],
  arrivals: 'poisson',
  calls: 30,
  pace: 30,
  warmUpCalls: 3,
  timeoutMs: 30_000,
} as const satisfies Partial<Plan>

/** Blocks into which calls are divided, so that the endpoints take turns. */
const ROUNDS = 3

export interface Round {
  readonly callers: number
  /** The first text of the round, counted over the whole run. */
  readonly firstText: number
  readonly calls: number
}

/** The rounds of a number of callers. At one instant all of them call, so there are as many rounds as the calls need. */
export function roundsOf({ calls, arrivals }: Plan, callers: number, firstText: number): readonly Round[] {
  const atOnce = arrivals === 'instant' && callers > 1
  const each = atOnce ? callers : Math.ceil(calls / ROUNDS)
  const count = atOnce ? Math.ceil(calls / callers) : Math.ceil(calls / each)
  return Array.from({ length: count }, (_, i) => ({ callers, firstText: firstText + i * each, calls: each }))
}

export const callersText = (count: number): string => (count === 1 ? '1 caller' : `${count} callers`)

/** The calls that each endpoint gets. */
export function callsOf(plan: Plan): number {
  const load = plan.callers.flatMap((callers) => roundsOf(plan, callers, 0)).map(({ calls }) => calls)
  const { warmUpCalls, pacedCalls, interruptions, refusals } = plan
  return sum([...load, warmUpCalls, pacedCalls, interruptions, 2 * refusals])
}
