import { parentPort, workerData } from 'node:worker_threads'
import { openConnections, type SqliteConnections } from './sqlite-connections.ts'
import type { Statement, StatementResult } from './statement.ts'

export interface ThreadData {
  readonly file: string
}

/** A statement to run; `undefined` closes the database and ends the thread. */
export type ToThread = { readonly id: number; readonly statement: Statement } | undefined

export type FromThread = { readonly id: number } & (
  | { readonly result: StatementResult }
  | { readonly failure: { readonly message: string; readonly code: string | undefined } }
)

if (parentPort !== null) serve(parentPort, workerData)

function serve(port: NonNullable<typeof parentPort>, { file }: ThreadData): void {
  let connections: SqliteConnections | undefined
  port.on('message', (message: ToThread) => {
    if (message === undefined) {
      connections?.close()
      return port.close()
    }
    const { id, statement } = message
    port.postMessage(answer(id, statement))
  })

  function answer(id: number, statement: Statement): FromThread {
    try {
      connections ??= openConnections(file) // retried with the next statement if it fails
      return { id, result: connections.run(statement) }
    } catch (error) {
      const { message, code } = error as Error & { readonly code?: string }
      return { id, failure: { message, code } }
    }
  }
}
