import { isIPv6 } from 'node:net'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../../core/clock.ts'

/** Limits failed attempts by address. A client of IPv6 has a network of /64, and any number of addresses in it. */
export interface AttemptLimit {
  /** Counts an attempt, or says in how many seconds the next one is allowed. A success is not counted. */
  start(address: string): { succeed(): void } | { readonly retryAfterS: number }
}

const MAX_ATTEMPTS = 10
const WINDOW_MS = 60_000
const MAX_ADDRESSES = 10_000

export function createAttemptLimit(clock: Clock): AttemptLimit {
  /** When the attempts of the last minute were made, in milliseconds, the oldest first. */
  const attempts = new LRUCache<string, readonly number[]>({ max: MAX_ADDRESSES })
  return {
    start(address) {
      const nowMs = clock().getTime()
      const client = clientOf(address)
      // The clock may have been set back.
      const made = (attempts.get(client) ?? []).filter((atMs) => nowMs - WINDOW_MS < atMs && atMs <= nowMs)
      const [oldestMs = nowMs] = made
      if (made.length >= MAX_ATTEMPTS) return { retryAfterS: Math.ceil((oldestMs + WINDOW_MS - nowMs) / 1000) }
      attempts.set(client, [...made, nowMs])
      return { succeed: () => forget(client, nowMs) }
    },
  }

  function forget(client: string, atMs: number): void {
    const made = attempts.get(client) ?? []
    const at = made.indexOf(atMs)
    if (at !== -1) attempts.set(client, made.toSpliced(at, 1))
  }
}

/** An address of IPv4, or the first 64 bits of one of IPv6. */
function clientOf(address: string): string {
  const [bare = ''] = address.split('%') // without the zone of a link-local address
  if (!isIPv6(bare)) return address
  const [, mapped] = /^::ffff:([\d.]+)$/i.exec(bare) ?? []
  if (mapped !== undefined) return mapped
  const [head = '', tail = ''] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::')
  const [first, last] = [head, tail].map((part) => part.split(':').filter(Boolean)) as [string[], string[]]
  const zeros = Array<string>(8 - first.length - last.length).fill('0')
  return [...first, ...zeros, ...last].slice(0, 4).join(':')
}
