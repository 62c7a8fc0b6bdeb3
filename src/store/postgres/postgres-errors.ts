import pg from 'pg'
import { SpeechError } from '../../core/errors.ts'

/** Classes and codes of errors after which the same statement can succeed: connections, resources, conflicts, shutdown. */
const PASSING = /^(?:08|40|53|55|57|25006)/
const DISK_FULL = '53100'
/** Codes of Node. */
const REFUSED_CERTIFICATE = /CERT|VERIFY|SIGNATURE/

/** Converts an error of `pg` to a SpeechError if it has an equivalent. An error that the server did not send is of the network. */
export function storeError(error: unknown): unknown {
  if (error instanceof SpeechError) return error
  const code = codeOf(error)
  if (code === DISK_FULL) {
    return new SpeechError('store.full', 'the disk of the database server is full', { cause: error, isFixed: true })
  }
  if (isFromServer(error) && !PASSING.test(code)) return error
  return new SpeechError('store.busy', 'the database cannot be reached', { cause: error, isFixed: true })
}

export const isFromServer = (error: unknown): boolean => error instanceof pg.DatabaseError

/** The reason why a database cannot be opened, to follow its name. Contains no password. */
export function reasonOf(error: unknown, user: string | undefined): string {
  const code = codeOf(error)
  const { message } = error as Error
  if (code === '42501') {
    return `cannot be used: the user ${user} may not create tables (${message}); run GRANT CREATE ON SCHEMA public TO ${user}`
  }
  if (code.startsWith('28')) return `refuses the user ${user}: ${message}`
  if (!(error instanceof SpeechError)) return `cannot be used: ${message}`
  const { cause } = error
  if (isFromServer(cause)) return reasonOf(cause, user)
  if (REFUSED_CERTIFICATE.test(codeOf(cause))) {
    return `cannot be trusted: its certificate was refused (${(cause as Error).message}); sslrootcert=FILE in the URL names that of its authority`
  }
  return `cannot be reached: ${(cause as Error | undefined)?.message || codeOf(cause)}`
}

function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { readonly code?: unknown }
  return typeof code === 'string' ? code : ''
}
