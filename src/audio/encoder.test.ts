import { expect, test } from 'vitest'
import { createEncoder, encodeWhole } from './encoder.ts'

const CHUNKS = [Int16Array.of(0, 1, -1), Int16Array.of(32_767, -32_768)]
const PCM = [0, 0, 1, 0, 255, 255, 255, 127, 0, 128]

test('S-synth-1: a streamed WAV starts with a mono 16-bit header of unknown length', async () => {
  const encoder = await createEncoder({ codec: 'wav', sampleRateHz: 22_050 })
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
  expect(CHUNKS.flatMap((chunk) => [...encoder.encode(chunk)])).toEqual(PCM)
  expect(encoder.finish()).toHaveLength(0)
})

test('S-synth-2: a whole WAV has exact sizes', async () => {
  const file = Buffer.from(await encodeWhole({ codec: 'wav', sampleRateHz: 8000 }, CHUNKS))
  expect(file.readUInt32LE(4)).toBe(file.length - 8)
  expect(file.readUInt32LE(40)).toBe(PCM.length)
  expect([...file.subarray(44)]).toEqual(PCM)
})

test('PCM is the samples themselves, not a copy', async () => {
  const encoder = await createEncoder({ codec: 'pcm', sampleRateHz: 8000 })
  const samples = new Int16Array(8).fill(7).subarray(2, 6)
  const bytes = encoder.encode(samples)
  expect(bytes.buffer).toBe(samples.buffer)
  expect([...bytes]).toEqual([7, 0, 7, 0, 7, 0, 7, 0])
  expect(encoder.header).toHaveLength(0)
})

test('μ-law has the codes of G.711 at the ends and at silence', async () => {
  const bytes = await encodeWhole({ codec: 'mulaw', sampleRateHz: 8000 }, [Int16Array.of(0, 32_767, -32_768, -1)])
  expect([...bytes]).toEqual([0xff, 0x80, 0x00, 0x7f])
})

test('μ-law decodes to within half a step of every sample', async () => {
  const samples = Int16Array.from({ length: 65_536 }, (_, i) => i - 32_768)
  const bytes = await encodeWhole({ codec: 'mulaw', sampleRateHz: 8000 }, [samples])
  bytes.forEach((byte, i) => {
    const code = ~byte & 0xff
    const exponent = (code >> 4) & 7
    const magnitude = ((((code & 15) << 3) + 132) << exponent) - 132
    const decoded = code & 0x80 ? -magnitude : magnitude
    const clipped = Math.max(-32_635, Math.min(32_635, samples[i] as number))
    expect(Math.abs(decoded - clipped)).toBeLessThanOrEqual(4 << exponent)
  })
})
