import type { JobState } from '../../core/job.ts'
import type { WebhookState } from '../../core/webhook.ts'
import type { TableMigration } from './store-part.ts'

/** Tables of jobs and their webhooks. */
export type JobTables = {
  job: JobRow
  job_part: JobPartRow
  job_webhook: JobWebhookRow
  job_claim: JobClaimRow
}

export interface JobRow {
  id: string
  name: string | null
  key_id: string
  state: JobState
  /** JSON. */
  settings: string
  idempotency_key: string | null
  digest: string
  characters: number
  characters_done: number
  /** Of those, what is to be spoken again. */
  characters_lost: number
  created_at: string
  started_at: string | null
  ended_at: string | null
  error: string | null
  /** Of the last claim of its work; claims are counted. */
  turn: number
  pace: number | null
  paced_at: string | null
}

export interface JobPartRow {
  job_id: string
  part: number
  chapter: number
  title: string
  text: string
  characters: number
  pause_after_ms: number
  settings: string | null
  samples: number | null
}

export interface JobWebhookRow {
  job_id: string
  url: string
  secret: string | null
  state: WebhookState
  attempts: number
  status: number | null
  /** When it is sent next; null until the job ends, and when nothing is to be sent any more. */
  next_at: string | null
}

export interface JobClaimRow {
  job_id: string
  part: number
  /** Empty while the work waits for another attempt. */
  server: string
  attempts: number
  /** Milliseconds since 1970, by the clock of the database. */
  ends_at: number
}

export const JOB_MIGRATIONS: readonly TableMigration[] = [
  {
    sqlite: '0010-job-claims',
    postgres: '0004-job-claims',
    statements: [
      'alter table job add column turn bigint not null default 0',
      'alter table job add column pace double precision',
      'alter table job add column paced_at text',
      `create table job_claim (
        job_id text collate "C" not null, part integer not null, server text not null, attempts integer not null,
        ends_at bigint not null, primary key (job_id, part))`,
      'create index job_part_unspoken on job_part (job_id, part) where samples is null',
    ],
  },
  {
    sqlite: '0011-job-webhooks',
    postgres: '0005-job-webhooks',
    statements: [
      'alter table job_part add column settings text',
      `create table job_webhook (
        job_id text collate "C" primary key, url text not null, secret text, state text not null,
        attempts integer not null, status integer, next_at text collate "C")`,
      'create index job_webhook_next_at on job_webhook (next_at)',
    ],
  },
  {
    sqlite: '0012-job-names',
    postgres: '0006-job-names',
    statements: [
      'alter table job add column name text',
      'alter table job add column characters_lost bigint not null default 0',
    ],
  },
]
