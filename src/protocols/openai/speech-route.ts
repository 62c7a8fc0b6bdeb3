import { z } from 'zod'
import type { App } from '../../app/app.ts'
import { DEFAULT_PARAMETERS, resolveRequest } from '../../app/speech/resolve-request.ts'
import { CODECS, type Codec } from '../../audio/codecs.ts'
import { DEFAULT_SAMPLING } from '../../core/request.ts'
import { streamAnswer } from '../../server/answers/stream-answer.ts'
import { answerBy, streamSpeech } from '../../server/answers/stream-speech.ts'
import { callerOf } from '../../server/auth/caller.ts'
import { HEARD_NUMBERS, heardQuery } from '../../server/bodies/heard-fields.ts'
import { parseBody } from '../../server/bodies/parse-body.ts'
import { queryFields } from '../../server/bodies/query-fields.ts'
import { readJson } from '../../server/bodies/read-json.ts'
import type { Server } from '../../server/protocol.ts'
import * as reference from './reference.ts'
import { sentEvents } from './sent-events.ts'
import { createSpeechBodySchema, parseSpeechBody, RESPONSE_FORMATS } from './speech-body.ts'
import { DEFAULT_VOICE, speakerOfVoice } from './voice-names.ts'

/** Media types as OpenAI's clients expect them, where they differ from ours. */
const OWN_CONTENT_TYPES: Readonly<Record<string, string>> = { opus: 'audio/opus', pcm: 'audio/pcm' }

const contentTypeOf = (format: string, codec: Codec): string => OWN_CONTENT_TYPES[format] ?? CODECS[codec].mediaTypes[0]
const CONTENT_TYPES = Object.entries(RESPONSE_FORMATS).map(([format, codec]) => contentTypeOf(format, codec))

const querySchema = z.object({
  ...heardQuery,
  heard: heardQuery.heard.describe('`true`: `GET /v1/heard?requestId=` tells what was heard'),
})

const NO_QUERY = parseBody(querySchema, {})

/** Most requests have none. */
const queryIn = (url: string): typeof NO_QUERY =>
  url.includes('?') ? parseBody(querySchema, queryFields(url, HEARD_NUMBERS)) : NO_QUERY

export function addSpeechRoute({ http, requireKey, logger }: Server, app: App): void {
  const { maxBodyBytes, maxTextLength } = app.limits
  const schema = createSpeechBodySchema(maxTextLength)
  const describe = () => reference.speech({ body: schema, query: querySchema, mediaTypes: CONTENT_TYPES })

  http.post(
    '/v1/audio/speech',
    { onRequest: requireKey('synthesis'), config: { describe } },
    async (request, reply) => {
      const query = queryIn(request.url)
      const keepsHeard = query.heard || request.token?.keepsHeard
      const heard = keepsHeard ? { lagMs: query.heardLagMs } : undefined
      const body = parseSpeechBody(schema, await readJson(request.raw, maxBodyBytes))
      const { model, input, voice, speed, response_format, sample_rate } = body
      const codec = RESPONSE_FORMATS[response_format]
      const speech = resolveRequest(
        {
          ...DEFAULT_PARAMETERS,
          ...callerOf(request),
          text: input,
          model,
          speaker: voice === undefined ? undefined : speakerOfVoice(voice),
          fallbackSpeaker: speakerOfVoice(DEFAULT_VOICE),
          sampleRateHz: sample_rate,
          codec,
          rate: speed,
          // The same request gives the same bytes in either stream format.
          sampling: { ...DEFAULT_SAMPLING, seed: JSON.stringify([model, voice, speed, input]) },
        },
        app,
      )
      if (body.stream_format === 'audio') {
        const contentType = contentTypeOf(response_format, codec)
        return streamSpeech(speech, reply, { codec, contentType, logger, heard }, app)
      }
      const { parts, streaming } = answerBy(reply, speech, { codec, hasTimes: false, heard }, app)
      const events = sentEvents(parts, { characters: input.length, sampleRateHz: speech.sampleRateHz })
      return streamAnswer(events, reply, { ...streaming, contentType: 'text/event-stream', logger })
    },
  )
}
