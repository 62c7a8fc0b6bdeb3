import { create, toBinary } from '@bufbuild/protobuf'
import { SpeechError } from '../../core/errors.ts'
import { decodeMessage } from '../../server/bodies/decode-message.ts'
import { answerOnce } from '../../server/grpc/answer-once.ts'
import type { Protocol } from '../../server/protocol.ts'
import {
  Health,
  HealthCheckRequestSchema,
  HealthCheckResponse_ServingStatus,
  HealthCheckResponseSchema,
} from './health_pb.ts'

/** Services that may be asked for; empty means the server. */
const SERVICES = ['', Health.typeName, 'rime.TextToSpeech']

/** gRPC's health service, for probes and load balancers: without a key. */
export const grpcHealthProtocol: Protocol = {
  name: 'grpc-health',
  register({ grpc, isReady }) {
    const { name } = Health.method.check
    grpc?.serve({
      path: `/${Health.typeName}/${name}`,
      protocol: 'gRPC health',
      open: (call) =>
        answerOnce(call, (bytes) => {
          const { service } = decodeMessage(HealthCheckRequestSchema, bytes)
          if (!SERVICES.includes(service)) throw new SpeechError('resource.unknown', 'unknown service')
          const status = isReady()
            ? HealthCheckResponse_ServingStatus.SERVING
            : HealthCheckResponse_ServingStatus.NOT_SERVING
          return toBinary(HealthCheckResponseSchema, create(HealthCheckResponseSchema, { status }))
        }),
    })
  },
}
