import type { Codec } from '../../audio/codecs.ts'
import type { Job, JobState } from '../../core/job.ts'
import type { Language } from '../../core/language.ts'
import { LANGUAGE_MODULES } from '../../languages/languages.ts'
import type { CaptionFormat } from '../speech/caption-formats.ts'
import { type JobKind, settingsOfJob } from './job-settings.ts'

/** A job as clients see it, without its texts. Times are ISO 8601 in UTC. */
export interface ListedJob {
  readonly id: string
  readonly name: string | null
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

export interface ListingTerms {
  /** When an ended job is removed. */
  readonly expiresAt: Date | null
  /** Characters a second, for a job of which nothing is spoken yet; null if unknown. */
  readonly expectedPace: (job: Job) => number | null
}

export function listedJob(job: Job, { expiresAt, expectedPace }: ListingTerms): ListedJob {
  const { kind, model, speaker, lang, codec, sampleRateHz, captions } = settingsOfJob(job)
  return {
    id: job.id,
    name: job.name,
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
    secondsLeft: secondsLeft(job, expectedPace),
    error: job.error,
    keyId: job.keyId,
    createdAt: job.createdAt.toISOString(),
    startedAt: job.startedAt?.toISOString() ?? null,
    endedAt: job.endedAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
  }
}

/** Of a job that waits, the time that it takes once it begins. Null if its speed is not known. */
function secondsLeft(job: Job, expectedPace: ListingTerms['expectedPace']): number | null {
  if (job.state !== 'running' && job.state !== 'queued') return null
  const pace = job.pace ?? expectedPace(job)
  return pace === null ? null : Math.ceil((job.characters - job.charactersDone) / pace)
}

/** Of a text, in a second of its audio at the usual speed, as the usual voices speak. */
export const charactersASecond = (language: Language): number => (LANGUAGE_MODULES[language].hasSpaces ? 13 : 6)
