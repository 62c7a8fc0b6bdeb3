import type { Codec } from '../audio/codecs.ts'
import type { Job, JobState } from '../core/job.ts'
import type { CaptionFormat } from './caption-formats.ts'
import { type JobKind, settingsOfJob } from './job-settings.ts'

/** A job as clients see it, without its texts. Times are ISO 8601 in UTC. */
export interface ListedJob {
  readonly id: string
  readonly state: JobState
  readonly kind: JobKind
  readonly modelId: string
  readonly speaker: string
  readonly lang: string
  readonly audioFormat: Codec
  readonly samplingRate: number
  readonly captions: CaptionFormat[]
  readonly characters: number
  readonly charactersDone: number
  readonly secondsLeft: number | null
  readonly error: string | null
  readonly keyId: string
  readonly createdAt: string
  readonly startedAt: string | null
  readonly endedAt: string | null
  readonly expiresAt: string | null
}

/** `expiresAt`: when an ended job is removed. */
export function listedJob(job: Job, expiresAt: Date | null): ListedJob {
  const { kind, model, speaker, lang, codec, sampleRateHz, captions } = settingsOfJob(job)
  return {
    id: job.id,
    state: job.state,
    kind,
    modelId: model,
    speaker,
    lang,
    audioFormat: codec,
    samplingRate: sampleRateHz,
    captions: [...captions],
    characters: job.characters,
    charactersDone: job.charactersDone,
    secondsLeft: secondsLeft(job),
    error: job.error,
    keyId: job.keyId,
    createdAt: job.createdAt.toISOString(),
    startedAt: job.startedAt?.toISOString() ?? null,
    endedAt: job.endedAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
  }
}

/** Null if the job does not run or its speed is not known yet. */
const secondsLeft = ({ state, characters, charactersDone, pace }: Job): number | null =>
  state !== 'running' || pace === null ? null : Math.ceil((characters - charactersDone) / pace)
