import { type Kysely, type RawBuilder, sql } from 'kysely'
import { ENCODING, type Job, type JobStore, type JobWork, nextPace } from '../../core/job.ts'
import { chunks } from './chunks.ts'
import { JOB_MIGRATIONS, type JobRow, type JobTables } from './job-tables.ts'
import type { StorePart } from './store-part.ts'

export const jobs: StorePart<JobStore> = {
  create: (database, { nowMs }) => createJobs(database.withTables<JobTables>(), nowMs),
  // Claims are of servers, which go on with the store that they have.
  copied: { job: 'jobs', job_part: 'parts of jobs' },
  migrations: JOB_MIGRATIONS,
}

const UNFINISHED = ['queued', 'running'] as const

/** `nowMs`: the time of the database's clock, by which claims end. */
function createJobs(database: Kysely<JobTables>, nowMs: RawBuilder<number>): JobStore {
  /** The next work that nobody has. */
  async function findWork(transaction: Kysely<JobTables>): Promise<JobWork | undefined> {
    const jobs = await transaction
      .selectFrom('job')
      .select('id')
      .where('state', 'in', UNFINISHED)
      .orderBy((row) =>
        row
          .selectFrom('job as of_key')
          .select(({ fn }) => fn.max('of_key.turn').as('turn'))
          .whereRef('of_key.key_id', '=', 'job.key_id'),
      )
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    for (const { id } of jobs) {
      const part = await findPart(transaction, id)
      if (part !== undefined) return { jobId: id, part }
    }
    return undefined
  }

  async function findPart(transaction: Kysely<JobTables>, jobId: string): Promise<number | undefined> {
    const unspoken = transaction.selectFrom('job_part').where('job_id', '=', jobId).where('samples', 'is', null)
    const claimed = transaction.selectFrom('job_claim').where('job_id', '=', jobId).where('ends_at', '>=', nowMs)
    const free = await unspoken
      .select('part')
      .where('part', 'not in', claimed.select('part'))
      .orderBy('part')
      .limit(1)
      .executeTakeFirst()
    if (free !== undefined) return free.part
    const busy = await unspoken
      .select('part')
      .unionAll(claimed.where('part', '=', ENCODING).select('part'))
      .limit(1)
      .executeTakeFirst()
    return busy === undefined ? ENCODING : undefined
  }

  return {
    add: (job, parts, maxUnfinished, webhook, admit) =>
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
        if (count >= maxUnfinished) return undefined
        if (admit !== undefined) {
          const unfinished = transaction.selectFrom('job').selectAll().where('state', 'in', UNFINISHED)
          admit((await unfinished.execute()).map(jobOfRow))
        }
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
        if (webhook !== undefined) {
          const row = {
            ...webhook,
            job_id: job.id,
            state: 'waiting',
            attempts: 0,
            status: null,
            next_at: null,
          } as const
          await transaction.insertInto('job_webhook').values(row).execute()
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
    parts: async (jobId) => {
      const rows = await database
        .selectFrom('job_part')
        .select(['part', 'chapter', 'title', 'characters', 'pause_after_ms', 'samples'])
        .where('job_id', '=', jobId)
        .orderBy('part')
        .execute()
      return rows.map(({ pause_after_ms, ...row }) => ({ ...row, pauseAfterMs: pause_after_ms }))
    },
    part: async (jobId, part) => {
      const row = await database
        .selectFrom('job_part')
        .select(['part', 'chapter', 'title', 'text', 'characters', 'pause_after_ms', 'settings'])
        .where('job_id', '=', jobId)
        .where('part', '=', part)
        .executeTakeFirst()
      if (row === undefined) return undefined
      const { pause_after_ms, ...found } = row
      return { ...found, pauseAfterMs: pause_after_ms }
    },
    claim: async (server, leaseMs, at) => {
      if ((await findWork(database)) === undefined) return undefined // a transaction would make others wait
      return database.transaction().execute(async (transaction) => {
        const work = await findWork(transaction)
        if (work === undefined) return undefined
        const { jobId, part } = work
        const ends_at = sql<number>`${nowMs} + ${leaseMs}`
        const { attempts } = await transaction
          .insertInto('job_claim')
          .values({ job_id: jobId, part, server, attempts: 1, ends_at })
          .onConflict((conflict) =>
            conflict
              .columns(['job_id', 'part'])
              .doUpdateSet((row) => ({ server, ends_at, attempts: row('job_claim.attempts', '+', 1) })),
          )
          .returning('attempts')
          .executeTakeFirstOrThrow()
        await transaction
          .updateTable('job')
          .set((row) => ({
            turn: row.selectFrom('job as any').select(({ fn }) => sql<number>`${fn.max('any.turn')} + 1`.as('turn')),
          }))
          .where('id', '=', jobId)
          .execute()
        const { numUpdatedRows } = await transaction
          .updateTable('job')
          .set({ state: 'running', started_at: at.toISOString() })
          .where('id', '=', jobId)
          .where('state', '=', 'queued')
          .executeTakeFirst()
        return { ...work, attempt: attempts, isFirst: numUpdatedRows > 0n }
      })
    },
    renew: async (server, leaseMs) => {
      const rows = await database
        .updateTable('job_claim')
        .set({ ends_at: sql<number>`${nowMs} + ${leaseMs}` })
        .where('server', '=', server)
        .returning(['job_id', 'part'])
        .execute()
      return rows.map(({ job_id, part }) => ({ jobId: job_id, part }))
    },
    retry: async (server, { jobId, part }, afterMs) => {
      await database
        .updateTable('job_claim')
        .set({ server: '', ends_at: sql<number>`${nowMs} + ${afterMs}` })
        .where('job_id', '=', jobId)
        .where('part', '=', part)
        .where('server', '=', server)
        .execute()
    },
    release: async (server, work) => {
      const all = database.deleteFrom('job_claim').where('server', '=', server)
      const one = work && all.where('job_id', '=', work.jobId).where('part', '=', work.part)
      await (one ?? all).execute()
    },
    finishPart: (jobId, part, samples, at) =>
      database.transaction().execute(async (transaction) => {
        await transaction.deleteFrom('job_claim').where('job_id', '=', jobId).where('part', '=', part).execute()
        const job = await transaction
          .selectFrom('job')
          .select(['pace', 'paced_at', 'started_at', 'characters_lost'])
          .where('id', '=', jobId)
          .where('state', '=', 'running')
          .executeTakeFirst()
        if (job === undefined) return false
        const finished = await transaction
          .updateTable('job_part')
          .set({ samples })
          .where('job_id', '=', jobId)
          .where('part', '=', part)
          .where('samples', 'is', null)
          .returning('characters')
          .executeTakeFirst()
        if (finished === undefined) return false
        const again = Math.min(job.characters_lost, finished.characters)
        const before = Date.parse(job.paced_at ?? job.started_at ?? at.toISOString())
        await transaction
          .updateTable('job')
          .set((row) => ({
            characters_done: row('characters_done', '+', finished.characters - again),
            characters_lost: row('characters_lost', '-', again),
            pace: nextPace(job.pace, finished.characters, (at.getTime() - before) / 1000),
            paced_at: at.toISOString(),
          }))
          .where('id', '=', jobId)
          .execute()
        return true
      }),
    forgetPart: (jobId, part) =>
      database.transaction().execute(async (transaction) => {
        const forgotten = await transaction
          .updateTable('job_part')
          .set({ samples: null })
          .where('job_id', '=', jobId)
          .where('part', '=', part)
          .where('samples', 'is not', null)
          .returning('characters')
          .executeTakeFirst()
        if (forgotten === undefined) return
        await transaction
          .updateTable('job')
          .set((row) => ({ characters_lost: row('characters_lost', '+', forgotten.characters) }))
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
        await transaction.deleteFrom('job_claim').where('job_id', '=', id).execute()
        await transaction
          .updateTable('job_webhook')
          .set({ state: 'due', next_at: endedAt.toISOString() })
          .where('job_id', '=', id)
          .execute()
        return true
      }),
    remove: (id) =>
      database.transaction().execute(async (transaction) => {
        await transaction.deleteFrom('job_claim').where('job_id', '=', id).execute()
        await transaction.deleteFrom('job_webhook').where('job_id', '=', id).execute()
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
  name: row.name,
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
  pace: row.pace,
  pacedAt: row.paced_at === null ? null : new Date(row.paced_at),
})

const rowOfJob = (job: Job): JobRow => ({
  id: job.id,
  name: job.name,
  key_id: job.keyId,
  state: job.state,
  settings: job.settings,
  idempotency_key: job.idempotencyKey,
  digest: job.digest,
  characters: job.characters,
  characters_done: job.charactersDone,
  characters_lost: 0,
  created_at: job.createdAt.toISOString(),
  started_at: job.startedAt?.toISOString() ?? null,
  ended_at: job.endedAt?.toISOString() ?? null,
  error: job.error,
  turn: 0,
  pace: job.pace,
  paced_at: job.pacedAt?.toISOString() ?? null,
})
