import type { TimedWord } from '../endpoints/endpoint.ts'
import type { Arrivals } from './arrivals.ts'
import type { CallResult, FailedCall, SpokenCall } from './call.ts'
import type { SilencedCall } from './interruption.ts'
import type { describeMachine } from './machine.ts'
import type { ErrorCount } from './word-errors.ts'

/** What a run measured: the JSON file, of which the page is made. Times are in milliseconds. It has no key. */
export interface BenchmarkReport {
  readonly format: typeof REPORT_FORMAT
  /** Of this program. */
  readonly version: string
  readonly startedAt: string
  readonly tookS: number
  /** False if the run was cancelled. */
  readonly isComplete: boolean
  readonly machine: ReturnType<typeof describeMachine>
  /** By how much the event loop of this program was late; adds to what it measured. */
  readonly clientDelayMs: { readonly p99: number; readonly max: number }
  readonly plan: PlanOfReport
  readonly endpoints: readonly EndpointReport[]
}

export const REPORT_FORMAT = 'hoarfrost-bench-1'

export interface PlanOfReport {
  readonly texts: readonly string[]
  readonly callers: readonly number[]
  readonly arrivals: Arrivals
  readonly pace: number | null
  readonly timeoutMs: number
}

export interface EndpointReport {
  readonly name: string
  readonly url: string
  readonly protocol: string
  readonly voice: string | null
  readonly takesTokens: boolean
  readonly canInterrupt: boolean
  readonly calls: readonly CallRecord[]
  readonly interruptions: readonly (SilencedCall | FailedCall)[]
  readonly words: WordsHeard | null
  readonly worst: WorstCall | null
}

/** Phases of a run in which texts are spoken. */
export type Phase = 'warm-up' | 'load' | 'paced' | 'refusal' | 'after refusal'

export type CallRecord = CallResult & {
  readonly phase: Phase
  readonly callers: number
  /** Index in `plan.texts`. */
  readonly text: number
}

export type SpokenRecord = Extract<CallRecord, SpokenCall>

/** What the recognizer understood. */
export interface WordsHeard extends ErrorCount {
  readonly texts: readonly ({ readonly text: number; readonly heard: string } & ErrorCount)[]
  /** Files that it could not read. */
  readonly failed: number
}

/** The call with the longest silence within its speech, else the one with the latest first audio. */
export interface WorstCall {
  readonly text: number
  readonly callers: number
  readonly gapMs: number
  readonly firstAudioMs: number
  /** Arrival and duration of the chunks, by the clock of the call. */
  readonly chunks: readonly (readonly [atMs: number, durationMs: number])[]
  readonly words: readonly TimedWord[]
  /** A WAV file in base64, with the gaps. */
  readonly audio: string
}
