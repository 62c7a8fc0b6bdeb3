import type { FastifyRequest } from 'fastify'

/** Others could break out of the texts in which the URL is quoted. */
const HOST = /^[\w.-]+(?::\d+)?$|^\[[\da-f:.]+\](?::\d+)?$/i

/** The URL by which the client reaches the service, also through a reverse proxy, without a trailing slash. */
export function publicUrlOf({ headers, host, protocol }: FastifyRequest): string {
  const scheme = headers['x-forwarded-proto'] === 'https' || protocol === 'https' ? 'https' : 'http'
  const url = `${scheme}://${host}`
  return HOST.test(host) && URL.canParse(url) ? url : 'http://localhost'
}
