import type { FastifyInstance } from 'fastify'

/** Adds `x-request-id`, the id of the request's log line, to answers, except on paths in `except`, which may have a method before them. */
export function sendRequestIds(app: FastifyInstance, except: ReadonlySet<string>): void {
  app.addHook('onRequest', ({ id, method, url, routeOptions }, reply, done) => {
    const path = (url.split('?', 1)[0] as string).replace(/\/$/, '')
    const isOut = except.has(path) || except.has(routeOptions.url ?? '') || except.has(`${method} ${path || '/'}`)
    if (!isOut) reply.header('x-request-id', id)
    done()
  })
}
