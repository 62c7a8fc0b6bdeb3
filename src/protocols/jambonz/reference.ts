import { z } from 'zod'
import type { DescribedProtocol, RouteDescription, SocketDescription } from '../../server/description.ts'
import { streamSchema } from './sockets/stream-protocol.ts'

const JAMBONZ: DescribedProtocol = {
  title: 'jambonz',
  summary: 'The custom speech vendor of jambonz.',
  errorBody: z.object({ error: z.string() }),
}

export const synthesize = (body: z.ZodObject, mediaType: string): RouteDescription => ({
  protocol: JAMBONZ,
  id: 'jambonzSynthesize',
  summary: 'Speak a text or SSML',
  description: 'Of SSML the words are spoken, with pauses for `<break time="500ms"/>`.',
  role: 'synthesis',
  body: { schema: body },
  answers: { 200: { description: 'Audio, while it is spoken', content: { [mediaType]: {} } } },
  examples: {
    text: { summary: 'A text', body: { text: 'Hello.', voice: 'luna', language: 'en-US' }, file: 'hello.wav' },
    ssml: {
      summary: 'SSML',
      body: { type: 'ssml', text: '<speak>One.<break time="300ms"/>Two.</speak>', voice: 'luna' },
      file: 'hello.wav',
    },
  },
})

const typed = (type: string) => z.object({ type: z.literal(type) })

export const stream = (query: z.ZodObject): SocketDescription => ({
  protocol: JAMBONZ,
  id: 'jambonzStream',
  summary: 'Speak a text while it is written',
  query,
  receives: {
    stream: {
      summary: 'Adds text. A sentence is spoken when it is complete',
      schema: typed('stream').extend(streamSchema.shape),
    },
    flush: { summary: 'Speaks the rest', schema: typed('flush') },
    stop: { summary: 'Drops what was not sent, and closes the socket', schema: typed('stop') },
    keepalive: { summary: 'Has no effect', schema: typed('keepalive') },
  },
  sends: {
    connect: {
      summary: 'The first message',
      schema: z.object({
        type: z.literal('connect'),
        data: z.object({ sample_rate: z.int(), base64_encoding: z.literal(false) }),
      }),
    },
    audio: {
      summary: '16-bit little-endian samples, mono, without a header',
      contentType: 'application/octet-stream',
    },
    error: {
      summary: 'A message is invalid, or the service failed and closes the socket with 1011',
      schema: z.object({ type: z.literal('error'), error: z.string() }),
    },
  },
  example: {
    query: { voice: 'luna' },
    messages: [
      {
        from: 'server',
        name: 'connect',
        payload: { type: 'connect', data: { sample_rate: 8000, base64_encoding: false } },
      },
      { from: 'client', name: 'stream', payload: { type: 'stream', text: 'Hello. How are you?' } },
      { from: 'client', name: 'flush', payload: { type: 'flush' } },
      { from: 'server', name: 'audio' },
      { from: 'client', name: 'stop', payload: { type: 'stop' } },
    ],
  },
})
