import { z } from 'zod'
import { type DescribedProtocol, jsonAnswer, type RouteDescription } from '../../server/description.ts'
import { textBodySchema } from './text-body.ts'
import { textReadingsSchema } from './text-readings.ts'

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

export const readings = (): RouteDescription => ({
  protocol: TEXT,
  id: 'listReadings',
  summary: 'How each token of a text is read',
  description:
    'Of at most 4,000 characters. Homographs are pronounced as the words around them suggest. `source` says where a pronunciation comes from; `guess` is predicted from the spelling.',
  role: 'synthesis',
  body: { schema: textBodySchema },
  answers: {
    200: {
      description: 'The tokens, in order',
      content: {
        'application/json': {
          schema: textReadingsSchema,
          example: {
            tokens: [
              {
                start: 0,
                end: 1,
                text: '7',
                kind: 'number',
                category: 'cardinal',
                spoken: [{ word: 'seven', phonemes: ['S', 'EH1', 'V', 'AH0', 'N'], source: 'lexicon', sense: null }],
              },
            ],
          },
        },
      },
    },
  },
  examples: { usual: { summary: 'A sentence', body: { text: 'Dr. Blorb owes me $7.' } } },
})
