import { median, quantile, sum } from '../src/benchmark/statistics.ts'
import { type EventLoop, LOOP_COLUMNS, watchEventLoop } from './event-loop.ts'
import type { Column, Row } from './report.ts'
import type { Answer } from './speech-client.ts'

/** A program under test and, if available, its costs. */
export interface Subject extends Partial<EventLoop> {
  readonly name: string
  readonly speak: (text: string) => Promise<Answer>
  /** Processor time so far, in ms. */
  readonly cpuMs: () => number | undefined
  readonly residentMb: () => { readonly now: number; readonly peak: number } | undefined
}

export interface Load {
  readonly concurrency: number
  readonly requests: number
  /** Spoken in rotation. */
  readonly texts: readonly string[]
}

/** Keeps `concurrency` requests running until all are answered. */
export async function applyLoad({ speak }: Pick<Subject, 'speak'>, load: Load): Promise<Answer[]> {
  const answers: Answer[] = []
  let sent = 0
  const askInTurn = async () => {
    while (sent < load.requests) {
      const text = load.texts[sent++ % load.texts.length]
      if (text !== undefined) answers.push(await speak(text))
    }
  }
  await Promise.all(Array.from({ length: load.concurrency }, askInTurn))
  return answers
}

export const LOAD_COLUMNS: readonly Column[] = [
  { key: 'subject', heading: 'system' },
  { key: 'texts', heading: 'texts' },
  { key: 'concurrency', heading: 'concurrency' },
  { key: 'requests', heading: 'requests' },
  { key: 'failures', heading: 'failed' },
  { key: 'firstAudioMedianMs', heading: 'first audio ms: median', digits: 1 },
  { key: 'firstAudioP90Ms', heading: 'p90', digits: 1 },
  { key: 'firstAudioP99Ms', heading: 'p99', digits: 1 },
  { key: 'rtfMedian', heading: 'RTF: median', digits: 3 },
  { key: 'rtfP99', heading: 'p99', digits: 3 },
  { key: 'audioPerSecond', heading: 'audio s/s', digits: 1 },
  { key: 'cpuMsPerAudioSecond', heading: 'CPU ms/s', digits: 1 },
  { key: 'benchCpuMsPerAudioSecond', heading: 'client CPU ms/s', digits: 1 },
  { key: 'residentMb', heading: 'RSS MB' },
  ...LOOP_COLUMNS,
]

export interface LoadFigures extends Row {
  readonly failures: number
  readonly firstAudioMedianMs: number
  readonly audioPerSecond: number
  readonly cpuMsPerAudioSecond: number | undefined
}

/** Runs one load and returns its row of LOAD_COLUMNS. */
export async function measureLoad(subject: Subject, load: Load): Promise<LoadFigures> {
  const loopDelay = await watchEventLoop(subject)
  const startedAt = performance.now()
  const cpuBefore = subject.cpuMs()
  const ownCpuBefore = process.cpuUsage()
  const answers = await applyLoad(subject, load)
  const wallS = (performance.now() - startedAt) / 1000
  const ownCpu = process.cpuUsage(ownCpuBefore)
  const cpuAfter = subject.cpuMs()
  const figures = describeAnswers(answers)
  return {
    subject: subject.name,
    concurrency: load.concurrency,
    ...figures,
    audioPerSecond: figures.audioS / wallS,
    cpuMsPerAudioSecond:
      cpuBefore === undefined || cpuAfter === undefined ? undefined : (cpuAfter - cpuBefore) / figures.audioS,
    benchCpuMsPerAudioSecond: (ownCpu.user + ownCpu.system) / 1000 / figures.audioS,
    residentMb: subject.residentMb()?.now,
    ...(await loopDelay()),
  }
}

/** Summarizes answers. Failed ones count as failures only. */
export function describeAnswers(answers: readonly Answer[]) {
  const spoken = answers.filter((answer) => answer.kind === 'spoken')
  const reasons = answers.flatMap((answer) => (answer.kind === 'failed' ? [answer.reason] : []))
  const firstAudioMs = spoken.map((answer) => answer.firstAudioMs)
  const rtf = spoken.map(({ totalMs, audioS }) => totalMs / 1000 / audioS)
  return {
    requests: answers.length,
    failures: reasons.length,
    failureReasons: [...new Set(reasons)].join('; '),
    firstAudioMedianMs: median(firstAudioMs),
    firstAudioP90Ms: quantile(firstAudioMs, 0.9),
    firstAudioP95Ms: quantile(firstAudioMs, 0.95),
    firstAudioP99Ms: quantile(firstAudioMs, 0.99),
    rtfMedian: median(rtf),
    rtfP99: quantile(rtf, 0.99),
    audioS: sum(spoken.map(({ audioS }) => audioS)),
  }
}
