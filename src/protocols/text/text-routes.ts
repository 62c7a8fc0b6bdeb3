import type { FastifyRequest } from 'fastify'
import type { App } from '../../app/app.ts'
import { type TextQuestion, type TextToRead, textToRead } from '../../app/texts/text-answers.ts'
import { SpeechError } from '../../core/errors.ts'
import {
  DEFAULT_LANGUAGE,
  isAutoLanguage,
  LANGUAGES,
  languageOfCode,
  unsupportedLanguage,
} from '../../core/language.ts'
import { isLonger } from '../../core/text-length.ts'
import { detectedFrom } from '../../languages/text-language.ts'
import { sendJson } from '../../server/answers/send-json.ts'
import { readJson } from '../../server/bodies/read-json.ts'
import { signalOfClosing } from '../../server/connections/client-gone.ts'
import type { Server } from '../../server/protocol.ts'
import * as reference from './reference.ts'
import { parseTextBody } from './text-body.ts'
import { kindOf, type TextReadings } from './text-readings.ts'

/** Maximum bytes of a code point in JSON: two escapes such as `\ud83d`. */
const MAX_BYTES_A_CHARACTER = 12
/** Maximum length of a text whose readings are listed: as much as a person looks at. */
const MAX_READ = 4000
/** Bytes for the rest of a body. */
const OTHER_BYTES = 2 ** 16

/** Routes for questions about a text that need no synthesis. */
export function addTextRoutes({ http, requireKey }: Server, { answerText, readText, limits }: App): void {
  const onRequest = requireKey('synthesis')
  const { maxNormalizedLength } = limits
  const maxBytes = Math.min(limits.maxBodyBytes, maxNormalizedLength * MAX_BYTES_A_CHARACTER + OTHER_BYTES)

  async function textOf({ raw }: FastifyRequest, question: TextQuestion): Promise<TextToRead> {
    const { text, lang } = parseTextBody(await readJson(raw, maxBytes), maxNormalizedLength)
    return textToRead(question, text, lang)
  }

  http.post('/textnorm', { onRequest, config: { describe: reference.normalize } }, async (request, reply) => {
    const signal = signalOfClosing(reply.raw)
    const text = await textOf(request, 'normalized')
    return sendJson(reply, { normalized: await answerText('normalized', text, signal) })
  })
  http.post('/oov', { onRequest, config: { describe: reference.findMissingWords } }, async (request, reply) => {
    const signal = signalOfClosing(reply.raw)
    return sendJson(reply, await answerText('oov', await textOf(request, 'oov'), signal))
  })
  http.post('/v1/text/readings', { onRequest, config: { describe: reference.readings } }, async (request, reply) => {
    const body = await readJson(request.raw, maxBytes)
    const { text, lang = DEFAULT_LANGUAGE } = parseTextBody(body, maxNormalizedLength)
    const isDetected = isAutoLanguage(lang)
    const language = isDetected ? DEFAULT_LANGUAGE : languageOfCode(lang)
    if (language === undefined) throw unsupportedLanguage(lang, LANGUAGES)
    if (isLonger(text, MAX_READ)) throw new SpeechError('request.too-large', 'text is too long')
    const tokens = (await readText(text, language, isDetected ? detectedFrom(language) : undefined)).map((token) => ({
      ...token,
      kind: kindOf(token.category),
    }))
    return sendJson(reply, { tokens } satisfies TextReadings)
  })
}
