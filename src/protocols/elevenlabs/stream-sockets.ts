import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { App } from '../../app/app.ts'
import { resolveRequest } from '../../app/speech/resolve-request.ts'
import * as field from '../../server/bodies/fields.ts'
import { HEARD_NUMBERS, heardQuery } from '../../server/bodies/heard-fields.ts'
import { parseBody } from '../../server/bodies/parse-body.ts'
import { queryFields } from '../../server/bodies/query-fields.ts'
import type { Server } from '../../server/protocol.ts'
import type { AcceptedUpgrade } from '../../server/websocket/socket-connection.ts'
import * as reference from './reference.ts'
import { StreamContexts } from './sockets/stream-contexts.ts'
import * as own from './speech-fields.ts'

const querySchema = z.object({
  output_format: own.outputFormat,
  model_id: own.modelId,
  language_code: own.languageCode,
  apply_text_normalization: own.applyTextNormalization,
  seed: own.seed,
  inactivity_timeout: field
    .integerBetween('inactivity_timeout', 1, 180)
    .default(20)
    .describe('Seconds without a message or audio after which a context ends'),
  sync_alignment: z
    .string()
    .optional()
    .describe('true: times count from the start of the context, as LiveKit reads them, instead of the message'),
  ...heardQuery,
})

const NUMBERS = ['seed', 'inactivity_timeout', ...HEARD_NUMBERS]

export function addStreamSockets({ http, sockets, requireKey }: Server, app: App): void {
  function read(request: FastifyRequest, { reserve }: AcceptedUpgrade) {
    const { voiceId } = request.params as { voiceId: string }
    const query = parseBody(querySchema, queryFields(request.url, NUMBERS))
    const parameters = own.parametersOf(request, { ...query, voiceId, text: '' })
    // Both refuse before the upgrade.
    const reservation = reserve(resolveRequest(parameters, app))
    const timesFrom = query.sync_alignment === 'true' ? 'turn' : 'segment'
    const settings = { codec: query.output_format.codec, timesFrom, reservation } as const
    const { inactivity_timeout, heard, heardLagMs } = query
    return { parameters, settings, inactivityMs: 1000 * inactivity_timeout, tellsHeard: heard, heardLagMs }
  }

  const path = '/v1/text-to-speech/:voiceId'
  for (const [name, isMulti] of [
    ['stream-input', false],
    ['multi-stream-input', true],
  ] as const) {
    sockets.serve(
      `${path}/${name}`,
      (request, upgrade) => {
        const { heardLagMs, ...options } = read(request, upgrade)
        return (connection) => {
          if (options.tellsHeard) connection.keepHeard({ lagMs: heardLagMs })
          return new StreamContexts(connection, { ...options, isMulti }, app)
        }
      },
      { http, requireKey, describe: () => reference.stream(querySchema, isMulti) },
    )
  }
}
