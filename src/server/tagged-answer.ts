import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Bytes with the `ETag` of their content. */
export interface Tagged {
  readonly bytes: Buffer
  readonly etag: string
}

export function tagged(text: string): Tagged {
  const bytes = Buffer.from(text)
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` }
}

/** Answers with the bytes, or with 304 if the client has them. */
export function sendTagged({ headers }: FastifyRequest, reply: FastifyReply, { bytes, etag }: Tagged): FastifyReply {
  reply.header('etag', etag)
  return headers['if-none-match'] === etag ? reply.removeHeader('content-type').code(304).send() : reply.send(bytes)
}
