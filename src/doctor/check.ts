import type { CheckedServer } from '../app/client-checks.ts'
import type { IntegrationName } from '../app/integrations.ts'

/** The server that is checked. */
export interface Target extends CheckedServer {
  readonly wyoming: { readonly host: string; readonly port: number }
}

export interface Check {
  readonly name: string
  /** Returns what was found, in a few words. Throws a `Problem`. */
  readonly run: (target: Target, signal: AbortSignal) => Promise<string>
}

/** A client of the server, as a list of what it sends and needs back. */
export interface Client {
  readonly name: IntegrationName
  /** The others make no sense if one of these fails. */
  readonly needed: readonly Check[]
  readonly checks: readonly Check[]
}

/** What is wrong, and what to change. Neither contains a key. */
export class Problem extends Error {
  readonly hint: string
  /** Whether the client works nevertheless. */
  readonly isWarning: boolean

  constructor(
    message: string,
    hint: string,
    { isWarning = false, ...options }: ErrorOptions & { isWarning?: boolean } = {},
  ) {
    super(message, options)
    this.hint = hint
    this.isWarning = isWarning
  }
}

/** A server that does not do what the client needs. */
export const misbehaving = (message: string): Problem =>
  new Problem(message, 'The server is at fault, or a proxy in front of it changes messages. Is the server up to date?')
