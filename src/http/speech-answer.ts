import { once } from 'node:events'
import type { FastifyReply } from 'fastify'
import { encodeWhole } from '../audio/encoder.ts'
import type { AudioFormat, Encoder } from '../core/audio.ts'
import { SpeechError } from '../core/errors.ts'

/**
 * Sends audio while it is made, and makes no more than the client takes. The status line waits for the first bytes of
 * audio: until then the reply is still Fastify's, and a failure becomes an honest status.
 */
export async function sendStream(
  audio: AsyncIterable<Int16Array>,
  encoder: Encoder,
  contentType: string,
  reply: FastifyReply,
  signal: AbortSignal,
): Promise<void> {
  const { raw } = reply
  const send = async (bytes: Uint8Array) => {
    if (bytes.length === 0) return
    if (!raw.headersSent) {
      reply.hijack()
      raw.writeHead(200, { 'content-type': contentType })
      if (encoder.header.length > 0) raw.write(encoder.header)
    }
    if (!raw.write(bytes)) await once(raw, 'drain', { signal })
  }
  for await (const samples of audio) await send(encoder.encode(samples))
  await send(encoder.finish())
  raw.end()
}

/** Speech in JSON, complete; as bytes, since Fastify adds a charset to the type of a string. Throws `request.invalid` for more than a body may hold. */
export async function toJson(audio: AsyncIterable<Int16Array>, format: AudioFormat): Promise<Buffer> {
  const chunks: Int16Array[] = []
  let length = 0
  for await (const samples of audio) {
    length += samples.length
    if (length > MOST_JSON_SAMPLES) throw new SpeechError('request.invalid', 'text is too long')
    chunks.push(samples)
  }
  const bytes = await encodeWhole(format, chunks)
  const audioContent = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
  return Buffer.from(JSON.stringify({ audioContent }))
}

// Six minutes at 44,100 Hz: JSON is held whole, several times over; a stream has no such end.
const MOST_JSON_SAMPLES = 2 ** 24
/** A text that would surely come to more is refused before it is spoken. UTF-16 units. */
export const LONGEST_JSON_TEXT = 10_000
