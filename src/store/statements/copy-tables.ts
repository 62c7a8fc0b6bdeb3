import { type Kysely, sql, type Transaction } from 'kysely'
import type { CopiedRows, CopyOptions } from '../../core/store-copy.ts'
import { chunks } from './chunks.ts'
import type { StoreTables } from './tables.ts'

type Row = Readonly<Record<string, unknown>>

/** A database as it is at one time, whatever is written to it meanwhile. */
export interface Snapshot extends AsyncDisposable {
  /** Reads a table a few rows at a time, so that it need not fit into memory. */
  rows(table: keyof StoreTables): AsyncIterable<readonly Row[]>
  count(table: keyof StoreTables): Promise<number>
}

/** What the rows of each table are called. Claims are of servers, which go on with the store that they have. */
const KINDS: Readonly<Record<Exclude<keyof StoreTables, 'dictionary' | 'kysely_migration' | 'job_claim'>, string>> = {
  api_key: 'keys',
  addition: 'dictionary entries',
  dictionary_request: 'dictionary requests',
  saved_word: 'saved words',
  session: 'sessions',
  usage: 'rows of usage',
  first_audio: 'rows of first audio',
  usage_batch: 'batches of usage',
  job: 'jobs',
  job_part: 'parts of jobs',
  job_webhook: 'webhooks of jobs',
}
const TABLES = Object.keys(KINDS) as (keyof typeof KINDS)[]

/**
 * Copies all rows to a migrated database without rows, in one transaction. Throws an Error that names what the database
 * contains if it is not empty.
 */
export async function copyTables(
  from: Snapshot,
  to: Kysely<StoreTables>,
  { report, signal }: CopyOptions,
): Promise<readonly CopiedRows[]> {
  let all = 0
  for (const table of TABLES) all += await from.count(table)
  let done = 0
  return to.transaction().execute(async (transaction) => {
    await requireEmpty(transaction)
    for await (const [row] of from.rows('dictionary')) {
      await transaction
        .updateTable('dictionary')
        .set({ version: Number(row?.version) })
        .execute()
    }
    const copied: CopiedRows[] = []
    for (const table of TABLES) {
      let count = 0
      for await (const rows of from.rows(table)) {
        signal.throwIfAborted()
        for (const some of chunks(rows)) {
          await transaction
            .insertInto(table)
            .values(some as never)
            .execute()
        }
        count += rows.length
        done += rows.length
        report(done, all)
      }
      copied.push({ kind: KINDS[table], count })
    }
    return copied
  })
}

async function requireEmpty(database: Transaction<StoreTables>): Promise<void> {
  const found: string[] = []
  for (const table of TABLES) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(database)
    const { count = 0 } = rows[0] ?? {}
    if (count > 0) found.push(`${KINDS[table]}: ${count}`)
  }
  if (found.length > 0) throw new Error(`--to is not empty (${found.join(', ')})`)
}
