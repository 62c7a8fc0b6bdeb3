import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import type { App } from '../../app/app.ts'
import { resolveRequest, type SpeechParameters } from '../../app/speech/resolve-request.ts'
import { CODECS, type Codec } from '../../audio/codecs.ts'
import { UNKNOWN_LENGTH, wavHeader } from '../../audio/wav-header.ts'
import { SpeechError } from '../../core/errors.ts'
import { NO_MARKUP, type SynthesisRequest } from '../../core/request.ts'
import { countCodePoints, isLonger } from '../../core/text-length.ts'
import { streamSpeech } from '../../server/answers/stream-speech.ts'
import { callerOf } from '../../server/auth/caller.ts'
import * as field from '../../server/bodies/fields.ts'
import { parseJson } from '../../server/bodies/json-body.ts'
import { parseBody } from '../../server/bodies/parse-body.ts'
import { readJson, readText } from '../../server/bodies/read-json.ts'
import type { RouteDescription } from '../../server/description.ts'
import type { Server } from '../../server/protocol.ts'
import { unspokenPlainText } from '../../text/markup.ts'
import { fluxRequestSchema, parseFluxRequestQuery, resolveFlux } from './flux-query.ts'
import * as fluxReference from './flux-reference.ts'
import * as reference from './reference.ts'
import {
  type AudioFormat,
  CODECS_OF_REQUESTS,
  parseRequestQuery,
  requestSchema,
  type SpeakQuery,
} from './speak-query.ts'

export const SPEAK_PATH = '/v1/speak'
export const FLUX_PATH = '/v2/speak'

const bodySchema = z.object({
  text: field
    .required('text')
    .refine((text) => text.trim() !== '', 'text must not be empty')
    .describe('Text to speak'),
})

/** As text/plain the body is the text itself, unless it is JSON from a client that does not say so. */
async function bodyOf(request: IncomingMessage, maxBytes: number): Promise<unknown> {
  if (!/^\s*text\/plain\b/i.test(request.headers['content-type'] ?? '')) return readJson(request, maxBytes)
  const text = await readText(request, maxBytes)
  return /^\s*[[{]/.test(text) ? parseJson(Buffer.from(text), 'request body') : { text }
}

/** Media types of formats without a header say the rate. */
const HEADERLESS: Partial<Record<Codec, string>> = { pcm: 'audio/l16', mulaw: 'audio/mulaw', alaw: 'audio/alaw' }

const mediaTypeOf = (codec: Codec): string => HEADERLESS[codec] ?? CODECS[codec].mediaTypes[0]

/** What the versions of the API differ in. */
interface SpeakVersion {
  readonly path: string
  readonly query: z.ZodObject
  readonly describe: (content: reference.SpeakContent) => RouteDescription
  /** Throws `request.invalid` with the parameter. */
  readonly parse: (url: string) => SpeakQuery & AudioFormat
  readonly resolve: (parameters: SpeechParameters, app: App) => SynthesisRequest
  /** Codes of warnings about a text. */
  readonly warningsOf: (text: string) => readonly string[]
}

const AURA: SpeakVersion = {
  path: SPEAK_PATH,
  query: requestSchema,
  describe: reference.speak,
  parse: parseRequestQuery,
  resolve: resolveRequest,
  warningsOf: () => [],
}

const FLUX: SpeakVersion = {
  path: FLUX_PATH,
  query: fluxRequestSchema,
  describe: fluxReference.speak,
  parse: parseFluxRequestQuery,
  resolve: resolveFlux,
  warningsOf: (text) => (unspokenPlainText(text, NO_MARKUP).tags.length > 0 ? ['INPUT_MARKUP_STRIPPED'] : []),
}

/** `POST` with a text, answered with audio. */
export function addSpeakRoutes(server: Server, app: App): void {
  for (const version of [AURA, FLUX]) addSpeakRoute(server, version, app)
}

function addSpeakRoute({ http, requireKey, logger }: Server, version: SpeakVersion, app: App): void {
  const { maxBodyBytes, maxTextLength } = app.limits
  const { query } = version
  const mediaTypes = CODECS_OF_REQUESTS.map(mediaTypeOf)
  const describe = () => version.describe({ query, body: bodySchema, mediaTypes })

  http.post(version.path, { onRequest: requireKey('synthesis'), config: { describe } }, async (request, reply) => {
    const { codec, inWav, model, parameters } = version.parse(request.url)
    const { text } = parseBody(bodySchema, await bodyOf(request.raw, maxBodyBytes))
    if (isLonger(text, maxTextLength)) throw new SpeechError('request.too-large', 'text is too long')
    const speech = version.resolve({ ...parameters, ...callerOf(request), text }, app)
    const { sampleRateHz } = speech
    const headerless = inWav ? undefined : HEADERLESS[codec]
    const contentType = headerless ? `${headerless};rate=${sampleRateHz}` : CODECS[inWav ? 'wav' : codec].mediaTypes[0]
    const header = inWav && wavHeader({ encoding: inWav, sampleRateHz, dataLength: UNKNOWN_LENGTH })
    reply.headers({ 'dg-model-name': encodeURI(model ?? speech.voice.speaker), 'dg-char-count': countCodePoints(text) })
    const warnings = version.warningsOf(text)
    if (warnings.length > 0) reply.header('dg-warnings', warnings.join(','))
    return streamSpeech(speech, reply, { codec, contentType, header, logger }, app)
  })
}
