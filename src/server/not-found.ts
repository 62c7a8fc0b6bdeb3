import type { FastifyInstance } from 'fastify'
import { replyWithText } from './error-reply.ts'

/** Answers requests without a route: 405 if the path has other methods, else 404. Includes routes added later. */
export function answerNotFound(app: FastifyInstance): void {
  const routes: { readonly method: string; readonly path: RegExp }[] = []
  app.addHook('onRoute', ({ method, url }) => {
    if (url === '*') return // preflights
    const path = new RegExp(`^${url.replaceAll('.', '\\.').replaceAll('*', '.*').replaceAll(/:\w+/g, '[^/]+')}/?$`)
    for (const each of [method].flat()) routes.push({ method: each, path })
  })
  app.setNotFoundHandler((request, reply) => {
    const asked = request.url.replace(/\?.*/s, '')
    const allowed = new Set(routes.filter(({ path }) => path.test(asked)).map(({ method }) => method))
    if (allowed.size === 0) return replyWithText(reply, 404, 'not found')
    return replyWithText(reply.header('allow', [...allowed].join(', ')), 405, 'method not allowed')
  })
}
