import { Kysely, Migrator } from 'kysely'
import type { StoreTables } from '../statements/tables.ts'
import { createSqliteDialect } from './sqlite-dialect.ts'
import { sqliteMigrations } from './sqlite-migrations.ts'
import type { StatementRunner } from './statement.ts'

/**
 * Migrates the tables. Several processes may do so at once. A statement waits at most `patienceMs` for a lock.
 * Destroying the result disposes the runner.
 */
export async function openSqliteDatabase(runner: StatementRunner, patienceMs: number): Promise<Kysely<StoreTables>> {
  const database = new Kysely<StoreTables>({ dialect: createSqliteDialect(runner, patienceMs) })
  try {
    await migrate(database)
    return database
  } catch (error) {
    await database.destroy()
    throw error
  }
}

async function migrate(database: Kysely<StoreTables>): Promise<void> {
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
