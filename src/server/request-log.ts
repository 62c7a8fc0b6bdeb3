import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { SpeechTally } from '../app/speech-tally.ts'

/** The little that the edge asks of a logger; a pino logger fits. */
export interface RequestLogger {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** How a WebSocket was closed; the reason where it is ours. */
export interface SocketClosing {
  closeCode?: number
  closeReason?: string
}

declare module 'fastify' {
  interface FastifyRequest {
    startedAtMs: number
    keyId: string | undefined
    /** What is counted of the speech that it asked for. */
    speech: SpeechTally | undefined
    closing: SocketClosing
    /** Why it was refused or its answer broken off, in fixed words: never what the client wrote. */
    reason: string | undefined
  }
}

/** One line a request or session, when its last byte is out or its client is gone, at the route's log level. */
export function logRequests(app: FastifyInstance, logger: RequestLogger): void {
  app.decorateRequest('startedAtMs', 0)
  app.decorateRequest('keyId', undefined)
  app.decorateRequest('speech', undefined)
  app.decorateRequest('closing')
  app.decorateRequest('reason', undefined)
  app.addHook('onRequest', (request, { raw }, done) => {
    request.startedAtMs = performance.now()
    request.closing = {}
    whenClosed(raw, () => {
      const fields = {
        id: request.id,
        method: request.method,
        // As the route is written: what a client puts into a path may be a word of a text, or a key.
        route: request.routeOptions.url,
        status: statusOf(raw),
        reason: request.reason,
        ms: Math.round(performance.now() - request.startedAtMs),
        keyId: request.keyId,
        ...request.speech,
        ...request.closing,
      }
      const isWhole = raw.writableFinished && (request.reason === undefined || raw.statusCode >= 400)
      const message = raw.statusCode === 101 ? 'session' : isWhole ? 'request' : 'request broken off'
      if (request.routeOptions.logLevel === 'debug') logger.debug(fields, message)
      else logger.info(fields, message)
    })
    done()
  })
}

/** No status was sent: the client left first, or its connection was reset. As nginx has it. */
const NO_ANSWER = 499

/** The status that the client was sent, or 499 for none. */
export const statusOf = ({ headersSent, statusCode }: ServerResponse): number =>
  headersSent || statusCode === 101 ? statusCode : NO_ANSWER

/** Calls back once: when the response is complete, or its connection gone, at once if that has been. */
export function whenClosed(raw: ServerResponse, onClosed: () => void): void {
  if (raw.closed) onClosed()
  else raw.once('close', onClosed)
}
