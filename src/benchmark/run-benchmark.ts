import { setMaxListeners } from 'node:events'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { seededRandom } from '../core/seeded-random.ts'
import { poissonTimes } from './arrivals.ts'
import type { BenchmarkReport, CallRecord, EndpointReport, Phase, WordsHeard, WorstCall } from './benchmark-report.ts'
import { REPORT_FORMAT } from './benchmark-report.ts'
import { type CallOutcome, type FailedCall, measureCall } from './call.ts'
import { measureInterruption, type SilencedCall } from './interruption.ts'
import { describeMachine } from './machine.ts'
import { callersText, callsOf, type Plan, type Round, roundsOf, type Subject } from './plan.ts'
import { type RecordedText, recognizeWords } from './recognizer.ts'
import { sum } from './statistics.ts'
import { pacedPieces, pause, writtenAtPace } from './token-pace.ts'
import { isWorse, wavOf, worstCall } from './worst-call.ts'

export interface RunOptions {
  readonly version: string
  /** Language of the texts, for the recognizer. */
  readonly language: string
  /** Cancels the run; what was measured is reported. */
  readonly signal: AbortSignal
  readonly onProgress: (progress: Progress) => void
}

export interface Progress {
  /** What is measured now. */
  readonly phase: string
  readonly doneCalls: number
  readonly allCalls: number
}

/** Texts of which recordings are kept for the recognizer, for each endpoint. */
const RECOGNIZED_TEXTS = 12
/** An endpoint that fails so often in a row is not asked again in a phase whose calls follow each other. */
const MAX_FAILURES_IN_A_ROW = 3
/** Texts that are joined: an answer of a language model, whose first sentence can be spoken before the last is written. */
const PACED_TEXTS = 3
/** The same for interruptions: longer than any service takes to send its first audio. */
const INTERRUPTED_TEXTS = 6

/** Measures the endpoints in turns, so that what else happens on the way and on the machines hits all of them alike. */
export async function runBenchmark(
  subjects: readonly Subject[],
  plan: Plan,
  options: RunOptions,
): Promise<BenchmarkReport> {
  setMaxListeners(0, options.signal) // one for each call
  const startedAt = new Date()
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const machine = describeMachine()
  const run = new Run(subjects, plan, options)
  let isComplete = false
  try {
    await run.measure()
    isComplete = true
  } catch (error) {
    if (!options.signal.aborted) throw error
  } finally {
    delay.disable()
  }
  return {
    format: REPORT_FORMAT,
    version: options.version,
    startedAt: startedAt.toISOString(),
    tookS: (Date.now() - startedAt.getTime()) / 1000,
    isComplete,
    machine,
    clientDelayMs: { p99: delay.percentile(99) / 1e6 - 1, max: delay.max / 1e6 - 1 },
    plan: {
      texts: plan.texts,
      callers: plan.callers,
      arrivals: plan.arrivals,
      pace: plan.pace,
      timeoutMs: plan.timeoutMs,
    },
    endpoints: run.results(),
  }
}

/** What was measured of an endpoint so far. */
interface Measured {
  readonly subject: Subject
  readonly calls: CallRecord[]
  readonly interruptions: (SilencedCall | FailedCall)[]
  readonly recordings: RecordedText[]
  words: WordsHeard | null
  worst: WorstCall | null
}

class Run {
  readonly #plan: Plan
  readonly #options: RunOptions
  readonly #measured: readonly Measured[]
  #phase = ''
  #doneCalls = 0
  readonly #allCalls: number
  /** Index of the next text that was not spoken yet, counted on after the last one. */
  #nextText = 0

