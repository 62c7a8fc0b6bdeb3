import type { Kysely } from 'kysely'
import type { Webhook, WebhookStore } from '../../core/webhook.ts'
import type { JobTables, JobWebhookRow } from './job-tables.ts'
import type { StorePart, StoreSql } from './store-part.ts'

export const webhooks: StorePart<WebhookStore> = {
  create: (database, { position }) => createWebhookStore(database.withTables<JobTables>(), position),
  copied: { job_webhook: 'webhooks of jobs' },
}

/** Their rows are added, made due and removed with those of the jobs. */
function createWebhookStore(database: Kysely<JobTables>, position: StoreSql['position']): WebhookStore {
  const table = database.updateTable('job_webhook')
  const withKeys = database.selectFrom('job_webhook').innerJoin('job', 'job.id', 'job_webhook.job_id')
  return {
    find: async (jobId) => {
      const found = withKeys.where('job_id', '=', jobId).selectAll('job_webhook').select('job.key_id')
      const row = await found.executeTakeFirst()
      return row && webhookOfRow(row)
    },
    claim: async (now, until, { urlStarts, keyIds } = { urlStarts: [], keyIds: [] }) => {
      let due = withKeys.where('next_at', '<=', now.toISOString())
      if (keyIds.length > 0) due = due.where('job.key_id', 'not in', keyIds)
      for (const start of urlStarts) due = due.where((row) => row(row.fn(position, ['url', row.val(start)]), '!=', 1))
      const next = await due.select(['job_id', 'job.key_id']).orderBy('next_at').limit(1).executeTakeFirst()
      if (next === undefined) return undefined // without a write, which would make others wait
      const row = await table
        .set((of) => ({ next_at: until.toISOString(), attempts: of('attempts', '+', 1) }))
        .where('job_id', '=', next.job_id)
        .where('next_at', '<=', now.toISOString())
        .returningAll()
        .executeTakeFirst()
      return row && webhookOfRow({ ...row, key_id: next.key_id })
    },
    record: async (jobId, { status, outcome }) => {
      const ended = { state: outcome as 'delivered', status, next_at: null, secret: null }
      const again = typeof outcome === 'object' ? { status, next_at: outcome.nextAt.toISOString() } : undefined
      await table
        .set(again ?? ended)
        .where('job_id', '=', jobId)
        .where('state', '=', 'due')
        .execute()
    },
  }
}

const webhookOfRow = ({ job_id, key_id, next_at: _, ...row }: JobWebhookRow & { key_id: string }): Webhook => ({
  ...row,
  jobId: job_id,
  keyId: key_id,
})
