import type { Webhook } from './webhook.ts'

/** Long work: a text that is spoken while the service has nothing else to do, and kept as files. */
export interface Job {
  readonly id: string
  /** That its client gave it, such as the title of a book; null for none. */
  readonly name: string | null
  /** Id of the key that submitted it. */
  readonly keyId: string
  readonly state: JobState
  /** How the text is spoken, as JSON. */
  readonly settings: string
  /** Chosen by the client, so that a repeated request submits one job; null for none. */
  readonly idempotencyKey: string | null
  /** Digest of text and settings. */
  readonly digest: string
  /** Unicode code points. */
  readonly characters: number
  /** Never falls: what is spoken again is not counted again. */
  readonly charactersDone: number
  readonly createdAt: Date
  readonly startedAt: Date | null
  readonly endedAt: Date | null
  /** Why it failed; null if it did not. */
  readonly error: string | null
  /** Characters a second that all servers spoke of late; null until the first part is spoken. */
  readonly pace: number | null
  /** When the last part was spoken. */
  readonly pacedAt: Date | null
}

export const JOB_STATES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const
export type JobState = (typeof JOB_STATES)[number]

/** A piece of a chapter, of a few minutes at most. What is spoken of a job is kept part by part. */
export interface JobPart {
  /** From 0. */
  readonly part: number
  /** From 1. */
  readonly chapter: number
  /** Title of the chapter. */
  readonly title: string
  readonly text: string
  /** Unicode code points. */
  readonly characters: number
  /** Silence after its audio. */
  readonly pauseAfterMs: number
  /** In which it differs from its job, as JSON; null for nothing. */
  readonly settings: string | null
}

/** A part without its text and how it is spoken. */
export interface JobPartState extends Omit<JobPart, 'text' | 'settings'> {
  /** Length of its audio; null until it is spoken. */
  readonly samples: number | null
}

/** Work on a job, which one server has at a time: a part to be spoken, or `ENCODING`. */
export interface JobWork {
  readonly jobId: string
  readonly part: number
}

/** Instead of the number of a part: the result is to be encoded. */
export const ENCODING = -1

export interface ClaimedWork extends JobWork {
  /** From 1. Counts attempts that failed and those of servers that died. */
  readonly attempt: number
  /** Whether the job was queued until now. */
  readonly isFirst: boolean
}

export type JobWebhook = Pick<Webhook, 'url' | 'secret'>

/** Jobs, and the claims of servers on their work. A claim lasts for a time, unless it is renewed. */
export interface JobStore {
  /**
   * Adds a job. If the key has submitted one with the same idempotency key, that is returned instead; undefined if it has
   * `maxUnfinished` jobs that have not ended. `webhook`: where its end is told. `admit` gets the jobs of all keys that have
   * not ended; the job is not added if it throws. No other job is added meanwhile.
   */
  add(
    job: Job,
    parts: readonly JobPart[],
    maxUnfinished: number,
    webhook?: JobWebhook,
    admit?: (unfinished: readonly Job[]) => void,
  ): Promise<Job | undefined>
  find(id: string): Promise<Job | undefined>
  /** Jobs of a key, or all (null), the newest first. */
  list(keyId: string | null, limit: number): Promise<readonly Job[]>
  /** In order. */
  parts(jobId: string): Promise<readonly JobPartState[]>
  /** Undefined if there is no such part. The text is empty once the job has ended. */
  part(jobId: string, part: number): Promise<JobPart | undefined>
  /**
   * Claims work that nobody has, of the oldest job of the key whose turn is longest ago: a part, or the encoding when all
   * parts are spoken. The job is running from `at` on.
   */
  claim(server: string, leaseMs: number, at: Date): Promise<ClaimedWork | undefined>
  /** Renews what a server has. Returns what it still has: it loses the work of jobs that end, and what others have claimed. */
  renew(server: string, leaseMs: number): Promise<readonly JobWork[]>
  /** Lets others claim work that failed, after a time. */
  retry(server: string, work: JobWork, afterMs: number): Promise<void>
  /** Gives work back as if it had not been claimed; by default all that the server has. */
  release(server: string, work?: JobWork): Promise<void>
  /** Records a part that was spoken, and ends the claim. False if it was recorded before, or if the job has ended. */
  finishPart(jobId: string, part: number, samples: number, at: Date): Promise<boolean>
  /** Has a part spoken again, whose audio was lost. `charactersDone` stays. */
  forgetPart(jobId: string, part: number): Promise<void>
  /** Ends a job, forgets its text, and makes its webhook due; false if it has ended. */
  end(id: string, end: Pick<Job, 'error'> & { readonly state: JobState; readonly endedAt: Date }): Promise<boolean>
  remove(id: string): Promise<void>
  /** Ids of the jobs that ended before a time. */
  endedBefore(time: Date): Promise<readonly string[]>
}

/** In which a part weighs half as much or less. */
const PACE_WINDOW_S = 60
/** After a longer pause, such as of all servers, the pace is what it was. */
const MAX_PAUSE_S = 600

/** The pace after a part of so many characters, `elapsedS` after the one before it: an average that forgets slowly. */
export function nextPace(pace: number | null, characters: number, elapsedS: number): number | null {
  if (elapsedS > MAX_PAUSE_S) return pace
  if (pace === null) return characters / Math.max(elapsedS, 0.1)
  return (pace * PACE_WINDOW_S + characters) / (Math.max(elapsedS, 0) + PACE_WINDOW_S)
}
