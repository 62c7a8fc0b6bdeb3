import { z } from 'zod'
import { BEARER, type DescribedProtocol, type RouteDescription } from '../../server/description.ts'

const VAPI: DescribedProtocol = {
  title: 'Vapi',
  summary: 'The custom voice of Vapi.',
  errorBody: z.object({ error: z.string() }),
  credentials: { vapiSecret: { header: 'x-vapi-secret' }, ...BEARER },
}

export const synthesize = (query: z.ZodObject, message: z.ZodObject): RouteDescription => ({
  protocol: VAPI,
  id: 'vapiSynthesize',
  summary: 'Speak a phrase',
  role: 'synthesis',
  query,
  body: { schema: z.object({ message }) },
  answers: {
    200: {
      description: '16-bit little-endian samples, mono, without a header',
      content: { 'application/octet-stream': {} },
    },
  },
  examples: {
    usual: {
      summary: 'A phrase',
      query: { speaker: 'luna' },
      body: { message: { type: 'voice-request', text: 'Hello.', sampleRate: 16_000 } },
      file: 'hello.pcm',
    },
  },
})
