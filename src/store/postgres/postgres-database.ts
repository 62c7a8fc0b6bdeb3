import { Kysely, sql } from 'kysely'
import pg from 'pg'
import { fileFault } from '../../core/file-errors.ts'
import { migrate } from '../statements/migrate.ts'
import { SerialPostgresDialect } from './postgres-dialect.ts'
import { reasonOf } from './postgres-errors.ts'
import { postgresMigrations } from './postgres-migrations.ts'

export interface PostgresOptions {
  /** How long a statement waits for a connection, a lock or its result. */
  readonly patienceMs: number
  /** Maximum number of connections. */
  readonly poolSize: number
}

export interface PostgresDatabase {
  readonly database: Kysely<object>
  /** Host, port and name of the database. */
  readonly place: string
  /** Of further connections. */
  readonly settings: pg.ClientConfig
}

/** For commands, which can wait longer than requests of a server. */
const DEFAULTS: PostgresOptions = { patienceMs: 10_000, poolSize: 2 }
const OLDEST = 13

/**
 * Opens the database of a URL and creates its tables if missing. Several processes may do so at once. The caller destroys
 * the database's object. Throws an Error of one line with the host and name of the database, without the password.
 */
export async function openPostgresDatabase(url: string, options: Partial<PostgresOptions>): Promise<PostgresDatabase> {
  const { patienceMs, poolSize } = { ...DEFAULTS, ...options }
  const settings: pg.PoolConfig = {
    connectionString: url,
    application_name: 'hoarfrost',
    max: poolSize,
    connectionTimeoutMillis: patienceMs,
    query_timeout: patienceMs + 1000, // after the lock's, which leaves the connection whole
    keepAlive: true,
    allowExitOnIdle: true,
    types: numbersAsNumbers(),
  }
  const { host, port, database: name, user } = describe(settings)
  const place = `${host}:${port}/${name}`
  const pool = new pg.Pool(settings)
  // Without listeners, the end of a connection would end the process. The pool opens another one.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const database = new Kysely<object>({ dialect: new SerialPostgresDialect(pool, patienceMs) })
  try {
    await requireVersion(database)
    await migrate(database, 'postgres', postgresMigrations)
  } catch (cause) {
    await database.destroy()
    throw new Error(`${place} ${reasonOf(cause, user)}`)
  }
  return { database, place, settings }
}

function describe(settings: pg.PoolConfig): pg.Client {
  try {
    return new pg.Client(settings)
  } catch (error) {
    const { path } = error as NodeJS.ErrnoException
    if (path !== undefined) throw new Error(`the file ${path} cannot be read (${fileFault(error)})`)
    throw new Error('it is not a valid URL') // the error may contain the password
  }
}

async function requireVersion(database: Kysely<object>): Promise<void> {
  const { rows } = await sql<{ server_version_num: string }>`show server_version_num`.execute(database)
  const version = Math.floor(Number(rows[0]?.server_version_num) / 10_000)
  if (version < OLDEST) throw new Error(`PostgreSQL ${version} is too old; it must be ${OLDEST} or newer`)
}

/** Counts and sums are 64-bit and decimal, which `pg` reads as texts. */
function numbersAsNumbers(): pg.CustomTypesConfig {
  const types = new pg.TypeOverrides()
  for (const type of [pg.types.builtins.INT8, pg.types.builtins.NUMERIC]) types.setTypeParser(type, Number)
  return types
}
