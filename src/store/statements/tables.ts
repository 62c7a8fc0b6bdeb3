import type { RequestStatus } from '../../core/dictionary.ts'
import type { JobState } from '../../core/job.ts'
import type { UsageLabels } from '../../core/usage.ts'
import type { WebhookState } from '../../core/webhook.ts'

/** Tables of every database: times as ISO 8601 in UTC, lists as JSON. */
export interface StoreTables {
  api_key: ApiKeyRow
  /** Has one row. */
  dictionary: { version: number }
  addition: AdditionRow
  dictionary_request: RequestRow
  saved_word: SavedWordRow
  session: SessionRow
  usage: UsageRow
  usage_batch: { id: string; day: string }
  first_audio: FirstAudioRow
  job: JobRow
  job_part: JobPartRow
  job_webhook: JobWebhookRow
  job_claim: JobClaimRow
  /** Migrations that Kysely has run. */
  kysely_migration: { name: string }
}

export interface ApiKeyRow {
  id: string
  name: string
  hash: string
  roles: string
  created_at: string
  expires_at: string | null
  revoked_at: string | null
  max_concurrent: number | null
  /** JSON. */
  limits: string
  last_used_at: string | null
}

export interface AdditionRow {
  word: string
  pronunciation: string
  added_at: string
  added_by: string | null
}

export interface RequestRow {
  id: string
  word: string
  pronunciation: string
  is_predicted: 0 | 1
  note: string
  key_id: string
  requested_at: string
  due: string
  status: RequestStatus
  judged_at: string | null
}

export interface SavedWordRow {
  word: string
  count: number
  last_seen_at: string
}

export interface SessionRow {
  hash: string
  key_id: string
  used_at: string
}

export interface UsageRow extends UsageLabels {
  requests: number
  characters: number
  audio_ms: number
  errors: number
}

export interface FirstAudioRow extends UsageLabels {
  bucket: number
  count: number
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
