import { FAULT_MS, type Fault, HARMLESS } from '../fault.ts'
import type { SoakServer } from '../server.ts'

/** Not even reads get past it. */
export const lockedTables: Fault = {
  ...HARMLESS,
  name: 'tables of PostgreSQL locked by another client',
  isPossible: ({ postgres }) => postgres !== undefined,
  async inject({ postgres }: SoakServer) {
    await postgres?.queryIn(
      'soak',
      'begin',
      `do $$ declare name text; begin
         for name in select tablename from pg_tables where schemaname = 'public' loop
           execute format('lock table %I in access exclusive mode', name);
         end loop;
       end $$`,
      `select pg_sleep(${FAULT_MS / 1000})`,
      'rollback',
    )
  },
}
