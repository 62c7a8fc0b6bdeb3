import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createOovMemory } from './oov-memory.ts'

const NOW = new Date('2026-05-06T07:08:09Z')

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A memory for which every word between spaces is out of vocabulary. */
function create() {
  const kept: Record<string, number>[] = []
  const count = vi.fn(async (counts: ReadonlyMap<string, number>, _at: Date) => {
    kept.push(Object.fromEntries(counts))
  })
  const report = vi.fn()
  const findOovWords = vi.fn(async (text: string) => text.split(' '))
  const memory = createOovMemory({ count }, { findOovWords, clock: () => NOW, intervalMs: 1000, report })
  return { kept, count, report, findOovWords, memory }
}

test('saveOovs: words are counted together, whatever their capitals, and kept a little later', async () => {
  const { memory, kept, count } = create()
  memory.remember('Blorb kubectl')
  memory.remember('BLORB')
  expect(kept).toEqual([])
  await vi.advanceTimersByTimeAsync(5000)
  expect(kept).toEqual([{ blorb: 2, kubectl: 1 }])
  expect(count.mock.calls[0]?.[1]).toEqual(NOW)
  memory.remember('blorb')
  await memory[Symbol.asyncDispose]()
  expect(kept).toEqual([{ blorb: 2, kubectl: 1 }, { blorb: 1 }])
})

test('saveOovs: what is no word is not kept', async () => {
  const { memory, kept } = create()
  memory.remember(`4111-1111-1111-1111 jo@example.com ${'x'.repeat(61)}  🙂 ok`)
  await memory[Symbol.asyncDispose]()
  expect(kept).toEqual([{ ok: 1 }])
})

test('saveOovs: a flood of words is bounded', async () => {
  const { memory, kept } = create()
  memory.remember(Array.from({ length: 20_000 }, (_, i) => `w${i}`).join(' '))
  memory.remember('w1 w19999')
  await memory[Symbol.asyncDispose]()
  expect(Object.keys(kept[0] ?? {})).toHaveLength(10_000)
  expect(kept[0]).toMatchObject({ w1: 2 })
})

test('saveOovs: a store that fails is told of, and the words are kept for the next time', async () => {
  const { memory, count, report, kept } = create()
  count.mockRejectedValueOnce(new Error('no disk'))
  memory.remember('blorb')
  await vi.advanceTimersByTimeAsync(1000)
  expect(report).toHaveBeenCalledTimes(1)
  memory.remember('kubectl blorb')
  await memory[Symbol.asyncDispose]()
  expect(kept).toEqual([{ blorb: 2, kubectl: 1 }])
})

test('saveOovs: a text whose words cannot be found is told of, and nothing else fails', async () => {
  const { memory, findOovWords, report, kept } = create()
  findOovWords.mockRejectedValueOnce(new Error('no words'))
  memory.remember('lost')
  memory.remember('blorb')
  await memory[Symbol.asyncDispose]()
  expect(report).toHaveBeenCalledTimes(1)
  expect(kept).toEqual([{ blorb: 1 }])
})
