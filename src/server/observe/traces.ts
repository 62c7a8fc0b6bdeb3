import type { FastifyInstance } from 'fastify'
import type { BeginRequest, RequestSpan } from '../../core/span.ts'
import { figuresOf, statusOf, whenClosed } from './request-log.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Absent without tracing. */
    span: RequestSpan | undefined
  }
}

/** Traces the requests and sockets that are logged at the level `info`. Call after `logRequests`. */
export function traceRequests(app: FastifyInstance, begin: BeginRequest | undefined): void {
  app.decorateRequest('span', undefined)
  if (begin === undefined) return
  app.addHook('onRequest', (request, { raw }, done) => {
    if (request.routeOptions.logLevel === 'debug') return done()
    const { method, headers, routeOptions } = request
    const span = begin(method, routeOptions.url ?? 'none', headers)
    request.span = span
    whenClosed(raw, () => {
      const status = statusOf(request, raw)
      const speech = request.speech && figuresOf(request.speech)
      const facts = {
        'http.response.status_code': status,
        'hoarfrost.request_id': request.id,
        'hoarfrost.model': speech?.model,
        'hoarfrost.voice': speech?.voice,
        'hoarfrost.engine': speech?.engine,
        'hoarfrost.characters': speech?.characters,
        'hoarfrost.audio_seconds': speech?.audioSeconds,
        'hoarfrost.first_audio_ms': speech?.firstAudioMs,
        'error.type': request.reason ?? (status >= 500 ? `${status}` : undefined),
      }
      if (status >= 500 || (request.reason !== undefined && status < 400)) span.fail(facts)
      else span.end(facts)
    })
    done()
  })
}
