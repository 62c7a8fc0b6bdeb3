import type { Kysely } from 'kysely'
import type { Job, JobStore } from '../../core/job.ts'
import { chunks } from './chunks.ts'
import type { JobRow, StoreTables } from './tables.ts'

const UNFINISHED = ['queued', 'running'] as const

export function createJobs(database: Kysely<StoreTables>): JobStore {
  const unfinished = database.selectFrom('job').where('state', 'in', UNFINISHED)
  return {
    add: (job, parts, mostUnfinished) =>
      database.transaction().execute(async (transaction) => {
        const ofKey = transaction.selectFrom('job').where('key_id', '=', job.keyId)
        if (job.idempotencyKey !== null) {
          const same = ofKey.where('idempotency_key', '=', job.idempotencyKey)
          const row = await same.selectAll().executeTakeFirst()
          if (row !== undefined) return jobOfRow(row)
        }
        const { count } = await ofKey
          .where('state', 'in', UNFINISHED)
          .select((row) => row.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
        if (count >= mostUnfinished) return undefined
        await transaction.insertInto('job').values(rowOfJob(job)).execute()
        for (const some of chunks(parts)) {
          const rows = some.map(({ pauseAfterMs, ...part }) => ({
            ...part,
            job_id: job.id,
            pause_after_ms: pauseAfterMs,
            samples: null,
          }))
          await transaction.insertInto('job_part').values(rows).execute()
        }
        return job
      }),
    find: async (id) => {
      const row = await database.selectFrom('job').selectAll().where('id', '=', id).executeTakeFirst()
      return row && jobOfRow(row)
    },
    list: async (keyId, limit) => {
      const all = database.selectFrom('job').selectAll()
      const rows = await (keyId === null ? all : all.where('key_id', '=', keyId))
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .limit(limit)
        .execute()
      return rows.map(jobOfRow)
    },
    unfinished: async () => {
      const rows = await unfinished.selectAll().orderBy('created_at').orderBy('id').execute()
      return rows.map(jobOfRow)
    },
    parts: async (jobId) => {
      const rows = await database
        .selectFrom('job_part')
        .select(['part', 'chapter', 'title', 'characters', 'pause_after_ms', 'samples'])
        .where('job_id', '=', jobId)
        .orderBy('part')
        .execute()
      return rows.map(({ pause_after_ms, ...row }) => ({ ...row, pauseAfterMs: pause_after_ms }))
    },
    textOf: async (jobId, part) => {
      const { text } = await database
        .selectFrom('job_part')
        .select('text')
        .where('job_id', '=', jobId)
        .where('part', '=', part)
        .executeTakeFirstOrThrow()
      return text
    },
    begin: async (id, at) => {
      await database
        .updateTable('job')
        .set({ state: 'running', started_at: at.toISOString() })
        .where('id', '=', id)
        .where('state', '=', 'queued')
        .execute()
    },
    finishPart: (jobId, part, samples) =>
      database.transaction().execute(async (transaction) => {
        const finished = await transaction
          .updateTable('job_part')
          .set({ samples })
          .where('job_id', '=', jobId)
          .where('part', '=', part)
          .where('samples', 'is', null)
          .returning('characters')
          .executeTakeFirst()
        if (finished === undefined) return
        await transaction
          .updateTable('job')
          .set((row) => ({ characters_done: row('characters_done', '+', finished.characters) }))
          .where('id', '=', jobId)
          .execute()
      }),
    end: (id, { state, error, endedAt }) =>
      database.transaction().execute(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('job')
          .set({ state, error, ended_at: endedAt.toISOString() })
          .where('id', '=', id)
          .where('state', 'in', UNFINISHED)
          .executeTakeFirst()
        if (numUpdatedRows === 0n) return false
        await transaction.updateTable('job_part').set({ text: '' }).where('job_id', '=', id).execute()
        return true
      }),
    remove: (id) =>
      database.transaction().execute(async (transaction) => {
        await transaction.deleteFrom('job_part').where('job_id', '=', id).execute()
        await transaction.deleteFrom('job').where('id', '=', id).execute()
      }),
    endedBefore: async (time) => {
      const rows = await database.selectFrom('job').select('id').where('ended_at', '<', time.toISOString()).execute()
      return rows.map(({ id }) => id)
    },
  }
}

const jobOfRow = (row: JobRow): Job => ({
  id: row.id,
  keyId: row.key_id,
  state: row.state,
  settings: row.settings,
  idempotencyKey: row.idempotency_key,
  digest: row.digest,
  characters: row.characters,
  charactersDone: row.characters_done,
  createdAt: new Date(row.created_at),
  startedAt: row.started_at === null ? null : new Date(row.started_at),
  endedAt: row.ended_at === null ? null : new Date(row.ended_at),
  error: row.error,
})

const rowOfJob = (job: Job): JobRow => ({
  id: job.id,
  key_id: job.keyId,
  state: job.state,
  settings: job.settings,
  idempotency_key: job.idempotencyKey,
  digest: job.digest,
  characters: job.characters,
  characters_done: job.charactersDone,
  created_at: job.createdAt.toISOString(),
  started_at: job.startedAt?.toISOString() ?? null,
  ended_at: job.endedAt?.toISOString() ?? null,
  error: job.error,
})
