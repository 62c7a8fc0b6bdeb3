import type { FastifyInstance } from 'fastify'

/**
 * Takes the key of a header, alone or after a scheme, for that of `Authorization`, which a platform before the server may use
 * itself. Call before all that reads `Authorization`.
 */
export function readKeyHeader(http: FastifyInstance, name: string | null): void {
  if (name === null) return
  http.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    const value = `${headers[name] ?? ''}`.trim()
    if (value !== '') headers.authorization = /\s|^bearer$/i.test(value) ? value : `Bearer ${value}`
    done()
  })
}
