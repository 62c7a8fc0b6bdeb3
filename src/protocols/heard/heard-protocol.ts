import { z } from 'zod'
import { sendJson } from '../../server/answers/send-json.ts'
import { credentialIdOf } from '../../server/auth/caller.ts'
import * as field from '../../server/bodies/fields.ts'
import { heardSchema, playedMs } from '../../server/bodies/heard-fields.ts'
import { parseBody } from '../../server/bodies/parse-body.ts'
import { queryFields } from '../../server/bodies/query-fields.ts'
import { type DescribedProtocol, jsonAnswer, type RouteDescription } from '../../server/description.ts'
import type { Protocol } from '../../server/protocol.ts'

/** Bounded, since no id is longer. */
const MAX_ID_LENGTH = 1000

const querySchema = z.object({
  positionMs: playedMs('positionMs')
    .optional()
    .describe('Milliseconds of the audio of the turn that were played; by the clock of the server if it is absent'),
  contextId: field
    .string('contextId')
    .max(MAX_ID_LENGTH, 'contextId is too long')
    .optional()
    .describe('The context of the turn; by default, the last turn with audio'),
  requestId: field
    .string('requestId')
    .max(MAX_ID_LENGTH, 'requestId is too long')
    .optional()
    .describe("`x-request-id` of an answer of OpenAI's API, or the id of a connection or context"),
})

const answerSchema = z.object({
  contextId: z.string().nullable(),
  ...heardSchema.shape,
  isComplete: z.boolean().describe('All of the text was spoken and sent'),
})

/** What the caller's clients have heard: `GET /v1/heard`. */
export const heardProtocol: Protocol = {
  name: 'heard',
  register({ http, requireKey }, app) {
    http.get('/v1/heard', { onRequest: requireKey('synthesis'), config: { describe } }, async (request, reply) => {
      const question = parseBody(querySchema, queryFields(request.url, ['positionMs']))
      const { contextId, heard, isComplete } = app.heard.find({
        ...question,
        caller: credentialIdOf(request) as string,
      })
      const answer: z.infer<typeof answerSchema> = { contextId, ...heard, isComplete }
      return sendJson(reply.header('cache-control', 'no-store'), answer)
    })
  },
}

const HEARD: DescribedProtocol = {
  title: 'Heard text',
  summary: 'What was heard of a turn that was interrupted.',
}

const describe = (): RouteDescription => ({
  protocol: HEARD,
  id: 'findHeardText',
  summary: 'Tell what was heard',
  description:
    'Of the WebSockets that were opened with the same token or key and `heard=true`, or with a token that has `heard`, also for a minute after they were closed. `heard` and `remaining` together are the text of the turn. 404 if nothing is known; 409 if several WebSockets are open and neither `contextId` nor `requestId` is sent.',
  role: 'synthesis',
  query: querySchema,
  answers: {
    200: jsonAnswer('What was heard', answerSchema, {
      contextId: 'turn-1',
      heard: 'Your train',
      remaining: ' is late.',
      positionMs: 480,
      from: 'client',
      precision: 'word',
      isComplete: true,
    }),
  },
  errors: [404, 409],
  examples: {
    usual: { summary: 'By the position of the client', query: { positionMs: 480 } },
    context: { summary: 'By the clock, of a context', query: { contextId: 'turn-1' } },
  },
})
