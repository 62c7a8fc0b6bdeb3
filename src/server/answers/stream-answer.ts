import { once } from 'node:events'
import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply } from 'fastify'
import { isSpeechError } from '../../core/errors.ts'
import { resetConnection } from '../connections/tls-socket.ts'
import type { RequestLogger } from '../observe/request-log.ts'

/** Keeps reverse proxies from buffering or caching audio. */
const STREAM_HEADERS = { 'cache-control': 'no-store', 'x-accel-buffering': 'no' }

export interface StreamOptions {
  readonly contentType: string
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Fires when the client has left. */
  readonly signal: AbortSignal
  readonly logger: RequestLogger
}

/**
 * Sends an answer while it is made, no faster than the client reads. The status line waits for the first bytes: a
 * failure before them is thrown and becomes an HTTP status; a later one aborts the answer.
 */
export async function streamAnswer(
  answer: AsyncIterable<Uint8Array>,
  reply: FastifyReply,
  { contentType, headers: own, signal, logger }: StreamOptions,
): Promise<FastifyReply> {
  const { raw } = reply
  try {
    for await (const bytes of answer) {
      if (!raw.headersSent) {
        reply.hijack()
        const headers = reply.getHeaders() as OutgoingHttpHeaders // those of hooks, which a hijacked reply does not send
        raw.writeHead(200, { ...headers, ...own, ...STREAM_HEADERS, 'content-type': contentType })
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

function breakOff(error: unknown, { request, raw }: FastifyReply, logger: RequestLogger): void {
  logger.error({ id: request.id, err: error }, 'speech aborted')
  request.reason = isSpeechError(error) ? error.reason : 'internal error'
  if (raw.socket !== null) resetConnection(raw.socket)
}
