import { type Kysely, type Migration, Migrator, sql } from 'kysely'
import { STORE_PARTS } from './create-store.ts'

/** Runs the migrations that have not run. Throws if the database has one that is unknown. */
export async function migrate(
  database: Kysely<object>,
  kind: 'sqlite' | 'postgres',
  own: Readonly<Record<string, Migration>>,
): Promise<void> {
  const known = { ...own, ...Object.fromEntries(sharedMigrations(kind)) }
  const migrator = new Migrator({ db: database, provider: { getMigrations: async () => known } })
  const migrations = await migrator.getMigrations()
  if (migrations.some(({ executedAt }) => executedAt === undefined)) {
    const { error } = await migrator.migrateToLatest()
    if (error !== undefined) throw error
  }
  // Checked first, since Kysely would wait for another process's lock to check.
  const executed = await database
    .withTables<{ kysely_migration: { name: string } }>()
    .selectFrom('kysely_migration')
    .select('name')
    .execute()
  if (executed.length > migrations.length) throw new Error('it was written by a newer version of Hoarfrost')
}

function sharedMigrations(kind: 'sqlite' | 'postgres'): readonly (readonly [string, Migration])[] {
  const migrations = Object.values(STORE_PARTS).flatMap((part) => part.migrations ?? [])
  return migrations.map((migration) => [
    migration[kind],
    {
      async up(database: Kysely<unknown>) {
        for (const statement of migration.statements) {
          await sql.raw(kind === 'sqlite' ? inSqlite(statement) : statement).execute(database)
        }
      },
    },
  ])
}

/** Texts of SQLite sort by their bytes without being told. */
const inSqlite = (statement: string): string =>
  statement.replaceAll(' collate "C"', '').replaceAll(' bigint', ' integer').replaceAll(' double precision', ' real')
