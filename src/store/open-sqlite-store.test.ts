import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import Database from 'libsql'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { describeStore } from '../../test/contracts/store.ts'
import { lockDatabase, runWithStore } from '../../test/store-process.ts'
import type { ApiKey } from '../core/api-key.ts'
import { openSqliteStore } from './open-sqlite-store.ts'

describeStore('the SQLite store', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'hoarfrost-store-'))
  return {
    open: () => openSqliteStore(dataDir),
    runWithStore: (body) => runWithStore(dataDir, body),
    remove: async () => rmSync(dataDir, { recursive: true }),
  }
})

let directory: string
let dataDir: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'hoarfrost-store-'))
  dataDir = join(directory, 'data')
})
afterEach(() => {
  spawnSync('umount', ['-l', dataDir]) // the disk of a test that mounted one
  rmSync(directory, { recursive: true })
})

const apiKey = (id: string): ApiKey => ({
  id,
  name: '',
  hash: id.repeat(5),
  roles: ['synthesis'],
  createdAt: new Date('2026-01-02T03:04:05.678Z'),
  expiresAt: null,
  revokedAt: null,
  maxConcurrent: null,
  limits: {},
  lastUsedAt: null,
})
const entry = (word: string, pronunciation = 'W ER1 D') => ({
  word,
  language: 'eng' as const,
  pronunciation,
  addedAt: new Date(),
  addedBy: null,
})

describe('the data directory', () => {
  const isRoot = process.getuid?.() === 0

  test('is opened however long its thread takes to start', async () => {
    await using store = await openSqliteStore(dataDir, { patienceMs: 1 })
    expect(store.isNew).toBe(true)
  })

  test('is made, and said to be new the first time', async () => {
    const deep = join(dataDir, 'a', 'b')
    {
      await using store = await openSqliteStore(deep)
      expect([store.directory, store.isNew]).toEqual([deep, true])
    }
    await using store = await openSqliteStore(deep)
    expect(store.isNew).toBe(false)
  })

  test.skipIf(process.platform === 'win32')('is readable by its owner alone', async () => {
    await using store = await openSqliteStore(dataDir)
    await store.apiKeys.add(apiKey('aaa'))
    const rightsOf = (name: string) => statSync(join(dataDir, name)).mode & 0o777
    expect(rightsOf('.')).toBe(0o700)
    expect(['hoarfrost.db', 'hoarfrost.db-wal', 'hoarfrost.db-shm'].map(rightsOf)).toEqual([0o600, 0o600, 0o600])
  })

  test('that is a file, or below one, is named', async () => {
    writeFileSync(dataDir, '')
    await expect(openSqliteStore(dataDir)).rejects.toThrow(`${dataDir} is not a directory`)
    await expect(openSqliteStore(join(dataDir, 'x'))).rejects.toThrow(`${join(dataDir, 'x')} is not below a directory`)
  })

  test.skipIf(!existsSync('/proc/1'))('that cannot be made is named, without a hang', async () => {
    await expect(openSqliteStore('/proc/hoarfrost/data')).rejects.toThrow('/proc/hoarfrost/data cannot be made')
  })

  test.skipIf(isRoot)('that cannot be written is named, and so is such a database', async () => {
    mkdirSync(dataDir, { mode: 0o500 })
    await expect(openSqliteStore(dataDir)).rejects.toThrow(`${dataDir} cannot be written by this user`)
    chmodSync(dataDir, 0o700)
    const file = join(dataDir, 'hoarfrost.db')
    writeFileSync(file, '', { mode: 0o400 })
    await expect(openSqliteStore(dataDir)).rejects.toThrow(`${file} cannot be written by this user`)
  })

  test('with a file that is not a database is named with it', async () => {
    const file = join(dataDir, 'hoarfrost.db')
    mkdirSync(dataDir)
    writeFileSync(file, 'no database '.repeat(100))
    await expect(openSqliteStore(dataDir)).rejects.toThrow(`${file} cannot be opened: file is not a database`)
  })
})

test('a database that a newer version has changed is refused', async () => {
  await (await openSqliteStore(dataDir))[Symbol.asyncDispose]()
  const file = join(dataDir, 'hoarfrost.db')
  const database = new Database(file)
  database.exec("insert into kysely_migration values ('9999-future', '')")
  database.close()
  await expect(openSqliteStore(dataDir)).rejects.toThrow(
    `${file} cannot be opened: it was written by a newer version of Hoarfrost`,
  )
})

