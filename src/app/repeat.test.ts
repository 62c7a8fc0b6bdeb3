import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { repeat } from './repeat.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('waits the interval after each end', async () => {
  let count = 0
  await using _ = repeat(
    async () => {
      count++
      await new Promise((resolve) => setTimeout(resolve, 500))
    },
    { intervalMs: 1000, onError: () => {} },
  )
  await vi.advanceTimersByTimeAsync(999)
  expect(count).toBe(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(count).toBe(1)
  await vi.advanceTimersByTimeAsync(1499)
  expect(count).toBe(1)
  await vi.advanceTimersByTimeAsync(501)
  expect(count).toBe(2)
})

test('goes on after failures, and tells of the first in a row', async () => {
  const task = vi.fn(async () => {})
  const onError = vi.fn()
  const failure = new Error('no')
  task
    .mockRejectedValueOnce(failure)
    .mockRejectedValueOnce(failure)
    .mockResolvedValueOnce()
    .mockRejectedValueOnce(failure)
  await using _ = repeat(task, { intervalMs: 10, onError })
  await vi.advanceTimersByTimeAsync(50)
  expect(task).toHaveBeenCalledTimes(5)
  expect(onError.mock.calls).toEqual([[failure], [failure]])
})

test('disposing waits for a task under way, which is then the last', async () => {
  const ends: string[] = []
  const repeating = repeat(
    async () => {
      await new Promise((resolve) => setTimeout(resolve, 100))
      ends.push('task')
    },
    { intervalMs: 10, onError: () => {} },
  )
  await vi.advanceTimersByTimeAsync(20)
  const disposed = repeating[Symbol.asyncDispose]().then(() => ends.push('disposed'))
  await vi.advanceTimersByTimeAsync(1000)
  await disposed
  expect(ends).toEqual(['task', 'disposed'])
})
