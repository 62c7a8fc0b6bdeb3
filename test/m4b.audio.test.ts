import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createEncoder } from '../src/audio/encoder.ts'
import { hasFfmpeg, probeWithFfprobe } from './decoders.ts'
import { encodeWhole } from './encode.ts'

const RATE_HZ = 24_000
const folder = mkdtempSync(join(tmpdir(), 'hoarfrost-m4b-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function* silence(seconds: number): AsyncGenerator<Int16Array> {
  for (let i = 0; i < seconds; i++) yield new Int16Array(RATE_HZ)
}

test.skipIf(!hasFfmpeg)('ffprobe (skipped where it is not installed) reads title and chapters of a book', async () => {
  const titles = ['Loomings – „ä“', '馬', ...Array.from({ length: 298 }, (_, i) => `${i + 3}`)]
  const chapters = titles.map((title, i) => ({ title, start: (i * RATE_HZ) / 2 }))
  const book = { title: 'Moby-Dick; or, The Whale', album: 'Moby-Dick', chapters }
  using encoder = await createEncoder({ codec: 'm4b', sampleRateHz: RATE_HZ, isFile: true, book })
  const path = join(folder, 'book.m4b')
  writeFileSync(path, await encodeWhole(silence(150), encoder))
  const probed = probeWithFfprobe(path)
  expect(probed.format).toMatchObject({
    duration: '150.000000',
    tags: { title: 'Moby-Dick; or, The Whale', album: 'Moby-Dick', media_type: '2', major_brand: 'M4B ' },
  })
  expect(probed.chapters.map(({ tags, start_time, end_time }) => [tags.title, start_time, end_time])).toEqual(
    titles.map((title, i) => [title, (i / 2).toFixed(6), ((i + 1) / 2).toFixed(6)]),
  )
})
