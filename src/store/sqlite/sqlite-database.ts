import { Kysely, Migrator, SqliteAdapter, SqliteDialect } from 'kysely'
import Database from 'libsql'
import type { RequestStatus } from '../../core/dictionary.ts'
import { sqliteMigrations } from './sqlite-migrations.ts'

/** The tables as SQLite keeps them: instants as ISO 8601 in UTC, lists as JSON. */
export interface SqliteTables {
  api_key: ApiKeyRow
  /** One row. */
  dictionary: { version: number }
  addition: AdditionRow
  dictionary_request: RequestRow
  saved_word: SavedWordRow
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
}

export interface AdditionRow {
  word: string
  pronunciation: string
  added_at: string
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

const BUSY_TIMEOUT_MS = 10_000

/** Opens the file, which must exist, and brings its tables up to date. Several processes may do so at once. */
export async function openSqliteDatabase(file: string): Promise<Kysely<SqliteTables>> {
  const connection = new Database(file, { timeout: BUSY_TIMEOUT_MS })
  // A reader never waits for a writer, and what a commit acknowledged outlives the process and the power.
  connection.pragma('journal_mode = WAL')
  connection.pragma('synchronous = FULL')
  const database = new Kysely<SqliteTables>({
    dialect: new AtomicSqliteDialect({ database: writingFirst(connection) }),
  })
  try {
    await migrate(database)
    return database
  } catch (error) {
    await database.destroy()
    throw error
  }
}

/**
 * SQLite lets a transaction that begins by reading fail at its first write when another process wrote in between, and
 * waiting does not help it. One that takes the write lock when it begins waits its turn instead.
 */
function writingFirst(connection: Database.Database) {
  return {
    prepare: (sql: string) => connection.prepare(sql === 'begin' ? 'begin immediate' : sql),
    close: () => connection.close(),
  }
}

/** Kysely migrates SQLite without a transaction; within one, a killed or simultaneous migration does no harm. */
class AtomicSqliteDialect extends SqliteDialect {
  override createAdapter() {
    return new AtomicSqliteAdapter()
  }
}

class AtomicSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}

async function migrate(database: Kysely<SqliteTables>): Promise<void> {
  const migrator = new Migrator({ db: database, provider: { getMigrations: async () => sqliteMigrations } })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined) throw new Error('the database could not be brought up to date', { cause: error })
}
