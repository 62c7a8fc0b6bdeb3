import { z } from 'zod'
import { ACCEPTED_CODECS, CODECS } from '../../audio/codecs.ts'
import type { SpeechBodySchemas } from '../../server/bodies/speech-body.ts'
import {
  bytesAs,
  type DescribedProtocol,
  type RouteDescription,
  type SocketDescription,
} from '../../server/description.ts'
import { heardMessageSchema, markupSchema, serverMessages } from './socket-messages.ts'
import type { SocketQuerySchemas } from './socket-query.ts'

const RIME: DescribedProtocol = {
  title: 'Speech',
  summary: 'The protocol of voice agents, with all models and settings.',
}

const CODA_IDS = z.enum(['coda', 'arcana', 'arcanav2', 'arcanav3'])
const MIST_ID = z.string().optional().describe('`mistv3` serves other and absent names, too')

/** At `/`, as on hosts of Rime that have one model. */
export const speechOfHost = (schemas: SpeechBodySchemas): RouteDescription => ({
  ...speech(schemas),
  id: 'synthesizeSpeechOfHost',
  summary: 'Speak a text, with the model of the host',
  description:
    'As `/v1/rime-tts`. Without `modelId`, the first label of `Host` selects the model, as in `mist.example.com`; `coda` serves other hosts.',
})

const spans = z.array(z.tuple([z.int(), z.int()]))

export const speech = ({ coda, mistv3, mistv2 }: SpeechBodySchemas): RouteDescription => ({
  protocol: RIME,
  id: 'synthesizeSpeech',
  summary: 'Speak a text',
  description:
    '`Accept` selects the format. `*/*` selects WAV for coda and arcana, and JSON for the mist models. Unknown fields are ignored, and `null` counts as absent.',
  role: 'synthesis',
  body: {
    schema: z.union([
      z.object({ modelId: CODA_IDS, ...coda.shape }).meta({ title: 'coda and arcana' }),
      z.object({ modelId: MIST_ID, ...mistv3.shape }).meta({ title: 'mistv3' }),
      z.object({ modelId: z.literal('mistv2'), ...mistv2.shape }).meta({ title: 'mistv2' }),
    ]),
  },
  answers: {
    200: {
      description: 'Speech, while it is spoken; complete in JSON. `text/event-stream` is for mistv2',
      content: {
        ...bytesAs(ACCEPTED_CODECS.flatMap((codec) => CODECS[codec].mediaTypes)),
        'application/json': {
          schema: z.object({
            audioContent: z.string().describe('Audio in base64'),
            word_timestamps: serverMessages.timestamps.shape.word_timestamps.optional(),
            spans: spans.optional().describe('Places of the words in the text: start and end, in UTF-16 units'),
          }),
          example: {
            audioContent: 'UklGRiQAAABXQVZF',
            word_timestamps: { words: ['Hello.'], start: [0], end: [0.52] },
            spans: [[0, 6]],
          },
        },
        'text/event-stream': {},
      },
    },
  },
  errors: [406],
  examples: {
    wav: {
      summary: 'WAV',
      accept: 'audio/wav',
      body: { modelId: 'coda', speaker: 'luna', text: 'Hello.' },
      file: 'hello.wav',
    },
    spanish: {
      summary: 'Spanish, as MP3, slower',
      accept: 'audio/mpeg',
      body: { modelId: 'coda', speaker: 'isla', lang: 'spa', text: 'Buenos días.', speedAlpha: 0.9 },
      file: 'hello.mp3',
    },
    times: {
      summary: 'JSON with word times',
      accept: 'application/json',
      body: { modelId: 'mistv3', speaker: 'cove', text: 'Hello.', audioFormat: 'mp3', timestamps: true },
    },
    pauses: {
      summary: 'A pause and a slower word',
      accept: 'audio/ogg;codecs=opus',
      body: {
        modelId: 'mistv3',
        speaker: 'cove',
        text: 'Wait. <500> It is [here].',
        pauseBetweenBrackets: true,
        inlineSpeedAlpha: '0.7',
      },
      file: 'hello.ogg',
    },
    events: {
      summary: 'Server-sent events',
      accept: 'text/event-stream',
      body: { modelId: 'mistv2', speaker: 'cove', text: 'Hello.', audioFormat: 'pcm', samplingRate: 16_000 },
    },
  },
})

