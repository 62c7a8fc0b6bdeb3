import { MessageChannel } from 'node:worker_threads'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ChunkScheduler, type Turn } from './chunk-scheduler.ts'

const UNHEARD = Number.NEGATIVE_INFINITY
const settled = () => new Promise(setImmediate)

/** Tasks by milliseconds to their deadline, all waiting behind a running one; `order` records which continued. */
async function waitingTasks(msToDeadline: Readonly<Record<string, number>>, unwanted: ReadonlySet<string> = new Set()) {
  const scheduler = new ChunkScheduler()
  const first = scheduler.begin(UNHEARD, () => false)
  const order: string[] = []
  const tasks = new Map<string, Turn>()
  for (const [name, ms] of Object.entries(msToDeadline)) {
    const turn = scheduler.begin(ms, () => unwanted.has(name))
    tasks.set(name, turn)
    void turn.next().then(() => order.push(name))
  }
  await settled()
  expect(order).toEqual([])
  return { scheduler, first, order, tasks }
}

test('a job alone goes on at once', async () => {
  const turn = new ChunkScheduler().begin(UNHEARD, () => false)
  await turn.next()
  turn.credit(1)
  await turn.next()
  expect(turn.isHeard).toBe(true)
})

test('a job that nobody has heard holds the others up, and itself waits for none', async () => {
  const { first, order } = await waitingTasks({ one: 0, other: 10 })
  await first.next()
  expect([first.isHeard, order]).toEqual([false, []])
})

test('whose listener runs dry first goes on first, one at a time', async () => {
  const { first, order, tasks } = await waitingTasks({ later: 500, soon: 100, last: 900 })
  first[Symbol.dispose]()
  await settled()
  expect(order).toEqual(['soon'])
  tasks.get('soon')?.credit(0.6)
  void tasks.get('soon')?.next()
  await settled()
  expect(order).toEqual(['soon', 'later'])
  tasks.get('later')?.[Symbol.dispose]()
  await settled()
  expect(order).toEqual(['soon', 'later'])
  tasks.get('soon')?.[Symbol.dispose]()
  await settled()
  expect(order).toEqual(['soon', 'later', 'last'])
})

test('a job that nobody wants goes before all others, to its end', async () => {
  const { first, order } = await waitingTasks({ soon: 1, unwanted: 10_000 }, new Set(['unwanted']))
  first.credit(20)
  void first.next()
  await settled()
  expect(order).toEqual(['unwanted'])
})

test('the playback buffer is empty before the first audio, grows by what is sent, and shrinks while it is heard', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    const turn = new ChunkScheduler().begin(UNHEARD, () => false)
    expect(turn.bufferedS).toBe(0)
    turn.credit(3)
    expect(turn.bufferedS).toBeCloseTo(3)
    vi.advanceTimersByTime(2500)
    expect(turn.bufferedS).toBeCloseTo(0.5)
    vi.advanceTimersByTime(2500)
    expect(turn.bufferedS).toBe(0)
    expect(new ChunkScheduler().begin(-1000, () => false).bufferedS).toBe(0)
    expect(new ChunkScheduler().begin(1000, () => false).bufferedS).toBeCloseTo(1)
  } finally {
    vi.useRealTimers()
  }
})

test('a job whose message has come begins before another chunk', async () => {
  const scheduler = new ChunkScheduler()
  const order: string[] = []
  const { port1, port2 } = new MessageChannel()
  onTestFinished(() => port1.close())
  port1.on('message', () => {
    const newcomer = scheduler.begin(UNHEARD, () => false)
    order.push('newcomer')
    newcomer[Symbol.dispose]()
  })
  const turn = scheduler.begin(5000, () => false)
  await settled()
  port2.postMessage('speak') // while a chunk is made, which blocks the thread
  await turn.next()
  order.push('chunk')
  expect(order).toEqual(['newcomer', 'chunk'])
})
