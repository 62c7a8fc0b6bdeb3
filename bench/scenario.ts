import type { Table } from './report.ts'
import type { BenchServer } from './server.ts'

/** A benchmark that returns tables. A row's `failures` counts errors. */
export interface Scenario {
  readonly name: string
  readonly summary: string
  /** Takes minutes; runs only if selected. */
  readonly isLong: boolean
  readonly run: (options: ScenarioOptions) => Promise<readonly Table[]>
}

export interface ScenarioOptions {
  /** Runs for a few seconds only, to check that everything works. */
  readonly isSmoke: boolean
  /** Length of the longest text, in characters. */
  readonly bookLength: number
  /** Starts a server, optionally with a HOARFROST_ENGINE_PREFERENCE and other settings. The scenario disposes it. */
  readonly startServer: (engines?: string, settings?: Readonly<Record<string, string>>) => Promise<BenchServer>
  /** Prints a progress line. */
  readonly tell: (what: string) => void
}
