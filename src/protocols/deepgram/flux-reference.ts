import { z } from 'zod'
import type { RouteDescription, SocketDescription } from '../../server/description.ts'
import { MESSAGES } from './flux/messages.ts'
import { DEEPGRAM, type SpeakContent, speakRoute } from './reference.ts'

export const speak = (content: SpeakContent): RouteDescription =>
  speakRoute(content, {
    id: 'deepgramFluxSpeak',
    summary: 'Speak a text with a voice of Flux',
    description: 'Markup is not spoken. The header `dg-warnings` says so: `INPUT_MARKUP_STRIPPED`.',
    examples: {
      usual: {
        summary: 'MP3',
        query: { model: 'flux-haley-en' },
        body: { text: 'Hello.' },
        answer: 'audio/mpeg',
        file: 'hello.mp3',
      },
      raw: {
        summary: 'Samples, spoken faster',
        query: { model: 'flux-kit-en', encoding: 'linear16', container: 'none', speed: 1.15 },
        body: { text: 'Hello.' },
        answer: 'audio/l16',
        file: 'hello.pcm',
      },
    },
  })

const typed = (type: string) => z.object({ type: z.literal(type) })
const ofTurn = (type: string) => typed(type).extend({ speech_id: z.string() })
const explained = (type: string) => typed(type).extend({ code: z.string(), description: z.string() })

const metadata = z.object({
  speech_id: z.string(),
  audio_duration_ms: z.int().describe('Of the audio that was sent'),
  input_character_count: z.int().describe('Code points of the texts'),
  billable_character_count: z.int().describe('Without the markup'),
  controls_applied: z.object({
    pronunciations_applied: z.int(),
    breaks_applied: z.int(),
    pronunciation_warnings: z.int(),
  }),
})

const METADATA = {
  speech_id: 'dg_sp_0a1b2c3d4e5f',
  audio_duration_ms: 1240,
  input_character_count: 17,
  billable_character_count: 17,
  controls_applied: { pronunciations_applied: 0, breaks_applied: 0, pronunciation_warnings: 0 },
}
const { speech_id } = METADATA

export const session = (query: z.ZodObject): SocketDescription => ({
  protocol: DEEPGRAM,
  id: 'deepgramFluxSession',
  summary: 'Speak turns while they are written, and learn what was heard of one that is interrupted',
  description:
    'A turn begins with its first `Speak` and ends with its `Flush`. Texts are joined as they are. A turn that is written while another is spoken waits for it. Positions are milliseconds of the audio of the session that was played; audio that was dropped is not counted.',
  query,
  receives: {
    Speak: { summary: 'Adds text. A sentence is spoken when it is complete', schema: MESSAGES.Speak },
    Flush: { summary: 'Ends the turn', schema: MESSAGES.Flush },
    Interrupt: {
      summary: 'Drops all text and audio that was not played. With an offset, the text is split where the client is',
      schema: MESSAGES.Interrupt,
    },
    Configure: { summary: 'Changes the speed, from the next segment on', schema: MESSAGES.Configure },
    Close: { summary: 'Ends the turn, speaks the rest, then closes the socket', schema: MESSAGES.Close },
  },
  sends: {
    Connected: {
      summary: 'The first message',
      schema: typed('Connected').extend({
        request_id: z.string(),
        model_name: z.string(),
        model_version: z.string(),
        model_uuids: z.array(z.string()),
      }),
    },
    SpeechStarted: { summary: 'A turn begins. Its audio follows', schema: ofTurn('SpeechStarted') },
    audio: { summary: 'Audio in the encoding of the query', contentType: 'application/octet-stream' },
    Flushed: { summary: 'All audio of the turn was sent', schema: ofTurn('Flushed') },
    SpeechMetadata: { summary: 'The turn is over', schema: typed('SpeechMetadata').extend(metadata.shape) },
    SpeechInterrupted: {
      summary: 'The turn was interrupted. No more of it is sent',
      schema: typed('SpeechInterrupted').extend({
        audio_played_ms: z.int().describe('Position in the audio of the session'),
        text_spoken: z.string().optional().describe('What was heard of the text of the turn'),
        text_remaining: z.string().optional().describe('The rest of it'),
        heard_from: z.literal('clock').optional().describe('The position is that of the clock (`heard=true`)'),
        also_unheard: z.array(z.string()).optional().describe('Texts of later turns (`heard=true`)'),
        metadata,
      }),
    },
    ConfigureSuccess: {
      summary: 'What is in force, as far as it was set',
      schema: typed('ConfigureSuccess').extend({ applied: z.object({ speed: z.number().optional() }) }),
    },
    ConfigureFailure: {
      summary: 'Nothing was changed',
      schema: explained('ConfigureFailure').extend({ field: z.string().optional(), value: z.number().optional() }),
    },
    Warning: {
      summary:
        '`NO_ACTIVE_SPEECH`, `NO_AUDIO_GENERATED`, `INVALID_INTERRUPT_OFFSET`, `NO_SYNTHESIZABLE_TEXT` or `INPUT_MARKUP_STRIPPED`; the session goes on',
      schema: explained('Warning'),
    },
    Error: {
      summary:
        'The message is invalid (`MESSAGE-0000`) or of no known type (`DATA-0000`), the text too long (`BIG-0000`), or the service failed (`NET-0000`). The socket is closed with 1008, 1009 or 1011',
      schema: explained('Error'),
    },
    SessionMetadata: {
      summary: 'The last message of a session that the client closes',
      schema: typed('SessionMetadata').extend({
        total_audio_duration_ms: z.int().describe('Of the audio that was played, or will be'),
        total_input_character_count: z.int(),
        total_billable_character_count: z.int(),
      }),
    },
  },
  example: {
    query: { model: 'flux-haley-en' },
    messages: [
      {
        from: 'server',
        name: 'Connected',
        payload: {
          type: 'Connected',
          request_id: '3b241101-e2bb-4255-8caf-4136c566a962',
          model_name: 'flux-haley-en',
          model_version: 'coda',
          model_uuids: ['0e1f8bd4-1d5c-8a0b-8b7a-1c1d5d2f9a10'],
        },
      },
      { from: 'client', name: 'Speak', payload: { type: 'Speak', text: 'Sure, I can help.' } },
      { from: 'server', name: 'SpeechStarted', payload: { type: 'SpeechStarted', speech_id } },
      { from: 'client', name: 'Flush', payload: { type: 'Flush' } },
      { from: 'server', name: 'audio' },
      { from: 'server', name: 'Flushed', payload: { type: 'Flushed', speech_id } },
      { from: 'server', name: 'SpeechMetadata', payload: { type: 'SpeechMetadata', ...METADATA } },
      {
        from: 'client',
        name: 'Interrupt',
        payload: { type: 'Interrupt', playback_offset: { type: 'time_ms', value: 240 } },
      },
      {
        from: 'server',
        name: 'SpeechInterrupted',
        payload: {
          type: 'SpeechInterrupted',
          audio_played_ms: 240,
          text_spoken: 'Sure,',
          text_remaining: ' I can help.',
          metadata: METADATA,
        },
      },
      { from: 'client', name: 'Close', payload: { type: 'Close' } },
      {
        from: 'server',
        name: 'SessionMetadata',
        payload: {
          type: 'SessionMetadata',
          total_audio_duration_ms: 240,
          total_input_character_count: 17,
          total_billable_character_count: 17,
        },
      },
    ],
  },
})
