import type { ServerHttp2Stream } from 'node:http2'
import type { FastifyReply } from 'fastify'
import { type GrpcStatus, statusFields } from './grpc-status.ts'

/** Codes of HTTP/2 for a stream that is closed early. */
const NO_ERROR = 0
export const CANCEL = 8
/** In which a client has to read the text of a refusal. */
const TEXT_MS = 5000

/** The HTTP/2 stream of a call. Fastify's types know those of HTTP/1.1. */
export const streamOf = (reply: FastifyReply): ServerHttp2Stream =>
  (reply.raw as unknown as { readonly stream: ServerHttp2Stream }).stream

/** Ends a call with a status, in the headers if none were sent. The rest of what the client sends is not read. */
export function endCall(
  reply: FastifyReply,
  { grpcStatus, message, httpStatus }: { grpcStatus: GrpcStatus; message: string; httpStatus: number },
): void {
  const stream = streamOf(reply)
  if (stream.destroyed || stream.closed) return
  reply.request.outcome = { status: httpStatus, grpcStatus }
  const fields = statusFields(grpcStatus, message)
  const hasTrailers = stream.headersSent
  if (hasTrailers) {
    const raw = reply.raw as unknown as { addTrailers(fields: Readonly<Record<string, string>>): void }
    raw.addTrailers(fields) // Node's compatibility layer sends them
    stream.end()
  } else {
    stream.respond({ ...headersOf(reply), ...fields }, { endStream: true })
  }
  stopReading(stream, hasTrailers ? 'wantTrailers' : 'finish')
}

/** A client that is still sending is told to stop once its answer is sent, and what it sends until then is dropped. */
function stopReading(stream: ServerHttp2Stream, sent: 'wantTrailers' | 'finish'): void {
  stream.once(sent, () => setImmediate(() => stream.readableEnded || stream.close(NO_ERROR)))
  stream.resume()
}

/** Answers a request that is none of gRPC with a text. */
export function answerWithText(reply: FastifyReply, status: number, text: string): void {
  const stream = streamOf(reply)
  if (stream.destroyed || stream.closed) return
  reply.request.outcome = { status }
  stopReading(stream, 'finish')
  reply.raw.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' })
  reply.raw.end(reply.request.method === 'HEAD' ? undefined : text)
  const timer = setTimeout(() => stream.close(CANCEL), TEXT_MS) // it may have no room for the text
  stream.once('close', () => clearTimeout(timer))
}

/** What hooks have set for the answer, such as the id of the request, and what each response of gRPC has. */
export function headersOf(reply: FastifyReply): Record<string, string | string[]> {
  const own = Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
    value === undefined || OF_HTTP_1.test(name) ? [] : [[name, Array.isArray(value) ? value : `${value}`] as const],
  )
  return {
    ':status': '200',
    ...Object.fromEntries(own),
    'content-type': 'application/grpc',
    'grpc-accept-encoding': 'identity',
  }
}

const OF_HTTP_1 = /^(?:connection|keep-alive|transfer-encoding|upgrade|retry-after|www-authenticate)$/
