/** Long work: a text that is spoken while the service has nothing else to do, and kept as files. */
export interface Job {
  readonly id: string
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
  readonly charactersDone: number
  readonly createdAt: Date
  readonly startedAt: Date | null
  readonly endedAt: Date | null
  /** Why it failed; null if it did not. */
  readonly error: string | null
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
}

/** A part without its text. */
export interface JobPartState extends Omit<JobPart, 'text'> {
  /** Length of its audio; null until it is spoken. */
  readonly samples: number | null
}

export interface JobStore {
  /**
   * Adds a job. If the key has submitted one with the same idempotency key, that is returned instead; undefined if it has
   * `mostUnfinished` jobs that have not ended.
   */
  add(job: Job, parts: readonly JobPart[], mostUnfinished: number): Promise<Job | undefined>
  find(id: string): Promise<Job | undefined>
  /** Jobs of a key, or all (null), the newest first. */
  list(keyId: string | null, limit: number): Promise<readonly Job[]>
  /** Jobs that are queued or running, the oldest first. */
  unfinished(): Promise<readonly Job[]>
  /** In order. */
  parts(jobId: string): Promise<readonly JobPartState[]>
  textOf(jobId: string, part: number): Promise<string>
  /** Marks a queued job as running. */
  begin(id: string, at: Date): Promise<void>
  /** Records a part that was spoken. */
  finishPart(jobId: string, part: number, samples: number): Promise<void>
  /** Ends a job and forgets its text; false if it has ended. */
  end(id: string, end: Pick<Job, 'error'> & { readonly state: JobState; readonly endedAt: Date }): Promise<boolean>
  remove(id: string): Promise<void>
  /** Ids of the jobs that ended before a time. */
  endedBefore(time: Date): Promise<readonly string[]>
}
