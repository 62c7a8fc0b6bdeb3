import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeStream, encodeWhole } from '../../test/encode.ts'
import { Samples } from '../core/samples.ts'
import { type AudioFormat, CODEC_NAMES, CODECS, firstBytesAfterS } from './codecs.ts'
import { createEncoder, warmUpEncoders } from './encoder.ts'
import { wavHeader } from './wav-header.ts'

const CHUNKS = [Int16Array.of(0, 1, -1), Int16Array.of(32_767, -32_768)]
const PCM = [0, 0, 1, 0, 255, 255, 255, 127, 0, 128]
const FORMATS: readonly AudioFormat[] = CODEC_NAMES.map((codec) => ({ codec, sampleRateHz: 24_000 }))

async function* inTurn(chunks: readonly Int16Array[]): AsyncGenerator<Int16Array> {
  for (const chunk of chunks) yield chunk.slice()
}

async function streamed(format: AudioFormat, chunks: readonly Int16Array[]): Promise<Uint8Array[]> {
  using encoder = await createEncoder(format)
  const parts: Uint8Array[] = []
  for await (const bytes of encodeStream(inTurn(chunks), encoder)) parts.push(Uint8Array.from(bytes))
  return parts
}

async function whole(format: AudioFormat, chunks: readonly Int16Array[]): Promise<Buffer> {
  using encoder = await createEncoder(format)
  return Buffer.from(await encodeWhole(inTurn(chunks), encoder))
}

function cutInto(samples: Int16Array, lengths: readonly number[]): Int16Array[] {
  let rest = samples
  const chunks = lengths.map((length) => {
    const chunk = rest.subarray(0, length)
    rest = rest.subarray(length)
    return chunk
  })
  return [...chunks, rest]
}

const hum = (length: number): Int16Array => Int16Array.from({ length }, (_, i) => 9000 * Math.sin(i / 17))

test('S-synth-1: a streamed WAV starts with a mono 16-bit header of unknown length', async () => {
  using encoder = await createEncoder({ codec: 'wav', sampleRateHz: 22_050 })
  const header = Buffer.from(encoder.header)
  expect(header).toHaveLength(44)
  expect(header.toString('latin1', 0, 4)).toBe('RIFF')
  expect(header.readUInt32LE(4)).toBe(0xffffffff)
  expect(header.toString('latin1', 8, 16)).toBe('WAVEfmt ')
  expect([header.readUInt16LE(20), header.readUInt16LE(22)]).toEqual([1, 1])
  expect([header.readUInt32LE(24), header.readUInt32LE(28)]).toEqual([22_050, 44_100])
  expect([header.readUInt16LE(32), header.readUInt16LE(34)]).toEqual([2, 16])
  expect(header.toString('latin1', 36, 40)).toBe('data')
  expect(header.readUInt32LE(40)).toBe(0xffffffff)
  expect(CHUNKS.flatMap((chunk) => [...encoder.encode(new Samples(chunk))])).toEqual(PCM)
  expect(encoder.finish()).toHaveLength(0)
})

test('S-synth-2: a whole WAV has exact sizes', async () => {
  const file = await whole({ codec: 'wav', sampleRateHz: 8000 }, CHUNKS)
  expect(file.readUInt32LE(4)).toBe(file.length - 8)
  expect(file.readUInt32LE(40)).toBe(PCM.length)
  expect([...file.subarray(44)]).toEqual(PCM)
})

test('PCM is the samples themselves, not a copy', async () => {
  using encoder = await createEncoder({ codec: 'pcm', sampleRateHz: 8000 })
  const samples = new Int16Array(8).fill(7).subarray(2, 6)
  const bytes = encoder.encode(new Samples(samples))
  expect(bytes.buffer).toBe(samples.buffer)
  expect([...bytes]).toEqual([7, 0, 7, 0, 7, 0, 7, 0])
  expect(encoder.header).toHaveLength(0)
})

test('32-bit floats are the samples from -1 to 1, little-endian, and a WAV header says so', async () => {
  const bytes = await whole({ codec: 'f32le', sampleRateHz: 8000 }, [Int16Array.of(0, 16_384, -32_768, 32_767)])
  expect([0, 4, 8, 12].map((at) => bytes.readFloatLE(at))).toEqual([0, 0.5, -1, Math.fround(32_767 / 32_768)])
  const header = Buffer.from(wavHeader({ encoding: 'float', sampleRateHz: 8000, dataLength: 16 }))
  expect([header.readUInt16LE(20), header.readUInt16LE(32), header.readUInt16LE(34)]).toEqual([3, 4, 32])
  expect([header.readUInt32LE(28), header.readUInt32LE(46)]).toEqual([32_000, 4]) // bytes a second, samples
})

test('μ-law has the codes of G.711 at the ends and at silence', async () => {
  const bytes = await whole({ codec: 'mulaw', sampleRateHz: 8000 }, [Int16Array.of(0, 32_767, -32_768, -1)])
  expect([...bytes]).toEqual([0xff, 0x80, 0x00, 0x7f])
})

test('μ-law decodes to within half a step of every sample', async () => {
  const samples = Int16Array.from({ length: 65_536 }, (_, i) => i - 32_768)
  const bytes = await whole({ codec: 'mulaw', sampleRateHz: 8000 }, [samples])
  bytes.forEach((byte, i) => {
    const code = ~byte & 0xff
    const exponent = (code >> 4) & 7
    const magnitude = ((((code & 15) << 3) + 132) << exponent) - 132
    const decoded = code & 0x80 ? -magnitude : magnitude
    const clipped = Math.max(-32_635, Math.min(32_635, samples[i] as number))
    expect(Math.abs(decoded - clipped)).toBeLessThanOrEqual(4 << exponent)
  })
})

