import { afterEach, expect, test } from 'vitest'
import type { SpeechEvent, SpeechTask } from '../src/core/speech.ts'
import type { Utterance } from '../src/core/utterance.ts'
import { createThreadPool, type ThreadPool } from '../src/workers/thread-pool.ts'
import { utteranceOf } from './contracts/speech-recording.ts'
import { styleGraph } from './onnx-graphs.ts'
import { kokoroPack, type TestPack } from './pack-fixture.ts'

const NEVER = new AbortController().signal
const opened: (ThreadPool | TestPack)[] = []
afterEach(async () => {
  for (const one of opened.splice(0)) {
    if (Symbol.asyncDispose in one) await one[Symbol.asyncDispose]()
    else one[Symbol.dispose]()
  }
})

/** The threads of the service, as they ship. */
function startPool(): { pool: ThreadPool; troubles: unknown[] } {
  const troubles: unknown[] = []
  const pool = createThreadPool({
    threads: 1,
    threadUrl: new URL('../dist/main/thread.js', import.meta.url),
    ownThreadEngines: new Map([['pack', 'in turns']] as const),
    maxQueuedStreams: 100,
    warmUp: [],
    report: (trouble) => troubles.push(trouble),
  })
  opened.push(pool)
  return { pool, troubles }
}

function openPack(graph = styleGraph()): TestPack {
  const pack = kokoroPack(graph)
  opened.push(pack)
  return pack
}

const sentence = (words: number): Utterance =>
  utteranceOf(
    'eng',
    Array.from({ length: words }, (_, i) => (i % 9 === 8 ? ',' : 'hello')),
  )
const taskOf = (pack: TestPack, utterance: Utterance): SpeechTask => ({
  utterance: { ...utterance, variation: { seed: 1, spread: 0.5, longestTail: 3 } },
  voice: { ...pack.voice(), gainDb: 0 },
  sampleRateHz: 24_000,
  maxDurationS: 600,
  minFirstPartS: 0,
})

async function samplesOf(events: AsyncIterable<SpeechEvent>): Promise<number> {
  let samples = 0
  for await (const event of events) if (event.kind === 'audio') samples += event.samples.length
  return samples
}

test('a listener who has heard nothing comes before the next phrase of another', async () => {
  const { pool } = startPool()
  const pack = openPack()
  const order: string[] = []
  const long = pool.openStream()
  const first = long.speak(taskOf(pack, sentence(100)), NEVER)[Symbol.asyncIterator]()
  await first.next()
  const rest = Array.from({ length: 8 }, () => samplesOf(long.speak(taskOf(pack, sentence(100)), NEVER)))
  const whole = Promise.all([samplesOf({ [Symbol.asyncIterator]: () => first }), ...rest]).then(() =>
    order.push('long'),
  )
  await samplesOf(pool.openStream().speak(taskOf(pack, sentence(3)), NEVER)).then(() => order.push('short'))
  await whole
  expect(order).toEqual(['short', 'long'])
})

test('a cancelled utterance ends after its phrase, and the next one is spoken', async () => {
  const { pool } = startPool()
  const pack = openPack()
  const abort = new AbortController()
  const reading = async () => {
    for await (const event of pool.openStream().speak(taskOf(pack, sentence(400)), abort.signal)) {
      if (event.kind === 'audio') abort.abort(new Error('the listener left'))
    }
  }
  await expect(reading()).rejects.toThrow('the listener left')
  await expect.poll(() => pool.speakingThreads).toBe(0)
  expect(await samplesOf(pool.openStream().speak(taskOf(pack, sentence(3)), NEVER))).toBeGreaterThan(0)
})

test('a model that fails costs its own utterances alone: the thread goes on', async () => {
  const { pool, troubles } = startPool()
  const [broken, whole] = [openPack(styleGraph({ fault: 'throws' })), openPack()]
  const spoken = [broken, whole, broken, whole].map((pack) =>
    samplesOf(pool.openStream().speak(taskOf(pack, sentence(3)), NEVER)).catch(({ code }) => code),
  )
  const [one, two, three, four] = await Promise.all(spoken)
  expect([one, three]).toEqual(['voice.unusable', 'voice.unusable'])
  expect([two, four].every((samples) => samples > 0)).toBe(true)
  expect(troubles).toEqual([])
})

test('the same utterance without variation has the same samples in any company', async () => {
  const { pool } = startPool()
  const pack = openPack()
  const plain = { ...taskOf(pack, sentence(60)), utterance: sentence(60) }
  const samples = async (): Promise<number[]> => {
    const heard: number[] = []
    for await (const event of pool.openStream().speak(plain, NEVER))
      if (event.kind === 'audio') heard.push(...event.samples.take())
    return heard
  }
  const alone = await samples()
  const [other] = await Promise.all([samples(), samplesOf(pool.openStream().speak(taskOf(pack, sentence(90)), NEVER))])
  expect(other).toEqual(alone)
})
