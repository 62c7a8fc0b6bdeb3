import type { Kysely, Transaction } from 'kysely'
import type {
  DictionaryEntry,
  DictionaryRequest,
  DictionaryStore,
  DictionaryWord,
  RequestStatus,
} from '../../core/dictionary.ts'
import type { Language } from '../../core/language.ts'
import { chunks } from './chunks.ts'
import type { SavedWordTables } from './oov-words.ts'
import type { StorePart, StoreSql } from './store-part.ts'

type Tables = SavedWordTables & {
  /** Has one row. */
  dictionary: { version: number }
  dictionary_entry: EntryRow
  dictionary_request: RequestRow
}

interface EntryRow {
  language: Language
  word: string
  pronunciation: string
  added_at: string
  added_by: string | null
}

interface RequestRow {
  id: string
  language: Language
  word: string
  pronunciation: string
  is_predicted: 0 | 1
  note: string
  key_id: string
  requested_at: string
  due: string
  status: RequestStatus
  judged_at: string | null
}

export const dictionary: StorePart<DictionaryStore> = {
  create: (database, { position }) => createDictionary(database.withTables<Tables>(), position),
  copied: { dictionary_entry: 'dictionary entries', dictionary_request: 'dictionary requests' },
  migrations: [
    {
      sqlite: '0013-dictionary-languages',
      postgres: '0007-dictionary-languages',
      statements: [
        // Before, all entries were English.
        `create table dictionary_entry (
          language text collate "C" not null, word text collate "C" not null, pronunciation text not null,
          added_at text not null, added_by text, primary key (word, language))`,
        `insert into dictionary_entry (language, word, pronunciation, added_at, added_by)
          select 'eng', word, pronunciation, added_at, added_by from addition`,
        'drop table addition',
        `alter table dictionary_request add column language text not null default 'eng'`,
      ],
    },
  ],
}

const MAX_LISTED = 1000

function createDictionary(database: Kysely<Tables>, position: StoreSql['position']): DictionaryStore {
  return {
    version: async () => {
      const { version } = await database.selectFrom('dictionary').select('version').executeTakeFirstOrThrow()
      return version
    },
    entries: async () => {
      const rows = await database
        .selectFrom('dictionary_entry')
        .selectAll()
        .orderBy('word')
        .orderBy('language')
        .execute()
      return rows.map(entryOfRow)
    },
    search: async (contained, { language, limit, offset }) => {
      const inAll = database
        .selectFrom('dictionary_entry')
        .where((row) => row(row.fn(position, ['word', row.val(contained)]), '>', 0))
      const found = language === undefined ? inAll : inAll.where('language', '=', language)
      const { total } = await found.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
      const rows = await found.selectAll().orderBy('word').orderBy('language').limit(limit).offset(offset).execute()
      return { entries: rows.map(entryOfRow), total }
    },
    add: (entries) =>
      database.transaction().execute(async (transaction) => {
        for (const some of chunks(entries)) {
          await addAll(transaction, some)
          await settleWords(transaction, some, 'added', some[0].addedAt)
        }
        await countChange(transaction)
      }),
    remove: (word, at) =>
      database.transaction().execute(async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom('dictionary_entry')
          .where('word', '=', word.word)
          .where('language', '=', word.language)
          .executeTakeFirst()
        if (numDeletedRows === 0n) return false
        await settleWords(transaction, [word], 'rejected', at)
        await countChange(transaction)
        return true
      }),

    requests: async (keyId) => {
      const all = database.selectFrom('dictionary_request').selectAll()
      const rows = await (keyId === null ? all : all.where('key_id', '=', keyId))
        .orderBy((row) => row('status', '=', 'requested'), 'desc')
        .orderBy('requested_at', 'desc')
        .limit(MAX_LISTED)
        .execute()
      return rows.map(requestOfRow)
    },
    findRequest: async (id) => {
      const row = await database.selectFrom('dictionary_request').selectAll().where('id', '=', id).executeTakeFirst()
      return row && requestOfRow(row)
    },
    dueRequests: async (now) => {
      const rows = await database
        .selectFrom('dictionary_request')
        .selectAll()
        .where('status', '=', 'requested')
        .where('due', '<=', iso(now))
        .orderBy('due')
        .execute()
      return rows.map(requestOfRow)
    },
    request: (request, maxOpen) =>
      database.transaction().execute(async (transaction) => {
        const others = await transaction
          .selectFrom('dictionary_request')
          .select((row) => row.fn.countAll<number>().as('count'))
          .where('key_id', '=', request.keyId)
          .where('status', '=', 'requested')
          .where((row) => row.or([row('word', '!=', request.word), row('language', '!=', request.language)]))
          .executeTakeFirstOrThrow()
        if (others.count >= maxOpen) return false
        await transaction
          .deleteFrom('dictionary_request')
          .where('key_id', '=', request.keyId)
          .where('status', '=', 'requested')
          .where('word', '=', request.word)
          .where('language', '=', request.language)
          .execute()
        await transaction.insertInto('dictionary_request').values(rowOfRequest(request)).execute()
        return true
      }),
    accept: (id, entry, judge) =>
      database.transaction().execute(async (transaction) => {
        if (!(await settle(transaction, id, 'added', entry.addedAt))) return false
        await transaction
          .updateTable('dictionary_request')
          .set({ pronunciation: entry.pronunciation, is_predicted: 0 })
          .where('id', '=', id)
          .where('pronunciation', '!=', entry.pronunciation)
          .execute()
        if (judge === 'operator') await settleWords(transaction, [entry], 'added', entry.addedAt)
        await addAll(transaction, [entry])
        await countChange(transaction)
        return true
      }),
    reject: (id, at) => settle(database, id, 'rejected', at),
  }
}

