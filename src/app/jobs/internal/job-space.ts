import { CODECS } from '../../../audio/codecs.ts'
import { SpeechError } from '../../../core/errors.ts'
import type { Job } from '../../../core/job.ts'
import type { JobFiles } from '../../../core/job-files.ts'
import { settingsOfJob } from '../job-settings.ts'

/** Upper bound of the audio of a character. */
const SECONDS_A_CHARACTER = 0.1

/**
 * Returns what throws `store.full` if there is no space for a job beside what those that have not ended will still write;
 * undefined if space has no limit.
 */
export async function admitBySpace(
  job: Job,
  files: Pick<JobFiles, 'freeBytes'>,
): Promise<((unfinished: readonly Job[]) => void) | undefined> {
  const free = await files.freeBytes()
  if (free === Number.POSITIVE_INFINITY) return undefined
  return (unfinished) => {
    const promised = unfinished.reduce((sum, other) => sum + bytesToWrite(other), 0)
    if (free - promised >= bytesToWrite(job)) return
    throw new SpeechError('store.full', 'the disk has no space for this job', { isFixed: true })
  }
}

/** An upper bound of what a job will still write: its parts, and the result as a whole and by chapter. */
function bytesToWrite(job: Job): number {
  const { sampleRateHz, codec } = settingsOfJob(job)
  const results = CODECS[codec].isCostly ? 0.5 : codec === 'f32le' ? 4 : 2
  const characters = job.characters - job.charactersDone + results * job.characters
  return characters * SECONDS_A_CHARACTER * sampleRateHz * 2
}
