import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fresh from 'fresh'

/** Complete content that is sent whole, in part, or not at all to a client that has it. */
export interface SentFile {
  /** Bytes. */
  readonly size: number
  /** The bytes from `start` to `end`, which is not included. */
  readonly read: (range: { readonly start: number; readonly end: number }) => AsyncIterable<Uint8Array> | Uint8Array
  /** Strong: equal for equal bytes only. */
  readonly etag: string
}

export const fileOf = (bytes: Uint8Array, etag: string): SentFile => ({
  size: bytes.length,
  read: ({ start, end }) => bytes.subarray(start, end),
  etag,
})

/** A text, with an ETag of its content. */
export function fileOfText(text: string): SentFile {
  const bytes = Buffer.from(text)
  return fileOf(bytes, etagOf(bytes))
}

/** An ETag of content. */
export const etagOf = (bytes: Uint8Array): string =>
  `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`

/** For descriptions of routes that send files. */
export const FILE_ANSWERS = {
  206: { description: 'The range of `Range`' },
  304: { description: 'The content is that of `If-None-Match`' },
  412: { description: 'The content is not that of `If-Match`' },
  416: { description: 'The content ends before the range of `Range`' },
} as const

/** Bytes of a file, the last one included. */
interface Range {
  readonly start: number
  readonly end: number
}

/**
 * Sends a file, or the range of it that the client asks for, or 304 if the client has it (RFC 9110, sections 13 and 14).
 * Several ranges at once are answered with the whole file, as the RFC allows. Players need ranges: Safari plays nothing without.
 */
export function sendFile({ method, headers }: FastifyRequest, reply: FastifyReply, file: SentFile): FastifyReply {
  const { size, etag } = file
  reply.header('etag', etag).header('accept-ranges', 'bytes')
  if (!isMatched(headers['if-match'], etag)) return reply.removeHeader('content-type').code(412).send()
  // Only the validator: `fetch` adds `Cache-Control: no-cache` to what has one.
  if (fresh({ 'if-none-match': headers['if-none-match'] }, { etag })) {
    // Without anything, Fastify would add a length of 0 to the answer of HEAD, which would be that of the content.
    return reply
      .removeHeader('content-type')
      .code(304)
      .send(method === 'HEAD' ? Readable.from([]) : undefined)
  }
  const isSame = headers['if-range'] === undefined || headers['if-range'] === etag
  const range = method === 'GET' && isSame ? rangeOf(headers.range, size) : undefined
  if (range === 'unsatisfiable') {
    return reply.removeHeader('content-type').code(416).header('content-range', `bytes */${size}`).send()
  }
  const { start, end } = range ?? { start: 0, end: size - 1 }
  if (range !== undefined) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`)
  reply.header('content-length', end - start + 1)
  const content = method === 'HEAD' ? [] : file.read({ start, end: end + 1 })
  return reply.send(content instanceof Uint8Array ? content : Readable.from(content, { objectMode: false }))
}

/** By the strong comparison: a weak tag is no match. */
const isMatched = (header: string | undefined, etag: string): boolean =>
  header === undefined || header.split(',').some((each) => ['*', etag].includes(each.trim()))

/** Undefined if the header is absent, malformed or names several ranges. */
function rangeOf(header: string | undefined, size: number): Range | 'unsatisfiable' | undefined {
  const [, first, last] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? '') ?? []
  if (first === undefined || last === undefined || first + last === '') return undefined
  if (first === '') {
    return Number(last) === 0 || size === 0
      ? 'unsatisfiable'
      : { start: Math.max(0, size - Number(last)), end: size - 1 }
  }
  const [start, end] = [Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1)]
  if (last !== '' && Number(last) < start) return undefined
  return start >= size ? 'unsatisfiable' : { start, end }
}
