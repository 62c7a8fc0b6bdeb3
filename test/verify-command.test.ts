import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { Codec } from '../src/audio/codecs.ts'
import { createEncoder } from '../src/audio/encoder.ts'
import { openCommandLine } from './command-line.ts'
import { encodeWhole } from './encode.ts'

const MARK = { software: 'Hoarfrost 1.2.3', voice: 'luna', model: 'coda' }
const { directory, hoarfrost } = openCommandLine()
const at = (name: string): string => join(directory, name)

async function* silence(): AsyncGenerator<Int16Array> {
  yield new Int16Array(4800)
}

async function write(name: string, codec: Codec, mark?: typeof MARK): Promise<void> {
  using encoder = await createEncoder({ codec, sampleRateHz: 24_000, mark, isFile: true })
  writeFileSync(at(name), await encodeWhole(silence(), encoder))
}

beforeAll(async () => {
  await write('marked.wav', 'wav', MARK)
  await write('marked.flac', 'flac', MARK)
  await write('plain.mp3', 'mp3')
  await write('raw.pcm', 'pcm')
  writeFileSync(at('cut.flac'), readFileSync(at('marked.flac')).subarray(0, 100))
  writeFileSync(at('empty.wav'), '')
  mkdirSync(at('folder.wav'))
})

test('says what it finds, and exits with 0 if all files are marked', () => {
  expect(hoarfrost(['verify', 'marked.wav', 'marked.flac'])).toEqual({
    status: 0,
    stdout:
      'marked.wav: WAV, synthetic (trainedAlgorithmicMedia), Hoarfrost 1.2.3, voice luna, model coda\n' +
      'marked.flac: FLAC, synthetic (trainedAlgorithmicMedia), Hoarfrost 1.2.3, voice luna, model coda\n',
    stderr: '',
  })
})

test('exits with 1 if a file is not marked', () => {
  expect(hoarfrost(['verify', 'marked.wav', 'plain.mp3'])).toMatchObject({
    status: 1,
    stdout: expect.stringMatching(/^plain\.mp3: MP3, not marked as synthetic$/m),
    stderr: '',
  })
})

test.each([
  ['missing.wav', 'no such file or directory'],
  ['folder.wav', 'is not a regular file'],
  ['raw.pcm', 'is not WAV, MP3, AAC, MP4, FLAC, Ogg or WebM'],
  ['empty.wav', 'is not WAV, MP3, AAC, MP4, FLAC, Ogg or WebM'],
  ['cut.flac', 'is damaged: it ends within its tags'],
])('exits with 2 if a file cannot be read, such as %s, and goes on with the others', (name, reason) => {
  const { status, stdout, stderr } = hoarfrost(['verify', name, 'plain.mp3', 'marked.wav'])
  expect([status, stderr]).toEqual([2, `hoarfrost: ${name}: ${reason}\n`])
  expect(stdout.split('\n')).toHaveLength(3)
})

test('writes JSON of all files', () => {
  const { status, stdout, stderr } = hoarfrost(['verify', '--json', 'marked.wav', 'plain.mp3', 'missing.wav'])
  expect([status, stderr]).toEqual([2, ''])
  const unmarked = { isSynthetic: false, sourceType: null, software: null, voice: null, model: null }
  expect(JSON.parse(stdout)).toEqual([
    { file: 'marked.wav', container: 'WAV', isSynthetic: true, sourceType: 'trainedAlgorithmicMedia', ...MARK },
    { file: 'plain.mp3', container: 'MP3', ...unmarked },
    { file: 'missing.wav', error: 'no such file or directory' },
  ])
})

test('without a file it shows how it is used', () => {
  expect(hoarfrost(['verify']).status).toBe(2)
})
