import type { FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { z } from 'zod'
import type { App } from '../../app/app.ts'
import { csvOf } from '../../app/dictionary/dictionary-csv.ts'
import type { UsageSum } from '../../core/usage.ts'
import { answerWithMessage, errorBodySchema } from '../../server/answers/json-errors.ts'
import { addVary } from '../../server/answers/vary.ts'
import { addCheckedRoute } from '../../server/checked-route.ts'
import { type DescribedProtocol, jsonAnswer } from '../../server/description.ts'
import type { Protocol, Server } from '../../server/protocol.ts'
import {
  askedUsage,
  dayBefore,
  type HistoryDay,
  historyDaySchema,
  type UsageEntry,
  usageEntry,
  usageEntrySchema,
  usageQuerySchema,
} from './usage-bodies.ts'

const USAGE: DescribedProtocol = {
  title: 'Usage',
  summary: 'What was spoken. Keys of the role `admin` see the usage of all keys, others their own.',
  errorBody: errorBodySchema,
}

/** Usage of the service: `/v1/usage` and `/usage/recent-history`. */
export const usageProtocol: Protocol = {
  name: 'usage',
  register(server, app) {
    server.http.register(async (http) => {
      http.setErrorHandler(answerWithMessage(server.logger))
      addRoutes({ ...server, http }, app)
    })
  },
}

const HISTORY_DAYS = 30

function addRoutes(server: Server, { store, clock }: App): void {
  const { usage } = server
  const described = { protocol: USAGE, method: 'GET', role: 'any' } as const

  addCheckedRoute(
    server,
    {
      ...described,
      url: '/v1/usage',
      id: 'getUsage',
      summary: 'Usage by day, key, model, protocol or voice',
      description: 'As JSON, or as CSV by `Accept: text/csv`.',
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
    },
    async ({ query, request }, reply) => {
      const { by, ...days } = askedUsage(query, clock())
      await usage.flush()
      const entries = (await store.usage.sum({ ...days, by, key: visibleKey(request) })).map(usageEntry)
      reply.header('cache-control', 'no-store')
      addVary(reply, 'accept')
      if (new Negotiator(request.raw).mediaType(['application/json', 'text/csv']) !== 'text/csv') {
        return reply.send({ data: entries })
      }
      reply.header('content-disposition', 'attachment; filename="usage.csv"')
      return reply.type('text/csv').send(
        csvOf(
          [...by, ...CSV_FIGURES],
          entries.map((entry) => csvRow(entry, by)),
        ),
      )
    },
  )

  addCheckedRoute(
    server,
    {
      ...described,
      url: '/usage/recent-history',
      id: 'getRecentHistory',
      summary: 'Characters of the last 30 days',
      answers: {
        200: jsonAnswer(
          'Characters by day and model, the oldest day first',
          z.object({ data: z.array(historyDaySchema) }),
          { data: [{ day: '2026-03-01', mistChars: 0, arcanaChars: 500, codaChars: 1200 }] },
        ),
      },
      examples: { usual: { summary: 'The last 30 days' } },
    },
    async ({ request }, reply) => {
      const to = clock().toISOString().slice(0, 10)
      const days = Array.from({ length: HISTORY_DAYS }, (_, i) => dayBefore(to, HISTORY_DAYS - 1 - i))
      await usage.flush()
      const range = { from: days[0] as string, to, key: visibleKey(request) }
      const sums = await store.usage.sum({ ...range, by: ['day', 'model'] })
      return reply.header('cache-control', 'no-store').send({ data: days.map((day) => historyOf(day, sums)) })
    },
  )
}

/** Administrators see the usage of all keys, others that of their own. */
const visibleKey = ({ apiKey }: FastifyRequest): string | null =>
  apiKey?.roles.includes('admin') ? null : (apiKey?.id ?? '')

const CSV_FIGURES = [
  'requests',
  'characters',
  'audio_seconds',
  'errors',
  'first_audio_p50_ms',
  'first_audio_p95_ms',
  'first_audio_p99_ms',
]

const csvRow = (entry: UsageEntry, by: readonly (keyof UsageEntry & keyof UsageSum)[]): (string | number)[] => [
  ...by.map((name) => String(entry[name] ?? '')),
  entry.requests,
  entry.characters,
  entry.audioSeconds,
  entry.errors,
  entry.firstAudioMs?.p50 ?? '',
  entry.firstAudioMs?.p95 ?? '',
  entry.firstAudioMs?.p99 ?? '',
]

function historyOf(day: string, sums: readonly UsageSum[]): HistoryDay {
  const characters = (prefix: string): number =>
    sums
      .filter((sum) => sum.day === day && sum.model?.startsWith(prefix))
      .reduce((total, sum) => total + sum.characters, 0)
  return { day, mistChars: characters('mist'), arcanaChars: characters('arcana'), codaChars: characters('coda') }
}
