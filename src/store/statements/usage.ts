import type { ExpressionBuilder, Kysely } from 'kysely'
import { USAGE_DIMENSIONS, type UsageLabels, type UsageStore, type UsageSum } from '../../core/usage.ts'
import { chunks } from './chunks.ts'
import type { StorePart } from './store-part.ts'

type Tables = {
  usage: UsageRow
  usage_batch: { id: string; day: string }
  first_audio: FirstAudioRow
}

interface UsageRow extends UsageLabels {
  requests: number
  characters: number
  audio_ms: number
  errors: number
}

interface FirstAudioRow extends UsageLabels {
  bucket: number
  count: number
}

export const usage: StorePart<UsageStore> = {
  create: (database) => createUsage(database.withTables<Tables>()),
  copied: { usage: 'rows of usage', first_audio: 'rows of first audio', usage_batch: 'batches of usage' },
}

function createUsage(database: Kysely<Tables>): UsageStore {
  return {
    add: ({ id, day, rows }) =>
      database.transaction().execute(async (transaction) => {
        const added = await transaction
          .insertInto('usage_batch')
          .values({ id, day })
          .onConflict((conflict) => conflict.doNothing())
          .returning('id')
          .executeTakeFirst()
        if (added === undefined) return
        await transaction.deleteFrom('usage_batch').where('day', '<', dayBefore(day)).execute()
        for (const some of chunks(rows)) {
          await transaction
            .insertInto('usage')
            .values(
              some.map((row) => ({
                ...labelsOf(row),
                requests: row.requests,
                characters: row.characters,
                audio_ms: row.audioMs,
                errors: row.errors,
              })),
            )
            .onConflict((conflict) =>
              conflict.columns(USAGE_DIMENSIONS).doUpdateSet((row) => ({
                requests: row('usage.requests', '+', row.ref('excluded.requests')),
                characters: row('usage.characters', '+', row.ref('excluded.characters')),
                audio_ms: row('usage.audio_ms', '+', row.ref('excluded.audio_ms')),
                errors: row('usage.errors', '+', row.ref('excluded.errors')),
              })),
            )
            .execute()
        }
        const counts = rows.flatMap((row) =>
          [...row.firstAudio].map(([bucket, count]) => ({ ...labelsOf(row), bucket, count })),
        )
        for (const some of chunks(counts)) {
          await transaction
            .insertInto('first_audio')
            .values([...some])
            .onConflict((conflict) =>
              conflict
                .columns([...USAGE_DIMENSIONS, 'bucket'])
                .doUpdateSet((row) => ({ count: row('first_audio.count', '+', row.ref('excluded.count')) })),
            )
            .execute()
        }
      }),
    sum: async (query) => {
      const by = [...query.by]
      const inRange = (row: ExpressionBuilder<Tables, 'usage' | 'first_audio'>) =>
        row.and([
          row('day', '>=', query.from),
          row('day', '<=', query.to),
          ...(query.key === null ? [] : [row('key', '=', query.key)]),
        ])
      const figures = database
        .selectFrom('usage')
        .where(inRange)
        .select(by)
        .select((row) => [
          row.fn.sum<number>('requests').as('requests'),
          row.fn.sum<number>('characters').as('characters'),
          row.fn.sum<number>('audio_ms').as('audio_ms'),
          row.fn.sum<number>('errors').as('errors'),
        ])
      const rows = await (by.length === 0
        ? figures
        : by.reduce((grouped, name) => grouped.orderBy(name), figures.groupBy(by))
      ).execute()
      const counts = await database
        .selectFrom('first_audio')
        .where(inRange)
        .select([...by, 'bucket'])
        .select((row) => row.fn.sum<number>('count').as('count'))
        .groupBy([...by, 'bucket'])
        .execute()
      const labelOf = (row: Partial<UsageLabels>) => JSON.stringify(by.map((name) => row[name]))
      const buckets = new Map<string, Map<number, number>>()
      for (const row of counts) {
        const label = labelOf(row)
        const some = buckets.get(label) ?? new Map()
        buckets.set(label, some.set(row.bucket, row.count))
      }
      return rows
        .filter(({ requests }) => requests !== null) // the sum of nothing
        .map(
          ({ audio_ms, ...row }): UsageSum => ({
            ...row,
            audioMs: audio_ms,
            firstAudio: buckets.get(labelOf(row)) ?? new Map(),
          }),
        )
    },
  }
}

const labelsOf = ({ day, key, model, protocol, voice }: UsageLabels): UsageLabels => ({
  day,
  key,
  model,
  protocol,
  voice,
})

function dayBefore(day: string): string {
  const time = new Date(day)
  time.setUTCDate(time.getUTCDate() - 1)
  return time.toISOString().slice(0, 10)
}
