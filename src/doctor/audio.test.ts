import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeWhole } from '../../test/encode.ts'
import { createEncoder } from '../audio/encoder.ts'
import { describeMp3, describePcm, describeWav } from './audio.ts'

const RATE_HZ = 24_000

/** A hum, as loud as speech. */
const hum = (seconds: number, amplitude = 4000): Int16Array =>
  Int16Array.from({ length: seconds * RATE_HZ }, (_, i) => amplitude * Math.sin((2 * Math.PI * 220 * i) / RATE_HZ))

async function encoded(codec: 'mp3' | 'wav', samples: Int16Array, sampleRateHz = RATE_HZ): Promise<Buffer> {
  const encoder = await createEncoder({ codec, sampleRateHz })
  async function* audio() {
    yield Int16Array.from(samples)
  }
  return Buffer.from(await encodeWhole(audio(), encoder))
}

const bytesOf = (samples: Int16Array): Buffer => Buffer.from(samples.buffer)

test('samples of speech have a length', () => {
  expect(describePcm(bytesOf(hum(2)), RATE_HZ)).toBe('2.0 s of speech')
})

test.each<[string, Buffer]>([
  ['no audio was received', Buffer.alloc(0)],
  ['the audio ends within a sample', bytesOf(hum(2)).subarray(1)],
  ['the audio is silence', bytesOf(hum(2, 3))],
  ['the audio is noise', bytesOf(hum(2)).map((_, i) => (i * 7919) & 0xff) as Buffer],
  ['the audio lasts 0.1 s', bytesOf(hum(0.1))],
  ['the audio lasts 61.0 s', bytesOf(hum(61))],
])('samples are refused: %s', (sentence, bytes) => {
  expect(() => describePcm(bytes, RATE_HZ)).toThrow(sentence)
})

describe('a WAV file', () => {
  test('has the length of its header, or none', async () => {
    const file = await encoded('wav', hum(1))
    expect(describeWav(file)).toBe('1.0 s of speech')
    file.writeUInt32LE(0xffff_ffff, 40)
    expect(describeWav(file)).toBe('1.0 s of speech')
    expect(() => describeWav(file.subarray(0, 40))).toThrow('not a WAV file')
    file.writeUInt32LE(1000, 40)
    expect(() => describeWav(file)).toThrow('does not match its header')
  })
})

describe('MP3', () => {
  test.each([44_100, 48_000, 32_000, 24_000, 22_050, 16_000, 8000])(
    'of %d samples per second has a length',
    async (rateHz) => {
      const file = await encoded('mp3', hum(2), rateHz)
      expect(Number.parseFloat(describeMp3(file))).toBeCloseTo((2 * RATE_HZ) / rateHz, 0)
    },
  )

  test('of silence is refused', async () => {
    const file = await encoded('mp3', new Int16Array(2 * RATE_HZ))
    expect(() => describeMp3(file)).toThrow('the audio is silence')
  })

  test('with a gap is refused, wherever it is', async () => {
    const file = await encoded('mp3', hum(1))
    fc.assert(
      fc.property(fc.integer({ min: 1, max: file.length - 2 }), (at) => {
        expect(() => describeMp3(Buffer.concat([file.subarray(0, at), file.subarray(at + 1)]))).toThrow(
          'broken at byte',
        )
      }),
    )
  })

  test('any other bytes are refused', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(() => describeMp3(Buffer.from(bytes))).toThrow()
      }),
    )
  })
})
