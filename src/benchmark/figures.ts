import type { BenchmarkReport, EndpointReport, Phase } from './benchmark-report.ts'
import { callersText } from './plan.ts'
import {
  type CallSummary,
  callsIn,
  failuresOf,
  interruptionOf,
  recoveryOf,
  type Spread,
  spokenIn,
  summarizeCalls,
} from './summary.ts'

/** A table for the terminal and the page. */
export interface FigureTable {
  readonly title: string
  readonly header: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** The values behind the times of each row, in milliseconds. */
  readonly plotted?: readonly PlottedValues[]
}

export interface PlottedValues {
  readonly name: string
  readonly values: readonly number[]
}

/** Columns of texts; the others are numbers. */
export const TEXT_COLUMNS: ReadonlySet<string> = new Set(['endpoint', 'while', 'takes', 'kind', 'reason'])

const UNKNOWN = '–'
const number = (value: number, digits = 0): string => (Number.isFinite(value) ? value.toFixed(digits) : UNKNOWN)
const range = (low: number, high: number, digits = 0): string =>
  Number.isFinite(low) ? `${number(low, digits)}–${number(high, digits)}` : UNKNOWN

const medianOf = (spread: Spread, digits = 0): string => number(spread.median, digits)
const timesOf = (spread: CallSummary['firstAudio']): readonly string[] => [
  medianOf(spread),
  range(spread.low, spread.high),
  range(spread.lowerQuartile, spread.upperQuartile),
  number(spread.p99),
]
const TIMES = ['median', '95 % interval', 'quartiles', 'p99']

/** All figures of a report; tables without rows are left out. */
export const figureTables = (report: BenchmarkReport): readonly FigureTable[] =>
  [
    ...report.plan.callers.map((callers) => firstAudio(report, callers)),
    delivery(report),
    tokens(report),
    interruptions(report),
    recoveries(report),
    words(report),
    failures(report),
  ].filter(({ rows }) => rows.length > 0)

function firstAudio({ endpoints, plan }: BenchmarkReport, callers: number): FigureTable {
  const arrivals = plan.arrivals === 'instant' ? ' at one instant' : ', by chance'
  const load = callersText(callers) + (callers === 1 ? '' : arrivals)
  return {
    title: `First audio in ms, ${load}`,
    header: ['endpoint', 'calls', 'failed', ...TIMES, 'first sound'],
    rows: loads(endpoints, callers).map(([{ name }, summary]) => [
      name,
      `${summary.calls}`,
      `${summary.failed}`,
      ...timesOf(summary.firstAudio),
      medianOf(summary.firstSound),
    ]),
    plotted: plottedOf(endpoints, 'load', callers),
  }
}

function plottedOf(endpoints: readonly EndpointReport[], phase: Phase, callers?: number): readonly PlottedValues[] {
  const all = endpoints.map((endpoint) => ({
    name: endpoint.name,
    values: spokenIn(callsIn(endpoint, phase, callers)).map(({ firstAudioMs }) => firstAudioMs),
  }))
  return all.filter(({ values }) => values.length > 0)
}

function delivery({ endpoints, plan }: BenchmarkReport): FigureTable {
  return {
    title: 'Delivery',
    header: [
      'endpoint',
      'callers',
      'real-time factor',
      'p99',
      'ms between chunks',
      'longest, p99',
      'calls with gaps',
      'gap ms',
      'connection ms',
    ],
    rows: plan.callers.flatMap((callers) =>
      loads(endpoints, callers).map(([{ name }, summary]) => [
        name,
        `${callers}`,
        medianOf(summary.realTimeFactor, 3),
        number(summary.realTimeFactor.p99, 3),
        medianOf(summary.interval, 1),
        number(summary.longestInterval.p99),
        `${summary.callsWithGaps} of ${summary.calls - summary.failed}`,
        medianOf(summary.gap),
        medianOf(summary.connect, 1),
      ]),
    ),
  }
}

const loads = (endpoints: readonly EndpointReport[], callers: number): readonly [EndpointReport, CallSummary][] =>
  endpoints.flatMap((endpoint) => {
    const calls = callsIn(endpoint, 'load', callers)
    return calls.length === 0 ? [] : [[endpoint, summarizeCalls(calls)]]
  })

const tokens = ({ endpoints, plan }: BenchmarkReport): FigureTable => ({
  title: `First token to first audio in ms, at ${plan.pace} tokens/s`,
  header: ['endpoint', 'takes', 'calls', 'failed', ...TIMES],
  rows: endpoints.flatMap((endpoint) => {
    const calls = callsIn(endpoint, 'paced')
    if (calls.length === 0) return []
    const { failed, firstAudio } = summarizeCalls(calls)
    const takes = endpoint.takesTokens ? 'words' : 'whole texts'
    return [[endpoint.name, takes, `${calls.length}`, `${failed}`, ...timesOf(firstAudio)]]
  }),
  plotted: plottedOf(endpoints, 'paced'),
})

const interruptions = ({ endpoints }: BenchmarkReport): FigureTable => ({
  title: 'Interruption to the last audio in ms',
  header: ['endpoint', 'interruptions', 'median', 'p99', 'ms of audio that came late'],
  rows: endpoints.flatMap((endpoint) => {
    const summary = interruptionOf(endpoint)
    if (summary === undefined) return []
    const { interrupted, silence, lateAudio } = summary
    return [[endpoint.name, `${interrupted}`, medianOf(silence, 1), number(silence.p99, 1), medianOf(lateAudio)]]
  }),
})

const recoveries = ({ endpoints }: BenchmarkReport): FigureTable => ({
  title: 'First audio in ms right after a refused call',
  header: ['endpoint', 'refused', 'failed after it', 'median', 'p99'],
  rows: endpoints.flatMap((endpoint) => {
    const summary = recoveryOf(endpoint)
    if (summary === undefined) return []
    const { asked, refused, failed, firstAudio: spread } = summary
    return [[endpoint.name, `${refused} of ${asked}`, `${failed}`, medianOf(spread), number(spread.p99)]]
  }),
})

const words = ({ endpoints }: BenchmarkReport): FigureTable => ({
  title: 'Words that the recognizer did not understand',
  header: ['endpoint', 'texts', 'wrong', 'of', 'share'],
  rows: endpoints.flatMap(({ name, words: heard }) => {
    if (heard === null) return []
    const { texts, wrong, total, failed } = heard
    const count = failed === 0 ? `${texts.length}` : `${texts.length} (${failed} failed)`
    return [[name, count, `${wrong}`, `${total}`, `${number((100 * wrong) / total, 1)} %`]]
  }),
})

const failures = ({ endpoints }: BenchmarkReport): FigureTable => ({
  title: 'Failed calls',
  header: ['endpoint', 'while', 'count', 'kind', 'reason'],
  rows: endpoints.flatMap((endpoint) =>
    failuresOf(endpoint).map(({ phase, failure, reason, count }) => [
      endpoint.name,
      phase,
      `${count}`,
      failure,
      reason,
    ]),
  ),
})
