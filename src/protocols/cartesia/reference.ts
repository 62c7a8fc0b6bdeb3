import { z } from 'zod'
import { heardQuery, heardSchema } from '../../server/bodies/heard-fields.ts'
import {
  BEARER,
  bytesAs,
  type DescribedProtocol,
  jsonAnswer,
  type RouteDescription,
  type SocketDescription,
} from '../../server/description.ts'
import { errorBodySchema } from './error-body.ts'
import { cancelSchema, contextSchema, textSchema } from './sockets/context-messages.ts'
import { voicePageQuery, voiceSchema } from './voice-page.ts'

const CARTESIA: DescribedProtocol = {
  title: 'Cartesia',
  summary: 'The speech API of Cartesia. Every version is accepted; the newest is served.',
  errorBody: errorBodySchema,
  credentials: { xApiKey: { header: 'X-API-Key' }, ...BEARER },
}

const VOICE = { mode: 'id', id: 'luna' }
const RAW = { container: 'raw', encoding: 'pcm_s16le', sample_rate: 24_000 }
const HELLO = { model_id: 'sonic-3', transcript: 'Hello.', voice: VOICE }
const WORD_TIMES = { words: ['Hello.'], start: [0], end: [0.6] }

export const speakBytes = (body: z.ZodObject): RouteDescription => ({
  protocol: CARTESIA,
  id: 'cartesiaSpeakBytes',
  summary: 'Speak a text',
  role: 'synthesis',
  body: { schema: body },
  answers: {
    200: {
      description: 'Audio, while it is spoken',
      content: bytesAs(['audio/wav', 'audio/mpeg', 'audio/pcm']),
    },
  },
  errors: [404],
  examples: {
    usual: {
      summary: 'WAV',
      body: { ...HELLO, output_format: { container: 'wav', encoding: 'pcm_s16le', sample_rate: 44_100 } },
      file: 'hello.wav',
    },
    telephone: {
      summary: 'µ-law for telephony, faster, by a voice of Cartesia',
      body: {
        ...HELLO,
        voice: { mode: 'id', id: 'f786b574-daa5-4673-aa0c-cbe3e8534c02' },
        output_format: { container: 'raw', encoding: 'pcm_mulaw', sample_rate: 8000 },
        generation_config: { speed: 1.1 },
      },
      answer: 'audio/pcm',
      file: 'hello.ulaw',
    },
  },
})

export const speakEvents = (body: z.ZodObject): RouteDescription => ({
  protocol: CARTESIA,
  id: 'cartesiaSpeakEvents',
  summary: 'Speak a text, as server-sent events',
  description: 'The events are the messages of the WebSocket: `chunk`, `timestamps` and `done`, or `error`.',
  role: 'synthesis',
  body: { schema: body },
  answers: { 200: { description: 'Events, while it is spoken', content: { 'text/event-stream': {} } } },
  errors: [404],
  examples: { usual: { summary: 'With times of words', body: { ...HELLO, output_format: RAW, add_timestamps: true } } },
})

const LUNA = {
  id: 'luna',
  name: 'Luna',
  tagline: 'young adult female',
  description: 'Young adult female voice, English',
  language: 'en',
  locales: [{ locale: 'en-US', is_native: true }],
  gender: 'feminine',
  country: 'US',
  accent: null,
  access: 'public',
  visibility: 'all',
  is_owner: false,
  created_at: '2026-01-01T00:00:00Z',
}

const page = (item: z.ZodType) =>
  z.object({ data: z.array(item), has_more: z.boolean(), next_page: z.string().nullable() })

export const listVoices = (): RouteDescription => ({
  protocol: CARTESIA,
  id: 'cartesiaListVoices',
  summary: 'List the voices, in pages',
  description: 'The page after the last is empty. Versions up to 2024-11-13 have one list without pages.',
  role: 'synthesis',
  query: voicePageQuery,
  answers: {
    200: jsonAnswer('The voices', page(voiceSchema), { data: [LUNA], has_more: false, next_page: null }),
  },
  examples: { usual: { summary: 'Voices of women', query: { gender: 'feminine', limit: 1 } } },
})

export const getVoice = (): RouteDescription => ({
  protocol: CARTESIA,
  id: 'cartesiaGetVoice',
  summary: 'Describe a voice',
  role: 'synthesis',
  params: z.object({ id: z.string().describe('A voice of the listing, or one of Cartesia') }),
  answers: { 200: jsonAnswer('The voice', voiceSchema, LUNA) },
  errors: [404],
  examples: { usual: { summary: 'luna', params: { id: 'luna' } } },
})

