import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import '../../test/property-seed.ts'
import { encodeWhole } from '../../test/encode.ts'
import type { AudioMark } from '../core/audio-mark.ts'
import { type ByteSource, DamagedFile } from './byte-source.ts'
import { CODEC_NAMES, CODECS, type Codec } from './codecs.ts'
import { createEncoder } from './encoder.ts'
import { readMark } from './read-mark.ts'

const MARK = { software: 'Hoarfrost 1.2.3', voice: 'luna', model: 'coda' }
const RATE_HZ = 24_000
const MARKED = CODEC_NAMES.filter((codec) => CODECS[codec].markPlace !== null)
const CONTAINERS: Partial<Record<Codec, string>> = {
  wav: 'WAV',
  mp3: 'MP3',
  ogg: 'Ogg Opus',
  webm: 'WebM',
  flac: 'FLAC',
  aac: 'AAC',
  m4b: 'MP4',
}

const sourceOf = (bytes: Uint8Array): ByteSource => ({
  read: async (start, length) => bytes.subarray(start, start + length),
})

async function* hum(): AsyncGenerator<Int16Array> {
  yield Int16Array.from({ length: RATE_HZ / 5 }, (_, i) => 8000 * Math.sin(i / 17))
}

async function fileOf(codec: Codec, mark?: AudioMark): Promise<Uint8Array> {
  using encoder = await createEncoder({ codec, sampleRateHz: RATE_HZ, mark, isFile: true })
  return await encodeWhole(hum(), encoder)
}

describe.each(MARKED)('%s', (codec) => {
  test('has the mark that it was given, and is not marked without', async () => {
    expect(await readMark(sourceOf(await fileOf(codec, MARK)))).toEqual({
      container: CONTAINERS[codec],
      isSynthetic: true,
      sourceType: 'trainedAlgorithmicMedia',
      ...MARK,
    })
    expect(await readMark(sourceOf(await fileOf(codec)))).toMatchObject({
      container: CONTAINERS[codec],
      isSynthetic: false,
      sourceType: null,
      voice: null,
    })
  })

  test('has the same bytes but for the mark, and the same each time', async () => {
    const [plain, marked] = [Buffer.from(await fileOf(codec)), Buffer.from(await fileOf(codec, MARK))]
    expect(marked).toEqual(Buffer.from(await fileOf(codec, MARK)))
    expect(marked.length - plain.length).toBeGreaterThan(100)
    // Sizes that a mark changes, and checksums of pages of Ogg, are at the start.
    const audio = plain.subarray(1000, -1000)
    expect(marked.includes(audio)).toBe(true)
  })

  test('has names of any letters', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 300 }), async (voice) => {
        const found = await readMark(sourceOf(await fileOf(codec, { software: 'Hoarfrost 1', voice, model: 'coda' })))
        const written = voice
          .replaceAll(/[;\p{Cc}]/gu, '_')
          .slice(0, 200)
          .toWellFormed()
        const shown = written.replaceAll(/\p{C}/gu, '') || null
        expect(found).toMatchObject({ isSynthetic: true, software: 'Hoarfrost 1', voice: shown, model: 'coda' })
      }),
      { numRuns: 30 },
    )
  })

  test('that is cut off or changed anywhere is read without harm', async () => {
    const file = Buffer.from(await fileOf(codec, MARK))
    const change = fc.record({ at: fc.nat(900), byte: fc.nat(255) })
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 20 }), fc.nat(file.length), async (changes, length) => {
        const changed = Buffer.from(file.subarray(0, length))
        for (const { at, byte } of changes) if (at < changed.length) changed[at] = byte
        await readWithin(changed)
      }),
      { numRuns: 300 },
    )
  })
})

/** Reads a file, which may be damaged, and expects that a bounded part of it is read. */
async function readWithin(bytes: Uint8Array): Promise<void> {
  let reads = 0
  let read = 0
  const source: ByteSource = {
    async read(start, length) {
      reads++
      read += Math.max(0, Math.min(length, bytes.length - start))
      expect(Number.isSafeInteger(start) && start >= 0 && length >= 0 && length <= 2 ** 21).toBe(true)
      return bytes.subarray(start, start + length)
    },
  }
  await readMark(source).catch((error: unknown) => expect(error).toBeInstanceOf(DamagedFile))
  expect(reads).toBeLessThan(100_000)
  expect(read).toBeLessThan(20 * bytes.length + 1000)
}

const START = [
  'RIFF\xff\xff\xff\xffWAVE',
  'RF64\xff\xff\xff\xffWAVE',
  'fLaC',
  'OggS\0\x02',
  'ID3\x04\0\0',
  'ID3\x03\0\x80',
  'ID3\x02\0\0',
  '\x1a\x45\xdf\xa3\x87\x42\x82\x84webm\x18\x53\x80\x67',
  '\xff\xfb',
  '\xff\xf1',
  '',
]

