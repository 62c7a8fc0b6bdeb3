import { setTimeout as sleep } from 'node:timers/promises'
import type { ShownJob } from '../protocols/jobs/job-bodies.ts'
import { type JobClient, RefusedError, UnreachableError } from './job-client.ts'
import { clock } from './units.ts'

const FORMAT = '{bar} {percentage}%  {value} of {total} characters, {left} left'
/** Without a terminal: a line for each state, and at most so often. */
const LINE_MS = 10_000
/** Between two questions: first, and at most. */
const POLL_MS = { first: 100, max: 2000 } as const
/** A server that restarts is waited for; the job goes on then. */
const PATIENCE_MS = 300_000
const PASSING_STATUSES: readonly number[] = [429, 500, 502, 503, 504]

/** Shows the progress of a job on standard error until it ends. */
export async function watchJob(id: string, client: JobClient, signal: AbortSignal): Promise<ShownJob> {
  let job = await client.find(id)
  using progress = await showProgress()
  let answeredAt = performance.now()
  for (let pollMs: number = POLL_MS.first; !hasEnded(job); pollMs = Math.min(2 * pollMs, POLL_MS.max)) {
    progress.report(job)
    await sleep(pollMs, undefined, { signal })
    try {
      job = await client.find(id)
      answeredAt = performance.now()
    } catch (error) {
      if (!isPassing(error) || performance.now() - answeredAt > PATIENCE_MS) throw error
    }
  }
  return job
}

export const hasEnded = ({ state }: Pick<ShownJob, 'state'>): boolean => state !== 'queued' && state !== 'running'

const isPassing = (error: unknown): boolean =>
  error instanceof UnreachableError || (error instanceof RefusedError && PASSING_STATUSES.includes(error.status))

interface JobProgress extends Disposable {
  report(job: ShownJob): void
}

async function showProgress(): Promise<JobProgress> {
  if (!process.stderr.isTTY) return lines()
  const { SingleBar } = (await import('cli-progress')).default
  const bar = new SingleBar({ format: FORMAT, barsize: 20, clearOnComplete: true })
  return {
    report(job) {
      const figures = { left: leftOf(job) }
      if (bar.isActive) bar.update(job.charactersDone, figures)
      else bar.start(job.characters, job.charactersDone, figures)
    },
    [Symbol.dispose]: () => bar.stop(),
  }
}

function lines(): JobProgress {
  let said: { readonly state: string; readonly atMs: number } | undefined
  return {
    report(job) {
      const now = performance.now()
      if (said?.state === job.state && now - said.atMs < LINE_MS) return
      said = { state: job.state, atMs: now }
      process.stderr.write(`${job.state}: ${job.charactersDone} of ${job.characters} characters, ${leftOf(job)} left\n`)
    },
    [Symbol.dispose]: () => {},
  }
}

const leftOf = ({ secondsLeft }: ShownJob): string => (secondsLeft === null ? '?' : clock(secondsLeft))
