import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { invalidRequest, SpeechError } from '../../core/errors.ts'

/** Replaces targets that are no path, cannot be decoded or have an overlong parameter. */
export const NO_ROUTE = '/not-a-path'

/** Path and query of a request's target, which has the origin before it if the client takes the server for a proxy. */
export function pathOf(target: string): string {
  const path = target.replace(/^(?:http|ws)s?:\/\/[^/?#]*\/?/i, '/')
  return path.startsWith('/') ? path : NO_ROUTE
}

/** Whether a request came over HTTP/2. Its version does not tell: Node parses `HTTP/2.0` in requests of HTTP/1, too. */
export const isHttp2 = (request: IncomingMessage): boolean => 'stream' in request

/**
 * Refuses requests of other versions than HTTP/1.0 and 1.1 or with `Host` fields that RFC 9112 forbids, and queries that
 * cannot be decoded once the key is checked.
 */
export function checkRequestHeads(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, reply, done) => {
    const fault = isHttp2(raw) ? undefined : faultOf(raw)
    if (fault === undefined) return done()
    reply.header('connection', 'close')
    done(fault)
  })
  app.addHook('preHandler', ({ url, is404 }, _reply, done) => {
    const at = url.indexOf('?')
    if (at < 0 || is404) return done()
    try {
      decodeURIComponent(url.slice(at + 1))
      done()
    } catch {
      done(invalidRequest('query is not UTF-8 in valid percent-encoding'))
    }
  })
}

/** Names as RFC 3986 has them, IPv6 addresses in brackets. */
const HOST = /^(?:\[[\da-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*)(?::\d{0,5})?$/i

function faultOf(request: IncomingMessage): SpeechError | undefined {
  if (!/^1\.[01]$/.test(request.httpVersion)) return unsupportedVersion() // Node parses 0.9 and 2.0 like 1.1
  const fault = faultOfHost(request)
  return fault === undefined ? undefined : invalidRequest(fault)
}

export const unsupportedVersion = (): SpeechError =>
  new SpeechError('request.unsupported-version', 'HTTP must be of version 1.0 or 1.1', { isFixed: true })

/** Node's own check would answer without a body. */
function faultOfHost({ httpVersion, headers: { host }, rawHeaders }: IncomingMessage): string | undefined {
  if (host === undefined) return httpVersion === '1.1' ? 'Host header is required' : undefined
  if (!HOST.test(host)) return 'Host header is invalid'
  let count = 0
  for (let i = 0; i < rawHeaders.length; i += 2) if (rawHeaders[i]?.toLowerCase() === 'host') count++
  return count > 1 ? 'Host header must be sent once' : undefined
}
