import { Badge, Progress } from '@mantine/core'
import { hasEnded } from '../api/jobs.ts'
import type { Job } from '../api/types.ts'
import { aboutOf, durationOf } from './format.ts'

const COLOURS = {
  queued: 'gray.7',
  running: 'frost',
  done: 'teal.9',
  failed: 'red.9',
  cancelled: 'gray.7',
} as const satisfies Record<Job['state'], string>

export const JobState = ({ state }: Pick<Job, 'state'>) => <Badge color={COLOURS[state]}>{state}</Badge>

export const percentOf = ({ charactersDone, characters }: Pick<Job, 'characters' | 'charactersDone'>): number =>
  characters > 0 ? Math.floor((100 * charactersDone) / characters) : 0

/** How far a job is: a bar while it has not ended, and how it ended. */
export function JobProgress({ job, of }: { job: Job; of: string }) {
  if (hasEnded(job)) return <span className="quiet">{endOf(job)}</span>
  const percent = percentOf(job)
  return (
    <div className="job-progress">
      <Progress value={percent} aria-label={`Progress of ${of}`} />
      <span className="quiet small number">
        {job.state === 'queued' ? `Queued${takesOf(job)}` : `${percent} %${leftOf(job)}`}
      </span>
    </div>
  )
}

const leftOf = ({ secondsLeft }: Job): string =>
  secondsLeft === null ? '' : secondsLeft === 0 ? ' · writing the files' : ` · ${aboutOf(secondsLeft)} left`

const takesOf = ({ secondsLeft }: Job): string => (secondsLeft === null ? '' : ` · takes ${aboutOf(secondsLeft)}`)

function endOf(job: Job): string {
  if (job.state === 'failed') return reasonOf(job)
  if (job.state === 'cancelled') return `Cancelled at ${percentOf(job)} %`
  const tookMs = Date.parse(job.endedAt ?? '') - Date.parse(job.startedAt ?? '')
  return Number.isFinite(tookMs) ? `Spoken in ${durationOf(tookMs / 1000)}` : 'Spoken'
}

/** Why a job failed, in a sentence. */
export const reasonOf = ({ error }: Job): string =>
  error === null || error === 'internal error'
    ? 'A part could not be synthesized or stored after several attempts. See the server log for the reason.'
    : `${error.charAt(0).toUpperCase()}${error.slice(1)}.`
