import { describeMachine } from '../../src/benchmark/machine.ts'
import { median, quantile } from '../../src/benchmark/statistics.ts'
import type { Fault } from './fault.ts'
import type { Holdings, StoreName } from './server.ts'

/** What was seen in one second. */
export interface Sample {
  /** Seconds since the start. */
  readonly atS: number
  readonly holdings: Holdings | undefined
}

export interface InjectedFault extends Pick<Fault, 'name' | 'restarts' | 'leavesMemory'> {
  readonly fromS: number
  readonly toS: number
  /** The longest time from a request to a good answer. */
  readonly recoveryMs: number
}

export interface CompleteAnswer {
  /** When its last byte came, in seconds since the start. */
  readonly atS: number
  /** From the request to its first and last byte. */
  readonly firstAudioMs: number
  readonly totalMs: number
  readonly characters: number
}

export type Growth = Readonly<Record<keyof Holdings, number>>

/** What a soak on one store found. */
export interface Findings {
  readonly store: StoreName
  readonly complete: readonly CompleteAnswer[]
  readonly broken: number
  readonly refused: number
  readonly records: number
  readonly jobs: number
  /** Characters: answered for certain, in the usage, sent. */
  readonly usage: readonly [number, number, number]
  /** Of the last process; undefined if it did not run for long. */
  readonly growth: Growth | undefined
  readonly faults: readonly InjectedFault[]
  readonly samples: readonly Sample[]
  readonly problems: readonly string[]
}

const TITLES = { sqlite: 'With its own database', postgres: 'With PostgreSQL' } as const satisfies Record<
  StoreName,
  string
>

export interface ReportOptions {
  readonly minutes: number
  readonly all: readonly Findings[]
  /** Files beside the report, by store, and what they show. */
  readonly pictures: readonly { readonly store: StoreName; readonly file: string; readonly title: string }[]
}

export function reportOf({ minutes, all, pictures }: ReportOptions): string {
  const machine = Object.entries(describeMachine()).map(([name, value]) => `${name} ${value}`)
  const row = (title: string, figureOf: (findings: Findings) => string | number) =>
    `| ${title} | ${all.map(figureOf).join(' | ')} |`
  return [
    `# Soak of ${minutes} minutes`,
    '',
    `\`npm run soak -- --minutes ${minutes}\`, ${new Date().toISOString().slice(0, 10)}; ${machine.join(', ')}.`,
    '',
    `| | ${all.map(({ store }) => TITLES[store]).join(' | ')} |`,
    `| --- |${' --: |'.repeat(all.length)}`,
    row('Complete answers, each as long as without faults', ({ complete }) => complete.length),
    row('First audio, ms: median', ({ complete }) =>
      rounded(
        complete.map(({ firstAudioMs }) => firstAudioMs),
        0.5,
      ),
    ),
    row('First audio, ms: 99th percentile', ({ complete }) =>
      rounded(
        complete.map(({ firstAudioMs }) => firstAudioMs),
        0.99,
      ),
    ),
    row('Answers that broke off, with an error', ({ broken }) => broken),
    row('Requests that were refused', ({ refused }) => refused),
    row('Keys and dictionary entries, all as acknowledged', ({ records }) => records),
    row('Jobs that were acknowledged, each with one result, the same as without faults', ({ jobs }) => jobs),
    row('Characters answered for certain ≤ in the usage ≤ sent', ({ usage }) => usage.join(' ≤ ')),
    row('Growth of the last process: MB, descriptors, threads', ({ growth }) =>
      growth === undefined
        ? '–'
        : [growth.residentMb, growth.descriptors, growth.threads].map((more) => more.toFixed(0)).join(', '),
    ),
    row('Problems', ({ problems }) => problems.length),
    '',
    ...all.flatMap(({ store, faults, problems }) => [
      `## ${TITLES[store]}`,
      '',
      '| Fault | times | it lasted, ms: median | from a request to the first good answer, ms: median | worst |',
      '| --- | --: | --: | --: | --: |',
      ...faultRows(faults),
      '',
      ...problems.map((problem) => `- ${problem}`),
      ...(problems.length > 0 ? [''] : []),
      ...pictures.filter((picture) => picture.store === store).map(({ file, title }) => `![${title}](${file})`),
      '',
    ]),
  ].join('\n')
}

const rounded = (values: readonly number[], share: number): string =>
  values.length === 0 ? '–' : quantile(values, share).toFixed(0)

/** A row for each kind of fault. */
function faultRows(faults: readonly InjectedFault[]): string[] {
  return [...new Set(faults.map(({ name }) => name))].map((name) => {
    const own = faults.filter((fault) => fault.name === name)
    const recoveries = own.map(({ recoveryMs }) => recoveryMs)
    const lastedMs = median(own.map(({ fromS, toS }) => 1000 * (toS - fromS)))
    const figures = [own.length, lastedMs, median(recoveries), quantile(recoveries, 1)]
    return `| ${name} | ${figures.map((figure) => figure.toFixed(0)).join(' | ')} |`
  })
}
