import Database from 'libsql'
import type { Sql, Statement, StatementResult } from './statement.ts'

/** Maximum number of cached compiled statements. libsql frees one only when its object is garbage-collected. */
const MAX_COMPILED = 50

/** Connections to one database file. Statements block their caller, so they belong in a separate thread. */
export interface SqliteConnections {
  /** Runs a statement. Throws an error with SQLite's code: `SQLITE_BUSY` at once if another process holds a lock. */
  run(statement: Statement): StatementResult
  close(): void
}

/** Opens the file, which must exist. */
export function openConnections(file: string): SqliteConnections {
  const writer = new Connection(file)
  let reader = new Connection(file)

  function read(sql: Sql): StatementResult {
    try {
      return reader.run(sql)
    } catch (error) {
      // A statement that was refused a lock counts as running, and later reads would see its snapshot.
      reader.close()
      reader = new Connection(file)
      throw error
    }
  }

  /**
   * Wraps a write in a transaction: a refused statement would keep later ones from being committed, a refused `begin`
   * does not.
   */
  function write(sql: Sql): StatementResult {
    writer.execute('begin immediate')
    try {
      const result = writer.run(sql)
      writer.execute('commit')
      return result
    } catch (error) {
      rollBack()
      throw error
    }
  }

  function rollBack(): void {
    try {
      writer.execute('rollback')
    } catch {
      // SQLite has rolled back already, or there is no transaction.
    }
  }

  return {
    run: (statement) => {
      switch (statement.kind) {
        case 'read':
          return read(statement)
        case 'write':
          return write(statement)
        case 'part':
          return writer.run(statement)
        case 'begin':
          // A transaction that takes the write lock at its first write fails if another process wrote since it began.
          return writer.execute('begin immediate')
        case 'commit':
          return writer.execute('commit')
        case 'rollback':
          rollBack()
          return NOTHING
        default:
          return statement satisfies never
      }
    },
    close: () => {
      reader.close()
      writer.close()
    },
  }
}

const NOTHING: StatementResult = { rows: [], changes: 0 }

class Connection {
  readonly #database: Database.Database
  readonly #compiled = new Map<string, Database.Statement>()

  constructor(file: string) {
    // No timeout: the caller retries, so the thread stays free meanwhile.
    this.#database = new Database(file, { timeout: 0 })
    // WAL: readers do not wait for writers. FULL: commits survive a power failure.
    this.execute('pragma journal_mode = WAL; pragma synchronous = FULL')
  }

  /** Runs SQL without leaving a prepared statement, also if it fails. */
  execute(sql: string): StatementResult {
    this.#database.exec(sql)
    return NOTHING
  }

  run({ sql, parameters }: Sql): StatementResult {
    const statement = this.#compile(sql)
    if (statement.reader) return { rows: statement.all(parameters), changes: 0 }
    return { rows: [], changes: statement.run(parameters).changes }
  }

  close(): void {
    this.#database.close()
  }

  #compile(sql: string): Database.Statement {
    const compiled = this.#compiled.get(sql)
    if (compiled !== undefined) return compiled
    if (this.#compiled.size >= MAX_COMPILED) this.#compiled.clear()
    const statement = this.#database.prepare(sql)
    this.#compiled.set(sql, statement)
    return statement
  }
}
