import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { lingeringClose } from './lingering-close.ts'

/**
 * Closes the connection after an answer that did not wait for the request's body, such as a refusal, instead of reading
 * that body. A client that sends `Expect: 100-continue` gets 100 only after its key was checked.
 */
export function leaveUnreadBodies(app: FastifyInstance): void {
  const waiting = new WeakSet<IncomingMessage>()
  app.server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    waiting.add(request)
    app.routing(request, response)
  })
  app.server.on('checkExpectation', app.routing)
  app.addHook('preHandler', (request, reply, done) => {
    if (!request.is404 && waiting.has(request.raw)) reply.raw.writeContinue()
    done()
  })
  app.addHook('onSend', ({ raw }, reply, payload, done) => {
    if (isBodyMissing(raw)) {
      reply.header('connection', 'close')
      raw.socket.destroySoon = () => lingeringClose(raw.socket) // called by Node when the answer is sent
    }
    done(null, payload)
  })
}

const isBodyMissing = ({ complete, headers }: IncomingMessage): boolean =>
  !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0)
