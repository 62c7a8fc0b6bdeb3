import { z } from 'zod'
import type { App } from '../../app/app.ts'
import { DEFAULT_PARAMETERS, resolveRequest } from '../../app/speech/resolve-request.ts'
import { MODEL_IDS, MODELS } from '../../core/model.ts'
import { streamSpeech } from '../../server/answers/stream-speech.ts'
import { callerOf } from '../../server/auth/caller.ts'
import * as field from '../../server/bodies/fields.ts'
import { parseBody } from '../../server/bodies/parse-body.ts'
import { queryFields } from '../../server/bodies/query-fields.ts'
import { readJson } from '../../server/bodies/read-json.ts'
import type { Server } from '../../server/protocol.ts'
import * as reference from './reference.ts'

const RATES = { min: 8000, max: 48_000 }
const DEFAULT_RATE_HZ = 24_000

/** Vapi's messages name no voice, so it is in the URL of the voice's server. */
const querySchema = z.object({
  speaker: field.string('speaker').optional().describe('Name of the voice'),
  modelId: field.oneOf('modelId', MODEL_IDS).default('coda').describe('A model of Hoarfrost'),
  lang: field.string('lang').optional().describe("Language of the text; the speaker's by default"),
})

const bodySchema = z.object({
  message: z.object({}, 'message must be an object').loose(),
})

const createMessageSchema = (maxTextLength: number) =>
  z.object({
    type: field.oneOf('message.type', ['voice-request']).describe('Other messages are refused'),
    text: field.text(maxTextLength).describe('Text to speak'),
    sampleRate: field
      .integerBetween('message.sampleRate', RATES.min, RATES.max)
      .default(DEFAULT_RATE_HZ)
      .describe('Samples per second'),
  })

export function addSynthesizeRoute({ http, logger }: Server, app: App): void {
  const { maxBodyBytes, maxTextLength } = app.limits

  const describe = () => reference.synthesize(querySchema, createMessageSchema(maxTextLength))

  http.post('/vapi/synthesize', { config: { describe } }, async (request, reply) => {
    const { speaker, modelId, lang } = parseBody(querySchema, queryFields(request.url))
    const { message } = parseBody(bodySchema, await readJson(request.raw, maxBodyBytes))
    const schema = createMessageSchema(Math.min(maxTextLength, MODELS[modelId].maxTextLength))
    const { text, sampleRate } = parseBody(schema, message)
    const codec = 'pcm'
    const voice = { model: modelId, speaker, lang, codec, sampleRateHz: sampleRate } as const
    const speech = resolveRequest({ ...DEFAULT_PARAMETERS, ...callerOf(request), text, ...voice }, app)
    return streamSpeech(speech, reply, { codec, contentType: 'application/octet-stream', logger }, app)
  })
}
