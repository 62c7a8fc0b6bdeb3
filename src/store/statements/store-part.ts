import type { Kysely, RawBuilder } from 'kysely'

/** What differs between databases. */
export interface StoreSql {
  /** The function for the place of one text in another, 0 if it is not there. */
  readonly position: 'instr' | 'strpos'
  /** The time of the database's clock, in milliseconds since 1970. */
  readonly nowMs: RawBuilder<number>
}

/** A part of the store on SQL, for all databases. Times are ISO 8601 in UTC, lists are JSON. */
export interface StorePart<T> {
  readonly create: (database: Kysely<object>, sql: StoreSql) => T
  /** The tables that are copied to another database, and what their rows are called. */
  readonly copied: Readonly<Record<string, string>>
  /** Migrations of its tables, in the order of their names. */
  readonly migrations?: readonly TableMigration[]
}

/** Released migrations are never changed. Those from before databases shared them are in `sqlite/` and `postgres/`. */
export interface TableMigration {
  /** Its name in an SQLite database; migrations run in the order of names. */
  readonly sqlite: string
  readonly postgres: string
  /**
   * In the SQL of PostgreSQL that SQLite has, too, but for the types `text collate "C"` (which sorts by its bytes),
   * `bigint` and `double precision`.
   */
  readonly statements: readonly string[]
}
