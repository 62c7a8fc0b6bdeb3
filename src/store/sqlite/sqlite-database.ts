import { Kysely, Migrator } from 'kysely'
import type { RequestStatus } from '../../core/dictionary.ts'
import type { UsageLabels } from '../../core/usage.ts'
import { createSqliteDialect } from './sqlite-dialect.ts'
import { sqliteMigrations } from './sqlite-migrations.ts'
import type { StatementRunner } from './statement.ts'

/** Tables in SQLite: times as ISO 8601 in UTC, lists as JSON. */
export interface SqliteTables {
  api_key: ApiKeyRow
  /** Has one row. */
  dictionary: { version: number }
  addition: AdditionRow
  dictionary_request: RequestRow
  saved_word: SavedWordRow
  session: SessionRow
  usage: UsageRow
  first_audio: FirstAudioRow
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

/**
 * Migrates the tables. Several processes may do so at once. A statement waits at most `patienceMs` for a lock.
 * Destroying the result disposes the runner.
 */
export async function openSqliteDatabase(runner: StatementRunner, patienceMs: number): Promise<Kysely<SqliteTables>> {
  const database = new Kysely<SqliteTables>({ dialect: createSqliteDialect(runner, patienceMs) })
  try {
    await migrate(database)
    return database
  } catch (error) {
    await database.destroy()
    throw error
  }
}

async function migrate(database: Kysely<SqliteTables>): Promise<void> {
  const migrator = new Migrator({ db: database, provider: { getMigrations: async () => sqliteMigrations } })
  const migrations = await migrator.getMigrations()
  if (migrations.some(({ executedAt }) => executedAt === undefined)) {
    const { error } = await migrator.migrateToLatest()
    if (error !== undefined) throw error
  }
  // Checked first, since Kysely would wait for another process's lock to check.
  const executed = await database.selectFrom('kysely_migration').select('name').execute()
  if (executed.length > migrations.length) throw new Error('it was written by a newer version of Hoarfrost')
}
