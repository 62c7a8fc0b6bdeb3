import { once } from 'node:events'
import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply } from 'fastify'
import { isSpeechError } from '../core/errors.ts'
import type { RequestLogger } from './request-log.ts'

/** Reverse proxies would hold audio back, to buffer or to cache it. */
const STREAM_HEADERS = { 'cache-control': 'no-store', 'x-accel-buffering': 'no' }

export interface StreamOptions {
  readonly contentType: string
  /** Fires when the client is gone. */
  readonly signal: AbortSignal
  readonly logger: RequestLogger
}

/**
 * Sends an answer while it is made, and makes no more than the client takes. The status line waits for the first bytes:
 * a failure before them is thrown, and becomes an honest status; one after them breaks the answer off.
 */
export async function streamAnswer(
  answer: AsyncIterable<Uint8Array>,
  reply: FastifyReply,
  { contentType, signal, logger }: StreamOptions,
): Promise<FastifyReply> {
  const { raw } = reply
  try {
    for await (const bytes of answer) {
      if (!raw.headersSent) {
        reply.hijack()
        const headers = reply.getHeaders() as OutgoingHttpHeaders // those of hooks, which a hijacked reply does not send
        raw.writeHead(200, { ...headers, ...STREAM_HEADERS, 'content-type': contentType })
      }
      if (!raw.write(bytes)) await once(raw, 'drain', { signal })
    }
    raw.end()
  } catch (error) {
    if (!raw.headersSent) throw error
    if (!signal.aborted) breakOff(error, reply, logger)
  }
  return reply
}

/** A reset, not an end: a client of HTTP/1.0 would take an end for the whole answer. */
function breakOff(error: unknown, { request, raw }: FastifyReply, logger: RequestLogger): void {
  logger.error({ id: request.id, err: error }, 'speech broke off')
  request.reason = isSpeechError(error) ? error.reason : 'internal error'
  raw.socket?.resetAndDestroy()
}
