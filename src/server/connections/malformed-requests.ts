import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { invalidRequest, SpeechError } from '../../core/errors.ts'
import { HTTP_STATUS } from '../answers/error-status.ts'
import { type MethodsOf, withoutRoute } from '../answers/not-found.ts'
import { type RequestLogger, whenClosed } from '../observe/request-log.ts'
import { lingeringClose } from './lingering-close.ts'
import { pathOf, unsupportedVersion } from './request-head.ts'
import type { RunningReplies } from './running-replies.ts'

export interface MalformedParts {
  readonly running: RunningReplies
  readonly methodsOf: MethodsOf
  readonly logger: RequestLogger
}

/** An error of Node's parser. */
interface ParserError extends NodeJS.ErrnoException {
  readonly reason?: string
  /** The bytes in which it was found. */
  readonly rawPacket?: unknown // a Buffer, whatever Fastify says
  readonly bytesParsed?: number
}

/**
 * Fastify's `clientErrorHandler`: answers invalid HTTP and incomplete requests, after the requests before them on the
 * connection.
 */
export function createMalformedAnswer({ running, methodsOf, logger }: MalformedParts) {
  // Node reports further errors for the bytes that follow.
  const refused = new WeakSet<Socket>()

  function answer(socket: Socket, error: ParserError): void {
    if (!socket.writable) return // it is gone
    const target = error.code === 'HPE_INVALID_METHOD' ? targetIn(error) : undefined
    const methods = target === undefined ? [] : methodsOf(pathOf(target))
    const { code, message } = target === undefined ? refusalOf(error) : withoutRoute(methods)
    const status = HTTP_STATUS[code]
    logger.info({ status, reason: message, code: error.code }, 'request refused')
    const headers = {
      'content-type': 'text/plain; charset=utf-8',
      'content-length': Buffer.byteLength(message),
      connection: 'close',
      ...(methods.length > 0 && { allow: methods.join(', ') }),
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${message}`)
    lingeringClose(socket)
  }

  return (error: ParserError, socket: Socket): void => {
    if (error.code?.startsWith('ERR_SSL_')) {
      logger.info({ code: error.code }, 'TLS handshake failed')
      return void socket.destroy()
    }
    if (!socket.writable || refused.has(socket)) return // it is gone, or has its answer
    refused.add(socket)
    const last = [...(running.get(socket) ?? [])].at(-1)
    if (last === undefined) answer(socket, error)
    else if (last.request.raw.complete) whenClosed(last.raw, () => setImmediate(answer, socket, error))
    else if (!last.sent) last.header('connection', 'close').send(refusalOf(error)) // in the form of its path's errors
    // Else the connection closes after the answer, which did not wait for the body.
  }
}

function refusalOf({ code, reason }: ParserError): SpeechError {
  const isFixed = true
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new SpeechError('request.timed-out', 'request timed out', { isFixed })
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new SpeechError('request.head-too-large', 'request header is too large', { isFixed })
  }
  if (code === 'HPE_PAUSED_H2_UPGRADE' || reason === 'Invalid HTTP version') return unsupportedVersion()
  return invalidRequest('request is malformed')
}

/** A request line of HTTP/1, with a method as RFC 9110 has it. */
const REQUEST_LINE = /^[!#$%&'*+.^_`|~\w-]+ (\S+) HTTP\/1\.[01]\r?\n/

/** The target of a request whose method Node does not know; undefined if the bytes are no request. */
function targetIn({ rawPacket, bytesParsed = 0 }: ParserError): string | undefined {
  const text = Buffer.isBuffer(rawPacket) ? rawPacket.toString('latin1') : ''
  return REQUEST_LINE.exec(text.slice(text.lastIndexOf('\n', bytesParsed) + 1))?.[1]
}
