import { isIPv6 } from 'node:net'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../../core/clock.ts'

/** Limits failed attempts by address. A client of IPv6 has a network of /64, and any number of addresses in it. */
export interface AttemptLimit {
  /** Counts an attempt, or says in how many seconds the next one is allowed. A success is not counted. */
  start(address: string): { succeed(): void } | { readonly retryAfterS: number }
}

const MOST_ATTEMPTS = 10
const WINDOW_MS = 60_000
const MOST_ADDRESSES = 10_000

export function createAttemptLimit(clock: Clock): AttemptLimit {
  const windows = new LRUCache<string, { readonly endsAtMs: number; count: number }>({ max: MOST_ADDRESSES })
  return {
    start(address) {
      const nowMs = clock().getTime()
      const client = clientOf(address)
      let window = windows.get(client)
      if (window === undefined || window.endsAtMs <= nowMs) {
        window = { endsAtMs: nowMs + WINDOW_MS, count: 0 }
        windows.set(client, window)
      }
      if (window.count >= MOST_ATTEMPTS) return { retryAfterS: Math.ceil((window.endsAtMs - nowMs) / 1000) }
      window.count++
      const counted = window
      return { succeed: () => void counted.count-- }
    },
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
