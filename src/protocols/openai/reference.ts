import { z } from 'zod'
import { LANGUAGES } from '../../core/language.ts'
import { bytesAs, type DescribedProtocol, jsonAnswer, type RouteDescription } from '../../server/description.ts'
import { errorBodySchema } from './error-body.ts'

const OPENAI: DescribedProtocol = {
  title: 'OpenAI',
  summary: 'The speech API of OpenAI. Its listings are public.',
  errorBody: errorBodySchema,
}

interface SpeechParts {
  readonly body: z.ZodObject
  readonly query: z.ZodObject
  readonly mediaTypes: readonly string[]
}

export const speech = ({ body, query, mediaTypes }: SpeechParts): RouteDescription => ({
  protocol: OPENAI,
  id: 'openaiCreateSpeech',
  summary: 'Speak a text',
  role: 'synthesis',
  query,
  body: { schema: body },
  answers: {
    200: {
      description:
        'Audio in the `response_format`, while it is spoken; with `stream_format` `sse` as events `speech.audio.delta` and `speech.audio.done`',
      content: { ...bytesAs(mediaTypes), 'text/event-stream': {} },
    },
  },
  errors: [401, 404],
  examples: {
    usual: { summary: 'MP3', body: { model: 'tts-1', voice: 'alloy', input: 'Hello.' }, file: 'hello.mp3' },
    catalogue: {
      summary: 'A voice of the catalogue, as PCM',
      body: { model: 'coda', voice: 'luna', input: 'Hello.', response_format: 'pcm', speed: 1.25 },
      answer: 'audio/pcm',
      file: 'hello.pcm',
    },
    events: {
      summary: 'Server-sent events',
      body: { input: 'Hello.', stream_format: 'sse' },
      answer: 'text/event-stream',
    },
  },
})

const model = z.object({ id: z.string(), object: z.literal('model'), created: z.int(), owned_by: z.string() })
const TTS_1 = { id: 'tts-1', object: 'model', created: 1_767_225_600, owned_by: 'hoarfrost' }

export const listModels = (): RouteDescription => ({
  protocol: OPENAI,
  id: 'openaiListModels',
  summary: 'List the models',
  answers: {
    200: jsonAnswer('The models', z.object({ object: z.literal('list'), data: z.array(model) }), {
      object: 'list',
      data: [TTS_1],
    }),
  },
  errors: [401],
  examples: { usual: { summary: 'All models' } },
})

export const getModel = (): RouteDescription => ({
  protocol: OPENAI,
  id: 'openaiGetModel',
  summary: 'Describe a model',
  params: z.object({ id: z.string().describe('Name of the model') }),
  answers: { 200: jsonAnswer('The model', model, TTS_1) },
  errors: [401, 404],
  examples: { usual: { summary: 'tts-1', params: { id: 'tts-1' } } },
})

export const listAudioModels = (): RouteDescription => ({
  protocol: OPENAI,
  id: 'openaiListAudioModels',
  summary: 'List the names of the models',
  answers: {
    200: jsonAnswer(
      'The models',
      z.object({ object: z.literal('list'), models: z.array(z.object({ id: z.string(), name: z.string() })) }),
      { object: 'list', models: [{ id: 'tts-1', name: 'tts-1' }] },
    ),
  },
  errors: [401],
  examples: { usual: { summary: 'All models' } },
})

const voice = z.object({
  id: z.string(),
  name: z.string(),
  language: z.enum(LANGUAGES),
  gender: z.string(),
  age: z.string(),
  country: z.string(),
})

export const listVoices = (): RouteDescription => ({
  protocol: OPENAI,
  id: 'openaiListVoices',
  summary: 'List the voices',
  description: "OpenAI's voices, then those of the catalogue.",
  query: z.object({ legacy: z.enum(['true', 'false']).optional().describe('`true` lists names only') }),
  answers: {
    200: jsonAnswer('The voices', z.object({ voices: z.union([z.array(voice), z.array(z.string())]) }), {
      voices: [
        { id: 'alloy', name: 'Alloy', language: 'eng', gender: 'Non-Binary', age: 'Young Adult', country: 'US' },
      ],
    }),
  },
  errors: [401],
  examples: { usual: { summary: 'All voices' }, names: { summary: 'Names', query: { legacy: 'true' } } },
})
