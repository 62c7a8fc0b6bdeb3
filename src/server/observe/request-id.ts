import type { FastifyInstance } from 'fastify'

/** Adds `x-request-id`, the id of the request's log line, to answers, except on paths in `except`. */
export function sendRequestIds(app: FastifyInstance, except: ReadonlySet<string>): void {
  app.addHook('onRequest', ({ id, url, routeOptions }, reply, done) => {
    const path = (url.split('?', 1)[0] as string).replace(/\/$/, '')
    if (!except.has(path) && !except.has(routeOptions.url ?? '')) reply.header('x-request-id', id)
    done()
  })
}