export const listPronunciationDicts = (): RouteDescription => ({
  protocol: CARTESIA,
  id: 'cartesiaListPronunciationDicts',
  summary: 'List the pronunciation dictionaries: none',
  role: 'synthesis',
  answers: { 200: jsonAnswer('No dictionaries', page(z.never()), { data: [], has_more: false, next_page: null }) },
  examples: { usual: { summary: 'Request' } },
})

export const createToken = (body: z.ZodObject): RouteDescription => ({
  protocol: CARTESIA,
  id: 'cartesiaCreateToken',
  summary: 'Make a token',
  description: 'For browsers, which open the WebSocket with it: `/tts/websocket?access_token=TOKEN`.',
  role: 'synthesis',
  body: { schema: body, isOptional: true },
  answers: {
    200: jsonAnswer('The token', z.object({ token: z.string() }), { token: 'hft_eyJrIjoiNGQyZiJ9.c2lnbmF0dXJl' }),
  },
  examples: { usual: { summary: 'For a minute', body: { expires_in: 60, grants: { tts: true } } } },
})

const context_id = z.string().describe('Empty if the message named none')
const ofContext = { context_id, done: z.literal(false), status_code: z.literal(206) }
const flush_id = z.int().optional().describe('Number of the flush that ends the audio, from 1')
const times = { start: z.array(z.number()), end: z.array(z.number()) }

export const contextSocket = (): SocketDescription => ({
  protocol: CARTESIA,
  id: 'cartesiaSocket',
  summary: 'Speak several texts while they are written',
  description: 'Browsers add a token as `access_token`. A key in the URL is refused.',
  query: z.object({
    cartesia_version: z.string().optional().describe('Every version is accepted'),
    access_token: z.string().optional().describe('A token of `POST /access-token`'),
    ...heardQuery,
  }),
  receives: {
    text: {
      summary:
        'Adds text to a context, and ends it unless `continue` is true. The first text opens the context and fixes its voice and format',
      schema: z.object({ ...textSchema.shape, ...contextSchema.shape }),
    },
    cancel: { summary: 'Ends a context at once; its text is dropped', schema: cancelSchema },
  },
  sends: {
    chunk: {
      summary: 'Audio, in base64',
      schema: z.object({
        type: z.literal('chunk'),
        ...ofContext,
        data: z.string().min(1),
        step_time: z.int().describe('Milliseconds since the chunk before'),
        flush_id,
      }),
    },
    timestamps: {
      summary: 'Times of the words of a sentence, in seconds from the start of the audio of the context',
      schema: z.object({
        type: z.literal('timestamps'),
        ...ofContext,
        word_timestamps: z.object({ words: z.array(z.string()), ...times }),
        flush_id,
      }),
    },
    phonemeTimestamps: {
      summary: 'The same of sounds, in IPA',
      schema: z.object({
        type: z.literal('phoneme_timestamps'),
        ...ofContext,
        phoneme_timestamps: z.object({ phonemes: z.array(z.string()), ...times }),
        flush_id,
      }),
    },
    flushDone: {
      summary: 'All audio before a flush was sent',
      schema: z.object({
        type: z.literal('flush_done'),
        ...ofContext,
        flush_done: z.literal(true),
        flush_id: z.int(),
      }),
    },
    done: {
      summary: 'The last message of a context',
      schema: z.object({
        type: z.literal('done'),
        context_id,
        done: z.literal(true),
        status_code: z.literal(206),
        heard: heardSchema.optional().describe('After a cancel, with `heard=true`'),
      }),
    },
    error: {
      summary: 'A message is invalid, or a context failed, which ends it',
      schema: z.object({
        type: z.literal('error'),
        context_id,
        done: z.literal(true),
        status_code: z.int(),
        ...errorBodySchema.shape,
        error: z.string().describe('Title and message'),
      }),
    },
  },
  example: {
    query: { cartesia_version: '2026-03-01' },
    messages: [
      {
        from: 'client',
        name: 'text',
        payload: { ...HELLO, context_id: 'turn-1', output_format: RAW, add_timestamps: true, continue: true },
      },
      {
        from: 'server',
        name: 'chunk',
        payload: {
          type: 'chunk',
          data: 'AAABAAIAAQA=',
          done: false,
          status_code: 206,
          step_time: 40,
          flush_id: 1,
          context_id: 'turn-1',
        },
      },
      {
        from: 'server',
        name: 'timestamps',
        payload: {
          type: 'timestamps',
          done: false,
          status_code: 206,
          word_timestamps: WORD_TIMES,
          flush_id: 1,
          context_id: 'turn-1',
        },
      },
      { from: 'client', name: 'text', payload: { ...HELLO, context_id: 'turn-1', transcript: '', output_format: RAW } },
      {
        from: 'server',
        name: 'done',
        payload: { type: 'done', done: true, status_code: 206, context_id: 'turn-1' },
      },
    ],
  },
})
