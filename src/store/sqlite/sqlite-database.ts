import { Kysely } from 'kysely'
import { migrate } from '../statements/migrate.ts'
import { createSqliteDialect } from './sqlite-dialect.ts'
import { sqliteMigrations } from './sqlite-migrations.ts'
import type { StatementRunner } from './statement.ts'

/**
 * Migrates the tables. Several processes may do so at once. A statement waits at most `patienceMs` for a lock.
 * Destroying the result disposes the runner.
 */
export async function openSqliteDatabase(runner: StatementRunner, patienceMs: number): Promise<Kysely<object>> {
  const database = new Kysely<object>({ dialect: createSqliteDialect(runner, patienceMs) })
  try {
    await migrate(database, 'sqlite', sqliteMigrations)
    return database
  } catch (error) {
    await database.destroy()
    throw error
  }
}
