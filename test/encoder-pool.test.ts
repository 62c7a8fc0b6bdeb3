import { once } from 'node:events'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import type { Encoder } from '../src/audio/codec.ts'
import type { AudioFormat, CreateEncoder } from '../src/audio/codecs.ts'
import { createEncoder as createLocal } from '../src/audio/encoder.ts'
import { Samples } from '../src/core/samples.ts'
import {
  createEncoderPool,
  type EncoderPool,
  type EncoderPoolOptions,
  type EncoderTrouble,
} from '../src/workers/encoder-pool.ts'
import { encodeStream, encodeWhole } from './encode.ts'

const ODD_THREAD = new URL('../dist/fixtures/odd-encoder-thread.mjs', import.meta.url)
const DEAD_THREAD = new URL('./fixtures/dead-thread.mjs', import.meta.url)
const EXIT = 1111
const THROW = 2222
const MP3: AudioFormat = { codec: 'mp3', sampleRateHz: 24_000 }
const COSTLY: readonly AudioFormat[] = [
  MP3,
  { codec: 'ogg', sampleRateHz: 24_000 },
  { codec: 'webm', sampleRateHz: 16_000 },
]

const pools: EncoderPool[] = []
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool[Symbol.asyncDispose]()))
})

function openPool(options: Partial<EncoderPoolOptions> = {}) {
  const troubles: EncoderTrouble[] = []
  const report = (trouble: EncoderTrouble) => void troubles.push(trouble)
  const pool = createEncoderPool({ threads: 1, threadUrl: ODD_THREAD, report, ...options })
  pools.push(pool)
  return { ...pool, troubles }
}

const hum = (length: number): Int16Array => Int16Array.from({ length }, (_, i) => 9000 * Math.sin(i / 17))

/** An encoder, and the thread in which it is. */
async function openWhere(createEncoder: CreateEncoder): Promise<[Encoder, number]> {
  const opened = new BroadcastChannel('encoder opened')
  try {
    const where = once(opened as unknown as EventTarget, 'message')
    const encoder = await createEncoder(MP3)
    const [{ data }] = await where
    return [encoder, data]
  } finally {
    opened.close()
  }
}

async function* cutInto(samples: Int16Array, lengths: readonly number[]): AsyncGenerator<Int16Array> {
  let from = 0
  for (const length of lengths) {
    yield samples.slice(from, from + length)
    from += length
  }
  yield samples.slice(from)
}

async function streamed(encoder: Encoder, samples: Int16Array, lengths: readonly number[] = []): Promise<Buffer> {
  using _ = encoder
  const parts: Uint8Array[] = []
  for await (const bytes of encodeStream(cutInto(samples, lengths), encoder)) parts.push(bytes)
  return Buffer.concat(parts)
}

async function whole(encoder: Encoder, samples: Int16Array): Promise<Uint8Array> {
  using _ = encoder
  return await encodeWhole(cutInto(samples, [480]), encoder)
}

