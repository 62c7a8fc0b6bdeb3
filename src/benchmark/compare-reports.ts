import { type BenchmarkReport, type EndpointReport, REPORT_FORMAT } from './benchmark-report.ts'
import type { FigureTable } from './figures.ts'
import { callersText } from './plan.ts'
import { differenceInterval, median } from './statistics.ts'
import { callsIn, spokenIn } from './summary.ts'

/** Parses a report of an earlier run. Throws an Error of one line that begins with `file`. */
export function parseReport(file: string, content: string): BenchmarkReport {
  try {
    const report = JSON.parse(content) as Partial<BenchmarkReport> | null
    if (report?.format === REPORT_FORMAT && Array.isArray(report.endpoints) && Array.isArray(report.plan?.callers)) {
      return report as BenchmarkReport
    }
  } catch {
    // told below
  }
  throw new Error(`${file} is not a report of this command; give the JSON file beside the page`)
}

/**
 * Medians of first audio of two runs, and the 95 % interval of the difference. Endpoints are compared by their names, or the two
 * of runs with one each.
 */
export function compareReports(before: BenchmarkReport, after: BenchmarkReport): FigureTable {
  const pairs =
    before.endpoints.length === 1 && after.endpoints.length === 1
      ? [[before.endpoints[0], after.endpoints[0]] as const]
      : after.endpoints.map(
          (endpoint) => [before.endpoints.find(({ name }) => name === endpoint.name), endpoint] as const,
        )
  const loads = after.plan.callers.filter((callers) => before.plan.callers.includes(callers))
  return {
    title: 'First audio in ms: median of both runs',
    header: ['endpoint', 'while', 'first', 'second', 'difference', '95 % interval', ''],
    rows: pairs.flatMap(([one, other]) => {
      if (one === undefined || other === undefined) return []
      const name = one.name === other.name ? one.name : `${one.name} → ${other.name}`
      return [
        ...loads.map((callers) => [name, callersText(callers), ...difference(one, other, 'load', callers)]),
        ...(before.plan.pace === after.plan.pace ? [[name, 'tokens', ...difference(one, other, 'paced', 1)]] : []),
      ].filter((row) => row.length > 2)
    }),
  }
}

/** Nothing if one of the runs did not measure it. */
function difference(
  one: EndpointReport,
  other: EndpointReport,
  phase: 'load' | 'paced',
  callers: number,
): readonly string[] {
  const [first = [], second = []] = [one, other].map((endpoint) =>
    spokenIn(callsIn(endpoint, phase, callers)).map(({ firstAudioMs }) => firstAudioMs),
  )
  if (first.length === 0 || second.length === 0) return []
  const { low, high } = differenceInterval(first, second)
  const verdict = low > 0 ? 'slower' : high < 0 ? 'faster' : 'no difference shown'
  return [
    median(first).toFixed(1),
    median(second).toFixed(1),
    signed(median(second) - median(first)),
    `${signed(low)} to ${signed(high)}`,
    verdict,
  ]
}

const signed = (ms: number): string => `${ms > 0 ? '+' : ''}${ms.toFixed(1)}`
