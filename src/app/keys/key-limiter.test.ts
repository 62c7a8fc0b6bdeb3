import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ApiKey } from '../../core/api-key.ts'
import { type KeyLimits, readLimits, writeLimits } from '../../core/key-limits.ts'
import { createKeyLimiter } from './key-limiter.ts'
import { configuredKeyRecord } from './manage-keys.ts'

const keyWith = (limits: KeyLimits, maxConcurrent: number | null = null): ApiKey => ({
  ...configuredKeyRecord('any key', new Date()),
  maxConcurrent,
  limits,
})

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

describe('a key', () => {
  test('may begin so many requests in a second, and is told when the next one may begin', () => {
    const limiter = createKeyLimiter({}, null)
    const key = keyWith({ requestsPerSecond: 2 })
    const begin = () => limiter.begin(key, 'request')
    begin()
    begin()
    expect(begin).toThrow(expect.objectContaining({ code: 'key.limited', retryAfterS: 1 }))
    vi.advanceTimersByTime(500)
    begin()
    expect(begin).toThrow()
  })

  test('may hold so many sockets, and requests beside them', () => {
    const limiter = createKeyLimiter({}, null)
    const key = keyWith({ sockets: 1 }, 3)
    const socket = limiter.begin(key, 'socket')
    expect(() => limiter.begin(key, 'socket')).toThrow()
    limiter.begin(key, 'request')
    limiter.begin(key, 'request')
    expect(() => limiter.begin(key, 'request')).toThrow() // a refused socket does not count
    socket[Symbol.dispose]()
    limiter.begin(key, 'socket')
  })

  test('that gets a limit while it has sockets has these counted', () => {
    const limiter = createKeyLimiter({}, null)
    const before = limiter.begin(keyWith({}), 'socket')
    const after = () => limiter.begin(keyWith({ sockets: 1 }, 1), 'socket')
    expect(after).toThrow()
    before[Symbol.dispose]()
    after()
  })

  test('may have so many characters spoken in a minute; a longer text takes those of the next minutes', () => {
    const limiter = createKeyLimiter({}, null)
    const owner = { id: 'key', weight: 1, charactersPerMinute: 600 }
    limiter.takeCharacters(owner, 1200)
    const take = () => limiter.takeCharacters(owner, 10)
    expect(take).toThrow(expect.objectContaining({ code: 'key.limited', retryAfterS: 61 }))
    vi.advanceTimersByTime(61_000)
    take()
    limiter.takeCharacters(undefined, 1e9)
    limiter.takeCharacters({ id: 'other', weight: 1 }, 1e9)
  })

  test('has the default limits where it has none of its own, but for the key of the environment', () => {
    const configured = configuredKeyRecord('the key of the environment', new Date())
    const limiter = createKeyLimiter({ sockets: 5, weight: 2 }, configured)
    expect(limiter.limitsOf(keyWith({ sockets: 9 }))).toEqual({ sockets: 9, weight: 2 })
    expect(limiter.limitsOf(configured)).toEqual({})
  })
})

test('never lets more through in any time than the limit allows', () => {
  const steps = fc.array(fc.record({ waitMs: fc.nat(20_000), characters: fc.integer({ min: 1, max: 400 }) }))
  fc.assert(
    fc.property(steps, fc.integer({ min: 100, max: 1000 }), (all, limit) => {
      const limiter = createKeyLimiter({}, null)
      const taken: { atMs: number; characters: number }[] = []
      let atMs = 0
      for (const { waitMs, characters } of all) {
        vi.advanceTimersByTime(waitMs)
        atMs += waitMs
        try {
          limiter.takeCharacters({ id: 'key', weight: 1, charactersPerMinute: limit }, characters)
          taken.push({ atMs, characters })
        } catch {}
      }
      for (const [i, first] of taken.entries()) {
        let sum = 0
        for (const { atMs: at, characters } of taken.slice(i)) {
          sum += characters
          // The bucket was full, and a text may be longer than it.
          expect(sum).toBeLessThanOrEqual(limit + Math.max(limit, 400) + ((at - first.atMs) / 60_000) * limit + 1e-6)
        }
      }
    }),
  )
})

test('limits are read as they are written', () => {
  const limit = fc.option(fc.integer({ min: 1, max: 1e9 }), { nil: undefined })
  const limits = fc.record({ sockets: limit, requestsPerSecond: limit, charactersPerMinute: limit, weight: limit })
  fc.assert(
    fc.property(limits, (some) => {
      expect(readLimits(writeLimits(some))).toEqual(JSON.parse(JSON.stringify(some)))
    }),
  )
  for (const bad of ['sockets', 'sockets=0', 'sockets=-1', 'sockets=1.5', 'streams=1', 'toString=1', '=1']) {
    expect(readLimits([bad])).toBeUndefined()
  }
})
