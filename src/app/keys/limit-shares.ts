import { randomUUID } from 'node:crypto'
import type { LimitLeases } from '../../core/limit-leases.ts'
import { repeat } from '../repeat.ts'

/** This server's part of limits that servers share. Nobody waits for the database: shares are renewed in the background. */
export interface LimitShares {
  /** The part of a limit on what is in use at once, of which `used` are. Counts one more as asked for. */
  ofCount(name: string, limit: number, used: number): number
  /** The part of a limit for each minute. Counts `tokens` as asked for. */
  ofRate(name: string, perMinute: number, tokens: number): number
  /** Tells how many are in use now. */
  hold(name: string, used: number): void
}

/** Of the only server. */
export const WHOLE_LIMITS: LimitShares = {
  ofCount: (_, limit) => limit,
  ofRate: (_, perMinute) => perMinute,
  hold: () => {},
}

export interface LeasedShares extends LimitShares, AsyncDisposable {
  /** Renews the leases now. Throws the store's error; the shares stay as they are. */
  renew(): Promise<void>
}

export interface LimitSharesOptions {
  /** Called when leases cannot be renewed. */
  readonly report: (error: unknown) => void
  readonly renewMs?: number
  /** How long a server that has died keeps its shares. */
  readonly leaseMs?: number
}

interface Wish {
  limit: number
  held: number
  /** Since the last renewal: of counts the most at once, of rates the sum. */
  asked: number
  isRate: boolean
  /** Asked for in a minute, for rates; smoothed. */
  perMinute: number
  share: number | undefined
}

/** The part of the new rate in the smoothed one. */
const SMOOTHING = 0.5

/** Disposing gives all back; dispose it before the store. */
export function createLimitShares(
  leases: LimitLeases,
  { report, renewMs = 1000, leaseMs = 5000 }: LimitSharesOptions,
): LeasedShares {
  const server = randomUUID()
  const wishes = new Map<string, Wish>()
  let servers = 1
  let renewedAtMs = performance.now()

  function wishOf(name: string, limit: number, isRate: boolean): Wish {
    let wish = wishes.get(name)
    if (wish?.limit !== limit) {
      const held = wish?.held ?? 0
      wish = { limit, held, asked: held, isRate, perMinute: 0, share: undefined }
      wishes.set(name, wish)
    }
    return wish
  }

  /** Until the first renewal, a server takes as much as any other one. */
  const shareOf = ({ share, limit }: Wish): number => share ?? limit / servers

  function demandOf(wish: Wish, elapsedMs: number): number {
    if (!wish.isRate) return Math.max(wish.asked, wish.held)
    const rate = (wish.asked * 60_000) / elapsedMs
    return SMOOTHING * rate + (1 - SMOOTHING) * wish.perMinute
  }

  async function renew(): Promise<void> {
    const now = performance.now()
    const elapsedMs = Math.max(1, now - renewedAtMs)
    renewedAtMs = now
    const asking = [...wishes].map(([name, wish]) => {
      const demand = demandOf(wish, elapsedMs)
      wish.asked = wish.isRate ? 0 : wish.held
      wish.perMinute = demand
      return { name, limit: wish.limit, demand, held: wish.held, isNew: wish.share === undefined }
    })
    const answer = await leases.renew(server, asking, leaseMs)
    servers = answer.servers
    for (const { name, limit, demand } of asking) {
      const wish = wishes.get(name)
      if (wish?.limit !== limit) continue // it changed meanwhile
      if (demand < limit / 1000 && wish.asked === 0 && wish.held === 0) wishes.delete(name)
      else wish.share = answer.shares.get(name)
    }
  }

  const repeating = repeat(renew, { intervalMs: renewMs, onError: report })
  return {
    ofCount(name, limit, used) {
      const wish = wishOf(name, limit, false)
      wish.asked = Math.max(wish.asked, used + 1)
      return shareOf(wish)
    },
    ofRate(name, perMinute, tokens) {
      const wish = wishOf(name, perMinute, true)
      wish.asked += tokens
      return shareOf(wish)
    },
    hold(name, used) {
      const wish = wishes.get(name)
      if (wish) wish.held = used
    },
    renew,
    async [Symbol.asyncDispose]() {
      await repeating[Symbol.asyncDispose]()
      await leases.release(server).catch(() => {}) // they end by themselves
    },
  }
}
