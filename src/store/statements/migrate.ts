import { type Kysely, type Migration, Migrator } from 'kysely'
import type { StoreTables } from './tables.ts'

/** Runs the migrations that have not run. Throws if the database has one that is unknown. */
export async function migrate(
  database: Kysely<StoreTables>,
  known: Readonly<Record<string, Migration>>,
): Promise<void> {
  const migrator = new Migrator({ db: database, provider: { getMigrations: async () => known } })
  const migrations = await migrator.getMigrations()
  if (migrations.some(({ executedAt }) => executedAt === undefined)) {
    const { error } = await migrator.migrateToLatest()
    if (error !== undefined) throw error
  }
  // Checked first, since Kysely would wait for another process's lock to check.
  const executed = await database.selectFrom('kysely_migration').select('name').execute()
  if (executed.length > migrations.length) throw new Error('it was written by a newer version of Hoarfrost')
}
