import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { whenClosed } from './request-log.ts'

/** Lets the server close as soon as its running requests have ended. What it returns is true from the beginning of that on. */
export function trackClosing(app: FastifyInstance): () => boolean {
  let isClosing = false
  // Opened ahead of need, by browsers and load balancers; Node counts them as busy and would wait for them.
  const unused = new Set<Socket>()
  function forget(this: Socket): void {
    unused.delete(this)
  }
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket)
    socket.off('close', forget).once('close', forget) // one that offered HTTP/2 comes again with every request
  })
  app.addHook('onRequest', (request, { raw }, done) => {
    unused.delete(request.raw.socket)
    // A connection whose last request ends after the closing began would stay open, idle.
    whenClosed(raw, () => isClosing && setImmediate(() => app.server.closeIdleConnections()))
    done()
  })
  app.addHook('preClose', (done) => {
    isClosing = true
    for (const socket of unused) socket.destroy()
    done()
  })
  return () => isClosing
}
