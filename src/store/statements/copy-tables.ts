import { type Kysely, type QueryExecutorProvider, sql } from 'kysely'
import type { CopiedRows, CopyOptions } from '../../core/store-copy.ts'
import { chunks } from './chunks.ts'
import { STORE_PARTS } from './create-store.ts'

type Row = Readonly<Record<string, unknown>>

/** A database as it is at one time, whatever is written to it meanwhile. */
export interface Snapshot extends AsyncDisposable {
  /** Reads a table a few rows at a time, so that it need not fit into memory. */
  rows(table: string): AsyncIterable<readonly Row[]>
  count(table: string): Promise<number>
}

/** What the rows of each table are called. */
const KINDS = new Map(Object.values(STORE_PARTS).flatMap(({ copied }) => Object.entries(copied)))

/**
 * Copies all rows to a migrated database without rows, in one transaction. Throws an Error that names what the database
 * contains if it is not empty.
 */
export async function copyTables(
  from: Snapshot,
  to: Kysely<object>,
  { report, signal }: CopyOptions,
): Promise<readonly CopiedRows[]> {
  let all = 0
  for (const table of KINDS.keys()) all += await from.count(table)
  let done = 0
  return to
    .withTables<Record<string, Row>>()
    .transaction()
    .execute(async (transaction) => {
      await requireEmpty(transaction)
      for await (const [row] of from.rows('dictionary')) {
        await transaction
          .updateTable('dictionary')
          .set({ version: Number(row?.version) })
          .execute()
      }
      const copied: CopiedRows[] = []
      for (const [table, kind] of KINDS) {
        let count = 0
        for await (const rows of from.rows(table)) {
          signal.throwIfAborted()
          for (const some of chunks(rows)) {
            await transaction
              .insertInto(table)
              .values([...some])
              .execute()
          }
          count += rows.length
          done += rows.length
          report(done, all)
        }
        copied.push({ kind, count })
      }
      return copied
    })
}

async function requireEmpty(database: QueryExecutorProvider): Promise<void> {
  const found: string[] = []
  for (const [table, kind] of KINDS) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(database)
    const { count = 0 } = rows[0] ?? {}
    if (count > 0) found.push(`${kind}: ${count}`)
  }
  if (found.length > 0) throw new Error(`--to is not empty (${found.join(', ')})`)
}
