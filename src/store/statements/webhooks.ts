import type { Kysely } from 'kysely'
import type { Webhook, WebhookStore } from '../../core/webhook.ts'
import type { JobWebhookRow, StoreTables } from './tables.ts'

/** Their rows are added, made due and removed with those of the jobs. */
export function createWebhookStore(database: Kysely<StoreTables>): WebhookStore {
  const table = database.updateTable('job_webhook')
  return {
    find: async (jobId) => {
      const row = await database.selectFrom('job_webhook').selectAll().where('job_id', '=', jobId).executeTakeFirst()
      return row && webhookOfRow(row)
    },
    claim: async (now, until) => {
      const due = database.selectFrom('job_webhook').where('next_at', '<=', now.toISOString())
      const next = await due.select('job_id').orderBy('next_at').limit(1).executeTakeFirst()
      if (next === undefined) return undefined // without a write, which would make others wait
      const row = await table
        .set((of) => ({ next_at: until.toISOString(), attempts: of('attempts', '+', 1) }))
        .where('job_id', '=', next.job_id)
        .where('next_at', '<=', now.toISOString())
        .returningAll()
        .executeTakeFirst()
      return row && webhookOfRow(row)
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

const webhookOfRow = ({ job_id, next_at: _, ...row }: JobWebhookRow): Webhook => ({ ...row, jobId: job_id })
