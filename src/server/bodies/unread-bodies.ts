import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { SpeechError } from '../../core/errors.ts'
import { lingeringClose } from '../connections/lingering-close.ts'
import { isHttp2 } from '../connections/request-head.ts'

/** Responses to clients that wait for `100 Continue` before they send their bodies. */
const waiting = new WeakMap<IncomingMessage, ServerResponse>()

/** Tells a client that waits with the body of its request to send it. */
export function askForBody(request: IncomingMessage): void {
  waiting.get(request)?.writeContinue()
  waiting.delete(request)
}

/**
 * Closes the connection after an answer that did not wait for the request's body, such as a refusal, instead of reading
 * that body. A client that sends `Expect: 100-continue` gets 100 only when its body is read (`askForBody`), so after its
 * key was checked; other expectations are refused.
 */
export function leaveUnreadBodies(app: FastifyInstance): void {
  app.server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    waiting.set(request, response)
    app.routing(request, response)
  })
  app.server.on('checkExpectation', app.routing)
  app.addHook('preHandler', ({ is404, raw }, _reply, done) => {
    const expected = (raw.headers.expect ?? '').split(',').map((each) => each.trim().toLowerCase())
    // HTTP/1.0 has no expectations.
    if (is404 || isHttp2(raw) || raw.httpVersion === '1.0' || expected.every((each) => EXPECTATIONS.includes(each)))
      return done()
    done(new SpeechError('request.unsupported-expectation', 'Expect must be 100-continue', { isFixed: true }))
  })
  app.addHook('onSend', ({ raw }, reply, payload, done) => {
    if (!isHttp2(raw) && isBodyMissing(raw)) {
      reply.header('connection', 'close')
      raw.socket.destroySoon = () => lingeringClose(raw.socket) // called by Node when the answer is sent
    }
    done(null, payload)
  })
}

/** Lists may have empty elements. */
const EXPECTATIONS = ['100-continue', '']

const isBodyMissing = ({ complete, headers }: IncomingMessage): boolean =>
  !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0)
