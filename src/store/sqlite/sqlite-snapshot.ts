import Database from 'libsql'
import type { Snapshot } from '../statements/copy-tables.ts'

const ROWS_AT_ONCE = 500

/** Reads the file in one transaction. Others may write to it meanwhile. Blocks its caller while it reads. */
export function openSqliteSnapshot(file: string): Snapshot {
  const database = new Database(file)
  database.exec('begin')
  return {
    async *rows(table) {
      let rows: Record<string, unknown>[] = []
      for (const row of database.prepare(`select * from ${table}`).iterate([])) {
        rows.push(row as Record<string, unknown>)
        if (rows.length < ROWS_AT_ONCE) continue
        yield rows
        rows = []
      }
      if (rows.length > 0) yield rows
    },
    count: async (table) => {
      const [row] = database.prepare(`select count(*) as count from ${table}`).all([])
      return (row as { count: number }).count
    },
    [Symbol.asyncDispose]: async () => void database.close(),
  }
}
