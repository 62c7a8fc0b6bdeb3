import { SpeechError } from '../../core/errors.ts'

export interface Sql {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/** Only one transaction at a time may be open. */
export type Statement =
  /** Reads committed data. Does not wait for transactions. */
  | ({ readonly kind: 'read' } & Sql)
  /** Runs in its own transaction. */
  | ({ readonly kind: 'write' } & Sql)
  /** Runs in the open transaction. */
  | ({ readonly kind: 'part' } & Sql)
  /** Takes the write lock. */
  | { readonly kind: 'begin' }
  | { readonly kind: 'commit' }
  /** Does nothing if no transaction is open. */
  | { readonly kind: 'rollback' }

export interface StatementResult {
  readonly rows: readonly unknown[]
  /** Number of changed rows. */
  readonly changes: number
}

/** Runs statements in order. Disposing closes the database. */
export interface StatementRunner extends AsyncDisposable {
  /** Changes when open transactions are lost because the thread died. */
  readonly generation: number
  /** Throws `store.busy` after the timeout, and an `SqliteError` for errors of the database. */
  run(statement: Statement): Promise<StatementResult>
}

/** An error of SQLite with the name of its result code. */
export class SqliteError extends Error {
  readonly code: string | undefined

  constructor(message: string, code: string | undefined) {
    super(message)
    this.name = 'SqliteError'
    this.code = code
  }
}

/** Whether another process holds a lock, so that a retry can succeed. */
export const isLocked = (error: unknown): boolean =>
  error instanceof SqliteError && error.code?.startsWith('SQLITE_BUSY') === true

// The write-ahead log's shared memory is a file too; SQLite has another code if there is no space for it.
const FULL = ['SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE']

/** Converts a database error to a SpeechError if it has an equivalent. */
export function storeError(error: unknown): unknown {
  if (!(error instanceof SqliteError)) return error
  if (isLocked(error)) return storeBusy('the database is locked by another process', error)
  if (!FULL.includes(error.code ?? '')) return error
  return new SpeechError('store.full', 'the disk of the data directory is full', { cause: error, isFixed: true })
}

export const storeBusy = (message: string, cause?: unknown): SpeechError =>
  new SpeechError('store.busy', message, { cause, isFixed: true })
