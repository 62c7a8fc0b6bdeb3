import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Gauge, type Registry } from 'prom-client'
import type { NeededRole } from '../../app/keys/authenticate.ts'
import { SpeechError } from '../../core/errors.ts'
import { whatToTell } from '../answers/error-reply.ts'
import { type Authorize, bearerKey } from '../auth/authorization.ts'
import { HTTP_2 } from '../connections/http2-connections.ts'
import { isHttp2 } from '../connections/request-head.ts'
import { isClosed, type RequestLogger, whenClosed } from '../observe/request-log.ts'
import { answerWithText, endCall } from './end-call.ts'
import { failureOf, GrpcCall, type GrpcCallParts, type GrpcHandler } from './grpc-call.ts'
import { MAX_MESSAGE_BYTES } from './message-reader.ts'

/** A method of a service, with messages in protobuf. */
export interface GrpcMethod {
  /** As HTTP/2 has it: `/package.Service/Method`. */
  readonly path: string
  /** Title of the protocol, for usage. */
  readonly protocol: string
  /** The client sends messages at its own pace; those of other methods have to come in the time of a request. */
  readonly takesStream?: boolean
  /** That the key needs. Without it the method is public, and its calls are logged at the level `debug`. */
  readonly role?: NeededRole
  /** Opens an authorized call, before its first message. */
  readonly open: (call: GrpcCall) => GrpcHandler
}

export interface GrpcServer {
  serve(method: GrpcMethod): void
}

export interface GrpcServerParts extends GrpcCallParts {
  readonly authorize: Authorize
  readonly isClosing: () => boolean
  /** Time for closing. */
  readonly drainMs: number
  readonly registry: Registry
}

/** Of a message of a method that needs no key. */
const MAX_PUBLIC_BYTES = 2 ** 12
/** Of the time for closing, what calls may use before they are ended. */
const SHARE_OF_CALLS = 5 / 6

/** Handles keys, messages, statuses and closing of gRPC calls, which are requests over HTTP/2; protocols handle the messages. */
export function createGrpcServer(http: FastifyInstance, parts: GrpcServerParts): GrpcServer {
  const { authorize, isClosing, drainMs, registry } = parts
  const open = new Set<GrpcCall>()
  new Gauge({
    name: 'hoarfrost_open_grpc_calls',
    help: 'Calls of gRPC that are open',
    registers: [registry],
    collect() {
      this.set(open.size)
    },
  })
  http.addHook('preClose', (done) => {
    setTimeout(() => {
      for (const call of open) call.fail(new SpeechError('pool.draining', 'the server is closing'))
    }, drainMs * SHARE_OF_CALLS).unref()
    done()
  })

  return {
    serve({ path, protocol, role, takesStream = false, open: openCall }) {
      const requireKey = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
        if (isClosing()) throw new SpeechError('pool.draining', 'the server is closing')
        if (role === undefined) return
        request.onKeyEnd = () => void replyWithGrpcError(endOfKey(), request, reply, parts.logger)
        await authorize(bearerKey(request.headers.authorization, 'api-key'), role, request, reply)
      }
      const isPublic = role === undefined
      http.post(
        path,
        {
          constraints: { [HTTP_2]: true },
          config: { protocol },
          onRequest: requireKey,
          ...(isPublic && { logLevel: 'debug' }),
        },
        (_request, reply) => {
          reply.hijack()
          if (isClosed(reply.raw)) return // the client has left
          const call = new GrpcCall(reply, parts, {
            maxMessageBytes: isPublic ? MAX_PUBLIC_BYTES : MAX_MESSAGE_BYTES,
            timeoutMs: takesStream ? undefined : http.server.requestTimeout,
          })
          open.add(call)
          whenClosed(reply.raw, () => open.delete(call))
          call.serve(openCall)
        },
      )
    },
  }
}

/** Refuses what is not gRPC over HTTP/2, whatever its path. Call before the hooks that answer. */
export function refuseOtherHttp2(http: FastifyInstance): void {
  http.addHook('onRequest', ({ raw }, _reply, done) => {
    done(isHttp2(raw) ? faultOf(raw.headers['content-type']) : undefined)
  })
}

const endOfKey = () => new SpeechError('key.invalid', 'invalid api key')

/** Answers a request over HTTP/2 with an error, one of another protocol than gRPC with an HTTP status. */
export function replyWithGrpcError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  logger: RequestLogger,
): FastifyReply {
  reply.hijack()
  if (isGrpc(request.headers['content-type'])) {
    endCall(reply, failureOf(error, request, logger))
    return reply
  }
  const { status, text } = whatToTell(notGrpc())
  request.reason = text
  answerWithText(reply, status, text)
  return reply
}

const isGrpc = (contentType = ''): boolean => contentType.startsWith('application/grpc')

function faultOf(contentType = ''): SpeechError | undefined {
  if (!isGrpc(contentType)) return notGrpc()
  if (/^application\/grpc(?:\+proto)?(?:\s*;|$)/.test(contentType)) return undefined
  return new SpeechError('request.unsupported-type', 'messages must be protobuf', { isFixed: true })
}

const notGrpc = () =>
  new SpeechError('request.unsupported-type', 'HTTP/2 is for gRPC alone: use HTTP/1.1', { isFixed: true })
