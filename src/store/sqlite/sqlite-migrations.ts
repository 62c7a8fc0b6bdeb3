import { type Kysely, type Migration, sql } from 'kysely'

/** Those from before databases shared migrations. In order of name. Released migrations are never changed. */
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
  '0002-dictionary': {
    up: async (database: Kysely<unknown>) => {
      await database.schema
        .createTable('dictionary')
        .addColumn('version', 'integer', (column) => column.notNull())
        .execute()
      await sql`insert into dictionary (version) values (0)`.execute(database)
      await database.schema
        .createTable('addition')
        .addColumn('word', 'text', (column) => column.primaryKey())
        .addColumn('pronunciation', 'text', (column) => column.notNull())
        .addColumn('added_at', 'text', (column) => column.notNull())
        .execute()
      await database.schema
        .createTable('dictionary_request')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('word', 'text', (column) => column.notNull())
        .addColumn('pronunciation', 'text', (column) => column.notNull())
        .addColumn('is_predicted', 'integer', (column) => column.notNull())
        .addColumn('note', 'text', (column) => column.notNull())
        .addColumn('key_id', 'text', (column) => column.notNull())
        .addColumn('requested_at', 'text', (column) => column.notNull())
        .addColumn('due', 'text', (column) => column.notNull())
        .addColumn('status', 'text', (column) => column.notNull())
        .addColumn('judged_at', 'text')
        .execute()
      await createIndex(database, 'dictionary_request', ['status', 'due'])
      await createIndex(database, 'dictionary_request', ['status', 'word'])
      await createIndex(database, 'dictionary_request', ['key_id'])
      await database.schema
        .createTable('saved_word')
        .addColumn('word', 'text', (column) => column.primaryKey())
        .addColumn('count', 'integer', (column) => column.notNull())
        .addColumn('last_seen_at', 'text', (column) => column.notNull())
        .execute()
    },
  },
  '0003-key-uses': {
    up: async (database: Kysely<unknown>) => {
      await database.schema.alterTable('api_key').addColumn('last_used_at', 'text').execute()
      // Until now the key of HOARFROST_API_KEY was stored, and stayed valid after the variable was unset.
      await sql`delete from api_key where name = 'configured' and roles = '["synthesis","admin"]'
        and expires_at is null and max_concurrent is null`.execute(database)
    },
  },
  '0004-sessions': {
    up: async (database: Kysely<unknown>) => {
      await database.schema
        .createTable('session')
        .addColumn('hash', 'text', (column) => column.primaryKey())
        .addColumn('key_id', 'text', (column) => column.notNull())
        .addColumn('used_at', 'text', (column) => column.notNull())
        .execute()
    },
  },
  '0005-added-by': {
    up: (database: Kysely<unknown>) => database.schema.alterTable('addition').addColumn('added_by', 'text').execute(),
  },
  '0006-usage': {
    up: async (database: Kysely<unknown>) => {
      await createUsageTable(database, 'usage', ['requests', 'characters', 'audio_ms', 'errors'], [])
      await createUsageTable(database, 'first_audio', ['count'], ['bucket'])
    },
  },
  '0007-key-limits': {
    up: (database: Kysely<unknown>) =>
      database.schema
        .alterTable('api_key')
        .addColumn('limits', 'text', (column) => column.notNull().defaultTo('{}'))
        .execute(),
  },
  '0008-usage-batches': {
    up: async (database: Kysely<unknown>) => {
      await database.schema
        .createTable('usage_batch')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('day', 'text', (column) => column.notNull())
        .execute()
      await createIndex(database, 'usage_batch', ['day'])
    },
  },
  '0009-jobs': {
    up: async (database: Kysely<unknown>) => {
      await database.schema
        .createTable('job')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('key_id', 'text', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('settings', 'text', (column) => column.notNull())
        .addColumn('idempotency_key', 'text')
        .addColumn('digest', 'text', (column) => column.notNull())
        .addColumn('characters', 'integer', (column) => column.notNull())
        .addColumn('characters_done', 'integer', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('started_at', 'text')
        .addColumn('ended_at', 'text')
        .addColumn('error', 'text')
        .addUniqueConstraint('job_idempotency_key', ['key_id', 'idempotency_key'] as never[])
        .execute()
      await createIndex(database, 'job', ['state'])
      await createIndex(database, 'job', ['created_at'])
      await database.schema
        .createTable('job_part')
        .addColumn('job_id', 'text', (column) => column.notNull())
        .addColumn('part', 'integer', (column) => column.notNull())
        .addColumn('chapter', 'integer', (column) => column.notNull())
        .addColumn('title', 'text', (column) => column.notNull())
        .addColumn('text', 'text', (column) => column.notNull())
        .addColumn('characters', 'integer', (column) => column.notNull())
        .addColumn('pause_after_ms', 'integer', (column) => column.notNull())
        .addColumn('samples', 'integer')
        .addPrimaryKeyConstraint('job_part_key', ['job_id', 'part'] as never[])
        .execute()
    },
  },
}

const LABELS = ['day', 'key', 'model', 'protocol', 'voice']

const createUsageTable = (
  database: Kysely<unknown>,
  table: string,
  figures: string[],
  parts: string[],
): Promise<void> => {
  let builder = database.schema.createTable(table)
  for (const label of LABELS) builder = builder.addColumn(label, 'text', (column) => column.notNull())
  for (const figure of [...parts, ...figures])
    builder = builder.addColumn(figure, 'integer', (column) => column.notNull())
  return builder.addPrimaryKeyConstraint(`${table}_key`, [...LABELS, ...parts] as never[]).execute()
}

const createIndex = (database: Kysely<unknown>, table: string, columns: string[]): Promise<void> =>
  database.schema
    .createIndex(`${table}_${columns.join('_')}`)
    .on(table)
    .columns(columns)
    .execute()
