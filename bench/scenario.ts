import type { Table } from './report.ts'
import type { BenchServer } from './server.ts'

/** One question about the service and the tables that answer it. A row's `failures` counts what went wrong in it. */
export interface Scenario {
  readonly name: string
  readonly summary: string
  /** Takes minutes: left out unless it is asked for. */
  readonly isLong: boolean
  readonly run: (options: ScenarioOptions) => Promise<readonly Table[]>
}

export interface ScenarioOptions {
  /** A few seconds' worth, to see that everything works. */
  readonly isSmoke: boolean
  /** Characters of the longest text. */
  readonly bookLength: number
  /** A fresh server that the scenario disposes of, with its HOARFROST_ENGINE_PREFERENCE where that matters. */
  readonly startServer: (engines?: string) => Promise<BenchServer>
  /** One line on what is being done. */
  readonly tell: (what: string) => void
}