/** Settles an open request; returns false if it is not open. */
async function settle(database: Kysely<Tables>, id: string, status: RequestStatus, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await settling(database, status, at).where('id', '=', id).executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Settles the open requests for words. */
async function settleWords(
  database: Kysely<Tables>,
  words: readonly DictionaryWord[],
  status: RequestStatus,
  at: Date,
): Promise<void> {
  for (const [language, ofLanguage] of byLanguage(words))
    await settling(database, status, at).where('language', '=', language).where('word', 'in', ofLanguage).execute()
}

const settling = (database: Kysely<Tables>, status: RequestStatus, at: Date) =>
  database
    .updateTable('dictionary_request')
    .set({ status, judged_at: iso(at) })
    .where('status', '=', 'requested')

function byLanguage(words: readonly DictionaryWord[]): ReadonlyMap<Language, readonly string[]> {
  const grouped = new Map<Language, string[]>()
  for (const { language, word } of words) {
    const known = grouped.get(language)
    if (known === undefined) grouped.set(language, [word])
    else known.push(word)
  }
  return grouped
}

async function addAll(transaction: Transaction<Tables>, entries: readonly DictionaryEntry[]): Promise<void> {
  await transaction
    .insertInto('dictionary_entry')
    .values(entries.map(rowOfEntry))
    .onConflict((conflict) =>
      conflict.columns(['word', 'language']).doUpdateSet((row) => ({
        pronunciation: row.ref('excluded.pronunciation'),
        added_at: row.ref('excluded.added_at'),
        added_by: row.ref('excluded.added_by'),
      })),
    )
    .execute()
  // They are no longer out of vocabulary, which is of English.
  const words = byLanguage(entries).get('eng')
  if (words !== undefined) await transaction.deleteFrom('saved_word').where('word', 'in', words).execute()
}

async function countChange(transaction: Transaction<Tables>): Promise<void> {
  await transaction
    .updateTable('dictionary')
    .set((row) => ({ version: row('version', '+', 1) }))
    .execute()
}

const iso = (date: Date): string => date.toISOString()

const entryOfRow = (row: EntryRow): DictionaryEntry => ({
  language: row.language,
  word: row.word,
  pronunciation: row.pronunciation,
  addedAt: new Date(row.added_at),
  addedBy: row.added_by,
})

const rowOfEntry = (entry: DictionaryEntry): EntryRow => ({
  language: entry.language,
  word: entry.word,
  pronunciation: entry.pronunciation,
  added_at: iso(entry.addedAt),
  added_by: entry.addedBy,
})

const requestOfRow = (row: RequestRow): DictionaryRequest => ({
  id: row.id,
  language: row.language,
  word: row.word,
  pronunciation: row.pronunciation,
  isPredicted: row.is_predicted === 1,
  note: row.note,
  keyId: row.key_id,
  requestedAt: new Date(row.requested_at),
  due: new Date(row.due),
  status: row.status,
  judgedAt: row.judged_at === null ? null : new Date(row.judged_at),
})

const rowOfRequest = (request: DictionaryRequest): RequestRow => ({
  id: request.id,
  language: request.language,
  word: request.word,
  pronunciation: request.pronunciation,
  is_predicted: request.isPredicted ? 1 : 0,
  note: request.note,
  key_id: request.keyId,
  requested_at: iso(request.requestedAt),
  due: iso(request.due),
  status: request.status,
  judged_at: request.judgedAt === null ? null : iso(request.judgedAt),
})
