import { expect, test } from 'vitest'
import type { Steps } from '../core/steps.ts'
import { createTimeSlice, finishInSlices, type TimeSlice } from './time-slice.ts'

const work = (ms: number): void => {
  const until = performance.now() + ms
  while (performance.now() < until);
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Works for longer than a slice in each of `slices` slices. */
async function workInSlices(slice: TimeSlice, slices: number, onSlice: () => void): Promise<void> {
  for (let i = 0; i < slices; i++) {
    await slice.next()
    onSlice()
    work(6)
  }
}

test('work of less than a millisecond goes on, however long others have worked in the same turn', () => {
  const long = createTimeSlice()
  expect(long.isOver).toBe(false)
  work(6)
  expect(long.isOver).toBe(true)
  const short = createTimeSlice()
  expect(short.isOver).toBe(false)
  work(1.1)
  expect(short.isOver).toBe(true)
})

test('work goes on in the next turn', async () => {
  const slice = createTimeSlice()
  slice.isOver
  work(6)
  expect(slice.isOver).toBe(true)
  await slice.next()
  expect(slice.isOver).toBe(false)
})

test('however much waits, a turn of the event loop takes one slice of it', async () => {
  await nextTurn() // the previous test may have used part of the slice
  let turns = 0
  let isDone = false
  const counting = (async () => {
    for (; !isDone; turns++) await nextTurn()
  })()
  const slicesOfTurn = new Map<number, number>()
  const onSlice = () => void slicesOfTurn.set(turns, (slicesOfTurn.get(turns) ?? 0) + 1)
  await Promise.all(Array.from({ length: 10 }, () => workInSlices(createTimeSlice(), 3, onSlice)))
  isDone = true
  await counting
  expect([...slicesOfTurn.values()].reduce((sum, count) => sum + count, 0)).toBe(30)
  expect(Math.max(...slicesOfTurn.values())).toBe(1)
})

test('short work that waits is done together in one turn', async () => {
  let turns = 0
  let isDone = false
  const counting = (async () => {
    for (; !isDone; turns++) await nextTurn()
  })()
  await Promise.all(Array.from({ length: 100 }, () => createTimeSlice().next()))
  isDone = true
  await counting
  expect(turns).toBeLessThan(50)
})

test('what has worked least goes on first', async () => {
  const order: string[] = []
  const old = createTimeSlice()
  await workInSlices(old, 3, () => {})
  await Promise.all([
    old.next().then(() => order.push('old')),
    ...['one', 'two'].map((name) =>
      createTimeSlice()
        .next()
        .then(() => order.push(name)),
    ),
  ])
  expect(order).toEqual(['one', 'two', 'old'])
})

test('steps are done to their end, and others have their turn between them', async () => {
  function* steps(): Steps<string> {
    for (let i = 0; i < 10; i++) {
      work(2)
      yield
    }
    return 'done'
  }
  let turns = 0
  const counting = setInterval(() => turns++, 0)
  expect(await finishInSlices(steps(), createTimeSlice())).toBe('done')
  clearInterval(counting)
  expect(turns).toBeGreaterThan(1)
})
