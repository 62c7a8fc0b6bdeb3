import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { App } from '../../app/app.ts'
import { isUnknownModelId, modelOfHost } from '../../app/speech/model-id.ts'
import { resolveRequest } from '../../app/speech/resolve-request.ts'
import { audioBytes } from '../../app/speech/speech.ts'
import { mayHaveWordTimes } from '../../app/speech/word-times.ts'
import { invalidRequest } from '../../core/errors.ts'
import { DEFAULT_MODEL, type ModelId } from '../../core/model.ts'
import type { SynthesisRequest } from '../../core/request.ts'
import { LANGUAGE_MODULES } from '../../languages/languages.ts'
import { streamAnswer } from '../../server/answers/stream-answer.ts'
import { answerBy } from '../../server/answers/stream-speech.ts'
import { parseBody } from '../../server/bodies/parse-body.ts'
import { readJson } from '../../server/bodies/read-json.ts'
import {
  createSpeechBodySchemas,
  parametersOf,
  parseSpeechBody,
  type SpeechBody,
  type SpeechBodySchemas,
} from '../../server/bodies/speech-body.ts'
import { whenClosed } from '../../server/observe/request-log.ts'
import type { Server } from '../../server/protocol.ts'
import { spelledText } from '../../text/markup.ts'
import { type Answer, chooseAnswer } from './accept.ts'
import * as reference from './reference.ts'
import { MAX_JSON_TEXT_LENGTH, sentEvents, toJson } from './speech-answer.ts'

export const SPEECH_PATH = '/v1/rime-tts'
/** On hosts of Rime that have one model. */
export const HOST_PATH = '/'

/** `onUnknownModel` hears of each request that named a model which does not exist. */
export function addSpeechRoute({ http, requireKey, logger }: Server, app: App, onUnknownModel: () => void): void {
  const { maxBodyBytes, maxTextLength } = app.limits
  const schemas = createSpeechBodySchemas({ ...app, maxTextLength })

  const requireSynthesisKey = requireKey('synthesis')
  const config = { describe: () => reference.speech(schemas) }
  http.post(SPEECH_PATH, { onRequest: requireSynthesisKey, config }, (request, reply) =>
    speak(request, reply, DEFAULT_MODEL),
  )
  const hostConfig = { describe: () => reference.speechOfHost(schemas) }
  http.post(HOST_PATH, { onRequest: requireSynthesisKey, config: hostConfig }, (request, reply) =>
    speak(request, reply, modelOfHost(request.host) ?? 'coda'),
  )

  async function speak(request: FastifyRequest, reply: FastifyReply, defaultModel: ModelId): Promise<FastifyReply> {
    const json = await readJson(request.raw, maxBodyBytes)
    const parsed = parseSpeechBody(schemas, json, defaultModel)
    if (isUnknownModelId((json as { modelId?: unknown }).modelId)) onUnknownModel()
    const answer = chooseAnswer(request.headers.accept, parsed)
    const body = atRateOf(answer, parsed, schemas)
    if (answer.kind === 'json' && body.text.length > MAX_JSON_TEXT_LENGTH) {
      throw invalidRequest('text is too long')
    }
    const speech = resolveRequest(parametersOf(request, body, { text: body.text, codec: answer.codec }), app)
    if (body.model === 'mistv2' && body.saveOovs && LANGUAGE_MODULES[speech.language].hasLexicon) {
      whenClosed(reply.raw, () => app.saveOovs(spelledText(speech)))
    }
    const hasTimes = hasTimesOf(answer, body, speech)
    const answering = answerBy(reply, speech, { codec: answer.codec, hasTimes }, app)
    const { parts } = answering
    const streaming = { ...answering.streaming, logger }
    if (answer.kind === 'json') {
      const { length, pieces } = await toJson(parts)
      reply.header('content-length', length)
      return streamAnswer(pieces, reply, { ...streaming, contentType: 'application/json' })
    }
    const bytes = answer.kind === 'events' ? sentEvents(parts) : audioBytes(parts)
    return streamAnswer(bytes, reply, { ...streaming, contentType: answer.contentType })
  }
}

/** The body with the `rate` of `Accept` as its sampling rate. Throws `request.invalid` as for that, or if they differ. */
function atRateOf(answer: Answer, body: SpeechBody, schemas: SpeechBodySchemas): SpeechBody {
  const rate = answer.kind === 'stream' ? answer.samplingRate : undefined
  if (rate === undefined || rate === body.samplingRate) return body
  if (body.samplingRate !== undefined) {
    throw invalidRequest(`samplingRate is ${body.samplingRate}, but Accept asks for rate=${rate}`, 'samplingRate')
  }
  const { samplingRate } = schemas[body.model].shape
  parseBody(z.object({ samplingRate }), { samplingRate: rate })
  return { ...body, samplingRate: rate }
}

/** Events have times in the languages in which sockets have them. */
function hasTimesOf({ kind }: Answer, { timestamps }: SpeechBody, speech: SynthesisRequest): boolean {
  if (kind === 'events') return mayHaveWordTimes(speech)
  return kind === 'json' && timestamps === true
}
