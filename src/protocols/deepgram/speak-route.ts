import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import type { App } from '../../app/app.ts'
import { resolveRequest } from '../../app/resolve-request.ts'
import { CODECS, type Codec } from '../../audio/codecs.ts'
import { UNKNOWN_LENGTH, wavHeader } from '../../audio/wav-header.ts'
import { SpeechError } from '../../core/errors.ts'
import { isLonger } from '../../core/text-length.ts'
import { callerOf } from '../../server/caller.ts'
import * as field from '../../server/fields.ts'
import { parseJson } from '../../server/json-body.ts'
import { parseBody } from '../../server/parse-body.ts'
import type { Server } from '../../server/protocol.ts'
import { readJson, readText } from '../../server/read-json.ts'
import { streamSpeech } from '../../server/stream-speech.ts'
import * as reference from './reference.ts'
import { CODECS_OF_REQUESTS, parseRequestQuery, requestSchema } from './speak-query.ts'

export const SPEAK_PATH = '/v1/speak'

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

export function addSpeakRoute({ http, requireKey, logger }: Server, app: App): void {
  const { maxBodyBytes, maxTextLength } = app.limits
  const describe = () => reference.speak(requestSchema, bodySchema, CODECS_OF_REQUESTS.map(mediaTypeOf))

  http.post(SPEAK_PATH, { onRequest: requireKey('synthesis'), config: { describe } }, async (request, reply) => {
    const { codec, inWav, parameters } = parseRequestQuery(request.url)
    const { text } = parseBody(bodySchema, await bodyOf(request.raw, maxBodyBytes))
    if (isLonger(text, maxTextLength)) throw new SpeechError('request.too-large', 'text is too long')
    const speech = resolveRequest({ ...parameters, ...callerOf(request), text }, app)
    const { sampleRateHz } = speech
    const headerless = inWav ? undefined : HEADERLESS[codec]
    const contentType = headerless ? `${headerless};rate=${sampleRateHz}` : CODECS[inWav ? 'wav' : codec].mediaTypes[0]
    const header = inWav && wavHeader({ encoding: inWav, sampleRateHz, dataLength: UNKNOWN_LENGTH })
    return streamSpeech(speech, reply, { codec, contentType, header, logger }, app)
  })
}
