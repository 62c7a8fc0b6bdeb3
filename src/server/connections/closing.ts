import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { whenClosed } from '../observe/request-log.ts'
import type { Http2Connections } from './http2-connections.ts'
import { tcpSocketOf } from './tls-socket.ts'

/**
 * Lets the server close as soon as its running requests have ended. The returned function is true once closing has
 * begun. Connections with HTTP/2 close by themselves.
 */
export function trackClosing(app: FastifyInstance, http2: Pick<Http2Connections, 'has'> | undefined): () => boolean {
  let isClosing = false
  // Connections without a request, opened in advance by browsers and load balancers. Node counts them as busy and would
  // wait for them.
  const unused = new Set<Socket>()
  function forget(this: Socket): void {
    unused.delete(this)
  }
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket)
    socket.off('close', forget).once('close', forget) // a connection that offered HTTP/2 is seen again with every request
  })
  app.addHook('onRequest', (request, { raw }, done) => {
    unused.delete(tcpSocketOf(request.raw.socket))
    // A connection whose last request ends during closing would stay open, idle.
    whenClosed(raw, () => isClosing && setImmediate(() => app.server.closeIdleConnections()))
    done()
  })
  app.addHook('preClose', (done) => {
    isClosing = true
    for (const socket of unused) if (!http2?.has(socket)) socket.destroy()
    done()
  })
  return () => isClosing
}
