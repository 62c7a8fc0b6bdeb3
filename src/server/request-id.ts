import type { FastifyInstance } from 'fastify'

/** Where the specification lets no id of a request reach the client. */
const PATHS_WITHOUT = new Set(['/v1/rime-tts', '/ws', '/ws2', '/ws3'])

/** Answers with `x-request-id`, the id of the request's log line, except on the paths of synthesis (S-model-4). */
export function sendRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', ({ id, url, routeOptions }, reply, done) => {
    const path = (url.split('?', 1)[0] as string).replace(/\/$/, '')
    if (!PATHS_WITHOUT.has(path) && !PATHS_WITHOUT.has(routeOptions.url ?? '')) reply.header('x-request-id', id)
    done()
  })
}
