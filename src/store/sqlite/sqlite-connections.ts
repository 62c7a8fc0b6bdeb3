import Database from 'libsql'
import type { Sql, Statement, StatementResult } from './statement.ts'

/** Statements that stay compiled. libsql frees one when its object is collected, which V8 is in no hurry to do. */
const MOST_COMPILED = 50

/** The connections to one database file. Each statement blocks its caller, so they belong in a thread of their own. */
export interface SqliteConnections {
  /** Throws an error with the code of SQLite, `SQLITE_BUSY` at once where another process holds a lock. */
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
      // A statement that was refused a lock counts as running: later ones would see what it would have seen.
      reader.close()
      reader = new Connection(file)
      throw error
    }
  }

  /** A statement that was refused a lock keeps later ones from being committed, unless `begin` is refused instead. */
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
      // SQLite has rolled back by itself, or there is no transaction.
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
          // One that takes the write lock at its first write fails there if another process wrote since it began.
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
    // Without a timeout: who gives statements waits, and the thread stays free for others meanwhile.
    this.#database = new Database(file, { timeout: 0 })
    // A reader never waits for a writer, and what a commit acknowledged outlives the process and a power failure.
    this.execute('pragma journal_mode = WAL; pragma synchronous = FULL')
  }

  /** Leaves no statement behind, whether it fails or not. */
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
    if (this.#compiled.size >= MOST_COMPILED) this.#compiled.clear()
    const statement = this.#database.prepare(sql)
    this.#compiled.set(sql, statement)
    return statement
  }
}
