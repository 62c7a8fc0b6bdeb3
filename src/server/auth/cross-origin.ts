import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'

/** How long browsers remember a preflight. */
const MAX_AGE_S = 7200

/** What web pages may send, and read besides the headers that they may always read. */
const OPTIONS = {
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  exposedHeaders: [
    'Accept-Encoding',
    'Accept-Ranges',
    'Allow',
    'Content-Disposition',
    'Content-Range',
    'DG-Error',
    'DG-Request-Id',
    'ETag',
    'Link',
    'Location',
    'Retry-After',
    'WWW-Authenticate',
    'X-Request-Id',
    'X-Total-Count',
  ],
  maxAge: MAX_AGE_S,
  strictPreflight: false, // its refusal would have another format
}

/** Lets web pages of the origins call the server. */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return
  // Pages of the internet ask separately for servers in a private network. Before the plugin, which answers preflights.
  app.addHook('onRequest', ({ method, headers }, reply, done) => {
    const isAsked = method === 'OPTIONS' && headers['access-control-request-private-network'] === 'true'
    if (isAsked && origins.includes(headers.origin ?? '')) reply.header('access-control-allow-private-network', 'true')
    done()
  })
  app.register(cors, { ...OPTIONS, origin: [...origins] })
}
