import type { Kysely } from 'kysely'
import { type ApiKey, type ApiKeyStore, changedKey, type Role } from '../../core/api-key.ts'
import type { KeyLimits } from '../../core/key-limits.ts'
import { chunks } from './chunks.ts'
import type { StorePart } from './store-part.ts'

type Tables = {
  api_key: ApiKeyRow
}

interface ApiKeyRow {
  id: string
  name: string
  hash: string
  roles: string
  created_at: string
  expires_at: string | null
  revoked_at: string | null
  max_concurrent: number | null
  /** JSON. */
  limits: string
  last_used_at: string | null
}

export const apiKeys: StorePart<ApiKeyStore> = {
  create: (database) => createApiKeys(database.withTables<Tables>()),
  copied: { api_key: 'keys' },
}

function createApiKeys(database: Kysely<Tables>): ApiKeyStore {
  return {
    find: async (ids) => {
      const found: ApiKey[] = []
      for (const some of chunks(ids)) {
        const rows = await database.selectFrom('api_key').selectAll().where('id', 'in', some).execute()
        found.push(...rows.map(keyOfRow))
      }
      return found
    },
    list: async () => {
      const rows = await database.selectFrom('api_key').selectAll().orderBy('created_at').orderBy('id').execute()
      return rows.map(keyOfRow)
    },
    add: async (key) => {
      await database
        .insertInto('api_key')
        .values(rowOfKey(key))
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ revoked_at: null }))
        .execute()
    },
    addFirst: (key) =>
      database.transaction().execute(async (transaction) => {
        const some = await transaction.selectFrom('api_key').select('id').limit(1).executeTakeFirst()
        if (some !== undefined) return false
        await transaction.insertInto('api_key').values(rowOfKey(key)).execute()
        return true
      }),
    update: (id, changes) =>
      database.transaction().execute(async (transaction) => {
        const row = await transaction.selectFrom('api_key').selectAll().where('id', '=', id).executeTakeFirst()
        if (row === undefined) return undefined
        const key = changedKey(keyOfRow(row), changes)
        const { name, roles, expires_at, max_concurrent, limits } = rowOfKey(key)
        await transaction
          .updateTable('api_key')
          .set({ name, roles, expires_at, max_concurrent, limits })
          .where('id', '=', id)
          .execute()
        return key
      }),
    revoke: async (id, at) => {
      const { numUpdatedRows } = await database
        .updateTable('api_key')
        .set((row) => ({ revoked_at: row.fn.coalesce('revoked_at', row.val(at.toISOString())) }))
        .where('id', '=', id)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    recordUses: (uses) =>
      database.transaction().execute(async (transaction) => {
        for (const [lastUsedAt, ids] of idsByTime(uses)) {
          for (const some of chunks(ids)) {
            await transaction
              .updateTable('api_key')
              .set({ last_used_at: lastUsedAt })
              .where('id', 'in', some)
              .where((row) => row.or([row('last_used_at', 'is', null), row('last_used_at', '<', lastUsedAt)]))
              .execute()
          }
        }
      }),
  }
}

/** Uses are precise to the minute, so most keys share a time. */
function idsByTime(uses: ReadonlyMap<string, Date>): ReadonlyMap<string, readonly string[]> {
  const ids = new Map<string, string[]>()
  for (const [id, usedAt] of uses) {
    const time = usedAt.toISOString()
    const sameTime = ids.get(time)
    if (sameTime === undefined) ids.set(time, [id])
    else sameTime.push(id)
  }
  return ids
}

const keyOfRow = (row: ApiKeyRow): ApiKey => ({
  id: row.id,
  name: row.name,
  hash: row.hash,
  roles: JSON.parse(row.roles) as Role[],
  createdAt: new Date(row.created_at),
  expiresAt: row.expires_at === null ? null : new Date(row.expires_at),
  revokedAt: row.revoked_at === null ? null : new Date(row.revoked_at),
  maxConcurrent: row.max_concurrent,
  limits: JSON.parse(row.limits) as KeyLimits,
  lastUsedAt: row.last_used_at === null ? null : new Date(row.last_used_at),
})

const rowOfKey = (key: ApiKey): ApiKeyRow => ({
  id: key.id,
  name: key.name,
  hash: key.hash,
  roles: JSON.stringify(key.roles),
  created_at: key.createdAt.toISOString(),
  expires_at: key.expiresAt?.toISOString() ?? null,
  revoked_at: key.revokedAt?.toISOString() ?? null,
  max_concurrent: key.maxConcurrent,
  limits: JSON.stringify(key.limits),
  last_used_at: key.lastUsedAt?.toISOString() ?? null,
})
