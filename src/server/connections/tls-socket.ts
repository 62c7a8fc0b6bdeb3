import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'

/** The TCP connection of a socket. Node has no public name for that of a TLS socket. */
export const tcpSocketOf = (socket: Socket): Socket =>
  socket instanceof TLSSocket ? ((socket as { _parent?: Socket })._parent ?? socket) : socket

/**
 * Resets a connection, so that no client takes what it got for a complete answer: without TLS, an HTTP/1.0 client would
 * after a plain close. Node cannot reset a TLS socket.
 */
export function resetConnection(socket: Socket): void {
  const connection = tcpSocketOf(socket)
  if (connection instanceof TLSSocket) connection.destroy()
  else connection.resetAndDestroy()
}
