import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { FastifyRequest } from 'fastify'

/** Others could break out of the texts in which the URL is quoted. */
const HOST = /^[\w.-]+(?::\d+)?$|^\[[\da-f:.]+\](?::\d+)?$/i

/** The URL by which the client reaches the service, also through a reverse proxy, without a trailing slash. */
export const publicUrlOf = (request: FastifyRequest): string => clientUrlOf(request) ?? 'http://localhost'

/**
 * The URL by which the service itself reaches the port of a request, behind any proxy. With TLS it has the host of the
 * request, if the certificate is for it and it is the address of the socket. Undefined otherwise, so that no client makes the
 * service call another server.
 */
export async function ownUrlOf({ socket, hostname }: FastifyRequest): Promise<string | undefined> {
  const { localAddress, localPort } = socket
  if (localAddress === undefined || localPort === undefined) return undefined
  const address = localAddress.replace(/^::ffff:/, '')
  if (!(socket instanceof TLSSocket)) {
    return `http://${address.includes(':') ? `[${address}]` : address}:${localPort}`
  }
  const certificate = socket.getX509Certificate()
  const name = hostname.replace(/^\[(.*)\]$/, '$1')
  const isOwn = isIP(name) ? certificate?.checkIP(name) : certificate?.checkHost(name)
  if (!isOwn || !HOST.test(hostname)) return undefined
  const addresses = await lookup(name, { all: true }).catch(() => [])
  return addresses.some((each) => each.address === address) ? `https://${hostname}:${localPort}` : undefined
}

/** Whether a browser's `Origin` is that of this server: scheme, host and port. */
export function isOriginOf(request: FastifyRequest, origin: string): boolean {
  const url = clientUrlOf(request)
  return url !== undefined && URL.canParse(origin) && new URL(origin).origin === new URL(url).origin
}

/** Undefined if the `Host` is none. */
function clientUrlOf(request: FastifyRequest): string | undefined {
  const url = `${schemeOf(request)}://${request.host}`
  return HOST.test(request.host) && URL.canParse(url) ? url : undefined
}

/** Schemes in `X-Forwarded-Proto`. Some reverse proxies name WebSockets there. */
const FORWARDED_SCHEMES = { http: 'http', https: 'https', ws: 'http', wss: 'https' } as const

/** The scheme that the client uses. Of several reverse proxies, the first one in the list knows it. */
function schemeOf({ headers, protocol }: FastifyRequest): 'http' | 'https' {
  const [first = ''] = `${headers['x-forwarded-proto'] ?? ''}`.split(',')
  const forwarded = first.trim().toLowerCase()
  return forwarded in FORWARDED_SCHEMES ? FORWARDED_SCHEMES[forwarded as keyof typeof FORWARDED_SCHEMES] : protocol
}