  constructor(subjects: readonly Subject[], plan: Plan, options: RunOptions) {
    this.#plan = plan
    this.#options = options
    this.#allCalls = callsOf(plan) * subjects.length
    this.#measured = subjects.map((subject) => ({
      subject,
      calls: [],
      interruptions: [],
      recordings: [],
      words: null,
      worst: null,
    }))
  }

  results(): readonly EndpointReport[] {
    return this.#measured.map(({ subject, calls, interruptions, words, worst }) => ({
      name: subject.name,
      url: subject.url,
      protocol: subject.endpoint.protocol,
      voice: subject.voice,
      takesTokens: subject.endpoint.takesTokens,
      canInterrupt: subject.endpoint.canInterrupt,
      calls,
      interruptions,
      words,
      worst,
    }))
  }

  async measure(): Promise<void> {
    const { callers, pace, pacedCalls, interruptions, refusals, warmUpCalls, recognizer } = this.#plan
    await this.#inTurns('warm-up', this.#measured, warmUpCalls, (measured, text) =>
      this.#speak(measured, 'warm-up', text),
    )
    const alive = this.#measured.filter(({ calls }) => calls.some(({ kind }) => kind === 'spoken'))
    this.#count((this.#measured.length - alive.length) * (callsOf(this.#plan) - warmUpCalls))
    for (const count of callers) await this.#load(alive, count)
    if (pace !== null) {
      await this.#inTurns('tokens', alive, pacedCalls, (measured, text) => this.#speak(measured, 'paced', text, pace))
    }
    await this.#inTurns('interruptions', alive, interruptions, (measured, text) => this.#interrupt(measured, text))
    await this.#inTurns('refusals', alive, refusals, async (measured, text) => {
      const refused = await this.#speak(measured, 'refusal', text)
      const recovered = await this.#speak(measured, 'after refusal', text)
      return refused && recovered
    })
    if (recognizer !== null) await this.#recognize(alive, recognizer)
  }

  /** One call of each endpoint after the other. `speak` returns whether the endpoint spoke. */
  async #inTurns(
    phase: string,
    all: readonly Measured[],
    count: number,
    speak: (measured: Measured, text: number) => Promise<boolean>,
  ): Promise<void> {
    this.#begin(phase)
    const failures = new Map<Measured, number>()
    for (let i = 0; i < count; i++) {
      for (const measured of rotated(all, i)) {
        const inARow = failures.get(measured) ?? 0
        if (inARow >= MAX_FAILURES_IN_A_ROW) this.#count(1)
        else failures.set(measured, (await speak(measured, this.#nextText + i)) ? 0 : inARow + 1)
      }
    }
    this.#nextText += count
  }

  async #load(alive: readonly Measured[], callers: number): Promise<void> {
    this.#begin(callersText(callers))
    const rounds = roundsOf(this.#plan, callers, this.#nextText)
    for (const [i, round] of rounds.entries()) {
      for (const measured of rotated(alive, i)) await this.#speakRound(measured, round, i)
      this.#nextText += round.calls
    }
  }

  async #speakRound(measured: Measured, { callers, calls, firstText }: Round, round: number): Promise<void> {
    const { signal } = this.#options
    const texts = Array.from({ length: calls }, (_, i) => firstText + i)
    if (callers === 1) {
      let failures = 0
      for (const text of texts) {
        if (failures >= MAX_FAILURES_IN_A_ROW) this.#count(1)
        else failures = (await this.#speak(measured, 'load', text)) ? 0 : failures + 1
      }
      return
    }
    const times =
      this.#plan.arrivals === 'instant'
        ? texts.map(() => 0)
        : poissonTimes(calls, callers / this.#meanAudioS(), seededRandom(`${callers} ${round}`))
    await Promise.all(
      texts.map(async (text, i) => {
        await pause(times[i] as number, signal)
        await this.#speak(measured, 'load', text, undefined, callers)
      }),
    )
  }

  /** Of the texts of the warm-up, by all endpoints: they share the times of arrivals. */
  #meanAudioS(): number {
    const lengths = this.#measured.flatMap(({ calls }) =>
      calls.flatMap((call) => (call.phase === 'warm-up' && call.kind === 'spoken' ? [call.audioS] : [])),
    )
    return sum(lengths) / lengths.length
  }

  /** Returns whether the endpoint did what was asked for. */
  async #speak(measured: Measured, phase: Phase, text: number, pace?: number, callers = 1): Promise<boolean> {
    const { signal } = this.#options
    const { endpoint, refusing } = measured.subject
    const said = this.#textAt(text, pace === undefined ? 1 : PACED_TEXTS)
    const pieces = pace === undefined ? undefined : pacedPieces(said, pace)
    const outcome = await measureCall(phase === 'refusal' ? refusing : endpoint, {
      text: () => (pieces === undefined ? said : writtenAtPace(pieces, signal)),
      timeoutMs: this.#plan.timeoutMs,
      signal,
    })
    const place = { phase, callers, text: text % this.#plan.texts.length }
    measured.calls.push({ ...outcome.result, ...place })
    if (phase === 'load') this.#keep(measured, outcome, place)
    this.#count(1)
    return outcome.result.kind === 'spoken' || phase === 'refusal'
  }

  /** Keeps the sound of a call that is worse than those before, or that a recognizer shall hear. */
  #keep(measured: Measured, { result, recording }: CallOutcome, place: { text: number; callers: number }): void {
    if (result.kind !== 'spoken') return
    const { text, callers } = place
    if (isWorse(result, measured.worst)) measured.worst = worstCall(result, recording, { text, callers })
    if (this.#plan.recognizer === null || measured.recordings.length >= RECOGNIZED_TEXTS) return
    const parts = recording.chunks.map(({ samples }) => samples)
    const wav = wavOf(parts, recording.sampleRateHz)
    measured.recordings.push({ text, said: this.#plan.texts[text] as string, wav })
  }

  async #interrupt({ subject, interruptions }: Measured, text: number): Promise<boolean> {
    if (!subject.endpoint.canInterrupt) {
      this.#count(1)
      return true
    }
    const said = this.#textAt(text, INTERRUPTED_TEXTS)
    const { timeoutMs } = this.#plan
    const { signal } = this.#options
    const result = await measureInterruption(subject.endpoint, { text: () => said, timeoutMs, signal })
    interruptions.push(result)
    this.#count(1)
    return result.kind === 'silenced'
  }

  async #recognize(alive: readonly Measured[], command: string): Promise<void> {
    this.#begin('recognition')
    const { language, signal } = this.#options
    for (const measured of alive) {
      measured.words = await recognizeWords(measured.recordings, command, {
        language,
        signal,
        onText: () => this.#count(0),
      })
    }
  }

  /** A text, joined with those after it. */
  #textAt(text: number, count = 1): string {
    const { texts } = this.#plan
    return Array.from({ length: count }, (_, i) => texts[(text + i) % texts.length] as string).join(' ')
  }

  #begin(phase: string): void {
    this.#phase = phase
    this.#count(0)
  }

  /** Counts calls that are done or left out. */
  #count(calls: number): void {
    this.#doneCalls += calls
    this.#options.onProgress({ phase: this.#phase, doneCalls: this.#doneCalls, allCalls: this.#allCalls })
  }
}

/** Another order each time, so that no endpoint always follows the same one. */
const rotated = <T>(items: readonly T[], by: number): readonly T[] => {
  const first = by % Math.max(1, items.length)
  return [...items.slice(first), ...items.slice(0, first)]
}
