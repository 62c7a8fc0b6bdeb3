import { z } from 'zod'
import type { App } from '../../app/app.ts'
import { DEFAULT_PARAMETERS, resolveRequest } from '../../app/speech/resolve-request.ts'
import { CODECS } from '../../audio/codecs.ts'
import { invalidRequest } from '../../core/errors.ts'
import { BREAKS } from '../../core/request.ts'
import { streamSpeech } from '../../server/answers/stream-speech.ts'
import { callerOf } from '../../server/auth/caller.ts'
import * as field from '../../server/bodies/fields.ts'
import { parseBody } from '../../server/bodies/parse-body.ts'
import { readJson } from '../../server/bodies/read-json.ts'
import type { Server } from '../../server/protocol.ts'
import { isSilent } from '../../text/markup.ts'
import * as reference from './reference.ts'

const createBodySchema = (maxTextLength: number) =>
  z.object({
    text: field.text(maxTextLength).describe('Text to speak'),
    type: field.oneOf('type', ['text', 'ssml']).default('text').describe('Tags of SSML are read in both'),
    voice: field.string('voice').optional().describe('Name of the voice'),
    language: field.string('language').optional().describe("Language of the text; the voice's by default"),
  })

export function addSynthesizeRoute({ http, requireKey, logger }: Server, app: App): void {
  const { maxBodyBytes, maxTextLength } = app.limits
  const model = 'coda'
  const schema = createBodySchema(maxTextLength)
  // jambonz resamples; the byte order of its raw formats is not specified.
  const codec = 'wav'
  const [contentType] = CODECS[codec].mediaTypes
  const describe = () => reference.synthesize(schema, contentType)

  http.post(
    '/jambonz/synthesize',
    { onRequest: requireKey('synthesis'), config: { describe } },
    async (request, reply) => {
      const body = parseBody(schema, await readJson(request.raw, maxBodyBytes))
      const { voice, language: lang, text } = body
      if (isSilent(text, BREAKS)) throw invalidRequest('text must not be empty', 'text')
      const speech = resolveRequest(
        {
          ...DEFAULT_PARAMETERS,
          ...callerOf(request),
          text,
          model,
          speaker: voice,
          lang,
          codec,
        },
        app,
      )
      return streamSpeech(speech, reply, { codec, contentType, logger }, app)
    },
  )
}
