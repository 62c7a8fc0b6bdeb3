import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SpeechTally } from '../../app/speech/speech-tally.ts'

/** The logger that the server needs; a pino logger fits. */
export interface RequestLogger {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** How a request was answered whose HTTP status does not tell. */
export interface Outcome {
  /** The HTTP status that says the same. */
  readonly status: number
  readonly grpcStatus?: number
}

/** How a WebSocket was closed; the reason if the server closed it. */
export interface SocketClosing {
  closeCode?: number
  closeReason?: string
}

declare module 'fastify' {
  interface FastifyRequest {
    startedAtMs: number
    keyId: string | undefined
    /** Figures of the requested speech. */
    speech: SpeechTally | undefined
    closing: SocketClosing
    /** Of a complete answer over HTTP/2. */
    outcome: Outcome | undefined
    /** Why the request was refused or its answer aborted, in fixed words: never the client's. */
    reason: string | undefined
  }
}

/** Logs one line per request or session when its last byte is sent or the client has left, at the route's log level. */
export function logRequests(app: FastifyInstance, logger: RequestLogger): void {
  app.decorateRequest('startedAtMs', 0)
  app.decorateRequest('keyId', undefined)
  app.decorateRequest('speech', undefined)
  app.decorateRequest('closing')
  app.decorateRequest('outcome', undefined)
  app.decorateRequest('reason', undefined)
  app.addHook('onRequest', (request, { raw }, done) => {
    request.startedAtMs = performance.now()
    request.closing = {}
    whenClosed(raw, () => {
      const fields = {
        id: request.id,
        method: request.method,
        // The route's pattern, since a path from a client may contain words of a text, or a key.
        route: request.routeOptions.url,
        status: statusOf(request, raw),
        grpcStatus: request.outcome?.grpcStatus,
        reason: request.reason,
        ms: Math.round(performance.now() - request.startedAtMs),
        keyId: request.keyId,
        traceId: request.span?.traceId,
        ...(request.speech && figuresOf(request.speech)),
        ...request.closing,
      }
      const isSent = raw.writableFinished || request.outcome !== undefined
      const isWhole = isSent && (request.reason === undefined || statusOf(request, raw) >= 400)
      const message = raw.statusCode === 101 ? 'session' : isWhole ? 'request' : 'request aborted'
      if (request.routeOptions.logLevel === 'debug') logger.debug(fields, message)
      else logger.info(fields, message)
    })
    done()
  })
}

/** Fields of a log line; of a socket, `firstAudioMs` is the median of the turns. `engine` lists the engines that spoke. */
export function figuresOf(tally: SpeechTally) {
  const { firstAudiosMs, engines, ...figures } = tally
  const sorted = firstAudiosMs.toSorted((one, other) => one - other)
  const engine = engines.spoken.size === 0 ? undefined : [...engines.spoken].join(',')
  return { ...figures, engine, firstAudioMs: sorted[sorted.length >> 1] }
}

/** No status was sent: the client left first, or the connection was reset. nginx's code. */
export const NO_ANSWER = 499

/** The status that was sent, or 499 if none was. */
export function statusOf(
  { outcome }: Pick<FastifyRequest, 'outcome'>,
  { headersSent, statusCode }: ServerResponse,
): number {
  if (outcome !== undefined) return outcome.status
  return headersSent || statusCode === 101 ? statusCode : NO_ANSWER
}

/** Whether a response is complete or its connection is closed. Those over HTTP/2 say so by their stream alone. */
export function isClosed(raw: ServerResponse): boolean {
  const { stream } = raw as { readonly stream?: { readonly closed: boolean } }
  return raw.closed || raw.destroyed || stream?.closed === true
}

/** What is called when a response closes: one listener for all, since Node warns of more than ten. */
const onCloseds = new WeakMap<ServerResponse, (() => void)[]>()

/** Calls `onClosed` once: when the response is complete or its connection is closed, at once if it is already. */
export function whenClosed(raw: ServerResponse, onClosed: () => void): void {
  if (isClosed(raw)) return onClosed()
  const others = onCloseds.get(raw)
  if (others !== undefined) return void others.push(onClosed)
  const all = [onClosed]
  onCloseds.set(raw, all)
  raw.once('close', () => {
    for (const each of all) each()
  })
}
