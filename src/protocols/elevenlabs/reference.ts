import { z } from 'zod'
import { heardSchema } from '../../server/bodies/heard-fields.ts'
import {
  BEARER,
  bytesAs,
  type DescribedAnswer,
  type DescribedProtocol,
  jsonAnswer,
  type RouteDescription,
  type SocketDescription,
} from '../../server/description.ts'
import { heardMessageSchema, messageSchema } from './sockets/stream-messages.ts'
import { voicePageQuery } from './voice-page.ts'

const ELEVENLABS: DescribedProtocol = {
  title: 'ElevenLabs',
  summary: 'The speech API of ElevenLabs.',
  errorBody: z.object({ detail: z.object({ status: z.string(), message: z.string() }) }),
  credentials: { xiApiKey: { header: 'xi-api-key' }, ...BEARER },
}

const voiceParams = z.object({
  voiceId: z.string().describe("A voice of the catalogue, or the id of one of ElevenLabs' premade voices"),
})

/** `path` is that below the voice's. */
interface SpeechParts {
  readonly path: string
  readonly query: z.ZodObject
  readonly body: z.ZodObject
  readonly mediaTypes: readonly string[]
}

const alignment = z
  .object({
    characters: z.array(z.string()),
    character_start_times_seconds: z.array(z.number()),
    character_end_times_seconds: z.array(z.number()),
  })
  .nullable()
const timed = z.object({
  audio_base64: z.string().describe('Audio in base64'),
  alignment: alignment.describe('Times of the characters of the text, in seconds'),
  normalized_alignment: alignment.describe('The same'),
})
const HI = {
  characters: ['H', 'i'],
  character_start_times_seconds: [0, 0.1],
  character_end_times_seconds: [0.1, 0.2],
}

export function speech({ path, query, body, mediaTypes }: SpeechParts): RouteDescription {
  const audio = { description: 'Audio, while it is spoken', content: bytesAs(mediaTypes) }
  const whole = jsonAnswer('Complete audio with times', timed, {
    audio_base64: 'SUQzBAAAAAAA',
    alignment: HI,
    normalized_alignment: HI,
  })
  const lines = {
    description: 'Lines of JSON, while it is spoken. The last one has the times',
    content: { 'application/x-ndjson': {} },
  }
  const kinds: Readonly<Record<string, { readonly id: string; readonly summary: string; answer: DescribedAnswer }>> = {
    '': { id: 'elevenlabsSpeak', summary: 'Speak a text', answer: audio },
    '/stream': { id: 'elevenlabsStream', summary: 'Speak a text, like the route without `/stream`', answer: audio },
    '/with-timestamps': { id: 'elevenlabsSpeakWithTimestamps', summary: 'Speak with times', answer: whole },
    '/stream/with-timestamps': { id: 'elevenlabsStreamWithTimestamps', summary: 'Stream with times', answer: lines },
  }
  const { answer, ...texts } = kinds[path] as (typeof kinds)[string]
  return {
    protocol: ELEVENLABS,
    ...texts,
    role: 'synthesis',
    params: voiceParams,
    query,
    body: { schema: body },
    answers: { 200: answer },
    errors: [404],
    examples: {
      usual: {
        summary: 'Defaults',
        params: { voiceId: 'luna' },
        body: { text: 'Hello.' },
        ...(answer === audio && { file: 'hello.mp3' }),
      },
      telephone: {
        summary: 'µ-law for telephony, faster, by a premade voice',
        params: { voiceId: '21m00Tcm4TlvDq8ikWAM' },
        query: { output_format: 'ulaw_8000' },
        body: { text: 'Hello.', model_id: 'eleven_flash_v2_5', voice_settings: { speed: 1.1 } },
        ...(answer === audio && { answer: 'audio/basic', file: 'hello.ulaw' }),
      },
    },
  }
}

const voice = z.object({
  voice_id: z.string(),
  name: z.string(),
  category: z.literal('premade'),
  labels: z.object({ gender: z.string(), age: z.string(), accent: z.string(), language: z.string() }),
})
const LUNA = {
  voice_id: 'luna',
  name: 'Luna',
  category: 'premade',
  labels: { gender: 'female', age: 'young adult', accent: 'US', language: 'en' },
}

interface Listing {
  readonly id: string
  readonly summary: string
  readonly answer: DescribedAnswer
}

const listing = ({ answer, ...texts }: Listing): RouteDescription => ({
  protocol: ELEVENLABS,
  ...texts,
  role: 'synthesis',
  answers: { 200: answer },
  examples: { usual: { summary: 'Request' } },
})

export const listVoices = (): RouteDescription =>
  listing({
    id: 'elevenlabsListVoices',
    summary: 'List the voices',
    answer: jsonAnswer('The voices', z.object({ voices: z.array(voice) }), { voices: [LUNA] }),
  })

export const listVoicesV2 = (): RouteDescription => ({
  ...listing({
    id: 'elevenlabsListVoicesV2',
    summary: 'List the voices, in pages',
    answer: jsonAnswer(
      'The voices',
      z.object({
        voices: z.array(voice),
        has_more: z.boolean(),
        total_count: z.int().describe('Voices of all pages'),
        next_page_token: z.string().nullable(),
      }),
      { voices: [LUNA], has_more: false, total_count: 1, next_page_token: null },
    ),
  }),
  query: voicePageQuery,
  examples: { usual: { summary: 'Voices of women', query: { search: 'female', page_size: 10 } } },
})

export const getVoice = (): RouteDescription => ({
  ...listing({ id: 'elevenlabsGetVoice', summary: 'Describe a voice', answer: jsonAnswer('The voice', voice, LUNA) }),
  params: voiceParams,
  errors: [400],
  examples: { usual: { summary: 'luna', params: { voiceId: 'luna' } } },
})

