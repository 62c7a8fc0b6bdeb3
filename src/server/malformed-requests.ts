import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { lingeringClose } from './lingering-close.ts'
import type { RequestLogger } from './request-log.ts'
import type { RunningReplies } from './running-replies.ts'
import { resetConnection } from './tls-socket.ts'

/** Fastify's `clientErrorHandler`: answers invalid HTTP and incomplete requests. */
export function answerMalformed(
  error: NodeJS.ErrnoException,
  socket: Socket,
  running: RunningReplies,
  logger: RequestLogger,
): void {
  if (error.code?.startsWith('ERR_SSL_')) {
    logger.info({ code: error.code }, 'TLS handshake failed')
    return void socket.destroy()
  }
  if (!socket.writable) return // it is gone, or has its answer
  const { status, text } = ANSWERS.get(error.code) ?? MALFORMED
  const [reply, ...others] = running.get(socket) ?? []
  if (reply === undefined) {
    logger.info({ status, reason: text, code: error.code }, 'request refused')
    const lines = Object.entries(headersOf(text)).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`)
    lingeringClose(socket)
  } else if (others.length > 0 || reply.raw.headersSent || reply.request.raw.complete) {
    // Bytes written within another answer would be taken for a part of it.
    resetConnection(socket)
  } else {
    reply.request.reason = text
    socket.destroySoon = () => lingeringClose(socket)
    reply.raw.writeHead(status, headersOf(text)).end(text)
  }
}

const headersOf = (text: string) => ({
  'content-type': 'text/plain; charset=utf-8',
  'content-length': Buffer.byteLength(text),
  connection: 'close',
})

const MALFORMED = { status: 400, text: 'request is malformed' }

const ANSWERS: ReadonlyMap<string | undefined, typeof MALFORMED> = new Map([
  ['ERR_HTTP_REQUEST_TIMEOUT', { status: 408, text: 'request timed out' }],
  ['HPE_HEADER_OVERFLOW', { status: 431, text: 'request header is too large' }],
])
