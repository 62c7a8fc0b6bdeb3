import type { ApiKey } from '../../core/api-key.ts'
import { SpeechError } from '../../core/errors.ts'
import type { KeyLimits } from '../../core/key-limits.ts'
import type { Owner } from '../../core/speech.ts'
import { TokenBucket } from './internal/token-bucket.ts'
import { type LimitShares, WHOLE_LIMITS } from './limit-shares.ts'

/** Keeps keys within their limits. All methods throw `key.limited` with the seconds to wait. */
export interface KeyLimiter {
  /** The limits of a key, with the operator's defaults. The key of the environment has none. */
  limitsOf(key: ApiKey): KeyLimits
  /** Counts a request or a socket until it is disposed. */
  begin(key: ApiKey, kind: 'request' | 'socket'): Disposable
  /** Counts the characters of a text that is to be spoken. */
  takeCharacters(owner: Owner | undefined, characters: number): void
}

const SWEEP_MS = 60_000

export function createKeyLimiter(
  defaults: KeyLimits,
  configuredKey: ApiKey | null,
  shares: LimitShares = WHOLE_LIMITS,
): KeyLimiter {
  const running = new Map<string, number>()
  const buckets = new Map<string, TokenBucket>()
  let sweptAtMs = performance.now()

  /** Counts what has no limit as well: the key may get one while it runs. */
  function count(id: string, max: number | null | undefined): () => void {
    const now = running.get(id) ?? 0
    const isLimited = max !== null && max !== undefined
    // At least one on each server: a client whose requests come to one server after the other is within its limit.
    if (isLimited && now >= Math.max(1, Math.ceil(shares.ofCount(id, max, now)))) throw limited()
    running.set(id, now + 1)
    shares.hold(id, now + 1)
    return () => {
      const left = (running.get(id) ?? 1) - 1
      if (left === 0) running.delete(id)
      else running.set(id, left)
      shares.hold(id, left)
    }
  }

  /** A bucket of a key whose limit changed is replaced, since its id holds the limit. */
  function take(id: string, tokens: number, perMinute: number | undefined, capacity: number): void {
    if (perMinute === undefined) return
    sweep()
    const name = `${id}/${perMinute}`
    const part = shares.ofRate(id, perMinute, tokens) / perMinute
    const bucket = buckets.get(name) ?? new TokenBucket(part * perMinute, part * capacity)
    bucket.resize(part * perMinute, part * capacity)
    buckets.set(name, bucket)
    const waitMs = bucket.take(tokens)
    if (waitMs > 0) throw limited(waitMs)
  }

  function sweep(): void {
    if (performance.now() - sweptAtMs < SWEEP_MS) return
    sweptAtMs = performance.now()
    for (const [name, bucket] of buckets) if (bucket.isFull) buckets.delete(name)
  }

  const limitsOf = (key: ApiKey): KeyLimits =>
    key.id === configuredKey?.id ? key.limits : { ...defaults, ...key.limits }

  return {
    limitsOf,
    begin(key, kind) {
      const { sockets, requestsPerSecond } = limitsOf(key)
      take(`${key.id}/requests`, 1, requestsPerSecond && 60 * requestsPerSecond, requestsPerSecond ?? 0)
      const endOne = count(key.id, key.maxConcurrent)
      try {
        const endSocket = kind === 'socket' ? count(`${key.id}/sockets`, sockets) : () => {}
        return {
          [Symbol.dispose]() {
            endOne()
            endSocket()
          },
        }
      } catch (error) {
        endOne()
        throw error
      }
    },
    takeCharacters(owner, characters) {
      if (owner === undefined) return
      take(`${owner.id}/characters`, characters, owner.charactersPerMinute, owner.charactersPerMinute ?? 0)
    },
  }
}

const limited = (waitMs = 1000) =>
  new SpeechError('key.limited', 'Too many requests', {
    isFixed: true,
    retryAfterS: Math.max(1, Math.ceil(waitMs / 1000)),
  })
