import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runWithStore } from '../../test/store-process.ts'
import type { ApiKey } from '../core/api-key.ts'
import { openSqliteStore } from './open-sqlite-store.ts'

let dataDir: string
beforeEach(() => {
  dataDir = join(mkdtempSync(join(tmpdir(), 'hoarfrost-store-')), 'data')
})
afterEach(() => rmSync(join(dataDir, '..'), { recursive: true }))

const CREATED = new Date('2026-01-02T03:04:05.678Z')
const LATER = new Date('2026-02-03T00:00:00Z')
const apiKey = (id: string, differing: Partial<ApiKey> = {}): ApiKey => ({
  id,
  name: '',
  hash: id.repeat(5),
  roles: ['synthesis'],
  createdAt: CREATED,
  expiresAt: null,
  revokedAt: null,
  maxConcurrent: null,
  ...differing,
})

describe('the SQLite store', () => {
  test('gives a key back as it was added, also after it was closed and opened again', async () => {
    const full = apiKey('aaa', { name: "d'Arc; --", roles: ['synthesis', 'admin'], expiresAt: LATER, maxConcurrent: 3 })
    {
      await using store = await openSqliteStore(dataDir)
      await store.apiKeys.add(full)
      await store.apiKeys.add(apiKey('bbb'))
      expect(await store.apiKeys.find('aaa')).toEqual(full)
    }
    await using store = await openSqliteStore(dataDir)
    expect(await store.apiKeys.list()).toEqual([full, apiKey('bbb')])
    expect(await store.apiKeys.find('ccc')).toBeUndefined()
  })

  test('keeps a revoked key with the time at which it was first revoked', async () => {
    await using store = await openSqliteStore(dataDir)
    await store.apiKeys.add(apiKey('aaa'))
    expect(await store.apiKeys.revoke('aaa', CREATED)).toBe(true)
    expect(await store.apiKeys.revoke('aaa', LATER)).toBe(true)
    expect((await store.apiKeys.find('aaa'))?.revokedAt).toEqual(CREATED)
    expect(await store.apiKeys.revoke('bbb', LATER)).toBe(false)
  })

  test('adding a key that is there lets it in again and changes nothing else', async () => {
    await using store = await openSqliteStore(dataDir)
    await store.apiKeys.add(apiKey('aaa', { name: 'first' }))
    await store.apiKeys.revoke('aaa', LATER)
    await store.apiKeys.add(apiKey('aaa', { name: 'second' }))
    expect(await store.apiKeys.list()).toEqual([apiKey('aaa', { name: 'first' })])
  })

  test('names a file that is not a database', async () => {
    const file = join(dataDir, 'hoarfrost.db')
    mkdirSync(dataDir)
    writeFileSync(file, 'no database '.repeat(100))
    await expect(openSqliteStore(dataDir)).rejects.toThrow(`${file} cannot be opened`)
  })

  test.skipIf(process.platform === 'win32')('is readable by its owner alone', async () => {
    await using store = await openSqliteStore(dataDir)
    await store.apiKeys.add(apiKey('aaa'))
    const rightsOf = (name: string) => statSync(join(dataDir, name)).mode & 0o777
    expect(rightsOf('.')).toBe(0o700)
    expect(['hoarfrost.db', 'hoarfrost.db-wal', 'hoarfrost.db-shm'].map(rightsOf)).toEqual([0o600, 0o600, 0o600])
  })
})

/** Runs a module in another process with `store` open on the test's directory, and `key` to make keys. */
const inAnotherProcess = (body: string) =>
  runWithStore(
    dataDir,
    `const key = (id) => ({ ...${JSON.stringify(apiKey('id'))}, id, createdAt: new Date() })\n${body}`,
  )

describe('several processes on one SQLite store', () => {
  test('open it for the first time at once and lose nothing of what each adds', { timeout: 60_000 }, async () => {
    const writers = ['a', 'b', 'c', 'd'].map((name) =>
      inAnotherProcess(`for (let i = 0; i < 25; i++) await store.apiKeys.add(key('${name}' + i))`),
    )
    const exits = await Promise.all(writers.map((writer) => once(writer, 'exit')))
    expect(exits).toEqual(Array(4).fill([0, null]))
    await using store = await openSqliteStore(dataDir)
    expect(await store.apiKeys.list()).toHaveLength(100)
  })

  test('see what another one changed as soon as it is acknowledged', async () => {
    await using store = await openSqliteStore(dataDir)
    await store.apiKeys.add(apiKey('aaa'))
    expect(await store.apiKeys.find('aaa')).toEqual(apiKey('aaa'))
    await once(inAnotherProcess(`await store.apiKeys.revoke('aaa', new Date('${LATER.toISOString()}'))`), 'exit')
    expect((await store.apiKeys.find('aaa'))?.revokedAt).toEqual(LATER)
  })

  test('and several stores of one process see what others changed, however often', async () => {
    await using one = await openSqliteStore(dataDir)
    await using other = await openSqliteStore(dataDir)
    for (const id of ['aaa', 'bbb', 'ccc']) {
      await once(inAnotherProcess(`await store.apiKeys.add(key('${id}'))`), 'exit')
      const found = [await one.apiKeys.find(id), await other.apiKeys.find(id)]
      expect(found.map((key) => key?.id)).toEqual([id, id])
    }
  })

  test('a writer killed in the middle leaves every key that it acknowledged', async () => {
    const writer = inAnotherProcess(`
      for (let i = 0; ; i++) {
        await store.apiKeys.add(key('k' + i))
        process.stdout.write('k' + i + '\\n')
      }`)
    const acknowledged: string[] = []
    for await (const id of createInterface({ input: writer.stdout })) {
      if (acknowledged.push(id) === 200) writer.kill('SIGKILL')
    }
    await using store = await openSqliteStore(dataDir)
    const kept = new Set((await store.apiKeys.list()).map(({ id }) => id))
    expect(acknowledged.length).toBeGreaterThanOrEqual(200)
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([])
  })
})
