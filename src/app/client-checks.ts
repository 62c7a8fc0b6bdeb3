export const OUTCOMES = ['passed', 'warning', 'failed'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** The result of one check. */
export interface Finding {
  readonly check: string
  readonly outcome: Outcome
  /** What was found, or what is wrong. */
  readonly detail: string
  /** What to change; null if it passed. */
  readonly hint: string | null
}

/** The server that is checked, and how the client calls it. */
export interface CheckedServer {
  /** Where the checks connect. Without a trailing slash; may have a path. */
  readonly url: string
  /** The URL that the client is configured with, which a proxy may answer. */
  readonly clientUrl: string
  /** Empty if there is none. */
  readonly apiKey: string
  readonly speaker: string
}

/** Sends the requests of one client to a server. Each result is yielded when it is known. Rejects if the signal fires. */
export type CheckServer = (server: CheckedServer, signal: AbortSignal) => AsyncIterable<Finding>
