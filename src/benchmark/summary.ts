import type { CallRecord, EndpointReport, Phase, SpokenRecord } from './benchmark-report.ts'
import type { FailedCall } from './call.ts'
import { callersText } from './plan.ts'
import { bootstrapInterval, type Interval, median, quantile } from './statistics.ts'
import { gapMsOf } from './worst-call.ts'

/** Of measurements. All are NaN for none. */
export interface Spread {
  readonly lowerQuartile: number
  readonly median: number
  readonly upperQuartile: number
  readonly p99: number
}

/** The calls of one phase, at one number of callers. Times in milliseconds. */
export interface CallSummary {
  readonly calls: number
  readonly failed: number
  readonly connect: Spread
  /** With the 95 % interval of the median. */
  readonly firstAudio: Spread & Interval
  readonly firstSound: Spread
  /** Time until the last audio, by the duration of the audio. */
  readonly realTimeFactor: Spread
  readonly interval: Spread
  /** The longest interval of each call. */
  readonly longestInterval: Spread
  readonly callsWithGaps: number
  /** Silence that was heard within speech, of the calls that had any. */
  readonly gap: Spread
}

export const callsIn = (endpoint: EndpointReport, phase: Phase, callers = 1): readonly CallRecord[] =>
  endpoint.calls.filter((call) => call.phase === phase && call.callers === callers)

export const spokenIn = (calls: readonly CallRecord[]): readonly SpokenRecord[] =>
  calls.filter((call) => call.kind === 'spoken')

export function spreadOf(values: readonly number[]): Spread {
  return {
    lowerQuartile: quantile(values, 0.25),
    median: median(values),
    upperQuartile: quantile(values, 0.75),
    p99: quantile(values, 0.99),
  }
}

export function summarizeCalls(calls: readonly CallRecord[]): CallSummary {
  const spoken = spokenIn(calls)
  const spread = (value: (call: SpokenRecord) => number) => spreadOf(spoken.map(value))
  const withGaps = spoken.filter(({ gaps }) => gaps.length > 0)
  return {
    calls: calls.length,
    failed: calls.length - spoken.length,
    connect: spread(({ connectMs }) => connectMs),
    firstAudio: { ...spread(firstAudioOf), ...bootstrapInterval(spoken.map(firstAudioOf)) },
    firstSound: spread(({ firstSoundMs }) => firstSoundMs),
    realTimeFactor: spread(({ totalMs, audioS }) => totalMs / 1000 / audioS),
    interval: spread(({ intervalMedianMs }) => intervalMedianMs),
    longestInterval: spread(({ intervalMaxMs }) => intervalMaxMs),
    callsWithGaps: withGaps.length,
    gap: spreadOf(withGaps.map(gapMsOf)),
  }
}

const firstAudioOf = ({ firstAudioMs }: SpokenRecord): number => firstAudioMs

export interface FailureCount {
  /** Where: a phase, with the number of callers of a load. */
  readonly phase: string
  readonly failure: FailedCall['failure']
  readonly reason: string
  readonly count: number
}

/** Failures of an endpoint, the most frequent first. A call for an unknown voice is expected to be refused. */
export function failuresOf({ calls, interruptions }: EndpointReport): readonly FailureCount[] {
  const counts = new Map<string, FailureCount>()
  const add = ({ failure, reason }: FailedCall, phase: string): void => {
    const key = `${phase} ${failure} ${reason}`
    counts.set(key, { phase, failure, reason, count: (counts.get(key)?.count ?? 0) + 1 })
  }
  for (const call of calls) {
    if (call.kind === 'failed' && !isExpected(call)) add(call, phaseOf(call))
  }
  for (const each of interruptions) if (each.kind === 'failed') add(each, 'interruptions')
  return [...counts.values()].sort((a, b) => b.count - a.count)
}

const isExpected = ({ phase, ...call }: CallRecord): boolean =>
  phase === 'refusal' && call.kind === 'failed' && call.failure === 'refused'

const phaseOf = ({ phase, callers }: CallRecord): string => (phase === 'load' ? callersText(callers) : phase)

export interface RecoverySummary {
  /** Calls for a voice that the endpoint does not have, and how many of them it refused. */
  readonly asked: number
  readonly refused: number
  /** Of the calls right after that. */
  readonly failed: number
  readonly firstAudio: Spread
}

/** Undefined if it was not measured. */
export function recoveryOf(endpoint: EndpointReport): RecoverySummary | undefined {
  const asked = callsIn(endpoint, 'refusal')
  if (asked.length === 0) return undefined
  const after = callsIn(endpoint, 'after refusal')
  const spoken = spokenIn(after)
  return {
    asked: asked.length,
    refused: asked.filter(isExpected).length,
    failed: after.length - spoken.length,
    firstAudio: spreadOf(spoken.map(({ firstAudioMs }) => firstAudioMs)),
  }
}

export interface InterruptionSummary {
  readonly interrupted: number
  readonly silence: Spread
  /** Audio that arrived after the interruption. */
  readonly lateAudio: Spread
}

/** Undefined if it was not measured, or the protocol cannot. */
export function interruptionOf({ interruptions }: EndpointReport): InterruptionSummary | undefined {
  const silenced = interruptions.filter((each) => each.kind === 'silenced')
  if (silenced.length === 0) return undefined
  return {
    interrupted: silenced.length,
    silence: spreadOf(silenced.map(({ afterMs }) => afterMs)),
    lateAudio: spreadOf(silenced.map(({ lateAudioMs }) => lateAudioMs)),
  }
}