test('A-law has the codes of G.711 at the ends and at silence', async () => {
  const bytes = await whole({ codec: 'alaw', sampleRateHz: 8000 }, [Int16Array.of(0, 32_767, -32_768, -1)])
  expect([...bytes]).toEqual([0xd5, 0xaa, 0x2a, 0x55])
})

test('A-law decodes to within half a step of every sample', async () => {
  const samples = Int16Array.from({ length: 65_536 }, (_, i) => i - 32_768)
  const bytes = await whole({ codec: 'alaw', sampleRateHz: 8000 }, [samples])
  bytes.forEach((byte, i) => {
    const code = byte ^ 0x55
    const exponent = Math.max(1, (code >> 4) & 7)
    const leading = (code >> 4) & 7 ? 0x108 : 8
    const magnitude = (((code & 15) << 4) + leading) << (exponent - 1)
    const decoded = code & 0x80 ? magnitude : -magnitude
    expect(Math.abs(decoded - (samples[i] as number))).toBeLessThanOrEqual(8 << (exponent - 1))
  })
})

test('a FLAC file of known length says how many samples it has, and their MD5', async () => {
  const samples = hum(3000)
  const file = await whole({ codec: 'flac', sampleRateHz: 24_000 }, [samples])
  expect(file.readUInt32BE(22)).toBe(3000)
  expect(file.subarray(26, 42)).toEqual(createHash('md5').update(samples).digest())
})

describe.each(FORMATS)('$codec', (format) => {
  test('is the same bytes however the samples are cut into chunks', async () => {
    const samples = hum(5000)
    const expected = Buffer.concat(await streamed(format, [samples]))
    const lengths = fc.array(fc.nat(1200), { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(lengths, async (cuts) => {
        expect(Buffer.concat(await streamed(format, cutInto(samples, cuts)))).toEqual(expected)
      }),
      { numRuns: 12 },
    )
  })

  test('leaves with the first audio, header first', async () => {
    using encoder = await createEncoder(format)
    const [first] = await streamed(format, [hum(480), hum(480)])
    expect(first?.subarray(0, encoder.header.length)).toEqual(Uint8Array.from(encoder.header))
    expect(first?.length).toBeGreaterThan(0)
  })

  test('knows no other audio than its own, many at a time and some of them left early', async () => {
    const expected = Buffer.concat(await streamed(format, [hum(3000)]))
    const answers = Array.from({ length: 40 }, async (_, i) => {
      using encoder = await createEncoder(format)
      const bytes = [encoder.header, encoder.encode(new Samples(hum(1000 + i))).slice()]
      await new Promise(setImmediate)
      if (i % 2 === 0) return undefined
      bytes.push(encoder.encode(new Samples(hum(3000).subarray(1000 + i))).slice(), encoder.finish())
      return Buffer.concat(bytes)
    })
    const finished = (await Promise.all(answers)).filter((bytes) => bytes !== undefined)
    expect(finished).toHaveLength(20)
    for (const bytes of finished) expect(bytes).toEqual(expected)
  })

  test('has a final header of the length of the first', async () => {
    using encoder = await createEncoder(format)
    encoder.encode(new Samples(hum(3000)))
    encoder.finish()
    expect(encoder.finalHeader()).toHaveLength(encoder.header.length)
  })

  test('takes no audio at all, and being disposed of twice', async () => {
    const encoder = await createEncoder(format)
    encoder.finish()
    encoder[Symbol.dispose]()
    encoder[Symbol.dispose]()
  })
})

test.each(
  CODEC_NAMES.flatMap((codec) =>
    [8000, 11_025, 16_000, 24_000, 32_000, 48_000].map((rateHz) => [codec, rateHz] as const),
  ),
)('%s near %i Hz gives its first bytes after as much audio as it is said to need', async (codec, rateHz) => {
  const sampleRateHz = CODECS[codec].rates.nearest(rateHz)
  using encoder = await createEncoder({ codec, sampleRateHz })
  const needed = Math.max(1, Math.round(firstBytesAfterS({ codec, sampleRateHz }) * sampleRateHz))
  expect(encoder.encode(new Samples(hum(needed - 1)))).toHaveLength(0)
  expect(encoder.encode(new Samples(hum(1))).length).toBeGreaterThan(0)
})

test('an MP3 encoder that was disposed of encodes no more: another answer may have its program', async () => {
  const encoder = await createEncoder({ codec: 'mp3', sampleRateHz: 24_000 })
  encoder[Symbol.dispose]()
  expect(() => encoder.encode(new Samples(hum(10)))).toThrow('disposed')
})

test.each(['mp3', 'ogg', 'webm'] as const)('%s holds no more memory after hundreds of answers', async (codec) => {
  const run = async (times: number) => {
    for (let i = 0; i < times; i++) {
      using encoder = await createEncoder({ codec, sampleRateHz: 16_000 })
      encoder.encode(new Samples(hum(400)))
    }
  }
  await run(50)
  const before = process.memoryUsage()
  await run(300)
  const after = process.memoryUsage()
  expect(after.external - before.external).toBeLessThan(20_000_000)
})

test('warms up every codec', async () => {
  await expect(warmUpEncoders()).resolves.toBeUndefined()
})
