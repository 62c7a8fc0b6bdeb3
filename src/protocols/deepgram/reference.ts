import { z } from 'zod'
import {
  BEARER,
  bytesAs,
  type DescribedProtocol,
  type RouteDescription,
  type SocketDescription,
} from '../../server/description.ts'
import { clearSchema, speakSchema } from './sockets/socket-protocol.ts'

export const DEEPGRAM: DescribedProtocol = {
  title: 'Deepgram',
  summary: 'The speech APIs of Deepgram: Aura at `/v1/speak`, Flux at `/v2/speak`.',
  errorBody: z.object({ err_code: z.string(), err_msg: z.string(), request_id: z.string() }),
  credentials: { deepgramToken: { header: 'Authorization', scheme: 'Token' }, ...BEARER },
}

/** What a route takes and answers. */
export interface SpeakContent {
  readonly query: z.ZodObject
  readonly body: z.ZodObject
  readonly mediaTypes: readonly string[]
}

/** A route that speaks a text, of either version of the API. */
export const speakRoute = (
  { query, body, mediaTypes }: SpeakContent,
  own: Pick<RouteDescription, 'id' | 'summary' | 'description' | 'examples'>,
): RouteDescription => ({
  protocol: DEEPGRAM,
  ...own,
  role: 'synthesis',
  query,
  body: { schema: body },
  answers: {
    200: {
      description: 'Audio, while it is spoken. Media types of formats without a header say the rate',
      content: bytesAs(mediaTypes),
    },
  },
})

export const speak = (content: SpeakContent): RouteDescription =>
  speakRoute(content, {
    id: 'deepgramSpeak',
    summary: 'Speak a text',
    examples: {
      usual: {
        summary: 'MP3',
        query: { model: 'aura-2-thalia-en' },
        body: { text: 'Hello.' },
        answer: 'audio/mpeg',
        file: 'hello.mp3',
      },
      telephone: {
        summary: 'µ-law for telephony',
        query: { model: 'luna', encoding: 'mulaw', sample_rate: 8000 },
        body: { text: 'Hello.' },
        file: 'hello.ulaw',
      },
    },
  })

const typed = (type: string) => z.object({ type: z.literal(type) })
const numbered = (type: string) => typed(type).extend({ sequence_id: z.int() })

export const speakSocket = (query: z.ZodObject): SocketDescription => ({
  protocol: DEEPGRAM,
  id: 'deepgramSpeakSocket',
  summary: 'Speak a text while it is written',
  description: 'Each turn ends at its flush, however long the client pauses.',
  query,
  receives: {
    Speak: {
      summary: 'Adds text. A sentence is spoken when it is complete',
      schema: typed('Speak').extend(speakSchema.shape),
    },
    Flush: { summary: 'Speaks the rest', schema: typed('Flush') },
    Clear: {
      summary: 'Drops all text and audio that was not sent. The offset is read on sockets with `heard=true`',
      schema: typed('Clear').extend(clearSchema.shape),
    },
    Close: { summary: 'Speaks the rest, then closes the socket', schema: typed('Close') },
  },
  sends: {
    Metadata: {
      summary: 'The first message',
      schema: typed('Metadata').extend({
        request_id: z.string(),
        model_name: z.string(),
        model_version: z.string(),
        model_uuid: z.string(),
        additional_model_uuids: z.array(z.string()),
      }),
    },
    audio: { summary: 'Audio in the encoding of the query', contentType: 'application/octet-stream' },
    Flushed: { summary: 'All audio of a flush was sent', schema: numbered('Flushed') },
    Cleared: {
      summary:
        'A clear was done; flushes before it are not answered. On sockets with `heard=true`, it says what was heard of the turn that was being played',
      schema: numbered('Cleared').extend({
        audio_played_ms: z.int().optional().describe('Position in the audio of the turn'),
        text_spoken: z.string().optional().describe('What was heard of the text of the turn'),
        text_remaining: z.string().optional().describe('The rest of it'),
        heard_from: z.literal('clock').optional().describe('The position is that of the clock'),
        also_unheard: z.array(z.string()).optional().describe('Texts of later turns'),
      }),
    },
    Warning: {
      summary: 'A message is invalid; the socket stays open',
      schema: typed('Warning').extend({
        description: z.string(),
        code: z.string(),
        warn_msg: z.string(),
        warn_code: z.string(),
      }),
    },
    Error: {
      summary: 'The text is refused, or the service failed. The socket is closed with 1008 or 1011',
      schema: typed('Error').extend({ description: z.string(), code: z.string() }),
    },
  },
  example: {
    query: { model: 'aura-2-thalia-en' },
    messages: [
      {
        from: 'server',
        name: 'Metadata',
        payload: {
          type: 'Metadata',
          request_id: '3b241101-e2bb-4255-8caf-4136c566a962',
          model_name: 'aura-2-thalia-en',
          model_version: 'coda',
          model_uuid: '0e1f8bd4-1d5c-8a0b-8b7a-1c1d5d2f9a10',
          additional_model_uuids: [],
        },
      },
      { from: 'client', name: 'Speak', payload: { type: 'Speak', text: 'Hello. How are you?' } },
      { from: 'client', name: 'Flush', payload: { type: 'Flush' } },
      { from: 'server', name: 'audio' },
      { from: 'server', name: 'Flushed', payload: { type: 'Flushed', sequence_id: 0 } },
      { from: 'client', name: 'Clear', payload: { type: 'Clear' } },
      { from: 'server', name: 'Cleared', payload: { type: 'Cleared', sequence_id: 1 } },
      { from: 'client', name: 'Close', payload: { type: 'Close' } },
    ],
  },
})
