import { setTimeout as delay } from 'node:timers/promises'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { requireStorable } from '../statements/require-storable.ts'
import {
  isLocked,
  type Statement,
  type StatementResult,
  type StatementRunner,
  storeBusy,
  storeError,
} from './statement.ts'
import { WriteMutex } from './write-mutex.ts'

/** Interval of retries while another process holds a lock. */
const RETRY_MS = 10

/**
 * Kysely dialect for SQLite on a statement runner. Reads do not wait for writes. A write waits at most `patienceMs` for
 * a lock, without blocking the runner, and then throws `store.busy`.
 */
export function createSqliteDialect(runner: StatementRunner, patienceMs: number): Dialect {
  return {
    createAdapter: () => new AtomicSqliteAdapter(),
    createDriver: () => new RunnerDriver(runner, patienceMs),
    createIntrospector: (database: Kysely<unknown>) => new SqliteIntrospector(database),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

/**
 * Runs migrations in a transaction, which Kysely does not for SQLite: a killed or simultaneous migration then does no
 * harm.
 */
class AtomicSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}

class RunnerDriver implements Driver {
  readonly #runner: StatementRunner
  readonly #mutex = new WriteMutex()
  readonly #patienceMs: number

  constructor(runner: StatementRunner, patienceMs: number) {
    this.#runner = runner
    this.#patienceMs = patienceMs
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return new RunnerConnection(this.#runner, this.#mutex, this.#patienceMs)
  }

  beginTransaction(connection: RunnerConnection): Promise<void> {
    return connection.begin()
  }

  commitTransaction(connection: RunnerConnection): Promise<void> {
    return connection.commit()
  }

  /** `release` rolls back; Kysely also calls it after a failed `begin` or `commit`. */
  async rollbackTransaction(): Promise<void> {}

  async releaseConnection(connection: RunnerConnection): Promise<void> {
    connection.release()
  }

  async destroy(): Promise<void> {
    await this.#runner[Symbol.asyncDispose]()
  }
}

interface Transaction {
  readonly generation: number
  readonly endTurn: () => void
}

class RunnerConnection implements DatabaseConnection {
  readonly #runner: StatementRunner
  readonly #mutex: WriteMutex
  readonly #patienceMs: number
  #transaction: Transaction | undefined

  constructor(runner: StatementRunner, mutex: WriteMutex, patienceMs: number) {
    this.#runner = runner
    this.#mutex = mutex
    this.#patienceMs = patienceMs
  }

  async executeQuery<R>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<R>> {
    requireStorable(parameters)
    if (this.#transaction !== undefined) {
      return resultOf(await this.#runWithin(this.#transaction, { kind: 'part', sql, parameters }))
    }
    const deadlineMs = performance.now() + this.#patienceMs
    if (SelectQueryNode.is(query)) {
      return resultOf(await this.#runOnceFree({ kind: 'read', sql, parameters }, deadlineMs))
    }
    const endTurn = await this.#mutex.take(this.#patienceMs)
    try {
      return resultOf(await this.#runOnceFree({ kind: 'write', sql, parameters }, deadlineMs))
    } finally {
      endTurn()
    }
  }

  // biome-ignore lint/correctness/useYield: it is part of the interface
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error('rows are not streamed')
  }

  async begin(): Promise<void> {
    const deadlineMs = performance.now() + this.#patienceMs
    const endTurn = await this.#mutex.take(this.#patienceMs)
    this.#transaction = { generation: this.#runner.generation, endTurn }
    await this.#runOnceFree({ kind: 'begin' }, deadlineMs)
  }

  async commit(): Promise<void> {
    const transaction = this.#transaction as Transaction
    await this.#runWithin(transaction, { kind: 'commit' })
    this.#transaction = undefined
    transaction.endTurn()
  }

  /** Rolls back uncommitted changes, without waiting for an answer: statements run in order. */
  release(): void {
    if (this.#transaction === undefined) return
    this.#runner.run({ kind: 'rollback' }).catch(() => {}) // a dead thread has rolled back
    this.#transaction.endTurn()
    this.#transaction = undefined
  }

  async #runWithin({ generation }: Transaction, statement: Statement): Promise<StatementResult> {
    // Without its transaction the statement would be committed alone.
    if (generation !== this.#runner.generation) throw storeBusy('the transaction was lost')
    try {
      return await this.#runner.run(statement)
    } catch (error) {
      throw storeError(error)
    }
  }

  /** Retries while another process holds a lock. */
  async #runOnceFree(statement: Statement, deadlineMs: number): Promise<StatementResult> {
    for (;;) {
      try {
        return await this.#runner.run(statement)
      } catch (error) {
        if (!isLocked(error) || performance.now() + RETRY_MS > deadlineMs) throw storeError(error)
        await delay(RETRY_MS)
      }
    }
  }
}

const resultOf = <R>({ rows, changes }: StatementResult): QueryResult<R> => ({
  rows: rows as R[],
  numAffectedRows: BigInt(changes),
})