export const listModels = (): RouteDescription => ({
  ...listing({
    id: 'elevenlabsListModels',
    summary: 'List the models, for requests with `xi-api-key`',
    answer: jsonAnswer(
      'The models',
      z.array(
        z.object({
          model_id: z.string(),
          name: z.string(),
          can_do_text_to_speech: z.literal(true),
          can_do_voice_conversion: z.literal(false),
          languages: z.array(z.object({ language_id: z.string(), name: z.string() })),
          maximum_text_length_per_request: z.int(),
        }),
      ),
      [
        {
          model_id: 'eleven_flash_v2_5',
          name: 'eleven_flash_v2_5',
          can_do_text_to_speech: true,
          can_do_voice_conversion: false,
          languages: [{ language_id: 'en', name: 'English' }],
          maximum_text_length_per_request: 2_147_483_647,
        },
      ],
    ),
  }),
})

export const getUser = (subscription: object): RouteDescription => {
  const user = {
    user_id: 'k7f3',
    workspace_id: 'k7f3',
    subscription,
    is_new_user: false,
    seat_type: 'workspace_member',
  }
  const rest = z.record(z.string(), z.unknown())
  return listing({
    id: 'elevenlabsGetUser',
    summary: 'The id of the key',
    answer: jsonAnswer(
      'The user',
      z.looseObject({ user_id: z.string(), workspace_id: z.string(), subscription: rest }),
      user,
    ),
  })
}

export const getSubscription = (subscription: object): RouteDescription =>
  listing({
    id: 'elevenlabsGetSubscription',
    summary: 'Limits of the key: none',
    answer: jsonAnswer(
      'The subscription',
      z.looseObject({ tier: z.string(), status: z.string(), character_count: z.int(), character_limit: z.int() }),
      subscription,
    ),
  })

const characterTimes = z
  .object({ chars: z.array(z.string()), charStartTimesMs: z.array(z.int()), charDurationsMs: z.array(z.int()) })
  .nullable()

/** Sockets of one context, or of several that messages name. */
export function stream(query: z.ZodObject, isMulti: boolean): SocketDescription {
  const inContext = isMulti ? { contextId: z.string().optional() } : {}
  const { context_id, close_context, close_socket, ...common } = messageSchema.shape
  const { position_ms } = heardMessageSchema.shape
  const named = isMulti ? { context_id } : {}
  const at = isMulti ? { contextId: 'turn-1' } : {}
  const text = z.object({ ...common, ...named, text: z.string() })
  return {
    protocol: ELEVENLABS,
    id: isMulti ? 'elevenlabsMultiStreamInput' : 'elevenlabsStreamInput',
    summary: isMulti ? 'Speak several texts while they are written' : 'Speak one text while it is written',
    params: voiceParams,
    query,
    receives: {
      text: { summary: 'Adds text. A sentence is spoken when it is complete, or at once with `flush`', schema: text },
      ...(isMulti && {
        closeContext: {
          summary:
            'Speaks the rest of a context, then ends it. On sockets with `heard=true`, `position_ms` drops the rest',
          schema: z.object({ context_id, close_context: z.literal(true), position_ms }),
        },
      }),
      ...(!isMulti && {
        end: {
          summary:
            'Speaks the rest, then closes the socket. On sockets with `heard=true`, `position_ms` drops the rest',
          schema: z.object({ text: z.literal(''), position_ms }),
        },
      }),
      closeSocket: {
        summary: 'Drops all text and closes the socket',
        schema: z.object({ close_socket: z.literal(true) }),
      },
    },
    sends: {
      audio: {
        summary: 'Audio, in base64',
        schema: z.object({
          audio: z.string().min(1),
          isFinal: z.null(),
          alignment: z.null(),
          normalizedAlignment: z.null(),
          ...inContext,
        }),
      },
      alignment: {
        summary: 'Times of the characters of a sentence, in milliseconds from the start of its audio',
        schema: z.object({
          audio: z.literal(''),
          isFinal: z.null(),
          alignment: characterTimes,
          normalizedAlignment: characterTimes,
          ...inContext,
        }),
      },
      final: {
        summary: 'The last message of a context. If the end had `position_ms`, `heard` says what was heard of the text',
        schema: z.object({
          audio: z.null(),
          isFinal: z.literal(true),
          heard: heardSchema.optional(),
          ...inContext,
        }),
      },
      error: {
        summary: 'A message is invalid, or a context failed',
        schema: z.object({ error: z.string(), message: z.string(), ...inContext }),
      },
    },
    example: {
      params: { voiceId: 'luna' },
      query: { output_format: 'pcm_24000' },
      messages: [
        {
          from: 'client',
          name: 'text',
          payload: { text: 'Hello. ', ...(isMulti && { context_id: 'turn-1' }), voice_settings: { speed: 1.1 } },
        },
        { from: 'server', name: 'audio', payload: { ...EMPTY, audio: 'AAABAAIAAQA=', ...at } },
        {
          from: 'server',
          name: 'alignment',
          payload: { ...EMPTY, alignment: HI_MS, normalizedAlignment: HI_MS, ...at },
        },
        isMulti
          ? { from: 'client', name: 'closeContext', payload: { context_id: 'turn-1', close_context: true } }
          : { from: 'client', name: 'end', payload: { text: '' } },
        { from: 'server', name: 'final', payload: { audio: null, isFinal: true, ...at } },
        ...(isMulti ? [{ from: 'client', name: 'closeSocket', payload: { close_socket: true } } as const] : []),
      ],
    },
  }
}

const EMPTY = { audio: '', isFinal: null, alignment: null, normalizedAlignment: null }
const HI_MS = { chars: ['H', 'i'], charStartTimesMs: [0, 100], charDurationsMs: [100, 100] }
