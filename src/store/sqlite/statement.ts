import { SpeechError } from '../../core/errors.ts'

export interface Sql {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/** One at a time may be between `begin` and `commit` or `rollback`. */
export type Statement =
  /** Sees what has been committed. Waits for no transaction. */
  | ({ readonly kind: 'read' } & Sql)
  /** A transaction of its own. */
  | ({ readonly kind: 'write' } & Sql)
  /** Within the transaction. */
  | ({ readonly kind: 'part' } & Sql)
  /** Takes the write lock. */
  | { readonly kind: 'begin' }
  | { readonly kind: 'commit' }
  /** Does nothing where no transaction is open. */
  | { readonly kind: 'rollback' }

export interface StatementResult {
  readonly rows: readonly unknown[]
  /** How many rows the statement changed. */
  readonly changes: number
}

/** Runs statements in the order in which they are given. Disposing closes the database. */
export interface StatementRunner extends AsyncDisposable {
  /** Changes when open transactions are lost, because the thread that held them died. */
  readonly generation: number
  /** Throws `store.busy` for a statement without an answer, and an `SqliteError` of the database. */
  run(statement: Statement): Promise<StatementResult>
}

/** An error of SQLite, with the name of its result code. */
export class SqliteError extends Error {
  readonly code: string | undefined

  constructor(message: string, code: string | undefined) {
    super(message)
    this.name = 'SqliteError'
    this.code = code
  }
}

/** Another process holds a lock, so that the same statement can succeed later. */
export const isLocked = (error: unknown): boolean =>
  error instanceof SqliteError && error.code?.startsWith('SQLITE_BUSY') === true

// The shared memory of the write-ahead log is a file too; without room for it SQLite has another code.
const FULL = ['SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE']

/** The error in the terms of the service, where it has any. */
export function storeError(error: unknown): unknown {
  if (!(error instanceof SqliteError)) return error
  if (isLocked(error)) return storeBusy('the database is locked by another process', error)
  if (!FULL.includes(error.code ?? '')) return error
  return new SpeechError('store.full', 'the disk of the data directory is full', { cause: error, isFixed: true })
}

export const storeBusy = (message: string, cause?: unknown): SpeechError =>
  new SpeechError('store.busy', message, { cause, isFixed: true })
