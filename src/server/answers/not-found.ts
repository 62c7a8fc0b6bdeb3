import type { FastifyInstance } from 'fastify'
import { SpeechError } from '../../core/errors.ts'
import { HTTP_2 } from '../connections/http2-connections.ts'
import { isHttp2 } from '../connections/request-head.ts'

/** The methods of a path; empty if it is none. */
export type MethodsOf = (path: string) => readonly string[]

/**
 * Answers requests without a route: 405 if the path has other methods, in the form of its errors, else 404; and
 * `OPTIONS *`. Includes routes added later.
 */
export function answerNotFound(app: FastifyInstance): MethodsOf {
  const routes: {
    readonly method: string
    readonly path: RegExp
    readonly answerError: FastifyInstance['errorHandler']
  }[] = []
  app.addHook('onRoute', function (this: FastifyInstance, { method, url, constraints }) {
    if (url === '*' || constraints?.[HTTP_2] !== undefined) return // preflights, methods of gRPC
    const path = new RegExp(`^${url.replaceAll('.', '\\.').replaceAll('*', '.*').replaceAll(/:\w+/g, '[^/]+')}/?$`)
    for (const each of [method].flat()) routes.push({ method: each, path, answerError: this.errorHandler })
  })

  const routesOf = (url: string) => routes.filter(({ path }) => path.test(url.replace(/\?.*/s, '')))
  const methodsIn = (found: typeof routes) => [...new Set(found.map(({ method }) => method))]

  // Asks what the whole server has. Before preflights, which have no such target.
  app.addHook('onRequest', ({ method, originalUrl }, reply, done) => {
    if (method !== 'OPTIONS' || originalUrl !== '*') return done()
    reply.code(204).header('allow', methodsIn(routes).join(', ')).send()
  })

  app.setNotFoundHandler((request, reply) => {
    if (isHttp2(request.raw)) throw unknownMethod()
    const found = routesOf(request.url)
    const methods = methodsIn(found)
    if (methods.length > 0) reply.header('allow', methods.join(', '))
    const answerError = found[0]?.answerError ?? app.errorHandler
    return answerError.call(app, withoutRoute(methods) as never, request, reply)
  })
  return (url) => methodsIn(routesOf(url))
}

/** The error of a call of a gRPC method that is not served. */
const unknownMethod = () => new SpeechError('request.not-allowed', 'method is not supported', { isFixed: true })

/** The error of a request that has no route, by the methods of its path. */
export const withoutRoute = ({ length }: readonly string[]): SpeechError =>
  length === 0
    ? new SpeechError('resource.unknown', 'not found', { isFixed: true })
    : new SpeechError('request.not-allowed', 'method not allowed', { isFixed: true })
