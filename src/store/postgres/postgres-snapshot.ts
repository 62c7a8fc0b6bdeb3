import pg from 'pg'
import type { Snapshot } from '../statements/copy-tables.ts'

const ROWS_AT_ONCE = 500

/** Reads the database in one transaction. Others may write to it meanwhile. */
export async function openPostgresSnapshot(settings: pg.ClientConfig): Promise<Snapshot> {
  const client = new pg.Client(settings)
  // Without a listener, the loss of the connection would end the process; the next statement fails.
  client.on('error', () => {})
  await client.connect()
  await client.query('begin isolation level repeatable read read only')
  return {
    async *rows(table) {
      await client.query(`declare reading cursor for select * from ${table}`)
      for (;;) {
        const { rows } = await client.query(`fetch ${ROWS_AT_ONCE} from reading`)
        if (rows.length === 0) break
        yield rows
      }
      await client.query('close reading')
    },
    count: async (table) => {
      const { rows } = await client.query<{ count: number }>(`select count(*) as count from ${table}`)
      return rows[0]?.count ?? 0
    },
    [Symbol.asyncDispose]: () => client.end(),
  }
}
