import type { Kysely } from 'kysely'
import type { OovWordStore } from '../../core/dictionary.ts'
import { chunks } from './chunks.ts'
import type { StorePart } from './store-part.ts'

export type SavedWordTables = {
  saved_word: SavedWordRow
}

interface SavedWordRow {
  word: string
  count: number
  last_seen_at: string
}

export const oovWords: StorePart<OovWordStore> = {
  create: (database) => createOovWords(database.withTables<SavedWordTables>()),
  copied: { saved_word: 'saved words' },
}

const MAX_WORDS = 10_000

function createOovWords(database: Kysely<SavedWordTables>): OovWordStore {
  const commonestFirst = database
    .selectFrom('saved_word')
    .orderBy('count', 'desc')
    .orderBy('last_seen_at', 'desc')
    .orderBy('word')
  return {
    list: async () => {
      const rows = await commonestFirst.selectAll().execute()
      return rows.map(({ word, count, last_seen_at }) => ({ word, count, lastSeenAt: new Date(last_seen_at) }))
    },
    count: (counts, at) =>
      database.transaction().execute(async (transaction) => {
        for (const some of chunks([...counts])) {
          await transaction
            .insertInto('saved_word')
            .values(some.map(([word, count]) => ({ word, count, last_seen_at: at.toISOString() })))
            .onConflict((conflict) =>
              conflict.column('word').doUpdateSet((row) => ({
                count: row('saved_word.count', '+', row.ref('excluded.count')),
                last_seen_at: row.ref('excluded.last_seen_at'),
              })),
            )
            .execute()
        }
        await transaction
          .deleteFrom('saved_word')
          .where('word', 'not in', commonestFirst.select('word').limit(MAX_WORDS))
          .execute()
      }),
    clear: async () => {
      await database.deleteFrom('saved_word').execute()
    },
  }
}
