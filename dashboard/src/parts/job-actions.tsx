import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { sendJson } from '../api/client.ts'
import { hasEnded, pathOfJob, refreshJobs } from '../api/jobs.ts'
import type { Job } from '../api/types.ts'
import { ConfirmButton } from './confirm-button.tsx'
import { dateOf } from './format.ts'

/** The beginning of its id tells a job from others of the same minute. */
export const shortIdOf = ({ id }: Pick<Job, 'id'>): string => id.slice(0, 8)

/** To tell the controls of one job from those of another. */
export const nameOfJob = (job: Pick<Job, 'id' | 'name' | 'createdAt'>): string =>
  job.name === null
    ? `the job ${shortIdOf(job)} of ${dateOf(job.createdAt)}`
    : `the job “${job.name}” (${shortIdOf(job)})`

/** Cancels jobs, and deletes those that have ended; then, `onDeleted` is called. */
export const useEndJob = (onDeleted = () => {}) =>
  useMutation({
    mutationFn: (job: Job) =>
      hasEnded(job) ? sendJson('DELETE', pathOfJob(job.id)) : sendJson('POST', `${pathOfJob(job.id)}/cancel`),
    onSuccess: (_, job) => hasEnded(job) && onDeleted(),
    onSettled: refreshJobs,
  })

/** Cancels a job, or deletes one that has ended. */
export function EndButton({ job, of, end }: { job: Job; of: string; end: () => void }) {
  return hasEnded(job) ? (
    <ConfirmButton
      key="delete"
      label="Delete"
      of={of}
      question={job.state === 'done' ? `Delete ${of} and its audio?` : `Delete ${of}?`}
      confirm={end}
    />
  ) : (
    <ConfirmButton
      key="cancel"
      label="Cancel"
      of={of}
      question={`Cancel ${of}? Its audio so far is deleted.`}
      dismissal="Keep running"
      confirm={end}
    />
  )
}

/** The whole result, which the browser saves while it arrives. */
export const DownloadButton = ({ job, of }: { job: Job; of?: string }) => (
  <Button
    component="a"
    variant="default"
    size="compact-sm"
    href={`${pathOfJob(job.id)}/result`}
    download
    aria-label={of && `Download ${of}`}
  >
    Download
  </Button>
)
