import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { ApiKey } from '../../core/api-key.ts'
import { SpeechError } from '../../core/errors.ts'
import { type AuthenticatorOptions, createAuthenticator } from './authenticate.ts'
import { configuredKeyRecord, createKey } from './manage-keys.ts'
import { createToken } from './tokens.ts'

const START = new Date('2026-03-04T05:06:07.890Z')
const TERMS = { name: '', roles: ['synthesis'], expiresAt: null, maxConcurrent: null } as const
const INVALID = expect.objectContaining({ code: 'key.invalid' })
const BUSY = expect.objectContaining({ code: 'store.busy' })

beforeEach(() => {
  vi.useFakeTimers({
    now: START,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  })
})
afterEach(() => {
  vi.useRealTimers()
})
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

const STATES = ['readable', 'failing', 'silent'] as const

/** Keys that a test can change as another process would. */
function createStore() {
  const keys = new Map<string, ApiKey>()
  const change = (id: string, changed: Partial<ApiKey>) => keys.set(id, { ...(keys.get(id) as ApiKey), ...changed })
  const store = {
    state: 'readable' as (typeof STATES)[number],
    reads: 0,
    uses: [] as (readonly [string, Date])[][],
    keys,
    change,
    async find(ids: readonly string[]) {
      store.reads++
      await store.whenReadable()
      return [...keys.values()].filter(({ id }) => ids.includes(id))
    },
    async recordUses(uses: ReadonlyMap<string, Date>) {
      await store.whenReadable()
      store.uses.push([...uses])
    },
    whenReadable: async () => {
      if (store.state === 'readable') return
      // Like the real store, which answers after its timeout.
      if (store.state === 'silent') await new Promise((resolve) => setTimeout(resolve, 2000))
      throw new SpeechError('store.busy', 'locked')
    },
  }
  const make = async (terms: Partial<ApiKey> = {}) => {
    const add = async (key: ApiKey) => void keys.set(key.id, key)
    return createKey({ add }, { ...TERMS, ...terms }, START)
  }
  return { ...store, store, make }
}

function start(differing: Partial<AuthenticatorOptions> = {}) {
  const { store, make } = createStore()
  const report = vi.fn()
  const options = { configuredKey: null, clock: () => new Date(), report, ...differing }
  const authenticator = createAuthenticator(store, options)
  onTestFinished(() => {
    store.state = 'readable'
    return authenticator[Symbol.asyncDispose]()
  })
  const synthesize = (key: string) => authenticator.authenticate(key, 'synthesis')
  /** Uses a key as a socket or an answer does. */
  const use = async (key: string) => {
    const onEnd = vi.fn()
    return { onEnd, watching: authenticator.watch(await synthesize(key), onEnd) }
  }
  return { store, make, report, authenticator, synthesize, use }
}

describe('Keys and limits: a key that is revoked', () => {
  test('ends all that is under way with it within 2 s, and nothing else', async () => {
    const { store, make, use } = start()
    const [mine, other] = [await make(), await make()]
    const [one, two, another] = [await use(mine.key), await use(mine.key), await use(other.key)]
    await pass(10_300)
    expect([one, two, another].map(({ onEnd }) => onEnd.mock.calls.length)).toEqual([0, 0, 0])
    store.change(mine.record.id, { revokedAt: new Date() })
    await pass(2000)
    expect([one, two, another].map(({ onEnd }) => onEnd.mock.calls.length)).toEqual([1, 1, 0])
    await pass(5000)
    expect([one, two, another].map(({ onEnd }) => onEnd.mock.calls.length)).toEqual([1, 1, 0])
  })

  test('is refused within 2 s', async () => {
    const { store, make, synthesize } = start()
    const { key, record } = await make()
    await synthesize(key)
    store.change(record.id, { revokedAt: new Date() })
    await pass(1999)
    await expect(synthesize(key)).rejects.toEqual(INVALID)
  })

  test('is refused at once by the server that revoked it, also if it is being read meanwhile', async () => {
    const { store, make, synthesize, authenticator } = start()
    const { key, record } = await make()
    const { find } = store
    await synthesize(key)
    await pass(1001)
    let answer = () => {}
    store.find = async (ids) => {
      const before = await find(ids)
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      store.find = find
      return before
    }
    const reading = synthesize(key)
    await pass(0)
    store.change(record.id, { revokedAt: new Date() })
    authenticator.forget(record.id)
    const next = synthesize(key)
    answer()
    await expect(next).rejects.toEqual(INVALID)
    await expect(reading).rejects.toEqual(INVALID)
    await expect(synthesize(key)).rejects.toEqual(INVALID)
  })

  test('ends nothing that is under way if it was only changed, by the server that changed it', async () => {
    const { store, make, use, authenticator } = start()
    const { key, record } = await make()
    const { onEnd } = await use(key)
    store.change(record.id, { name: 'new' })
    authenticator.forget(record.id)
    expect(await authenticator.authenticate(key, 'any')).toMatchObject({ name: 'new' })
    store.change(record.id, { name: 'newer' })
    authenticator.forget(record.id)
    await pass(5000)
    expect(onEnd).not.toHaveBeenCalled()
    store.change(record.id, { revokedAt: new Date() })
    authenticator.forget(record.id)
    await pass(1100)
    expect(onEnd).toHaveBeenCalledTimes(1)
  })

  test('ends also when its row is gone', async () => {
    const { store, make, use } = start()
    const { key, record } = await make()
    const { onEnd } = await use(key)
    store.keys.delete(record.id)
    await pass(2000)
    expect(onEnd).toHaveBeenCalledTimes(1)
  })

  test('does not end what ended before', async () => {
    const { store, make, use } = start()
    const { key, record } = await make()
    const { onEnd, watching } = await use(key)
    watching[Symbol.dispose]()
    store.change(record.id, { revokedAt: new Date() })
    await pass(5000)
    expect(onEnd).not.toHaveBeenCalled()
  })
})

