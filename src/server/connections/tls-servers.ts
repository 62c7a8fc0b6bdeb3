import type { RequestListener } from 'node:http'
import { createServer, type Server, type ServerOptions } from 'node:https'

/** A private key and the chain of its certificate, in PEM. */
export interface Certificate {
  readonly cert: string
  readonly key: string
}

/** Creates HTTPS servers and replaces their certificate. */
export interface TlsServers {
  /** `options` has the protocols of the handshake, too. */
  create(answer: RequestListener, options: ServerOptions): Server
  /** For new connections; open ones continue. Throws if OpenSSL refuses the certificate; the old one remains. */
  renew(certificate: Certificate): void
}

const MIN_VERSION = 'TLSv1.2'
const HANDSHAKE_TIMEOUT_MS = 20_000

/** Throws if OpenSSL refuses the certificate. Fastify creates a server for each address of a host name. */
export function createTlsServers(first: Certificate): TlsServers {
  let certificate = first
  const servers: Server[] = []
  return {
    create(answer, options) {
      const server = createServer(
        {
          ...options,
          ...certificate,
          minVersion: MIN_VERSION,
          handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
          noDelay: true,
        },
        answer,
      )
      servers.push(server)
      return server
    },
    renew(next) {
      for (const server of servers) server.setSecureContext({ ...next, minVersion: MIN_VERSION })
      certificate = next
    },
  }
}
