import type { Kysely } from 'kysely'
import type { Session, SessionStore } from '../../core/session.ts'
import type { StorePart } from './store-part.ts'

type Tables = {
  session: SessionRow
}

interface SessionRow {
  hash: string
  key_id: string
  used_at: string
}

export const sessions: StorePart<SessionStore> = {
  create: (database) => createSessions(database.withTables<Tables>()),
  copied: { session: 'sessions' },
}

function createSessions(database: Kysely<Tables>): SessionStore {
  return {
    find: async (hash) => {
      const row = await database.selectFrom('session').selectAll().where('hash', '=', hash).executeTakeFirst()
      return row && sessionOf(row)
    },
    add: async ({ hash, keyId, usedAt }) => {
      await database.insertInto('session').values({ hash, key_id: keyId, used_at: usedAt.toISOString() }).execute()
    },
    use: async (hash, usedAt) => {
      await database.updateTable('session').set({ used_at: usedAt.toISOString() }).where('hash', '=', hash).execute()
    },
    remove: async (hash) => {
      await database.deleteFrom('session').where('hash', '=', hash).execute()
    },
    take: async (hash) => {
      const row = await database.deleteFrom('session').where('hash', '=', hash).returningAll().executeTakeFirst()
      return row && sessionOf(row)
    },
    removeUnused: async (before) => {
      await database.deleteFrom('session').where('used_at', '<', before.toISOString()).execute()
    },
  }
}

const sessionOf = (row: SessionRow): Session => ({
  hash: row.hash,
  keyId: row.key_id,
  usedAt: new Date(row.used_at),
})