test('Keys and limits: a key that expires ends what is under way with it, also while the store cannot be read', async () => {
  const { store, make, use, synthesize } = start()
  const { key } = await make({ expiresAt: new Date(START.getTime() + 10_000) })
  const { onEnd } = await use(key)
  store.state = 'silent'
  await pass(9999)
  expect(onEnd).not.toHaveBeenCalled()
  await pass(1001)
  expect(onEnd).toHaveBeenCalledTimes(1)
  const refused = expect(synthesize(key)).rejects.toEqual(INVALID)
  await pass(100)
  await refused
})

describe('the store', () => {
  test('is read once a second while keys are in use, however many, and not otherwise', async () => {
    const { store, make, use } = start()
    const uses = []
    for (let i = 0; i < 20; i++) uses.push(await use((await make()).key))
    const before = store.reads
    await pass(10_000)
    expect(store.reads - before).toBe(10)
    for (const { watching } of uses) watching[Symbol.dispose]()
    await pass(60_000)
    expect(store.reads - before).toBe(10)
  })

  test('is read once for simultaneous requests with one key, and not again for a second', async () => {
    const { store, make, synthesize } = start()
    const { key } = await make()
    await Promise.all(Array.from({ length: 50 }, () => synthesize(key)))
    await pass(999)
    await synthesize(key)
    expect(store.reads).toBe(1)
    await pass(1)
    await synthesize(key)
    expect(store.reads).toBe(2)
  })

  test.each(['failing', 'silent'] as const)('that is %s cuts nobody off for an hour', async (state) => {
    const { store, make, synthesize, use, report } = start()
    const { key, record } = await make()
    const { onEnd } = await use(key)
    store.state = state
    for (let minute = 0; minute < 59; minute++) {
      await pass(60_000)
      const asked = synthesize(key)
      await pass(100) // maximum wait of a request
      expect(await Promise.race([asked, 'waits'])).toEqual(record)
    }
    await pass(120_000)
    const asked = expect(synthesize(key)).rejects.toEqual(BUSY)
    await pass(2000)
    await asked
    expect(onEnd).not.toHaveBeenCalled()
    expect(report).toHaveBeenCalledTimes(2) // one for reading, one for writing
    store.change(record.id, { revokedAt: new Date() })
    store.state = 'readable'
    await pass(4000)
    expect(onEnd).toHaveBeenCalledTimes(1)
  })

  test('that is silent makes a second request wait no longer than the first', async () => {
    const { store, make, synthesize } = start()
    const { key, record } = await make()
    await synthesize(key)
    store.state = 'silent'
    await pass(1000)
    const first = synthesize(key)
    await pass(90)
    const second = synthesize(key)
    await pass(10)
    expect(await Promise.race([first, 'waits'])).toEqual(record)
    expect(await Promise.race([second, 'waits'])).toEqual(record)
  })

  test('that cannot be read refuses a key that it was never asked for with its own error', async () => {
    const { store, make, synthesize } = start()
    const { key } = await make()
    store.state = 'failing'
    await expect(synthesize(key)).rejects.toEqual(BUSY)
    store.state = 'readable'
    await synthesize(key)
  })
})

