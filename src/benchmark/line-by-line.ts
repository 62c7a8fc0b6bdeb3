/** An endpoint that fails so often in a row is not asked again. */
const MAX_FAILURES_IN_A_ROW = 3

export interface LineByLineOptions<Done> {
  readonly signal: AbortSignal
  readonly hasFailed: (done: Done) => boolean
  readonly onLine: (doneLines: number) => void
}

/** What was done of each line, in turn. If the signal fires, what was done so far is the result. */
export async function lineByLine<Line, Done>(
  lines: readonly Line[],
  work: (line: Line) => Promise<Done>,
  { signal, hasFailed, onLine }: LineByLineOptions<Done>,
): Promise<{
  readonly done: readonly Done[]
  /** Why lines were left out; null if there are none. */
  readonly stopped: string | null
}> {
  const done: Done[] = []
  let failures = 0
  try {
    for (const line of lines) {
      const one = await work(line)
      done.push(one)
      failures = hasFailed(one) ? failures + 1 : 0
      onLine(done.length)
      if (failures >= MAX_FAILURES_IN_A_ROW && done.length < lines.length)
        return { done, stopped: `the last ${MAX_FAILURES_IN_A_ROW} lines failed` }
    }
  } catch (error) {
    if (!signal.aborted) throw error
    return { done, stopped: 'cancelled' }
  }
  return { done, stopped: null }
}
