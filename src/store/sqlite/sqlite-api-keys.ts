import type { Kysely } from 'kysely'
import type { ApiKey, ApiKeyStore, Role } from '../../core/api-key.ts'
import type { ApiKeyRow, SqliteTables } from './sqlite-database.ts'

export function createSqliteApiKeys(database: Kysely<SqliteTables>): ApiKeyStore {
  return {
    find: async (id) => {
      const row = await database.selectFrom('api_key').selectAll().where('id', '=', id).executeTakeFirst()
      return row && keyOfRow(row)
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
    revoke: async (id, at) => {
      const { numUpdatedRows } = await database
        .updateTable('api_key')
        .set((row) => ({ revoked_at: row.fn.coalesce('revoked_at', row.val(at.toISOString())) }))
        .where('id', '=', id)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
  }
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
})