test('Keys and limits: whatever happens, a valid key is served, and a revoked one ends within 2 s of a readable store', async () => {
  const step = fc.oneof(
    { arbitrary: fc.record({ kind: fc.constantFrom(...(['use', 'leave', 'revoke', 'restore'] as const)) }), weight: 5 },
    { arbitrary: fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 3000 }) }), weight: 5 },
    { arbitrary: fc.record({ kind: fc.constant('store' as const), state: fc.constantFrom(...STATES) }), weight: 1 },
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const { store, make } = createStore()
      const options = { configuredKey: null, clock: () => new Date(), report: () => {} }
      const authenticator = createAuthenticator(store, options)
      const { key, record } = await make()
      await authenticator.authenticate(key, 'synthesis')
      const running = new Set<Disposable>()
      let isRevoked = false
      let wasRevoked = false
      // A silent store answers 2 s later.
      let settledAtMs = 0
      for (const each of steps) {
        switch (each.kind) {
          case 'pass':
            await pass(each.ms)
            break
          case 'store':
            store.state = each.state
            settledAtMs = Date.now() + 4000
            break
          case 'leave':
            for (const watching of running) watching[Symbol.dispose]()
            running.clear()
            break
          case 'use': {
            const asked = authenticator.authenticate(key, 'synthesis').catch(() => undefined)
            await pass(100)
            const answer = await Promise.race([asked, undefined])
            if (!wasRevoked) expect(answer).toBeDefined()
            if (answer === undefined) break
            const watching = authenticator.watch(answer, () => running.delete(watching))
            running.add(watching)
            break
          }
          case 'revoke':
          case 'restore':
            isRevoked = each.kind === 'revoke'
            wasRevoked ||= isRevoked
            store.change(record.id, { revokedAt: isRevoked ? new Date() : null })
            settledAtMs = Math.max(settledAtMs, Date.now() + 2000)
        }
        if (store.state !== 'readable' || Date.now() < settledAtMs) continue
        const served = authenticator.authenticate(key, 'synthesis').then(
          () => true,
          () => false,
        )
        expect(await served).toBe(!isRevoked)
        if (isRevoked) expect(running.size).toBe(0)
      }
      store.state = 'readable'
      await authenticator[Symbol.asyncDispose]()
    }),
  )
})

describe('when a key was last used', () => {
  test('is written once a minute, to the minute, and never by a request', async () => {
    const { store, make, synthesize } = start()
    const { key, record } = await make()
    for (let i = 0; i < 100; i++) await synthesize(key)
    expect(store.uses).toEqual([])
    await pass(60_000)
    expect(store.uses).toEqual([[[record.id, new Date('2026-03-04T05:06:00Z')]]])
    await pass(600_000)
    expect(store.uses).toHaveLength(1)
  })

  test('is now for one that something runs with', async () => {
    const { store, make, use } = start()
    const { key, record } = await make()
    await use(key)
    await pass(180_000)
    expect(store.uses.at(-1)).toEqual([[record.id, new Date('2026-03-04T05:09:00Z')]])
  })

  test('is written at the end, and again after a failure', async () => {
    const { store, make, synthesize, authenticator, report } = start()
    const [one, other] = [await make(), await make()]
    await synthesize(one.key)
    store.state = 'failing'
    await pass(60_000)
    expect([store.uses, report.mock.calls.length]).toEqual([[], 1])
    store.state = 'readable'
    await synthesize(other.key)
    await authenticator[Symbol.asyncDispose]()
    const minute = (text: string) => new Date(`2026-03-04T${text}Z`)
    expect(store.uses).toEqual([
      [
        [one.record.id, minute('05:06')],
        [other.record.id, minute('05:07')],
      ],
    ])
  })

  test('is not written for a key that was refused', async () => {
    const { store, make, synthesize, authenticator } = start()
    const { key } = await make({ revokedAt: START })
    store.change((await make()).record.id, {})
    await expect(synthesize(`${key}x`)).rejects.toEqual(INVALID)
    await authenticator[Symbol.asyncDispose]()
    expect(store.uses).toEqual([])
  })
})

test('HOARFROST_API_KEY: the configured key has every role, without the store', async () => {
  const key = 'chosen by the operator'
  const { store, authenticator, synthesize, use } = start({ configuredKey: configuredKeyRecord(key, START) })
  store.state = 'failing'
  await synthesize(key)
  await authenticator.authenticate(key, 'admin')
  const { onEnd } = await use(key)
  await pass(3_600_000)
  expect(onEnd).not.toHaveBeenCalled()
  await authenticator[Symbol.asyncDispose]()
  expect([store.reads, store.uses, store.keys.size]).toEqual([0, [], 0])
})

test('O: a token of the configured key is valid while that key is configured', async () => {
  const configuredKey = configuredKeyRecord('configured-by-the-operator', START)
  const terms = { expiresAt: new Date(START.getTime() + 1000), speaker: 'luna', origin: undefined, keepsHeard: false }
  const token = createToken(configuredKey, terms)
  const { authenticator, store } = start({ configuredKey })
  expect(await authenticator.authenticateToken(token, 'synthesis')).toMatchObject({ key: configuredKey, token: terms })
  expect(store.reads).toBe(0)
  await expect(start().authenticator.authenticateToken(token, 'synthesis')).rejects.toThrow(INVALID)
  await pass(1000)
  await expect(authenticator.authenticateToken(token, 'synthesis')).rejects.toThrow(INVALID)
})

test('O: a thousand uses of a token within a second need one query', async () => {
  const { authenticator, make, store } = start()
  const { record } = await make()
  const expiresAt = new Date(START.getTime() + 60_000)
  const token = createToken(record, { expiresAt, speaker: undefined, origin: undefined, keepsHeard: false })
  for (let i = 0; i < 1000; i++) await authenticator.authenticateToken(token, 'synthesis')
  expect(store.reads).toBe(1)
})
