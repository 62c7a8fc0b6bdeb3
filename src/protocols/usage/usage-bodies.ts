import { z } from 'zod'
import { invalidRequest } from '../../core/errors.ts'
import { firstAudioPercentile, USAGE_DIMENSIONS, type UsageDimension, type UsageSum } from '../../core/usage.ts'

const DAY_MS = 86_400_000
const DEFAULT_DAYS = 30
const BY = `by must be a comma-separated list of ${USAGE_DIMENSIONS.join(', ')}`
const day = (name: string) => z.iso.date(`${name} must be a date such as 2026-03-01`)

export const usageQuerySchema = z.object({
  from: day('from').optional().describe('First day in UTC; 29 days before the last by default'),
  to: day('to').optional().describe('Last day in UTC; today by default'),
  by: z
    .string(BY)
    .default('day')
    .transform((list) => list.split(',').filter((name) => name !== ''))
    .pipe(z.array(z.enum(USAGE_DIMENSIONS, BY), BY))
    .describe('What to sum by, of `day`, `key`, `model`, `protocol` and `voice`; empty for one sum'),
})

/** What a query asks for, with its days. Throws `request.invalid`. */
export function askedUsage(query: z.infer<typeof usageQuerySchema>, now: Date) {
  const { to = now.toISOString().slice(0, 10), from = dayBefore(to, DEFAULT_DAYS - 1), by } = query
  if (from > to) throw invalidRequest('from must not be after to', 'from')
  return { from, to, by: USAGE_DIMENSIONS.filter((name) => by.includes(name)) as readonly UsageDimension[] }
}

export const dayBefore = (date: string, days: number): string =>
  new Date(Date.parse(date) - days * DAY_MS).toISOString().slice(0, 10)

export const usageEntrySchema = z.object({
  day: z.string().optional(),
  key: z.string().optional().describe('Id of the key; empty for protocols without keys'),
  model: z.string().optional(),
  protocol: z.string().optional(),
  voice: z.string().optional(),
  requests: z.int().describe('Answers over HTTP and sockets that began to speak'),
  characters: z.int().describe('Unicode code points of the texts'),
  audioSeconds: z.number(),
  errors: z.int().describe('How many of the requests failed'),
  firstAudioMs: z
    .object({ p50: z.number(), p95: z.number(), p99: z.number() })
    .nullable()
    .describe('From a request over HTTP to its first audio, exact to 5 %; null without such requests'),
})
export type UsageEntry = z.infer<typeof usageEntrySchema>

export function usageEntry({ audioMs, firstAudio, ...sum }: UsageSum): UsageEntry {
  const percentile = (share: number): number => Number((firstAudioPercentile(firstAudio, share) ?? 0).toPrecision(3))
  const firstAudioMs =
    firstAudio.size === 0 ? null : { p50: percentile(0.5), p95: percentile(0.95), p99: percentile(0.99) }
  return { ...sum, audioSeconds: audioMs / 1000, firstAudioMs }
}

export const historyDaySchema = z.object({
  day: z.string(),
  mistChars: z.int(),
  arcanaChars: z.int(),
  codaChars: z.int(),
})
export type HistoryDay = z.infer<typeof historyDaySchema>
