import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createKeyLimiter } from '../../src/app/keys/key-limiter.ts'
import { createLimitShares } from '../../src/app/keys/limit-shares.ts'
import { configuredKeyRecord } from '../../src/app/keys/manage-keys.ts'
import type { ApiKey } from '../../src/core/api-key.ts'
import type { KeyLimits } from '../../src/core/key-limits.ts'
import { openPostgresStore } from '../../src/store/open-postgres-store.ts'
import { POSTGRES_PROGRAMS, type Postgres, startPostgres } from '../postgres.ts'

/** The tests renew by themselves. */
const NEVER_MS = 2 ** 30

describe.skipIf(POSTGRES_PROGRAMS === undefined)('limits of keys on servers that share PostgreSQL', () => {
  let postgres: Postgres
  let databases = 0
  let url: string
  beforeAll(async () => {
    postgres = await startPostgres()
  }, 60_000)
  afterAll(() => postgres?.[Symbol.asyncDispose]())
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const name = `limits_${databases++}`
    await postgres.query(`create database ${name}`)
    url = postgres.url(name)
  })
  afterEach(() => void vi.useRealTimers())

  async function startServer(leaseMs = 60_000) {
    const store = await openPostgresStore(url)
    const shares = createLimitShares(store.limitLeases, { report: () => {}, renewMs: NEVER_MS, leaseMs })
    onTestFinished(async () => {
      await shares[Symbol.asyncDispose]()
      await store[Symbol.asyncDispose]()
    })
    const limiter = createKeyLimiter({}, null, shares)
    const open: Disposable[] = []
    return {
      shares,
      open,
      /** Opens sockets until one is refused. Returns how many are open. */
      openAll(key: ApiKey): number {
        for (;;) {
          try {
            open.push(limiter.begin(key, 'socket'))
          } catch {
            return open.length
          }
        }
      },
      close: (count: number) => open.splice(0, count).forEach((socket) => void socket[Symbol.dispose]()),
      /** Takes characters in texts of ten until one is refused. Returns how many it took. */
      takeAll(charactersPerMinute: number, max: number): number {
        const owner = { id: 'key', weight: 1, charactersPerMinute }
        let taken = 0
        try {
          for (; taken < max; taken += 10) limiter.takeCharacters(owner, 10)
        } catch {}
        return taken
      },
    }
  }
  const keyWith = (limits: KeyLimits): ApiKey => ({ ...configuredKeyRecord('any key', new Date()), limits })
  type Server = Awaited<ReturnType<typeof startServer>>
  async function renew(...servers: readonly Server[]): Promise<void> {
    vi.advanceTimersByTime(1000)
    for (const { shares } of servers) await shares.renew()
  }

  test('are divided while nobody has used them, and then move to the server that needs them', async () => {
    const [one, other] = [await startServer(), await startServer()]
    await renew(one, other)
    await renew(one, other)
    const key = keyWith({ sockets: 100 })
    expect(one.openAll(key)).toBe(50)
    await renew(one, other)
    await renew(one, other)
    expect(one.openAll(key)).toBe(100)
    await renew(one, other)

    // A server may always begin, with 2 % of a limit.
    expect(other.openAll(key)).toBe(50) // it has not yet heard that all are taken
    other.close(50)
    await renew(other)
    expect(other.openAll(key)).toBe(2)

    one.close(60)
    for (let round = 0; other.open.length < 55 && round < 20; round++) {
      await renew(one, other)
      expect(other.openAll(key) + one.open.length).toBeLessThanOrEqual(103)
    }
    expect(other.open.length).toBeGreaterThanOrEqual(55)
  })

  test('let one request at a time go to any server, however small they are', async () => {
    const servers = [await startServer(), await startServer(), await startServer()]
    const key = keyWith({ sockets: 1 })
    for (let turn = 0; turn < 9; turn++) {
      const server = servers[turn % 3] as Server
      expect(server.openAll(key)).toBe(1)
      server.close(1)
      await renew(...servers)
    }
  })

  test('of characters a minute hold for all servers together, and one alone gets nearly all', async () => {
    const LIMIT = 6000
    const [one, other] = [await startServer(), await startServer()]
    await renew(one, other)
    await renew(one, other)
    let taken = 0
    for (let second = 0; second < 120; second++) {
      taken += one.takeAll(LIMIT, 300) + other.takeAll(LIMIT, 300)
      await renew(one, other)
    }
    expect(taken).toBeGreaterThan(0.95 * 3 * LIMIT) // what may come at once, and two minutes
    expect(taken).toBeLessThan(1.05 * 3 * LIMIT)
    let alone = 0
    for (let second = 0; second < 60; second++) {
      alone += one.takeAll(LIMIT, 300)
      await renew(one, other)
    }
    expect(alone).toBeGreaterThan(0.8 * LIMIT)
    expect(alone).toBeLessThan(1.05 * LIMIT)
  })

  test('that a server holds are free when it stops, and when it dies as soon as its lease ends', async () => {
    const key = keyWith({ sockets: 40 })
    const [dying, other] = [await startServer(300), await startServer()]
    await renew(other, dying, other)
    dying.openAll(key)
    other.openAll(key)
    other.close(40)
    await renew(dying, other)
    expect(other.openAll(key)).toBeLessThan(40)
    await expect
      .poll(async () => {
        await renew(other)
        return other.openAll(key)
      })
      .toBe(40)
    const third = await startServer()
    await other.shares[Symbol.asyncDispose]()
    third.openAll(key)
    await renew(third)
    expect(third.openAll(key)).toBe(40)
  })

  test('stay as they are while the database is away', async () => {
    const [one, other] = [await startServer(), await startServer()]
    const key = keyWith({ sockets: 100 })
    await renew(one, other)
    await renew(one, other)
    one.openAll(key)
    other.openAll(key)
    await renew(one, other)
    await postgres.crash()
    await expect(one.shares.renew()).rejects.toMatchObject({ code: 'store.busy' })
    one.close(20)
    expect(one.openAll(key)).toBe(50)
    await postgres.start()
    await expect
      .poll(() =>
        renew(one).then(
          () => 'renewed',
          () => 'away',
        ),
      )
      .toBe('renewed')
    expect(one.openAll(key)).toBeLessThanOrEqual(100) // the leases are forgotten, too
  })
})
