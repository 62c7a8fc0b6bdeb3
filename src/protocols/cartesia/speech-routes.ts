import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { App } from '../../app/app.ts'
import { CODECS } from '../../audio/codecs.ts'
import { UNKNOWN_LENGTH, wavHeader } from '../../audio/wav-header.ts'
import { invalidRequest, SpeechError } from '../../core/errors.ts'
import { MODELS, type ModelId } from '../../core/model.ts'
import { isLonger } from '../../core/text-length.ts'
import { streamAnswer } from '../../server/answers/stream-answer.ts'
import { answerBy, streamSpeech } from '../../server/answers/stream-speech.ts'
import * as field from '../../server/bodies/fields.ts'
import { parseBody } from '../../server/bodies/parse-body.ts'
import { readJson } from '../../server/bodies/read-json.ts'
import type { Server } from '../../server/protocol.ts'
import { ANY_CONTAINER, type OutputFormat, outputFormat, RAW_ONLY } from './output-format.ts'
import * as reference from './reference.ts'
import { sentEvents } from './sent-events.ts'
import { contextId, createResolveSpeech, speechFields } from './speech-fields.ts'
import { SpokenTimes } from './spoken-times.ts'

const transcript = field
  .required('transcript')
  .refine((text) => text.trim() !== '', 'transcript must not be empty')
  .describe('Text to speak')

const { add_timestamps, add_phoneme_timestamps, use_normalized_timestamps, ...bytesFields } = speechFields

const bytesSchema = z.object({ transcript, ...bytesFields, output_format: outputFormat(ANY_CONTAINER) })

const eventsSchema = z.object({
  transcript,
  ...speechFields,
  output_format: outputFormat(RAW_ONLY),
  context_id: contextId,
})

/** Samples without a header have a type that clients know as audio. */
const contentTypeOf = ({ container, codec }: OutputFormat): string =>
  container === 'raw' ? 'audio/pcm' : CODECS[container === 'wav' ? 'wav' : codec].mediaTypes[0]

/** `POST` with a text, answered with audio, or with events. */
export function addSpeechRoutes({ http, requireKey, logger }: Server, app: App): void {
  const { maxBodyBytes, maxTextLength } = app.limits
  const onRequest = requireKey('synthesis')
  const resolveSpeech = createResolveSpeech(app, logger)

  function resolve(request: FastifyRequest, body: z.infer<typeof bytesSchema>) {
    const { transcript: text, output_format: format, ...fields } = body
    const times = { add_timestamps: false, add_phoneme_timestamps: false, use_normalized_timestamps: false }
    // The same request gives the same bytes.
    const seed = JSON.stringify([fields.model_id, fields.voice, fields.generation_config, text])
    const speech = resolveSpeech(request, { fields: { ...times, ...fields }, text, format, seed })
    requireLength(text, speech.model)
    return speech
  }

  function requireLength(text: string, model: ModelId): void {
    if (isLonger(text, maxTextLength)) throw new SpeechError('request.too-large', 'transcript is too long')
    if (isLonger(text, MODELS[model].maxTextLength)) throw invalidRequest('transcript is too long', 'transcript')
  }

  const describeBytes = () => reference.speakBytes(bytesSchema)
  http.post('/tts/bytes', { onRequest, config: { describe: describeBytes } }, async (request, reply) => {
    const body = parseBody(bytesSchema, await readJson(request.raw, maxBodyBytes))
    const { codec, inWav } = body.output_format
    const speech = resolve(request, body)
    const { sampleRateHz } = speech
    const header = inWav && wavHeader({ encoding: inWav, sampleRateHz, dataLength: UNKNOWN_LENGTH })
    const contentType = contentTypeOf(body.output_format)
    return streamSpeech(speech, reply, { codec, contentType, header, logger }, app)
  })

  const describeEvents = () => reference.speakEvents(eventsSchema)
  http.post('/tts/sse', { onRequest, config: { describe: describeEvents } }, async (request, reply) => {
    const { context_id: contextId, ...body } = parseBody(eventsSchema, await readJson(request.raw, maxBodyBytes))
    const speech = resolve(request, body)
    const times = new SpokenTimes(body, speech.sampleRateHz)
    const listener = times.onWord && { word: times.onWord }
    const options = { codec: body.output_format.codec, hasTimes: times.isAsked, listener }
    const { parts, streaming } = answerBy(reply, speech, options, app)
    const events = sentEvents(parts, { requestId: request.id, contextId, times, signal: streaming.signal, logger })
    return streamAnswer(events, reply, { ...streaming, contentType: 'text/event-stream', logger })
  })
}
