import { expect, test, vi } from 'vitest'
import { EventQueue } from './event-queue.ts'

const readAll = async (queue: EventQueue<number>): Promise<number[]> => {
  const values: number[] = []
  for await (const value of queue) values.push(value)
  return values
}

test('hands on what was pushed before and after the reader came, then ends', async () => {
  const onSettled = vi.fn()
  const queue = new EventQueue<number>(onSettled)
  queue.push(1)
  const reading = readAll(queue)
  queue.push(2)
  await Promise.resolve()
  queue.push(3)
  queue.end()
  queue.push(4)
  expect(await reading).toEqual([1, 2, 3])
  expect(onSettled).toHaveBeenCalledTimes(1)
})

test('settles only when the reader has come to the end', async () => {
  const onSettled = vi.fn()
  const queue = new EventQueue<number>(onSettled)
  queue.push(1)
  queue.end()
  expect(onSettled).not.toHaveBeenCalled()
  await readAll(queue)
  expect(onSettled).toHaveBeenCalledTimes(1)
})

test('drops what is unread and throws when it fails, even after the end', async () => {
  const queue = new EventQueue<number>(() => {})
  queue.push(1)
  queue.end()
  queue.fail(new Error('aborted'))
  await expect(readAll(queue)).rejects.toThrow('aborted')
  expect(await queue.next()).toEqual({ done: true, value: undefined })
})

test('fails a reader that waits', async () => {
  const queue = new EventQueue<number>(() => {})
  const reading = readAll(queue)
  queue.fail(new Error('crashed'))
  await expect(reading).rejects.toThrow('crashed')
})

test('ends for a reader who leaves while waiting', async () => {
  const queue = new EventQueue<number>(() => {})
  const waiting = queue.next()
  await queue.return()
  expect(await waiting).toEqual({ done: true, value: undefined })
})

test('settles when the reader leaves, and takes nothing after that', async () => {
  const onSettled = vi.fn()
  const queue = new EventQueue<number>(onSettled)
  queue.push(1)
  for await (const _ of queue) break
  queue.push(2)
  queue.fail(new Error('too late'))
  expect(await readAll(queue)).toEqual([])
  expect(onSettled).toHaveBeenCalledTimes(1)
})
