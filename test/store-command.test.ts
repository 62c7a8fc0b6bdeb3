import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Store } from '../src/core/store.ts'
import { openPostgresStore } from '../src/store/open-postgres-store.ts'
import { openSqliteStore } from '../src/store/open-sqlite-store.ts'
import { CLI, failure } from './command-line.ts'
import { PASSWORD, POSTGRES_PROGRAMS, type Postgres, startPostgres } from './postgres.ts'
import { lockDatabase } from './store-process.ts'

let directory: string
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'hoarfrost-copy-'))
  await using store = await openSqliteStore(path('full'))
  await fill(store)
})
afterAll(() => rmSync(directory, { recursive: true }))
const path = (name: string) => join(directory, name)

function hoarfrost(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const options = { cwd: directory, env: { PATH: process.env.PATH, PORT: '1', ...env } }
  return new Promise<{ status: unknown; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, [CLI, 'store', ...args], options, (error, stdout, stderr) =>
      resolve({ status: error?.code ?? 0, stdout, stderr }),
    )
  })
}
const migrate = (from: string, to: string) => hoarfrost(['migrate', '--from', from, '--to', to])

const NOW = new Date('2026-01-02T03:04:05.678Z')
const PARTS = 1234
const LABELS = { day: '2026-01-02', key: 'k1', model: 'coda', protocol: 'rime', voice: 'luna' }

/** Rows in every table. */
async function fill(store: Store): Promise<void> {
  const terms = { name: 'ключ', hash: 'h', roles: ['synthesis'], createdAt: NOW, maxConcurrent: 3 } as const
  const times = { expiresAt: NOW, revokedAt: null, lastUsedAt: NOW }
  await store.apiKeys.add({ id: 'k1', ...terms, ...times, limits: { sockets: 2 } })
  const entry = { word: 'word', language: 'eng' as const, pronunciation: 'W ER1 D', addedAt: NOW, addedBy: 'k1' }
  await store.dictionary.add([entry])
  await store.dictionary.add([{ ...entry, word: 'other' }])
  const request = { pronunciation: 'W AA1', isPredicted: true, note: 'a\nb', keyId: 'k1', requestedAt: NOW, due: NOW }
  await store.dictionary.request(
    { id: 'r1', word: 'asked', language: 'eng', ...request, status: 'requested', judgedAt: null },
    10,
  )
  await store.oovWords.count(new Map([['unheard', 2 ** 40]]), NOW)
  await store.sessions.add({ hash: 's', keyId: 'k1', usedAt: NOW })
  const figures = { requests: 1, characters: 5, audioMs: 700, errors: 0, firstAudio: new Map([[40, 1]]) }
  await store.usage.add({ id: 'batch', day: LABELS.day, rows: [{ ...LABELS, ...figures }] })
  const job = {
    id: 'j1',
    name: 'One',
    keyId: 'k1',
    state: 'queued',
    settings: '{}',
    idempotencyKey: 'i',
    digest: 'd',
  } as const
  const progress = { characters: 10 * PARTS, charactersDone: 0, createdAt: NOW, startedAt: null, endedAt: null }
  const part = { chapter: 1, title: 'One', text: 'text', characters: 10, settings: null, pauseAfterMs: 500 }
  const parts = Array.from({ length: PARTS }, (_, index) => ({ part: index, ...part }))
  const webhook = { url: 'https://one.example/', secret: null }
  await store.jobs.add({ ...job, ...progress, error: null, pace: null, pacedAt: null }, parts, 5, webhook)
}

/** The rows of all tables of an SQLite file. */
function rowsOf(file: string): Record<string, readonly string[]> {
  const database = new Database(file)
  const tables = database.prepare("select name from sqlite_master where type = 'table'").all([]) as { name: string }[]
  const rows = tables
    // Claims are those of running servers, and are not copied.
    .filter(({ name }) => !name.startsWith('kysely_') && name !== 'job_claim')
    .map(({ name }) => {
      const all = database.prepare(`select * from ${name}`).all([])
      return [name, all.map((row) => JSON.stringify(row, Object.keys(row as object).toSorted())).toSorted()] as const
    })
  database.close()
  return Object.fromEntries(rows)
}
const database = (name: string) => join(path(name), 'hoarfrost.db')

const COPIED = `ROWS  COPIED
1     keys
2     dictionary entries
1     dictionary requests
1     saved words
1     sessions
1     rows of usage
1     rows of first audio
1     batches of usage
1     jobs
${PARTS}  parts of jobs
1     webhooks of jobs
`