describe.each(COSTLY)('$codec in a thread', (format) => {
  test('gives the bytes of a local encoder, however the samples are cut and however many answers there are', async () => {
    const { createEncoder } = openPool({ threads: 2 })
    const samples = hum(8000)
    const expected = await streamed(await createLocal(format), samples)
    const cuts = fc.array(fc.array(fc.nat(3000), { maxLength: 8 }), { minLength: 1, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(cuts, async (answers) => {
        const coded = answers.map(async (lengths) => streamed(await createEncoder(format), samples, lengths))
        for (const bytes of await Promise.all(coded)) expect(bytes).toEqual(expected)
      }),
      { numRuns: 6 },
    )
  })

  test('gives the header of a complete file at its end', async () => {
    const { createEncoder } = openPool()
    const expected = await whole(await createLocal(format), hum(9000))
    expect(Buffer.from(await whole(await createEncoder(format), hum(9000)))).toEqual(Buffer.from(expected))
  })

  test('does not block this thread, however long the audio is', async () => {
    const { createEncoder } = openPool()
    using encoder = await createEncoder(format)
    let turns = 0
    let isCoding = true
    const count = () => {
      turns++
      if (isCoding) setImmediate(count)
    }
    setImmediate(count)
    const bytes = await encoder.encode(new Samples(hum(30 * format.sampleRateHz)))
    isCoding = false
    expect(bytes.length).toBeGreaterThan(50_000)
    expect(turns).toBeGreaterThan(20)
  })
})

test('samples that are a part of a larger buffer leave the rest of it as it is', async () => {
  const { createEncoder } = openPool()
  const samples = hum(10_000)
  using encoder = await createEncoder(MP3)
  await encoder.encode(new Samples(samples.subarray(0, 5000)))
  expect(samples).toEqual(hum(10_000))
})

test('a codec that costs nothing needs no thread', async () => {
  const { createEncoder, troubles } = openPool({ threadUrl: DEAD_THREAD })
  for (const codec of ['wav', 'pcm', 'mulaw'] as const) {
    using encoder = await createEncoder({ codec, sampleRateHz: 8000 })
    expect(encoder.encode(new Samples(hum(8)))).toBeInstanceOf(Uint8Array)
  }
  expect(troubles).toEqual([])
})

test('the first audio of an answer is encoded first, then what its listener needs next', async () => {
  const { createEncoder } = openPool()
  const SECONDS = { 'has most': 20, 'has some': 10, 'has little': 5 }
  const open = async (): Promise<Encoder> => createEncoder(MP3)
  const heard = await Promise.all(
    Object.entries(SECONDS).map(async ([name, seconds]) => {
      const encoder = await open()
      await encoder.encode(new Samples(hum(seconds * MP3.sampleRateHz)))
      return [name, encoder] as const
    }),
  )
  const fresh = [['new', await open()] as const, ['newer', await open()] as const]
  const order: string[] = []
  const steps = [...heard, ...fresh].map(async ([name, encoder]) => {
    await encoder.encode(new Samples(hum(480)))
    order.push(name)
  })
  await Promise.all(steps)
  // Two are with the thread before the others come.
  expect(order).toEqual(['has most', 'has some', 'new', 'newer', 'has little'])
})

test('answers that are encoded at once are spread over as many threads as there may be', async () => {
  const { createEncoder } = openPool({ threads: 3 })
  const encoders: Encoder[] = []
  const threads = new Set<number>()
  while (threads.size < 3) {
    const [encoder, thread] = await openWhere(createEncoder)
    encoders.push(encoder)
    threads.add(thread)
  }
  for (let i = 0; i < 20; i++) threads.add((await openWhere(createEncoder))[1])
  expect(threads.size).toBe(3)
})

describe('an encoder that is disposed of', () => {
  test('fails what is under way and what follows, and others go on', async () => {
    const { createEncoder, troubles } = openPool()
    const [left, other] = [await createEncoder(MP3), await createEncoder(MP3)]
    const steps = [left.encode(new Samples(hum(24_000))), other.encode(new Samples(hum(24_000)))]
    left[Symbol.dispose]()
    left[Symbol.dispose]()
    await expect(steps[0]).rejects.toThrow('disposed')
    await expect(left.finish()).rejects.toThrow('disposed')
    expect((await steps[1])?.length).toBeGreaterThan(1000)
    other[Symbol.dispose]()
    expect(troubles).toEqual([])
  })

  test('frees its memory in the thread', { timeout: 60_000 }, async () => {
    const { createEncoder } = openPool()
    const run = async (times: number) => {
      for (let i = 0; i < times; i++) {
        using encoder = await createEncoder(COSTLY[i % COSTLY.length] as AudioFormat)
        void Promise.resolve(encoder.encode(new Samples(hum(4000)))).catch(() => {}) // no reader is left
      }
    }
    await run(60)
    const before = process.memoryUsage.rss()
    await run(300)
    expect(process.memoryUsage.rss() - before).toBeLessThan(150_000_000)
  })
})

describe('a thread that dies', () => {
  test.each([EXIT, THROW])('fails the answers that it encodes and no other, and is replaced: %s', async (death) => {
    const { createEncoder, whenReady, troubles } = openPool({ threads: 2 })
    await whenReady()
    const [one, itsThread] = await openWhere(createEncoder)
    let [other, otherThread] = await openWhere(createEncoder)
    while (otherThread === itsThread) {
      other[Symbol.dispose]()
      ;[other, otherThread] = await openWhere(createEncoder)
    }
    const dying = one.encode(new Samples(Int16Array.of(death)))
    await expect(dying).rejects.toMatchObject({ code: 'encoder.crashed' })
    await expect(one.finish()).rejects.toMatchObject({ code: 'encoder.crashed' })
    expect((await other.encode(new Samples(hum(24_000)))).length).toBeGreaterThan(1000)
    expect(troubles.map(({ kind }) => kind)).toEqual(['encoder thread died'])
    expect(await streamed(await createEncoder(MP3), hum(9000))).toEqual(
      await streamed(await createLocal(MP3), hum(9000)),
    )
    one[Symbol.dispose]()
    other[Symbol.dispose]()
  })

  test('before it is ready fails the calls that wait for it, and the next call starts another', async () => {
    const { createEncoder, whenReady, troubles } = openPool({ threadUrl: DEAD_THREAD })
    await expect(whenReady()).rejects.toMatchObject({ code: 'encoder.crashed' })
    await expect(createEncoder(MP3)).rejects.toMatchObject({ code: 'encoder.crashed' })
    expect(troubles).toHaveLength(2)
  })
})

test('a pool that is disposed of fails what it encodes, and takes nothing more', async () => {
  const pool = openPool()
  const encoder = await pool.createEncoder(MP3)
  const outcome = expect(encoder.encode(new Samples(hum(60 * 24_000)))).rejects.toMatchObject({ code: 'pool.draining' })
  await pool[Symbol.asyncDispose]()
  await outcome
  await expect(pool.createEncoder(MP3)).rejects.toMatchObject({ code: 'pool.draining' })
  expect(pool.troubles).toEqual([])
})
