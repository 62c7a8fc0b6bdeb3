import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorCode, isSpeechError, type SpeechError } from '../../core/errors.ts'
import type { RequestLogger } from '../observe/request-log.ts'
import { HTTP_STATUS } from './error-status.ts'

const RETRY_AFTER_S = 1

/** Answers with the contract's plain text. Internal errors are logged and not sent. */
export function replyWithError(error: unknown, request: FastifyRequest, reply: FastifyReply, logger: RequestLogger) {
  const details = prepareErrorReply(error, request, reply, logger)
  if (details === undefined) return reply.hijack()
  return reply.code(details.status).type('text/plain; charset=utf-8').send(details.text)
}

/** What an error handler tells of an error. */
export interface ErrorDetails {
  readonly status: number
  readonly text: string
  /** Undefined for internal errors. */
  readonly code: ErrorCode | undefined
  /** The invalid field of the request. */
  readonly field: string | undefined
  readonly requestId: string
}

/** Statuses of a protocol that differ from those of others. */
export type OwnStatuses = Partial<Record<ErrorCode, number>>

/** An error handler that answers with JSON, for protocols with their own errors. */
export const answerWithJson =
  (logger: RequestLogger, bodyOf: (details: ErrorDetails) => object, statuses: OwnStatuses = {}) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const details = prepareErrorReply(error, request, reply, logger, statuses)
    if (details === undefined) return reply.hijack()
    const { code = undefined, field = undefined } = isSpeechError(error) ? error : {}
    const body = bodyOf({ ...details, code, field, requestId: request.id })
    return reply.code(details.status).type('application/json').send(JSON.stringify(body))
  }

/**
 * Sets the headers of an error reply, logs internal errors, and returns the status and text to send. Undefined if the
 * client has left.
 */
function prepareErrorReply(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  logger: RequestLogger,
  statuses: OwnStatuses = {},
): { readonly status: number; readonly text: string } | undefined {
  if (reply.raw.destroyed || reply.raw.writableEnded) return undefined
  const { status, text } = whatToTell(error, statuses)
  if (status === 500 || status === 507) logger.error({ id: request.id, err: error }, 'request failed')
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  if (status === 415 && request.headers['content-encoding'] !== undefined) reply.header('accept-encoding', 'identity')
  if (status === 426) reply.headers({ upgrade: 'websocket', connection: 'upgrade', 'sec-websocket-version': '13' })
  if ((status === 429 || status === 503) && !reply.hasHeader('retry-after')) {
    reply.header('retry-after', (isSpeechError(error) ? error.retryAfterS : undefined) ?? RETRY_AFTER_S)
  }
  request.reason = isSpeechError(error) ? error.reason : text
  return { status, text }
}

/** Status and text that the client receives for an error. */
export function whatToTell(
  error: unknown,
  statuses: OwnStatuses = {},
): { readonly status: number; readonly text: string } {
  const refused = isSpeechError(error) ? undefined : statusOfFramework(error)
  if (refused !== undefined) return { status: refused, text: (STATUS_CODES[refused] ?? '').toLowerCase() }
  const status = isSpeechError(error) ? (statuses[error.code] ?? HTTP_STATUS[error.code]) : 500
  return { status, text: OUR_FAULT.get(status) ?? (error as SpeechError).message }
}

/** The status of a request that Fastify itself refuses. */
function statusOfFramework(error: unknown): number | undefined {
  const { code, statusCode = 500 } = error as Partial<FastifyError>
  return code?.startsWith?.('FST_ERR_') && statusCode < 500 ? statusCode : undefined
}

const OUR_FAULT: ReadonlyMap<number, string> = new Map([
  [500, 'internal error'],
  [503, 'service unavailable'],
])

/** `reason` goes to the log and must not quote the client. */
export function replyWithText(reply: FastifyReply, status: number, text: string, reason = text) {
  if (status >= 400) reply.request.reason = reason
  return reply.code(status).type('text/plain; charset=utf-8').send(text)
}