describe('while another process holds the write lock, the SQLite store', () => {
  const PATIENCE_MS = 2000

  test('opens, reads, and refuses changes after its patience, without blocking this thread', async () => {
    await (await openSqliteStore(dataDir))[Symbol.asyncDispose]()
    const lock = await lockDatabase(dataDir)
    await using store = await openSqliteStore(dataDir, { patienceMs: PATIENCE_MS })
    const startedAtMs = performance.now()
    let turns = 0 // of the event loop: blocked, it would take none until the end
    const counting = setInterval(() => turns++, PATIENCE_MS / 20)
    const changes = [store.apiKeys.add(apiKey('aaa')), store.dictionary.add([entry('a'), entry('b')])]
    const refused = Promise.allSettled(changes).then((results) => ({
      results,
      afterMs: performance.now() - startedAtMs,
    }))
    const read = Promise.all([store.apiKeys.list(), store.dictionary.entries()])
    expect(await Promise.race([read, refused])).toEqual([[], []])
    const { results, afterMs } = await refused
    // The second may have waited for the first as long.
    const busy = expect.objectContaining({ code: 'store.busy' })
    expect(results).toEqual(changes.map(() => ({ status: 'rejected', reason: busy })))
    clearInterval(counting)
    expect(afterMs).toBeGreaterThan(0.9 * PATIENCE_MS)
    expect(turns).toBeGreaterThan(2)
    await lock.release()
    await store.apiKeys.add(apiKey('aaa'))
    expect(await store.apiKeys.list()).toHaveLength(1)
  })

  test('makes changes in their order as soon as the lock is released', async () => {
    await using store = await openSqliteStore(dataDir)
    const lock = await lockDatabase(dataDir)
    const pronunciations = ['one', 'two', 'three']
    const changes = pronunciations.map((pronunciation) => store.dictionary.add([entry('word', pronunciation)]))
    expect(await store.dictionary.version()).toBe(0)
    await lock.release()
    await Promise.all(changes)
    expect(await store.dictionary.entries()).toMatchObject([{ pronunciation: 'three' }])
    expect(await store.dictionary.version()).toBe(3)
  })
})

describe('a disk that is full', () => {
  /** Mounts a file system of one megabyte; returns false if this user may not. */
  function mountSmallDisk(): boolean {
    mkdirSync(dataDir)
    return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', dataDir]).status === 0
  }

  test('refuses changes as such, keeps what was acknowledged, and takes changes once there is room', async (context) => {
    if (!mountSmallDisk()) context.skip('this user may not mount a file system')
    await using store = await openSqliteStore(dataDir)
    const ballast = join(dataDir, 'ballast')
    writeFileSync(ballast, Buffer.alloc(400_000))
    const acknowledged: string[] = []
    const fill = async () => {
      for (let i = 0; ; i++) {
        await store.dictionary.add([entry(`w${i}`, 'x'.repeat(5000)), entry(`v${i}`, 'x'.repeat(5000))])
        acknowledged.push(`v${i}`, `w${i}`)
      }
    }
    await expect(fill()).rejects.toMatchObject({
      code: 'store.full',
      message: 'the disk of the data directory is full',
    })
    const kept = async () => (await store.dictionary.entries()).map(({ word }) => word)
    expect(await kept()).toEqual(acknowledged.toSorted())
    await expect(store.apiKeys.add({ ...apiKey('aaa'), name: 'x'.repeat(50_000) })).rejects.toMatchObject({
      code: 'store.full',
    })
    rmSync(ballast)
    await store.dictionary.add([entry('room')])
    expect(await kept()).toEqual([...acknowledged, 'room'].toSorted())
  })

  test('at the start is named', async (context) => {
    if (!mountSmallDisk()) context.skip('this user may not mount a file system')
    spawnSync('sh', ['-c', `cat /dev/zero > ${join(dataDir, 'ballast')}`])
    await expect(openSqliteStore(dataDir)).rejects.toThrow(/hoarfrost\.db .*full/)
  })
})

describe('the thread of the SQLite store', () => {
  /** The store and its thread. */
  async function openWithThread() {
    const started = once(process, 'worker') as Promise<[Worker]>
    const onThreadDied = vi.fn()
    const store = await openSqliteStore(dataDir, { onThreadDied })
    onTestFinished(() => store[Symbol.asyncDispose]())
    return { store, onThreadDied, thread: (await started)[0] }
  }

  test('is replaced when it dies, and what it acknowledged is kept', async () => {
    const { store, onThreadDied, thread } = await openWithThread()
    await store.apiKeys.add(apiKey('aaa'))
    await thread.terminate()
    expect(onThreadDied).toHaveBeenCalledTimes(1)
    expect(await store.apiKeys.list()).toEqual([apiKey('aaa')])
    await store.apiKeys.add(apiKey('bbb'))
    expect(await store.apiKeys.list()).toHaveLength(2)
  })

  test('dies without leaving half of a change, and fails what it was doing', async () => {
    const { store, thread } = await openWithThread()
    const words = Array.from({ length: 20_000 }, (_, i) => entry(`w${i}`))
    const adding = store.dictionary.add(words)
    const failing = expect(adding).rejects.toMatchObject({ code: 'store.busy' })
    await store.apiKeys.list() // by then the change has started
    await thread.terminate()
    await failing
    expect(await store.dictionary.entries()).toEqual([])
    await store.dictionary.add(words)
    expect(await store.dictionary.entries()).toHaveLength(20_000)
  })

  test('does not keep a process from ending, nor from ending well, whatever it is doing', async () => {
    const writing = `
      const key = { ...${JSON.stringify(apiKey('id'))}, createdAt: new Date() }
      const changes = Array.from({ length: 500 }, (_, i) => store.apiKeys.add({ ...key, id: 'k' + i }))`
    const bodies = ['', `${writing}; await changes[9]; process.exit(3)`, `${writing}; await changes[499]`]
    const exits = await Promise.all(bodies.map((body) => once(runWithStore(dataDir, body), 'exit')))
    expect(exits).toEqual([
      [0, null],
      [3, null],
      [0, null],
    ])
  })
})