describe('hoarfrost store migrate', () => {
  test('copies a data directory to a file and from there to a new directory, each readable by its owner only', async () => {
    expect(await migrate('full', 'copy.db')).toEqual({ status: 0, stdout: COPIED, stderr: '' })
    expect(await migrate('copy.db', 'deep/copy')).toMatchObject({ status: 0, stdout: COPIED })
    const rows = rowsOf(database('full'))
    for (const table of Object.values(rows)) expect(table).not.toEqual([])
    expect(rowsOf(database('deep/copy'))).toEqual(rows)
    expect(rowsOf(path('copy.db'))).toEqual(rows)
    expect(statSync(path('copy.db')).mode & 0o777).toBe(0o600)
  })

  test('names a store that is missing, not empty or no store, and leaves nothing behind', async () => {
    expect(await migrate('nowhere', 'made')).toEqual(
      failure(`--from cannot be used: ${database('nowhere')} does not exist`),
    )
    writeFileSync(path('broken.db'), 'no database '.repeat(100))
    expect(await migrate('broken.db', 'made')).toEqual(
      failure(`--from cannot be used: ${path('broken.db')} cannot be opened: file is not a database`),
    )
    for (const name of ['nowhere', 'made']) expect(existsSync(path(name))).toBe(false)

    mkdirSync(path('used'))
    {
      await using store = await openSqliteStore(path('used'))
      await store.oovWords.count(new Map([['heard', 1]]), NOW)
    }
    expect(await migrate('full', 'used')).toEqual(
      failure('the store cannot be copied: --to is not empty (saved words: 1)'),
    )
    const refused = await migrate('full', `mysql://me:${PASSWORD}@host/db`)
    expect(refused).toEqual(
      failure('--to cannot be used: it must be a postgresql:// URL, a data directory or an SQLite file'),
    )
  })
})

describe('hoarfrost store backup', () => {
  test('copies the data directory while another process holds its lock, and the copy can be put in its place', async () => {
    await using store = await openSqliteStore(path('full'))
    const lock = await lockDatabase(path('full'))
    const env = { HOARFROST_DATA_DIR: 'full' }
    expect(await hoarfrost(['backup', 'backup.db'], env)).toEqual({ status: 0, stdout: '', stderr: '' })
    await lock.release()
    expect(rowsOf(path('backup.db'))).toEqual(rowsOf(database('full')))
    expect(statSync(path('backup.db')).mode & 0o777).toBe(0o600)

    mkdirSync(path('restored'))
    cpSync(path('backup.db'), database('restored'))
    await using restored = await openSqliteStore(path('restored'))
    expect(await restored.dictionary.entries()).toEqual(await store.dictionary.entries())
  })

  test('overwrites nothing, creates no store, and leaves no part of a backup', async () => {
    writeFileSync(path('taken.db'), 'mine')
    expect(await hoarfrost(['backup', 'taken.db'], { HOARFROST_DATA_DIR: 'full' })).toEqual(
      failure('taken.db exists; a backup does not overwrite files'),
    )
    const missing = await hoarfrost(['backup', 'new.db'], { HOARFROST_DATA_DIR: 'nowhere' })
    expect(missing).toEqual(failure(`${database('nowhere')} does not exist`))
    expect(existsSync(path('nowhere'))).toBe(false)
    expect(readdirSync(directory).filter((name) => /new|partial/.test(name))).toEqual([])
  })
})

describe.skipIf(POSTGRES_PROGRAMS === undefined)('with PostgreSQL', () => {
  let postgres: Postgres
  beforeAll(async () => {
    postgres = await startPostgres()
    await postgres.query('create database copied', 'create database refusing')
  }, 60_000)
  afterAll(() => postgres?.[Symbol.asyncDispose]())

  test('a store is copied there, backed up to a portable file, and copied back, with every row', async () => {
    const url = postgres.url('copied')
    expect(await migrate('full', url)).toEqual({ status: 0, stdout: COPIED, stderr: '' })
    const again = await migrate('full', url)
    expect(again.stderr).toMatch(/^hoarfrost: the store cannot be copied: --to is not empty \(keys: 1, dictionary/)
    const rows = rowsOf(database('full'))

    expect(await hoarfrost(['backup', 'portable.db'], { HOARFROST_DATABASE_URL: url })).toMatchObject({ status: 0 })
    expect(rowsOf(path('portable.db'))).toEqual(rows)
    expect(readdirSync(directory).filter((name) => name.startsWith('portable'))).toEqual(['portable.db'])

    expect(await migrate(url, 'back')).toEqual({ status: 0, stdout: COPIED, stderr: '' })
    expect(rowsOf(database('back'))).toEqual(rows)
    await using store = await openPostgresStore(url)
    expect(await store.oovWords.list()).toEqual([{ word: 'unheard', count: 2 ** 40, lastSeenAt: NOW }])
  })

  test('a copy that fails leaves it empty', async () => {
    cpSync(path('full'), path('odd'), { recursive: true })
    const file = new Database(database('odd'))
    file.exec("update job_part set samples = 'many' where part = 700")
    const url = postgres.url('refusing')
    const failed = await migrate('odd', url)
    expect(failed).toMatchObject({ status: 1, stdout: '' })
    expect(failed.stderr).toMatch(/^hoarfrost: the store cannot be copied: .*many"\n$/)
    {
      await using store = await openPostgresStore(url)
      expect([await store.oovWords.list(), await store.dictionary.version()]).toEqual([[], 0])
    }
    file.exec('update job_part set samples = null')
    file.close()
    expect(await migrate('odd', url)).toMatchObject({ status: 0, stdout: COPIED })
  })

  test('no password is shown', async () => {
    const url = `postgresql://me:${PASSWORD}@127.0.0.1:1/db`
    const { stderr } = await migrate(url, 'made')
    expect(stderr).toMatch(/^hoarfrost: --from cannot be used: 127\.0\.0\.1:1\/db cannot be reached: .*\n$/)
    const toServer = await migrate('full', url)
    expect(toServer.stderr).toMatch(/^hoarfrost: --to cannot be used: 127\.0\.0\.1:1\/db cannot be reached: .*\n$/)
    expect(stderr + toServer.stderr).not.toContain(PASSWORD)
  })
})
