import type { Socket } from 'node:net'

/** Maximum bytes read after our end of the connection is closed. */
const MAX_BYTES = 65_536
const LINGER_MS = 2000

/**
 * Closes a connection whose client may still be sending. A plain close would reset it, and the client could lose the
 * answer. This one ends our side, reads at most 64 kB more, and closes when the client has closed, after at most 2 s.
 */
export function lingeringClose(socket: Socket): void {
  let bytesLeft = MAX_BYTES
  const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref()
  socket.once('close', () => clearTimeout(timer)).once('end', () => socket.destroy())
  // Later bytes must not reach the HTTP parser: they could be the next request.
  socket.removeAllListeners('data').on('data', (chunk: Buffer) => {
    bytesLeft -= chunk.length
    if (bytesLeft <= 0) socket.pause()
  })
  socket.end()
  socket.resume()
}
