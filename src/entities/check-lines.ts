import { measureCall } from '../benchmark/call.ts'
import { lineByLine } from '../benchmark/line-by-line.ts'
import type { Subject } from '../benchmark/plan.ts'
import { recognize } from '../benchmark/recognizer.ts'
import { wavOf } from '../benchmark/worst-call.ts'
import { EndpointFailure } from '../endpoints/endpoint-failure.ts'
import type { EntityLine } from './entity-line.ts'
import { isSaid } from './spoken-match.ts'
import { isWritten } from './written-match.ts'

/** By what it is told how a line is spoken. */
export type Evidence = 'reading' | 'recognizer' | 'word times'

/** How a line is spoken: `said` is null if that is not known, or the line failed for `reason`. */
export type Spoken =
  | { readonly evidence: Evidence; readonly said: string | null }
  | { readonly evidence: null; readonly reason: string }

export type AskSpoken = (line: EntityLine, signal: AbortSignal) => Promise<Spoken>

export type Outcome = 'right' | 'wrong' | 'unknown' | 'failed'

export interface CheckedLine extends EntityLine {
  readonly outcome: Outcome
  /** The reading, what was heard, or why the line failed. */
  readonly said: string
}

export interface CheckedLines {
  readonly lines: readonly CheckedLine[]
  readonly evidence: readonly Evidence[]
  /** Why lines were left out; null if there are none. */
  readonly stopped: string | null
}

/** Checks the lines one after the other. If the signal fires, what was checked so far is the result. */
export async function checkLines(
  lines: readonly EntityLine[],
  ask: AskSpoken,
  { signal, onLine }: { readonly signal: AbortSignal; readonly onLine: (doneLines: number) => void },
): Promise<CheckedLines> {
  const evidence = new Set<Evidence>()
  const check = async (line: EntityLine): Promise<CheckedLine> => {
    const spoken = await ask(line, signal)
    if (spoken.evidence !== null) evidence.add(spoken.evidence)
    return judged(line, spoken)
  }
  const hasFailed = ({ outcome }: CheckedLine) => outcome === 'failed'
  const { done, stopped } = await lineByLine(lines, check, { signal, hasFailed, onLine })
  return { lines: done, evidence: [...evidence], stopped }
}

function judged(line: EntityLine, spoken: Spoken): CheckedLine {
  if (spoken.evidence === null) return { ...line, outcome: 'failed', said: spoken.reason }
  const { said, evidence } = spoken
  if (said === null) return { ...line, outcome: 'unknown', said: '' }
  if (isSaid(said, line.readings, line.language)) return { ...line, outcome: 'right', said }
  // Recognizers write numbers in digits when they are read in one of the ways that are common for them.
  if (evidence !== 'reading' && isWritten(said, line)) {
    return { ...line, outcome: evidence === 'recognizer' ? 'right' : 'unknown', said }
  }
  return { ...line, outcome: 'wrong', said }
}

/** Asks an endpoint: its reading, else what the recognizer hears, else the words that have times. With a recognizer, that alone. */
export const spokenBy =
  (
    subjectOf: (line: EntityLine) => Promise<Subject>,
    { recognizer, timeoutMs }: { readonly recognizer: string | null; readonly timeoutMs: number },
  ): AskSpoken =>
  async (line, signal) => {
    const { endpoint, askReading } = await subjectOf(line)
    const reading = recognizer === null ? await askReading(line.text, signal) : undefined
    if (reading instanceof EndpointFailure) return { evidence: null, reason: reading.message }
    if (reading !== undefined) return { evidence: 'reading', said: reading.map(({ word }) => word).join(' ') }
    const { result, recording } = await measureCall(endpoint, { text: () => line.text, timeoutMs, signal })
    if (result.kind === 'failed') return { evidence: null, reason: result.reason }
    if (recognizer === null) {
      const words = recording.words.map(({ word }) => word)
      return { evidence: 'word times', said: words.length === 0 ? null : words.join(' ') }
    }
    const parts = recording.chunks.map(({ samples }) => samples)
    const heard = await recognize(wavOf(parts, recording.sampleRateHz), recognizer, signal)
    return heard === undefined
      ? { evidence: null, reason: 'the recognizer failed' }
      : { evidence: 'recognizer', said: heard }
  }
