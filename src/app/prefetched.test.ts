import { expect, test } from 'vitest'
import { prefetched } from './prefetched.ts'

function counted(failure?: Error) {
  const seen = { asked: 0, isEnded: false }
  async function* values() {
    try {
      for (;;) {
        seen.asked++
        if (failure !== undefined) throw failure
        yield seen.asked
      }
    } finally {
      seen.isEnded = true
    }
  }
  return { seen, values: values() }
}

test('asks for the first value at once and for no other, and yields them all in order', async () => {
  const { seen, values } = counted()
  await using started = prefetched(values)
  expect(seen.asked).toBe(1)
  const read: number[] = []
  for await (const value of started) if (read.push(value) === 3) break
  expect(read).toEqual([1, 2, 3])
  expect(seen).toEqual({ asked: 3, isEnded: true })
})

test('ends the values when it is disposed of unread', async () => {
  const { seen, values } = counted()
  await prefetched(values)[Symbol.asyncDispose]()
  expect(seen).toEqual({ asked: 1, isEnded: true })
})

test('tells of a failure where the values are read, and nowhere else', async () => {
  const { values } = counted(new Error('no more'))
  const started = prefetched(values)
  await new Promise(setImmediate)
  await expect(async () => {
    for await (const _ of started);
  }).rejects.toThrow('no more')
})
