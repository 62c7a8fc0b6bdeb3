import { expect, test } from 'vitest'
import { onceAMinute } from './once-a-minute.ts'

test('calls are told at once, then once a minute with their number, also after the clock was set back', () => {
  let nowMs = 3_600_000
  const reported: number[] = []
  const call = onceAMinute(
    (count) => reported.push(count),
    () => new Date(nowMs),
  )
  for (const ms of [0, 1000, 59_000, 60_000]) {
    nowMs = 3_600_000 + ms
    call()
  }
  expect(reported).toEqual([1, 3])
  nowMs = 0
  call()
  nowMs = 59_000
  call()
  expect(reported).toEqual([1, 3, 1])
})
