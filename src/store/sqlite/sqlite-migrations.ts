import type { Kysely, Migration } from 'kysely'

/** In order of name; what has been released is never changed, only followed. */
export const sqliteMigrations: Readonly<Record<string, Migration>> = {
  '0001-api-keys': {
    up: (database: Kysely<unknown>) =>
      database.schema
        .createTable('api_key')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('hash', 'text', (column) => column.notNull())
        .addColumn('roles', 'text', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('expires_at', 'text')
        .addColumn('revoked_at', 'text')
        .addColumn('max_concurrent', 'integer')
        .execute(),
  },
}
