import type { ComparedLine, Limits } from './compare-lines.ts'

/** What was compared, and what changed. It has no key. */
export interface DiffReport {
  /** Of this program. */
  readonly version: string
  readonly startedAt: string
  /** The names of the two sides, for people. */
  readonly first: string
  readonly second: string
  readonly limits: Limits
  /** In the order of the prompts, then those that only the baseline has. */
  readonly lines: readonly ComparedLine[]
  /** Why lines were left out; null if there are none. */
  readonly stopped: string | null
}
