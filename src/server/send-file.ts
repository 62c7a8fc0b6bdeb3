import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'

export interface SentFile {
  readonly size: number
  /** The bytes from `start` to `end`, which is not included. */
  readonly read: (range: { readonly start: number; readonly end: number }) => AsyncIterable<Uint8Array>
  readonly contentType: string
  /** Strong: the file never changes. */
  readonly etag: string
}

/** Bytes of a file, the last one included. */
interface Range {
  readonly start: number
  readonly end: number
}

/**
 * Sends a file, or the range of it that the client asks for, or 304 if the client has it. Several ranges at once are
 * answered with the whole file, as RFC 9110 allows.
 */
export function sendFile({ headers }: FastifyRequest, reply: FastifyReply, sent: SentFile): FastifyReply {
  const { size, etag } = sent
  reply.header('etag', etag).header('accept-ranges', 'bytes').header('cache-control', 'private, no-cache')
  if (headers['if-none-match'] === etag) return reply.code(304).send()
  const isSame = headers['if-range'] === undefined || headers['if-range'] === etag
  const range = isSame ? rangeOf(headers.range, size) : undefined
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${size}`).send()
  const { start, end } = range ?? { start: 0, end: size - 1 }
  if (range !== undefined) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`)
  reply.type(sent.contentType).header('content-length', end - start + 1)
  return reply.send(Readable.from(sent.read({ start, end: end + 1 }), { objectMode: false }))
}

/** Undefined if the header is absent, malformed or names several ranges. */
function rangeOf(header: string | undefined, size: number): Range | 'unsatisfiable' | undefined {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (first === undefined || last === undefined || first + last === '') return undefined
  if (first === '')
    return Number(last) === 0 ? 'unsatisfiable' : { start: Math.max(0, size - Number(last)), end: size - 1 }
  const [start, end] = [Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1)]
  if (last !== '' && Number(last) < start) return undefined
  return start >= size ? 'unsatisfiable' : { start, end }
}
