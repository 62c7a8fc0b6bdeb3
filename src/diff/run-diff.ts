import type { FailedCall } from '../benchmark/call.ts'
import { lineByLine } from '../benchmark/line-by-line.ts'
import type { Subject } from '../benchmark/plan.ts'
import type { Baseline } from './baseline.ts'
import { type ComparedLine, compareLines, failedLine, type Limits } from './compare-lines.ts'
import type { DiffReport } from './diff-report.ts'
import { type SpeakOptions, type SpokenLine, speakLine } from './spoken-line.ts'

export interface DiffOptions extends SpeakOptions {
  readonly version: string
  readonly limits: Limits
  readonly onLine: (doneLines: number) => void
}

/** What lines are compared with: how they were spoken before, or another endpoint. */
export type FirstSide =
  | { readonly kind: 'baseline'; readonly baseline: Baseline }
  | { readonly kind: 'endpoint'; readonly subject: Subject }

/** Speaks the texts one after the other and compares them. If the signal fires, what was compared so far is the result. */
export async function runDiff(
  first: FirstSide,
  second: Subject,
  texts: readonly string[],
  options: DiffOptions,
): Promise<DiffReport> {
  const startedAt = new Date().toISOString()
  const compare = first.kind === 'baseline' ? againstBaseline(first.baseline, second) : between(first.subject, second)
  const { done: lines, stopped } = await lineByLine(texts, (text) => compare(text, options), {
    ...options,
    hasFailed: ({ status }) => status === 'failed',
  })
  const isKept = new Set(texts)
  const old = first.kind === 'baseline' && stopped === null ? first.baseline.lines : []
  const removed = old.filter(({ text }) => !isKept.has(text))
  return {
    version: options.version,
    startedAt,
    first: first.kind === 'baseline' ? `baseline (${first.baseline.spokenBy})` : first.subject.name,
    second: second.name,
    limits: options.limits,
    lines: [...lines, ...removed.map((before) => ({ text: before.text, status: 'removed', before }) as const)],
    stopped,
  }
}

type Compare = (text: string, options: DiffOptions) => Promise<ComparedLine>

function againstBaseline({ lines }: Baseline, subject: Subject): Compare {
  const known = new Map(lines.map((line) => [line.text, line]))
  return async (text, options) => {
    const after = await speakLine(subject, text, options)
    if (isFailure(after)) return failedLine(text, null, after)
    const before = known.get(text)
    return before === undefined ? { text, status: 'new', after } : compareLines(before, after, options.limits)
  }
}

const between =
  (first: Subject, second: Subject): Compare =>
  async (text, options) => {
    const before = await speakLine(first, text, options)
    if (isFailure(before)) return failedLine(text, 'first', before)
    const after = await speakLine(second, text, options)
    return isFailure(after) ? failedLine(text, 'second', after) : compareLines(before, after, options.limits)
  }

const isFailure = (line: SpokenLine | FailedCall): line is FailedCall => 'kind' in line
