import type { FastifyInstance } from 'fastify'
import { parseTextBody } from '../contract/text-body.ts'
import { createBreath } from '../core/breath.ts'
import { SpeechError } from '../core/errors.ts'
import { languageOfCode } from '../core/language.ts'
import type { SpokenToken } from '../core/spoken-token.ts'
import { joinSpoken, spokenTokens } from '../text/spoken-tokens.ts'
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
      throw new SpeechError('language.unsupported', `Language ${lang.slice(0, 40)} is not supported`)
    }
    return reply.type('application/json').send(JSON.stringify({ normalized: await normalize(text) }))
  })
}

async function normalize(text: string): Promise<string> {
  const breath = createBreath()
  const tokens: SpokenToken[] = []
  for (const token of spokenTokens(text)) {
    tokens.push(token)
    if (breath.isDue) await breath.take()
  }
  return joinSpoken(tokens)
}
