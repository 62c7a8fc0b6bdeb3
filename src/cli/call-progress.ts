import type { Progress } from '../benchmark/run-benchmark.ts'

/** Shows which call is being made, on standard error; disposing removes the bar. */
interface CallProgress extends Disposable {
  readonly report: (progress: Progress) => void
}

/** A bar if standard error is a terminal, else a line for each phase. */
export async function showCalls(unit: 'calls' | 'lines' = 'calls'): Promise<CallProgress> {
  if (!process.stderr.isTTY) {
    let told = ''
    return {
      report({ phase, doneCalls, allCalls }) {
        if (phase !== told) process.stderr.write(`${phase} (${doneCalls} of ${allCalls} ${unit})\n`)
        told = phase
      },
      [Symbol.dispose]: () => {},
    }
  }
  const { SingleBar } = (await import('cli-progress')).default
  const format = `{bar} {value} of {total} ${unit}, {duration_formatted}, {phase}`
  const bar = new SingleBar({ format, barsize: 20, clearOnComplete: true })
  let isStarted = false
  return {
    report({ phase, doneCalls, allCalls }) {
      if (!isStarted) bar.start(allCalls, 0, { phase })
      isStarted = true
      bar.update(doneCalls, { phase })
    },
    [Symbol.dispose]: () => bar.stop(),
  }
}
