import type { DescMessage } from '@bufbuild/protobuf'
import { z } from 'zod'
import { modelOfId } from '../../app/speech/model-id.ts'
import { MODELS, type ModelId } from '../../core/model.ts'
import { heardQuery, heardSchema } from '../../server/bodies/heard-fields.ts'
import type { DescribedMessage, DescribedProtocol, SocketDescription } from '../../server/description.ts'
import { WebSocketRequestSchema, WebSocketResponseSchema } from '../rime-messages/text-to-speech_pb.ts'
import { jsonSchemaOf } from './json-schema.ts'

const RIME_V1: DescribedProtocol = {
  title: 'Rime v1',
  summary: 'Several contexts on a connection, each with its own voice.',
}

const CLIENT_MESSAGES = {
  config: 'Once, before the first `start`: a token, and defaults for fields that a `start` leaves out',
  start: 'Opens a context. With `text`, it speaks that and needs no `end`',
  text: 'Adds text to a context',
  end: 'No more text follows',
  cancel:
    'Ends a context at once. On connections with `heard=true`, `positionMs` says how many milliseconds of its audio were played, and contexts whose audio is still being played can be cancelled, too',
}
const SERVER_MESSAGES = {
  ready: 'The first message',
  started: 'The context is open',
  audio: 'Audio, in base64; that of a context is one file or stream',
  done: 'All audio of the context was sent. Has word times if `start` asked for them',
  error: 'The context failed; without `contextId`, the message was invalid',
}

/** In protobuf messages, what was heard is in fields of `cancelled`. */
const CANCELLED: DescribedMessage = {
  summary: 'The context was cancelled. On connections with `heard=true`, `heard` says what was heard of its text',
  schema: z.object({ contextId: z.string(), cancelled: z.object({ heard: heardSchema.optional() }) }),
}

/** One of the payloads of a message, with the context. */
const payloadsOf = (
  { fields }: DescMessage,
  summaries: Readonly<Record<string, string>>,
): Readonly<Record<string, DescribedMessage>> =>
  Object.fromEntries(
    Object.entries(summaries).map(([name, summary]) => {
      const own = fields.filter(({ jsonName }) => jsonName === 'contextId' || jsonName === name)
      return [name, { summary, schema: { ...jsonSchemaOf({ fields: own }), required: [name] } }]
    }),
  )

/** `model` is that of the path; undefined if the query names it. */
export function socket(url: string, model: ModelId | undefined): SocketDescription {
  const [, path = ''] = /^\/(?:(\w+)\/)?ws$/.exec(url) ?? []
  const contextId = 'turn-1'
  return {
    protocol: RIME_V1,
    id: `rimeV1${path.charAt(0).toUpperCase()}${path.slice(1)}`,
    summary: `Speak texts with ${model ?? 'the model of the query'}`,
    description:
      'With the subprotocol `rime.v1.json`, or none, messages of the server are JSON in text frames; with `rime.v1.binary` they are protobuf messages in binary frames. Those of the client are read by their frame. A context gets exactly one of `done`, `cancelled` and `error`, at its end.',
    query: z.object({
      ...(model === undefined && {
        modelId: z
          .string()
          .optional()
          .describe('The model; by default that of the first label of `Host`, as in `coda.example.com`, else `mistv3`'),
      }),
      ...heardQuery,
    }),
    receives: payloadsOf(WebSocketRequestSchema, CLIENT_MESSAGES),
    sends: { ...payloadsOf(WebSocketResponseSchema, SERVER_MESSAGES), cancelled: CANCELLED },
    example: {
      messages: [
        {
          from: 'server',
          name: 'ready',
          payload: { ready: { protocol: 1, languages: MODELS[model ?? modelOfId(undefined)].languages } },
        },
        {
          from: 'client',
          name: 'start',
          payload: { contextId, start: { speaker: 'luna', audioParameters: { audioFormat: 'audio/pcm' } } },
        },
        {
          from: 'server',
          name: 'started',
          payload: { contextId, started: { requestId: '3b241101-e2bb-4255-8caf-4136c566a962.1' } },
        },
        { from: 'client', name: 'text', payload: { contextId, text: 'Hello. How are you?' } },
        { from: 'client', name: 'end', payload: { contextId, end: {} } },
        { from: 'server', name: 'audio', payload: { contextId, audio: 'AAABAAIAAQA=' } },
        { from: 'server', name: 'done', payload: { contextId, done: {} } },
      ],
    },
  }
}
