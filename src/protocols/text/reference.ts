import { z } from 'zod'
import { type DescribedProtocol, jsonAnswer, type RouteDescription } from '../../server/description.ts'
import { textBodySchema } from './text-body.ts'

const TEXT: DescribedProtocol = { title: 'Text', summary: 'How texts are read, without speech.' }

export const normalize = (): RouteDescription => ({
  protocol: TEXT,
  id: 'normalizeText',
  summary: 'Normalize a text',
  description: 'The text as it is spoken: numbers, dates and abbreviations are written as words.',
  role: 'synthesis',
  body: { schema: textBodySchema },
  answers: {
    200: jsonAnswer('The normalized text', z.object({ normalized: z.string() }), {
      normalized: 'It costs twenty five dollars.',
    }),
  },
  examples: { price: { summary: 'A price', body: { text: 'It costs $25.' } } },
})

export const findMissingWords = (): RouteDescription => ({
  protocol: TEXT,
  id: 'findMissingWords',
  summary: 'Find the words that the dictionary lacks',
  description: 'Words as they are written, in their order, each once. They are read from their spelling.',
  role: 'synthesis',
  body: { schema: textBodySchema },
  answers: {
    200: jsonAnswer('The missing words; none if all are known', z.array(z.string()), ['kubectl', 'blorbify']),
  },
  examples: { words: { summary: 'Words', body: { text: 'hello kubectl blorbify' } } },
})
