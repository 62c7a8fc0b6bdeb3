import { type Kysely, type Migration, sql } from 'kysely'
import { CHANNEL } from './change-listener.ts'

/**
 * Those from before databases shared migrations. In order of name. Released migrations are never changed. Texts sort by
 * their bytes, as in SQLite.
 */
export const postgresMigrations: Readonly<Record<string, Migration>> = {
  '0001-tables': {
    up: async (database: Kysely<unknown>) => {
      for (const statement of TABLES) await sql.raw(statement).execute(database)
    },
  },
  '0002-jobs': {
    up: async (database: Kysely<unknown>) => {
      for (const statement of JOB_TABLES) await sql.raw(statement).execute(database)
    },
  },
  '0003-limit-leases': {
    up: async (database: Kysely<unknown>) => {
      // Unlogged: it costs no disk writes, and is empty after a crash.
      await sql`create unlogged table limit_lease (
        server text not null, name text not null, share double precision not null, demand double precision not null,
        ends_at timestamptz not null, primary key (name, server))`.execute(database)
    },
  },
}

const TABLES = [
  `create table api_key (
    id text collate "C" primary key, name text not null, hash text not null, roles text not null,
    created_at text collate "C" not null, expires_at text, revoked_at text, max_concurrent integer,
    limits text not null, last_used_at text collate "C")`,
  `create table dictionary (version bigint not null)`,
  `insert into dictionary (version) values (0)`,
  `create table addition (
    word text collate "C" primary key, pronunciation text not null, added_at text not null, added_by text)`,
  `create table dictionary_request (
    id text collate "C" primary key, word text not null, pronunciation text not null, is_predicted integer not null,
    note text not null, key_id text not null, requested_at text collate "C" not null, due text collate "C" not null,
    status text not null, judged_at text)`,
  `create index dictionary_request_status_due on dictionary_request (status, due)`,
  `create index dictionary_request_status_word on dictionary_request (status, word)`,
  `create index dictionary_request_key_id on dictionary_request (key_id)`,
  `create table saved_word (
    word text collate "C" primary key, count bigint not null, last_seen_at text collate "C" not null)`,
  `create table session (hash text primary key, key_id text not null, used_at text collate "C" not null)`,
  `create table usage (
    day text collate "C", key text collate "C", model text collate "C", protocol text collate "C",
    voice text collate "C", requests bigint not null, characters bigint not null, audio_ms bigint not null,
    errors bigint not null, primary key (day, key, model, protocol, voice))`,
  `create table first_audio (
    day text collate "C", key text collate "C", model text collate "C", protocol text collate "C",
    voice text collate "C", bucket integer, count bigint not null,
    primary key (day, key, model, protocol, voice, bucket))`,
  `create table usage_batch (id text primary key, day text collate "C" not null)`,
  `create index usage_batch_day on usage_batch (day)`,
  `create function hoarfrost_notify() returns trigger language plpgsql as
    $$ begin perform pg_notify('${CHANNEL}', tg_argv[0]); return null; end $$`,
  // Not after each use of a key, which is written too.
  `create trigger notify_keys after insert or update of revoked_at, expires_at, roles, limits or delete on api_key
    for each statement execute function hoarfrost_notify('keys')`,
  `create trigger notify_dictionary after update on dictionary
    for each statement execute function hoarfrost_notify('dictionary')`,
]

const JOB_TABLES = [
  `create table job (
    id text collate "C" primary key, key_id text not null, state text not null, settings text not null,
    idempotency_key text, digest text not null, characters bigint not null, characters_done bigint not null,
    created_at text collate "C" not null, started_at text, ended_at text collate "C", error text,
    unique (key_id, idempotency_key))`,
  `create index job_state on job (state)`,
  `create index job_created_at on job (created_at)`,
  `create table job_part (
    job_id text collate "C", part integer, chapter integer not null, title text not null, text text not null,
    characters integer not null, pause_after_ms integer not null, samples bigint, primary key (job_id, part))`,
]
