import { modelOfHost, modelOfId } from '../../app/speech/model-id.ts'
import type { ModelId } from '../../core/model.ts'
import type { GrpcCall } from '../../server/grpc/grpc-call.ts'
import type { SynthesisRequest } from '../rime-messages/text-to-speech_pb.ts'

/**
 * The model of a call. The messages have none, since Rime has a host for each: the metadata `x-rime-model` names it, else
 * the host, else the parameters of one.
 */
export function modelOf({ metadata }: Pick<GrpcCall, 'metadata'>, start?: SynthesisRequest): ModelId {
  const { 'x-rime-model': named } = metadata
  const host = metadata[':authority'] ?? metadata.host // of proxies that convert HTTP/1.1
  if (named) return modelOfId(`${named}`)
  return modelOfHost(`${host ?? ''}`) ?? (start?.mistParameters === undefined ? 'coda' : 'mistv3')
}
