import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, expect, test, vi } from 'vitest'
import { anyOf, deadline } from './abort.ts'

afterEach(() => void vi.useRealTimers())

test('a deadline fires after its time, as a TimeoutError', () => {
  vi.useFakeTimers()
  using limit = deadline(new AbortController().signal, 1000)
  vi.advanceTimersByTime(999)
  expect(limit.aborted).toBe(false)
  vi.advanceTimersByTime(1)
  expect(limit.aborted).toBe(true)
  expect(limit.reason).toMatchObject({ name: 'TimeoutError' })
})

test('a deadline fires at once with a signal that has fired, for its reason', () => {
  const left = new AbortController()
  left.abort('left')
  using limit = deadline(left.signal, 1000)
  expect([limit.aborted, limit.reason]).toEqual([true, 'left'])
})

test('a deadline that was disposed neither fires nor listens', () => {
  vi.useFakeTimers()
  const source = new AbortController()
  const limit = deadline(source.signal, 1000)
  limit[Symbol.dispose]()
  expect(vi.getTimerCount()).toBe(0)
  source.abort()
  expect(limit.aborted).toBe(false)
})

test('a deadline without a signal fires after its time', () => {
  vi.useFakeTimers()
  using limit = deadline(null, 10)
  vi.advanceTimersByTime(10)
  expect(limit.aborted).toBe(true)
})

test('any of several signals counts, and the first one gives the reason', () => {
  const [one, other] = [new AbortController(), new AbortController()]
  using either = anyOf(one.signal, other.signal)
  other.abort('other')
  one.abort('one')
  expect(either.reason).toBe('other')
})

/** Node 20 collects what `AbortSignal.any` returns: its listeners are then never called. */
test('a deadline that nobody holds fires although memory was collected', async () => {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const source = new AbortController()
  const fired = [
    new Promise<unknown>((resolve) => void listen(deadline(source.signal, 50), resolve)),
    new Promise<unknown>((resolve) => void listen(anyOf(source.signal), resolve)),
  ]
  for (let i = 0; i < 5; i++) {
    collect()
    await new Promise(setImmediate)
  }
  await fired[0]
  collect()
  source.abort('end')
  expect(await Promise.all(fired)).toEqual([expect.objectContaining({ name: 'TimeoutError' }), 'end'])
})

function listen(signal: AbortSignal, onAbort: (reason: unknown) => void): void {
  signal.addEventListener('abort', () => onAbort(signal.reason), { once: true })
}
