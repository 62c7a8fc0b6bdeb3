import { z } from 'zod'
import { errorBodySchema } from '../../server/answers/json-errors.ts'
import type { DescribedProtocol, RouteDescription } from '../../server/description.ts'
import { historyDaySchema, usageEntrySchema, usageQuerySchema } from './usage-bodies.ts'

const USAGE: DescribedProtocol = {
  title: 'Usage',
  summary: 'What was spoken. Keys of the role `admin` see the usage of all keys, others their own.',
  errorBody: errorBodySchema,
}

export const usage = (): RouteDescription => ({
  protocol: USAGE,
  id: 'getUsage',
  summary: 'Usage by day, key, model, protocol or voice',
  description: 'As JSON, or as CSV by `Accept: text/csv`.',
  role: 'any',
  query: usageQuerySchema,
  answers: {
    200: {
      description: 'The sums',
      content: {
        'application/json': {
          schema: z.object({ data: z.array(usageEntrySchema) }),
          example: {
            data: [
              {
                day: '2026-03-01',
                model: 'coda',
                requests: 12,
                characters: 480,
                audioSeconds: 31.25,
                errors: 0,
                firstAudioMs: { p50: 9.51, p95: 16, p99: 19 },
              },
            ],
          },
        },
        'text/csv': {},
      },
    },
  },
  examples: {
    days: { summary: 'By day' },
    models: {
      summary: 'Of a month, by day and model',
      query: { from: '2026-03-01', to: '2026-03-31', by: 'day,model' },
    },
    csv: { summary: 'As CSV, by key', query: { by: 'key' }, accept: 'text/csv' },
  },
})

export const history = (): RouteDescription => ({
  protocol: USAGE,
  id: 'getRecentHistory',
  summary: 'Characters of the last 30 days',
  role: 'any',
  answers: {
    200: {
      description: 'Characters by day and model, the oldest day first',
      content: {
        'application/json': {
          schema: z.object({ data: z.array(historyDaySchema) }),
          example: { data: [{ day: '2026-03-01', mistChars: 0, arcanaChars: 500, codaChars: 1200 }] },
        },
      },
    },
  },
  examples: { usual: { summary: 'The last 30 days' } },
})