/** One object for all models, as descriptions of queries need. */
const queryOf = ({ coda, mistv3, mistv2 }: SocketQuerySchemas): z.ZodObject =>
  z.object({
    ...mistv2.shape,
    ...mistv3.shape,
    ...coda.shape,
    samplingRate: z.union([coda.shape.samplingRate, mistv3.shape.samplingRate]).describe('Samples per second'),
    modelId: z.string().optional().describe('The model. `mistv3` by default; on `/ws2` `mistv2`'),
  })

interface JsonSocket {
  readonly saysDone: boolean
  /** The path that it serves with times from the start of the turn. */
  readonly like?: string | undefined
}

/** `/ws3`, and `/ws2` with `saysDone`. */
export const jsonSocket =
  (id: string, { saysDone, like }: JsonSocket) =>
  (schemas: SocketQuerySchemas): SocketDescription => {
    const { done, ...others } = serverMessages
    const { contextId, text, operation, positionMs } = heardMessageSchema.shape
    const query = queryOf(schemas)
    return {
      protocol: RIME,
      id,
      summary: summaryOf({ saysDone, like }),
      description:
        'A sentence is spoken when its end is certain, or as `segment` says. Fields of the model are parameters of the query.',
      query:
        like === undefined
          ? query
          : query.extend({ timestampsFrom: schemas.coda.shape.timestampsFrom.default('turn') }),
      receives: {
        text: {
          summary: 'Adds text, and does the operation if there is one',
          schema: z.object({ text: text.unwrap(), operation, contextId, positionMs, ...markupSchema.shape }),
        },
        operation: {
          summary:
            '`flush` ends the turn, `clear` drops what is not sent yet, `eos` speaks the rest and closes. `heard` and `positionMs` are for sockets with `heard=true`',
          schema: z.object({ operation: operation.unwrap(), contextId, positionMs }),
        },
      },
      sends: {
        chunk: { summary: 'Audio, in base64', schema: others.chunk },
        timestamps: {
          summary: 'Times of the words of a segment, after its last chunk; English and Spanish only',
          schema: others.timestamps,
        },
        done: {
          summary: 'The turn has ended, and all its audio was sent',
          schema: saysDone ? done.required() : done.omit({ done: true }),
        },
        error: { summary: 'A message is invalid; the socket stays open', schema: others.error },
        heard: {
          summary:
            'With `heard=true`, the answer to each `clear` and `heard`: what was heard of the turn that is being played',
          schema: others.heard,
        },
      },
      example: {
        query: { speaker: 'luna', modelId: 'coda' },
        messages: [
          { from: 'client', name: 'text', payload: { text: 'Hello.', contextId: 'turn-1' } },
          { from: 'client', name: 'operation', payload: { operation: 'flush' } },
          { from: 'server', name: 'chunk', payload: { type: 'chunk', data: 'AAABAAIAAQA=', contextId: 'turn-1' } },
          {
            from: 'server',
            name: 'timestamps',
            payload: {
              type: 'timestamps',
              word_timestamps: { words: ['Hello.'], start: [0], end: [0.52] },
              contextId: 'turn-1',
            },
          },
          {
            from: 'server',
            name: 'done',
            payload: { type: 'done', ...(saysDone && { done: true }), contextId: 'turn-1' },
          },
          { from: 'client', name: 'operation', payload: { operation: 'eos' } },
        ],
      },
    }
  }

function summaryOf({ saysDone, like }: JsonSocket): string {
  if (like !== undefined) return `Like \`${like}\`, with \`timestampsFrom=turn\` where the query has none`
  return saysDone ? 'Like `/ws3`, with `"done": true` in `done`' : 'Speak a text while it is written'
}

export const rawSocket = (schemas: SocketQuerySchemas): SocketDescription => ({
  protocol: RIME,
  id: 'rawSpeech',
  summary: 'Speak a text while it is written: text in, audio out',
  description:
    'No word times, contexts or errors. Connections without `speaker`, `modelId` and `audioFormat` are served as Rime v1.',
  query: queryOf(schemas),
  receives: {
    text: { summary: 'Adds text', contentType: 'text/plain' },
    operation: { summary: '`<FLUSH>`, `<CLEAR>` or `<EOS>`, alone', contentType: 'text/plain' },
  },
  sends: { audio: { summary: 'Audio', contentType: 'application/octet-stream' } },
  example: {
    query: { speaker: 'luna', modelId: 'coda' },
    messages: [
      { from: 'client', name: 'text', payload: 'Hello. How are you?' },
      { from: 'client', name: 'operation', payload: '<FLUSH>' },
      { from: 'server', name: 'audio' },
      { from: 'client', name: 'operation', payload: '<EOS>' },
    ],
  },
})
