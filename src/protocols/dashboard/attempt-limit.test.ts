import { expect, test } from 'vitest'
import { createAttemptLimit } from './attempt-limit.ts'

/** How many attempts from the addresses, in turn, are allowed. */
function allowedOf(addresses: readonly string[]): number {
  const limit = createAttemptLimit(() => new Date(0))
  return Array.from({ length: 40 }, (_, i) => limit.start(addresses[i % addresses.length] as string)).filter(
    (attempt) => !('retryAfterS' in attempt),
  ).length
}

test.each([
  ['addresses of one /64 of IPv6', ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', '2001:0DB8:1:2:0:0:0:5']],
  ['link-local addresses', ['fe80::1%eth0', 'fe80::2%eth1', 'fe80::3']],
  ['an address of IPv4 and the same one mapped to IPv6', ['192.0.2.1', '::ffff:192.0.2.1']],
  ['addresses with few parts', ['::1', '::2', '::']],
])('%s share ten attempts a minute', (_, addresses) => {
  expect(allowedOf(addresses)).toBe(10)
})

test.each([
  ['networks of IPv6', ['2001:db8:1:2::1', '2001:db8:1:3::1', '2001:db8::1']],
  ['addresses of IPv4', ['192.0.2.1', '192.0.2.2', '::ffff:192.0.2.3']],
])('%s have ten attempts a minute each', (_, addresses) => {
  expect(allowedOf(addresses)).toBe(30)
})

test('any minute has at most ten failed attempts, and a success is not counted', () => {
  let nowMs = 0
  const limit = createAttemptLimit(() => new Date(nowMs))
  const tryAt = (atMs: number) => {
    nowMs = atMs
    return limit.start('192.0.2.1')
  }
  for (let i = 0; i < 9; i++) tryAt(55_000)
  const success = tryAt(56_000)
  if ('succeed' in success) success.succeed()
  tryAt(57_000)
  expect(tryAt(61_000)).toEqual({ retryAfterS: 54 })
  for (let i = 0; i < 9; i++) expect(tryAt(115_000)).toHaveProperty('succeed')
  expect(tryAt(116_000)).toEqual({ retryAfterS: 1 })
})

test('a clock that is set back lengthens no wait', () => {
  let nowMs = 3_600_000
  const limit = createAttemptLimit(() => new Date(nowMs))
  for (let i = 0; i < 10; i++) limit.start('192.0.2.1')
  expect(limit.start('192.0.2.1')).toEqual({ retryAfterS: 60 })
  nowMs = 0
  expect(limit.start('192.0.2.1')).toHaveProperty('succeed')
})
