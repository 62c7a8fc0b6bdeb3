import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findUncovered, type IsListed } from '../app/coverage.ts'
import { parseTextBody } from '../contract/text-body.ts'
import { createBreath } from '../core/breath.ts'
import { SpeechError } from '../core/errors.ts'
import { languageOfCode } from '../core/language.ts'
import type { FindGivenReading } from '../core/lexicon.ts'
import type { SpokenToken } from '../core/spoken-token.ts'
import { joinSpoken, spokenTokens } from '../text/spoken-tokens.ts'
import type { RequireKey } from './authorization.ts'
import { readJson } from './read-json.ts'

export interface TextRouteDeps {
  readonly isListed: IsListed
  /** Readings that go before every rule of normalization. */
  readonly given: FindGivenReading
  readonly limits: { readonly maxBodyBytes: number; readonly maxTextLength: number }
}

/** What is asked of a text without speaking it. */
export function addTextRoutes(
  app: FastifyInstance,
  requireKey: RequireKey,
  { isListed, given, limits }: TextRouteDeps,
): void {
  const onRequest = requireKey('synthesis')

  async function englishOf({ raw }: FastifyRequest): Promise<string> {
    const { text, lang } = parseTextBody(await readJson(raw, limits.maxBodyBytes), limits.maxTextLength)
    if (lang === undefined || languageOfCode(lang) === 'eng') return text
    throw new SpeechError('language.unsupported', `Language ${lang.slice(0, 40)} is not supported`)
  }

  app.post('/textnorm', { onRequest }, async (request, reply) =>
    sendJson(reply, { normalized: await normalize(await englishOf(request), given) }),
  )
  app.post('/oov', { onRequest }, async (request, reply) =>
    sendJson(reply, await findUncovered(await englishOf(request), isListed)),
  )
}

const sendJson = (reply: FastifyReply, answer: unknown): FastifyReply =>
  reply.type('application/json').send(JSON.stringify(answer))

async function normalize(text: string, given: FindGivenReading): Promise<string> {
  const breath = createBreath()
  const tokens: SpokenToken[] = []
  for (const token of spokenTokens(text, given)) {
    tokens.push(token)
    if (breath.isDue) await breath.take()
  }
  return joinSpoken(tokens)
}
