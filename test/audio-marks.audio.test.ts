import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { CODEC_NAMES, CODECS, type Codec } from '../src/audio/codecs.ts'
import { createEncoder } from '../src/audio/encoder.ts'
import { SYNTHETIC_TYPE } from '../src/core/audio-mark.ts'
import { startTestService } from './api/test-service.ts'
import { openCommandLine } from './command-line.ts'
import {
  canSoxRead,
  convertWithFfmpeg,
  decodeWithFfmpeg,
  decodeWithSox,
  hasFfmpeg,
  type Probed,
  probeWithFfprobe as probe,
} from './decoders.ts'
import { encodeStream, encodeWhole } from './encode.ts'

const MARK = { software: 'Hoarfrost 1.2.3', voice: 'lúna', model: 'coda' }
const MARKED = CODEC_NAMES.filter((codec) => CODECS[codec].markPlace !== null)
const RATE_HZ = 24_000
const { hoarfrost } = openCommandLine()
const folder = mkdtempSync(join(tmpdir(), 'hoarfrost-marks-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function* tone(): AsyncGenerator<Int16Array> {
  for (let part = 0; part < 60; part++) {
    yield Int16Array.from({ length: 480 }, (_, i) => 9000 * Math.sin((2 * Math.PI * 437 * (480 * part + i)) / RATE_HZ))
  }
}

async function fileOf(codec: Codec, isMarked: boolean): Promise<Buffer> {
  using encoder = await createEncoder({ codec, sampleRateHz: RATE_HZ, mark: isMarked ? MARK : undefined, isFile: true })
  return Buffer.from(await encodeWhole(tone(), encoder))
}

async function streamOf(codec: Codec, isMarked: boolean): Promise<Buffer> {
  using encoder = await createEncoder({ codec, sampleRateHz: RATE_HZ, mark: isMarked ? MARK : undefined })
  const parts: Uint8Array[] = []
  for await (const bytes of encodeStream(tone(), encoder)) parts.push(bytes.slice())
  return Buffer.concat(parts)
}

/** Tags by their names in lower case; those of Ogg belong to its stream, where LAME names itself, too. */
const tagsOf = ({ format, streams }: Probed): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...streams, format].flatMap(({ tags = {} }) =>
      Object.entries(tags).map(([name, value]) => [name.toLowerCase(), value]),
    ),
  )

const saved = (name: string, bytes: Uint8Array): string => {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}

const verify = (...files: string[]) => hoarfrost(['verify', '--json', ...files])

describe.skipIf(!hasFfmpeg)('ffmpeg (skipped where it is not installed)', () => {
  test.each(MARKED)('reads the mark of a file in %s, and as long a file without one', async (codec) => {
    const extension = CODECS[codec].extensions[0] as string
    const marked = probe(saved(`marked${extension}`, await fileOf(codec, true)))
    const plain = probe(saved(`plain${extension}`, await fileOf(codec, false)))
    const tags = tagsOf(marked)
    expect(tags.comment).toContain(
      `DigitalSourceType=${SYNTHETIC_TYPE}; Software=Hoarfrost 1.2.3; Voice=lúna; Model=coda`,
    )
    expect(tags.encoder).toBe('Hoarfrost 1.2.3')
    if (codec !== 'wav') expect(tags.digitalsourcetype).toBe(SYNTHETIC_TYPE)
    // Of frames without a length, ffprobe estimates it by the bytes.
    if (codec !== 'aac') expect(marked.format.duration).toBe(plain.format.duration)
    expect(tagsOf(plain).comment).toBeUndefined()
  })

  test.each(MARKED)('hears the same in %s with a mark and without, in a file and a stream', async (codec) => {
    for (const bytesOf of codec === 'm4b' ? [fileOf] : [fileOf, streamOf]) {
      const [marked, plain] = [await bytesOf(codec, true), await bytesOf(codec, false)]
      expect(decodeWithFfmpeg(marked, RATE_HZ)).toEqual(decodeWithFfmpeg(plain, RATE_HZ))
    }
  })

  test.each(MARKED)('keeps the mark of %s in most other formats', async (codec) => {
    const ofStream = codec === 'ogg' ? ['-map_metadata', '0:s:0'] : [] // whose tags ffmpeg else leaves behind
    const from = saved(`from${CODECS[codec].extensions[0]}`, await fileOf(codec, true))
    for (const extension of ['.mp3', '.ogg', '.flac', '.wav', '.webm', '.m4a']) {
      const to = join(folder, `to${extension}`)
      const encoder = extension === '.ogg' ? ['-c:a', 'libopus'] : []
      expect(convertWithFfmpeg(from, to, [...ofStream, ...encoder])).toBe('')
      const { status, stdout } = verify(to)
      expect([extension, status]).toEqual([extension, 0])
      expect(JSON.parse(stdout)).toMatchObject([{ isSynthetic: true, software: 'Hoarfrost 1.2.3', voice: 'lúna' }])
    }
  })

  test('hears all of two marked answers in MP3 that are joined', async () => {
    const answer = await streamOf('mp3', true)
    const joined = saved('joined.mp3', Buffer.concat([answer, answer]))
    const decoded = join(folder, 'joined.wav')
    convertWithFfmpeg(joined, decoded) // it reports the tag in the middle
    const seconds = decodeWithFfmpeg(readFileSync(decoded), RATE_HZ).length / RATE_HZ
    expect(seconds).toBeGreaterThan(2.4)
    expect(seconds).toBeLessThan(2.6)
  })

  test.each(['audio/mpeg', 'audio/aac', 'audio/flac', 'audio/ogg;codecs=opus', 'audio/webm;codecs=opus'])(
    'reads the mark of an answer in %s',
    async (accept) => {
      const service = await startTestService()
      const answer = await service.speech({ text: 'One two.', speaker: 'luna', modelId: 'coda' }, { accept })
      const path = saved('answer', Buffer.from(await answer.arrayBuffer()))
      expect(tagsOf(probe(path))).toMatchObject({ digitalsourcetype: SYNTHETIC_TYPE })
      expect(verify(path).status).toBe(0)
    },
  )
})

test.skipIf(!canSoxRead('mp3'))('sox hears the same in a WAV, FLAC and MP3 with a mark and without', async () => {
  for (const codec of ['wav', 'flac', 'mp3'] as const) {
    const [marked, plain] = [await fileOf(codec, true), await fileOf(codec, false)]
    expect(decodeWithSox(marked, codec)).toEqual(decodeWithSox(plain, codec))
  }
})

test('hoarfrost say -o writes marked files, and the setting turns that off', () => {
  const isMarked = (file: string) => verify(join(folder, file)).status === 0
  for (const extension of ['.wav', '.mp3', '.opus', '.flac', '.aac', '.webm', '.m4b']) {
    const path = join(folder, `said${extension}`)
    expect(hoarfrost(['say', 'Good morning.', '-s', 'astra', '-o', path]).status).toBe(0)
    const { stdout } = hoarfrost(['verify', path])
    expect(stdout).toMatch(/, synthetic \(trainedAlgorithmicMedia\), Hoarfrost \S+, voice astra, model coda\n$/)
    expect(hoarfrost(['say', 'Hi.', '-o', path], { env: { HOARFROST_MARK_AUDIO: 'off' } }).status).toBe(0)
    expect(isMarked(path)).toBe(false)
  }
  const wav = readFileSync(join(folder, 'said.wav'))
  expect(wav.readUInt32LE(40)).toBe(wav.length - 44)
})
