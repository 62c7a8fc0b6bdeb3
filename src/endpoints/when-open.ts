import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import type { WebSocket } from 'ws'

/** Code and reason of a close frame. */
export interface CloseEvent {
  readonly code: number
  readonly reason: string
}

/**
 * Resolves when a client's socket is open. Rejects with `refusal` of the status and body if the server refuses the
 * upgrade, and with the error of the connection. Later errors are ignored: a close follows, with a code that tells as much.
 */
export async function whenOpen(
  socket: WebSocket,
  signal: AbortSignal,
  refusal: (status: number | undefined, body: string) => Error,
): Promise<void> {
  const refused = new Promise<never>((_, reject) => {
    socket.once('unexpected-response', (_request, response: IncomingMessage) => {
      readText(response).then((body) => reject(refusal(response.statusCode, body)), reject)
    })
  })
  await Promise.race([once(socket, 'open', { signal }), refused])
  socket.on('error', () => {})
}
