import {
  CompiledQuery,
  type DatabaseConnection,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type PostgresPoolClient,
} from 'kysely'
import type pg from 'pg'
import { SpeechError } from '../../core/errors.ts'
import { requireStorable } from '../statements/require-storable.ts'
import { isFromServer, storeError } from './postgres-errors.ts'

/** Any number that other users of the database are unlikely to lock. */
const WRITE_LOCK = 4_607_182_418

/**
 * Kysely dialect for PostgreSQL on a pool. Transactions run one at a time, on all servers, as in SQLite: they are short,
 * and cannot conflict. One waits at most `patienceMs` for the others and then throws `store.busy`.
 */
export class SerialPostgresDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig
  readonly #patienceMs: number

  constructor(pool: pg.Pool, patienceMs: number) {
    const config = { pool: { connect: () => connect(pool), end: () => pool.end() } }
    super(config)
    this.#config = config
    this.#patienceMs = patienceMs
  }

  override createDriver() {
    return new SerialDriver(this.#config, this.#patienceMs)
  }
}

class SerialDriver extends PostgresDriver {
  readonly #patienceMs: number

  constructor(config: PostgresDialectConfig, patienceMs: number) {
    super(config)
    this.#patienceMs = patienceMs
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    // The locks end with the transaction, so that a pooler such as PgBouncer can stand between.
    const statements = `begin; set local lock_timeout = ${this.#patienceMs}; select pg_advisory_xact_lock(${WRITE_LOCK})`
    try {
      await connection.executeQuery(CompiledQuery.raw(statements))
    } catch (error) {
      await this.rollbackTransaction(connection) // Kysely does it only for a transaction that has begun
      throw error
    }
  }

  /** A connection that is lost has rolled back. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => {})
  }
}

/** A connection of the pool that is closed after an error of the network: answers might otherwise meet the wrong statements. */
async function connect(pool: pg.Pool): Promise<PostgresPoolClient> {
  const client = await pool.connect().catch((error) => {
    throw storeError(error)
  })
  let isBroken = false
  const query = async (sql: string, parameters: readonly unknown[]) => {
    requireStorable(parameters)
    if (isBroken) throw new SpeechError('store.busy', 'the connection to the database was lost', { isFixed: true })
    try {
      return await client.query(sql, [...parameters])
    } catch (error) {
      isBroken = !isFromServer(error)
      throw storeError(error)
    }
  }
  return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release(isBroken) }
}
