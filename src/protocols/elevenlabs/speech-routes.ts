import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { App } from '../../app/app.ts'
import { resolveRequest } from '../../app/speech/resolve-request.ts'
import type { AnswerPart } from '../../app/speech/speech.ts'
import { CODECS, type Codec } from '../../audio/codecs.ts'
import { invalidRequest } from '../../core/errors.ts'
import { MODELS } from '../../core/model.ts'
import { isLonger } from '../../core/text-length.ts'
import { streamAnswer } from '../../server/answers/stream-answer.ts'
import { answerBy, streamSpeech } from '../../server/answers/stream-speech.ts'
import * as field from '../../server/bodies/fields.ts'
import { parseBody } from '../../server/bodies/parse-body.ts'
import { queryFields } from '../../server/bodies/query-fields.ts'
import { readJson } from '../../server/bodies/read-json.ts'
import type { Server } from '../../server/protocol.ts'
import * as reference from './reference.ts'
import * as own from './speech-fields.ts'
import { timedJson, timedLines } from './timed-answers.ts'

const querySchema = z.object({ output_format: own.outputFormat })

const bodySchema = z.object({
  text: field
    .required('text')
    .refine((text) => text.trim() !== '', 'text must not be empty')
    .describe('Text to speak'),
  model_id: own.modelId,
  language_code: own.languageCode,
  apply_text_normalization: own.applyTextNormalization,
  seed: own.seed,
  voice_settings: own.voiceSettings,
})

/** Media types as ElevenLabs' clients expect them, where they differ from ours: they must be audio. */
const OWN_CONTENT_TYPES: Partial<Record<Codec, string>> = { pcm: 'audio/pcm', mulaw: 'audio/basic' }

const contentTypeOf = (codec: Codec): string => OWN_CONTENT_TYPES[codec] ?? CODECS[codec].mediaTypes[0]

export function addSpeechRoutes({ http, requireKey, logger }: Server, app: App): void {
  const { maxBodyBytes, maxTextLength } = app.limits
  const onRequest = requireKey('synthesis')

  async function read(request: FastifyRequest) {
    const { voiceId } = request.params as { voiceId: string }
    const { output_format } = parseBody(querySchema, queryFields(request.url))
    const body = parseBody(bodySchema, await readJson(request.raw, maxBodyBytes))
    const parameters = own.parametersOf(request, { ...body, output_format, voiceId })
    if (isLonger(body.text, Math.min(maxTextLength, MODELS[parameters.model].maxTextLength))) {
      throw invalidRequest('text is too long', 'text')
    }
    return { codec: output_format.codec, speech: resolveRequest(parameters, app) }
  }

  async function answerAudio(request: FastifyRequest, reply: FastifyReply) {
    const { codec, speech } = await read(request)
    return streamSpeech(speech, reply, { codec, contentType: contentTypeOf(codec), logger }, app)
  }

  const answerTimed =
    (encode: (parts: AsyncIterable<AnswerPart>, text: string) => AsyncIterable<Uint8Array>, contentType: string) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const { codec, speech } = await read(request)
      const { parts, streaming } = answerBy(reply, speech, { codec, hasTimes: true }, app)
      return streamAnswer(encode(parts, speech.text), reply, { ...streaming, contentType, logger })
    }

  function add(path: string, answer: typeof answerAudio): void {
    const mediaTypes = Object.values(own.CODEC_NAMES).map(contentTypeOf)
    const describe = () => reference.speech({ path, query: querySchema, body: bodySchema, mediaTypes })
    http.post(`/v1/text-to-speech/:voiceId${path}`, { onRequest, config: { describe } }, answer)
  }
  add('', answerAudio)
  add('/stream', answerAudio)
  add('/with-timestamps', answerTimed(timedJson, 'application/json'))
  add('/stream/with-timestamps', answerTimed(timedLines, 'application/x-ndjson'))
}
