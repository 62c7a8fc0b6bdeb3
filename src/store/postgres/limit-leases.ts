import { type Kysely, sql } from 'kysely'
import type { LeaseWish, LimitLeases } from '../../core/limit-leases.ts'
import { chunks } from '../statements/chunks.ts'

interface LeaseRow {
  server: string
  name: string
  share: number
  demand: number
  ends_at: Date
}

/** What the other servers have of a limit. */
interface Others {
  readonly count: number
  readonly share: number
  readonly demand: number
}

/** Each server's row for itself, by which the servers are counted. */
const PRESENCE: LeaseWish = { name: '', limit: 1, demand: 0, held: 0, isNew: false }
/** The part of a limit that a server keeps which asks for nothing, so that it can begin. */
const MIN_PART = 1 / 50
const NOBODY: Others = { count: 0, share: 0, demand: 0 }

/** Leases end by the clock of the database. Transactions run one at a time, so no share is given twice. */
export function createLimitLeases(storeDatabase: Kysely<object>): LimitLeases {
  const database = storeDatabase.withTables<{ limit_lease: LeaseRow }>()
  return {
    renew: (server, wishes, leaseMs) =>
      database.transaction().execute(async (transaction) => {
        await transaction
          .deleteFrom('limit_lease')
          .where((row) => row.or([row('ends_at', '<', sql<Date>`clock_timestamp()`), row('server', '=', server)]))
          .execute()
        const rows = await transaction
          .selectFrom('limit_lease')
          .select((row) => [
            'name',
            row.fn.countAll<number>().as('count'),
            row.fn.sum<number>('share').as('share'),
            row.fn.sum<number>('demand').as('demand'),
          ])
          .where(
            'name',
            'in',
            [...wishes, PRESENCE].map(({ name }) => name),
          )
          .groupBy('name')
          .execute()
        const others = new Map(rows.map((row) => [row.name, row]))
        const servers = 1 + (others.get(PRESENCE.name)?.count ?? 0)
        const shares = new Map(
          wishes.map((wish) => [wish.name, shareOf(wish, others.get(wish.name) ?? NOBODY, servers)]),
        )
        const ends_at = sql<Date>`clock_timestamp() + ${leaseMs} * interval '1 millisecond'`
        for (const some of chunks([PRESENCE, ...wishes])) {
          const values = some.map(({ name, demand }) => ({
            server,
            name,
            share: shares.get(name) ?? 0,
            demand,
            ends_at,
          }))
          await transaction.insertInto('limit_lease').values(values).execute()
        }
        return { servers, shares }
      }),
    release: async (server) => {
      await database.deleteFrom('limit_lease').where('server', '=', server).execute()
    },
  }
}

/** In proportion to what all ask for; what others still have is theirs until they renew it. */
function shareOf({ limit, demand, held, isNew }: LeaseWish, others: Others, servers: number): number {
  const min = limit * MIN_PART
  const target = (limit * (demand + min)) / (demand + others.demand + (1 + others.count) * min)
  return Math.max(held, min, Math.min(target, limit - others.share, isNew ? limit / servers : limit))
}
