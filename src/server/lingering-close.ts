import type { Socket } from 'node:net'

/** What is still read of a client that goes on sending, in bytes. */
const MOST_BYTES = 65_536
const LINGER_MS = 2000

/**
 * Closes a connection whose client may still be sending. A plain close would reset it, and the client could lose the
 * answer: this one ends our side, reads at most 64 kB more, and closes when the client has closed, after 2 s at most.
 */
export function lingeringClose(socket: Socket): void {
  let bytesLeft = MOST_BYTES
  const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref()
  socket.once('close', () => clearTimeout(timer)).once('end', () => socket.destroy())
  // The HTTP parser must not see it: it could be the next request.
  socket.removeAllListeners('data').on('data', (chunk: Buffer) => {
    bytesLeft -= chunk.length
    if (bytesLeft <= 0) socket.pause()
  })
  socket.end()
  socket.resume()
}