test.each(START)('any bytes after %j are read without harm', async (start) => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 3000 }), (rest) =>
      readWithin(Buffer.concat([Buffer.from(start, 'latin1'), rest])),
    ),
    { numRuns: 200 },
  )
})

test('a RIFF of chunks without an end is left after some of them', async () => {
  await readWithin(Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVE'), Buffer.alloc(2 ** 20)]))
})

const MP3_FRAME = (() => {
  const frame = Buffer.alloc(192)
  frame.writeUInt32BE(0xff_f3_84_c4)
  return frame
})()

/** A tag of ID3v2.3 in UTF-16, as other programs write it. */
function id3v23(frames: readonly (readonly [id: string, text: string])[]): Buffer {
  const parts = frames.flatMap(([id, text]) => {
    const content = Buffer.concat([
      Buffer.from([1]),
      ...text
        .split('\0')
        .flatMap((each, i) => [...(i > 0 ? [Buffer.alloc(2)] : []), Buffer.from(`\ufeff${each}`, 'utf16le')]),
    ])
    const header = Buffer.alloc(10)
    header.write(id)
    header.writeUInt32BE(content.length, 4)
    return [header, content]
  })
  const frameBytes = Buffer.concat(parts)
  const header = Buffer.from('ID3\x03\0\0\0\0\0\0')
  header.writeUInt8(frameBytes.length >> 7, 8)
  header.writeUInt8(frameBytes.length & 0x7f, 9)
  return Buffer.concat([header, frameBytes])
}

const TYPE = 'cv.iptc.org/newscodes/digitalsourcetype'

test.each([
  [`http://${TYPE}/trainedAlgorithmicMedia`, true],
  [`https://${TYPE}/compositeWithTrainedAlgorithmicMedia`, true],
  [`http://${TYPE}/algorithmicMedia`, true],
  [`http://${TYPE}/digitalCapture`, false],
  [`http://${TYPE}/constructor`, false],
  ['trainedAlgorithmicMedia', false],
])('a mark of another program is read: %s', async (value, isSynthetic) => {
  const tag = id3v23([
    ['TXXX', `DigitalSourceType\0${value}`],
    ['TSSE', 'Other 7'],
  ])
  const found = await readMark(sourceOf(Buffer.concat([tag, MP3_FRAME, MP3_FRAME])))
  expect(found).toMatchObject({ container: 'MP3', isSynthetic, software: 'Other 7', voice: null })
})

test('a mark is found after the tag that another program put before it', async () => {
  const file = Buffer.concat([id3v23([['TIT2', 'Title']]), await fileOf('mp3', MARK)])
  expect(await readMark(sourceOf(file))).toMatchObject({ container: 'MP3', isSynthetic: true, voice: 'luna' })
})

test('what a terminal would obey is left out of what is read', async () => {
  const tag = id3v23([['TSSE', 'Evil\u001b[2J\u0007\u202e 1']])
  expect((await readMark(sourceOf(Buffer.concat([tag, MP3_FRAME]))))?.software).toBe('Evil[2J 1')
})

test.each([
  ['nothing', Buffer.alloc(0)],
  ['a text', Buffer.from('Hello, this is a text and no audio.')],
  ['samples without a header', Buffer.from(new Int16Array(5000).map((_, i) => 3000 * Math.sin(i / 9)).buffer)],
  ['silence', Buffer.alloc(10_000)],
  ['a RIFF of something else', Buffer.from('RIFF\0\0\0\0AVI LIST')],
])('%s is no audio file', async (_name, bytes) => {
  expect(await readMark(sourceOf(bytes))).toBeUndefined()
})

test.each(['flac', 'ogg', 'mp3'] as const)('%s that ends within its tags is damaged', async (codec) => {
  const file = await fileOf(codec, MARK)
  await expect(readMark(sourceOf(file.subarray(0, 150)))).rejects.toThrow(DamagedFile)
})

test('a WAV of a stream has no mark: what follows its samples would be heard', async () => {
  using encoder = await createEncoder({ codec: 'wav', sampleRateHz: RATE_HZ, mark: MARK })
  expect(encoder.finish()).toHaveLength(0)
  expect(encoder.finalHeader()).toHaveLength(44)
  expect(Buffer.from(encoder.finalHeader()).readUInt32LE(4)).toBe(36)
})

test('S-synth-1: a WAV file has samples after 44 bytes, its exact sizes, and the mark at its end', async () => {
  const file = Buffer.from(await fileOf('wav', MARK))
  const plain = Buffer.from(await fileOf('wav'))
  expect(file.readUInt32LE(4)).toBe(file.length - 8)
  expect(file.readUInt32LE(40)).toBe(plain.length - 44)
  expect(file.subarray(44, plain.length)).toEqual(plain.subarray(44))
  expect(file.toString('latin1', plain.length, plain.length + 4)).toBe('LIST')
})
