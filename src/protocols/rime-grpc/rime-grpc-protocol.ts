import {
  create,
  type DescMessage,
  type DescMethod,
  type MessageInitShape,
  type MessageShape,
  toBinary,
} from '@bufbuild/protobuf'
import { listVoices } from '../../app/speech/list-voices.ts'
import { languageOfCode, shortCodeOf, unsupportedLanguage } from '../../core/language.ts'
import { MODELS, type ModelId } from '../../core/model.ts'
import { decodeMessage } from '../../server/bodies/decode-message.ts'
import { answerOnce } from '../../server/grpc/answer-once.ts'
import type { GrpcCall, GrpcHandler } from '../../server/grpc/grpc-call.ts'
import type { Protocol } from '../../server/protocol.ts'
import { createSynthesisSettings } from '../rime-messages/synthesis-settings.ts'
import { TextToSpeech } from '../rime-messages/text-to-speech_pb.ts'
import { modelOf } from './call-model.ts'
import { normalizeText } from './normalize-text.ts'
import { openSynthesis, openSynthesisStreaming } from './synthesis.ts'

/** Rime's service over gRPC, which the SDKs of Rime speak. */
export const rimeGrpcProtocol: Protocol = {
  name: 'rime-grpc',
  register({ grpc }, app) {
    if (grpc === undefined) return
    const serve = ({ parent, name, methodKind }: DescMethod, open: (call: GrpcCall) => GrpcHandler): void =>
      grpc.serve({
        path: `/${parent.typeName}/${name}`,
        protocol: 'Rime gRPC',
        takesStream: methodKind === 'bidi_streaming',
        role: 'synthesis',
        open,
      })
    const settingsOf = createSynthesisSettings(app)
    const { method } = TextToSpeech
    serve(method.synthesizeStreaming, (call) => openSynthesisStreaming(call, settingsOf, app))
    serve(method.synthesize, (call) => openSynthesis(call, settingsOf, app))

    function serveOne<I extends DescMessage, O extends DescMessage>(
      { input, output, ...method }: DescMethod & { readonly input: I; readonly output: O },
      answer: (request: MessageShape<I>, call: GrpcCall) => MessageInitShape<O> | Promise<MessageInitShape<O>>,
    ): void {
      serve(method as DescMethod, (call) =>
        answerOnce(call, async (bytes) =>
          toBinary(output, create(output, await answer(decodeMessage(input, bytes), call))),
        ),
      )
    }
    serveOne(method.normalizeText, (request, call) => normalizeText(request, call, app))
    serveOne(method.getSupportedLanguages, (_request, call) => ({
      languages: MODELS[modelOf(call)].languages.map(shortCodeOf),
    }))
    serveOne(method.getSupportedSpeakers, ({ language: code }, call) => {
      const model = modelOf(call)
      const language = code ? supportedLanguage(code, model) : undefined
      const voices = listVoices(app.catalogue, { model, language })
      return { speakers: [...new Set(voices.map(({ speaker }) => speaker))] }
    })
  },
}

function supportedLanguage(code: string, model: ModelId) {
  const language = languageOfCode(code)
  const { languages } = MODELS[model]
  if (language === undefined || !languages.includes(language)) {
    throw unsupportedLanguage(code, languages, ` for model ${model}`)
  }
  return language
}
