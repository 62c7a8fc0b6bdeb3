import type { FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import type { App } from '../../app/app.ts'
import { csvOf } from '../../app/dictionary/dictionary-csv.ts'
import type { UsageSum } from '../../core/usage.ts'
import { answerWithMessage } from '../../server/answers/json-errors.ts'
import { addVary } from '../../server/answers/vary.ts'
import type { Protocol, Server } from '../../server/protocol.ts'
import * as reference from './reference.ts'
import { dayBefore, type HistoryDay, parseUsageQuery, type UsageEntry, usageEntry } from './usage-bodies.ts'

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

function addRoutes({ http, requireKey, usage }: Server, { store, clock }: App): void {
  const onRequest = requireKey('any')

  http.get('/v1/usage', { onRequest, config: { describe: reference.usage } }, async (request, reply) => {
    const { by, ...days } = parseUsageQuery(request.query, clock())
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
  })

  http.get('/usage/recent-history', { onRequest, config: { describe: reference.history } }, async (request, reply) => {
    const to = clock().toISOString().slice(0, 10)
    const days = Array.from({ length: HISTORY_DAYS }, (_, i) => dayBefore(to, HISTORY_DAYS - 1 - i))
    await usage.flush()
    const range = { from: days[0] as string, to, key: visibleKey(request) }
    const sums = await store.usage.sum({ ...range, by: ['day', 'model'] })
    return reply.header('cache-control', 'no-store').send({ data: days.map((day) => historyOf(day, sums)) })
  })
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
