import { expect, test } from 'vitest'
import type { UsageBatch } from '../../core/usage.ts'
import { createUsageLedger, type UsageSource } from './usage-ledger.ts'

/** A store that keeps batches by their ids. `fail` throws before or after the next batch is kept. */
function createUncertainStore() {
  const batches = new Map<string, UsageBatch>()
  let fails: 'before' | 'after' | undefined
  return {
    add: async (batch: UsageBatch) => {
      const failing = fails
      fails = undefined
      if (failing === 'before') throw new Error('refused')
      batches.set(batch.id, batch)
      if (failing === 'after') throw new Error('the result was lost')
    },
    fail: (when: 'before' | 'after') => {
      fails = when
    },
    total: (figure: 'requests' | 'characters') =>
      [...batches.values()].flatMap(({ rows }) => rows).reduce((sum, row) => sum + row[figure], 0),
  }
}

const sourceOf = (characters: number): UsageSource => ({
  speech: { model: 'coda', voice: 'luna', characters, audioSeconds: 1, firstAudiosMs: [20] } as never,
  keyId: 'key',
})

test.each(['before', 'after'] as const)('usage is counted once if the store fails %s it has added it', async (when) => {
  const store = createUncertainStore()
  await using ledger = createUsageLedger(store, { clock: () => new Date('2026-01-02'), report: () => {} })
  ledger.track(sourceOf(10), () => 'HTTP')(false)
  store.fail(when)
  await expect(ledger.flush()).rejects.toThrow()
  ledger.track(sourceOf(5), () => 'HTTP')(false)
  await ledger.flush()
  expect([store.total('requests'), store.total('characters')]).toEqual([2, 15])
})
