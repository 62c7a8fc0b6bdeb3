import type { FastifyInstance } from 'fastify'
import { parseTextBody } from '../contract/text-body.ts'
import { SpeechError } from '../core/errors.ts'
import { languageOfCode } from '../core/language.ts'
import { spokenText } from '../text/spoken-tokens.ts'
import type { RequireKey } from './authorization.ts'
import { readJson } from './read-json.ts'

export interface TextRouteDeps {
  readonly limits: { readonly maxBodyBytes: number; readonly maxTextLength: number }
}

/** What is asked of a text without speaking it. */
export function addTextRoutes(app: FastifyInstance, requireKey: RequireKey, { limits }: TextRouteDeps): void {
  app.post('/textnorm', { onRequest: requireKey('synthesis') }, async (request, reply) => {
    const { text, lang } = parseTextBody(await readJson(request.raw, limits.maxBodyBytes), limits.maxTextLength)
    if (lang !== undefined && languageOfCode(lang) !== 'eng') {
      throw new SpeechError('language.unsupported', `Language ${lang} is not supported`)
    }
    return reply.type('application/json').send(JSON.stringify({ normalized: spokenText(text) }))
  })
}
