import { once } from 'node:events'
import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { TimedPart } from '../../app/timed-audio.ts'
import type { Encoder } from '../../audio/codec.ts'
import { createBreath } from '../../core/breath.ts'
import { invalidRequest } from '../../core/errors.ts'
import { HeldBytes } from '../../server/held-bytes.ts'

/** Reverse proxies would hold audio back, to buffer or to cache it. */
const STREAM_HEADERS = { 'cache-control': 'no-store', 'x-accel-buffering': 'no' }

/**
 * Sends an answer while it is made, and makes no more than the client takes. The status line waits for the first bytes:
 * until then the reply is still Fastify's, and a failure becomes an honest status.
 */
export async function sendStream(
  answer: AsyncIterable<Uint8Array>,
  contentType: string,
  reply: FastifyReply,
  signal: AbortSignal,
): Promise<void> {
  const { raw } = reply
  for await (const bytes of answer) {
    if (!raw.headersSent) {
      reply.hijack()
      const headers = reply.getHeaders() as OutgoingHttpHeaders // those of hooks, which a hijacked reply does not send
      raw.writeHead(200, { ...headers, ...STREAM_HEADERS, 'content-type': contentType })
    }
    if (!raw.write(bytes)) await once(raw, 'drain', { signal })
  }
  raw.end()
}

/** Audio, base64 in JSON, and the times of its words as server-sent events; the last one says that it was all. */
export async function* sentEvents(parts: AsyncIterable<TimedPart>, encoder: Encoder): AsyncGenerator<Uint8Array> {
  let isBegun = false
  for await (const part of parts) {
    if (part.kind === 'words') {
      yield sentEvent('timestamps', { word_timestamps: part.times })
      continue
    }
    const bytes = await encoder.encode(part.samples)
    const chunk = isBegun ? bytes : Buffer.concat([encoder.header, bytes])
    isBegun = true
    if (chunk.length > 0) yield sentEvent('chunk', { data: base64(chunk) })
  }
  const rest = await encoder.finish()
  if (rest.length > 0) yield sentEvent('chunk', { data: base64(rest) })
  yield sentEvent('done', { done: true })
}

const sentEvent = (name: string, data: object): Uint8Array =>
  Buffer.from(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)

/**
 * Speech in JSON, complete, with what is known of it at its end: how many bytes it is, and those bytes in pieces, since
 * others are served while they are made. Throws `request.invalid` for more than a body may hold.
 */
export async function toJson(
  audio: AsyncIterable<Int16Array>,
  encoder: Encoder,
  known: () => object = () => ({}),
): Promise<{ readonly length: number; readonly pieces: AsyncIterable<Buffer> }> {
  const held = new HeldBytes()
  for await (const samples of bounded(audio)) held.add(await encoder.encode(samples))
  held.add(await encoder.finish())
  const header = encoder.finalHeader()
  const head = Buffer.from('{"audioContent":"')
  const tail = Buffer.from(JSON.stringify({ audioContent: '', ...known() }).slice(head.length))
  return {
    length: head.length + 4 * Math.ceil((header.length + held.length) / 3) + tail.length,
    pieces: jsonPieces(head, header, held, tail),
  }
}

/** Of audio; three bytes are four characters, so a piece makes whole ones. */
const PIECE_BYTES = 3 * 2 ** 14

async function* jsonPieces(head: Buffer, header: Uint8Array, held: HeldBytes, tail: Buffer): AsyncGenerator<Buffer> {
  using _ = held
  const breath = createBreath()
  yield head
  let open = header
  for (const slab of held.pieces()) {
    for (let from = 0; from < slab.length; ) {
      if (breath.isDue) await breath.take()
      const end = from + PIECE_BYTES - open.length
      const bytes = Buffer.concat([open, slab.subarray(from, end)])
      const whole = bytes.length - (bytes.length % 3)
      yield Buffer.from(base64(bytes.subarray(0, whole)))
      open = bytes.subarray(whole)
      from = end
    }
  }
  yield Buffer.concat([Buffer.from(base64(open)), tail])
}

const base64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')

async function* bounded(audio: AsyncIterable<Int16Array>): AsyncGenerator<Int16Array> {
  let length = 0
  for await (const samples of audio) {
    length += samples.length
    if (length > MOST_JSON_SAMPLES) throw invalidRequest('text is too long')
    yield samples
  }
}

// Six minutes at 44,100 Hz: of an answer in JSON all audio is held until its end is known; a stream has no such end.
const MOST_JSON_SAMPLES = 2 ** 24
/** A text that would surely come to more is refused before it is spoken. UTF-16 units. */
export const LONGEST_JSON_TEXT = 10_000
