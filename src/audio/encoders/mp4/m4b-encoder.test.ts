import fc from 'fast-check'
import { expect, test } from 'vitest'
import '../../../../test/property-seed.ts'
import { encodeWhole } from '../../../../test/encode.ts'
import { readMp4 } from '../../../../test/read-mp4.ts'
import type { Marking } from '../../codec.ts'
import type { AudioFormat } from '../../codecs.ts'
import { createEncoder } from '../../encoder.ts'
import { movieBox } from './movie.ts'

const RATE_HZ = 24_000

async function fileOf(samples: number, format: AudioFormat & Marking): Promise<Buffer> {
  using encoder = await createEncoder({ ...format, isFile: true })
  return Buffer.from(await encodeWhole(hum(samples), encoder))
}

async function* hum(length: number): AsyncGenerator<Int16Array> {
  for (let at = 0; at < length; at += 5000) {
    yield Int16Array.from({ length: Math.min(5000, length - at) }, (_, i) => 9000 * Math.sin((at + i) / 17))
  }
}

const audiobook = (samples: number, marking: Marking = {}, sampleRateHz = RATE_HZ) =>
  fileOf(samples, { codec: 'm4b', sampleRateHz, ...marking })

/** Frames of ADTS without their headers. */
function payloadsOf(adts: Buffer): readonly Buffer[] {
  const payloads: Buffer[] = []
  for (let at = 0; at < adts.length; ) {
    const length = (adts.readUIntBE(at + 3, 3) >> 5) & 0x1fff
    payloads.push(adts.subarray(at + 7, at + length))
    at += length
  }
  return payloads
}

test('has the packets of the same audio in ADTS, and says where in them the audio begins and ends', async () => {
  const rates = fc.constantFrom(8000, 24_000, 44_100, 96_000)
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 30_000 }), rates, async (samples, sampleRateHz) => {
      const read = readMp4(await audiobook(samples, {}, sampleRateHz))
      expect(read).toMatchObject({ brand: 'M4B ', boxes: ['ftyp', 'mdat', 'moov'], timescale: sampleRateHz })
      expect(read.packets).toEqual(payloadsOf(await fileOf(samples, { codec: 'aac', sampleRateHz })))
      expect(read.heard).toEqual({ start: 1024, length: samples })
      expect(read.duration).toBe(1024 + samples)
      expect([read.chapters, read.neroChapters]).toEqual([[], []])
    }),
    { numRuns: 15 },
  )
})

test('has all packets of more than one chunk', async () => {
  for (const packets of [239, 240, 241, 600]) {
    const samples = 1024 * (packets - 1)
    const read = readMp4(await audiobook(samples))
    expect(read.packets).toHaveLength(packets)
    expect(read.packets).toEqual(payloadsOf(await fileOf(samples, { codec: 'aac', sampleRateHz: RATE_HZ })))
  }
})

test('has chapters in both places: of any titles, at their times to a millisecond', async () => {
  const title = fc.string({ unit: 'binary', maxLength: 300 }).map((text) => text.toWellFormed())
  const lengths = fc.array(fc.integer({ min: 0, max: 3000 }), { minLength: 1, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(lengths, fc.array(title, { minLength: 6, maxLength: 6 }), async (samples, titles) => {
      let at = 0
      const chapters = samples.map((length, i) => {
        const start = at
        at += length
        return { title: titles[i] as string, start }
      })
      const read = readMp4(await audiobook(at + 1, { book: { title: 'Book', album: 'All', chapters } }))
      const expected = chapters.map((chapter) => ({ ...chapter, startS: chapter.start / RATE_HZ }))
      for (const found of [read.chapters, read.neroChapters]) {
        expect(found).toHaveLength(expected.length)
        for (const [i, { startS }] of expected.entries()) {
          expect(Math.abs((found[i]?.startS as number) - startS)).toBeLessThan(0.000501)
        }
      }
      expect(read.chapters.map((each) => each.title)).toEqual(expected.map((each) => each.title))
      for (const [i, found] of read.neroChapters.entries()) {
        const bytes = Buffer.byteLength(found.title)
        expect(expected[i]?.title.startsWith(found.title)).toBe(true)
        if (found.title !== expected[i]?.title) expect(bytes).toBeGreaterThan(255 - 4)
        expect(bytes).toBeLessThanOrEqual(255)
      }
      expect(read.items).toMatchObject({ '©nam': 'Book', '©alb': 'All' })
    }),
    { numRuns: 30 },
  )
})

test('has more chapters than fit into the list of Nero in the track', async () => {
  const chapters = Array.from({ length: 1000 }, (_, i) => ({ title: `Chapter ${i + 1}`, start: 24 * i }))
  const read = readMp4(await audiobook(24_000, { book: { chapters } }))
  const titles = chapters.map(({ title }) => title)
  expect(read.chapters.map(({ title }) => title)).toEqual(titles)
  expect(read.neroChapters.map(({ title }) => title)).toEqual(titles.slice(0, 255))
})

test('a book of days, in a file of more than 4 GiB, has numbers of 64 bits', () => {
  const samples = 2 ** 32 + 1000
  const far = 2 ** 32 + 5
  const sampleCount = Math.ceil(samples / 1024) + 1
  const bytes = movieBox({
    ...{ sampleRateHz: RATE_HZ, samples, mark: undefined, titlesOffset: 0, book: { chapters: [] } },
    ...{ sampleCount, sampleSizes: new Uint8Array(4 * sampleCount), samplesPerChunk: sampleCount, chunkOffsets: [far] },
  })
  const movie = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  expect(movie.readBigUInt64BE(movie.indexOf('co64') + 12)).toBe(BigInt(far))
  for (const type of ['mvhd', 'tkhd', 'elst', 'mdhd']) expect([type, movie[movie.indexOf(type) + 4]]).toEqual([type, 1])
  expect(movie.readBigUInt64BE(movie.indexOf('mvhd') + 28)).toBe(BigInt(samples))
})
