import { describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { ByteSource } from '../../src/audio/byte-source.ts'
import { readMark } from '../../src/audio/read-mark.ts'
import { SpeechError } from '../../src/core/errors.ts'
import { readVersion } from '../../src/server/version.ts'
import { failWith } from './failing-speech.ts'
import { audioBytes, openSocket } from './socket-client.ts'
import { shareTestService, startTestService, TEST_KEY, type TestService } from './test-service.ts'

const shared = shareTestService()
const unmarked = shareTestService({ isMarked: false })
const CODA = { text: 'one two three', speaker: 'luna', modelId: 'coda', temperature: 0 }
const LINK = '<http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia>; rel="type"'
const MARK = { isSynthetic: true, software: `Hoarfrost ${readVersion()}`, voice: 'luna' }

const markOf = (bytes: Uint8Array) => {
  const source: ByteSource = { read: async (start, length) => bytes.subarray(start, start + length) }
  return readMark(source)
}

const bytesOf = async (answer: Response): Promise<Buffer> => {
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

const post = (service: TestService, path: string, body: object, headers = {}) =>
  fetch(`${service.url}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${TEST_KEY}`,
      'xi-api-key': TEST_KEY,
      'content-type': 'application/json',
      ...headers,
    },
    body: JSON.stringify(body),
  })

describe('a synthesis over HTTP', () => {
  test.each([
    ['audio/mpeg', 'MP3'],
    ['audio/ogg;codecs=opus', 'Ogg Opus'],
    ['audio/webm;codecs=opus', 'WebM'],
    ['audio/flac', 'FLAC'],
    ['audio/aac', 'AAC'],
  ])('in %s is marked in its metadata, with the same bytes each time', async (accept, container) => {
    const service = await shared()
    const [answer, again] = [await service.speech(CODA, { accept }), await service.speech(CODA, { accept })]
    expect(answer.headers.get('link')).toBe(LINK)
    const bytes = await bytesOf(answer)
    expect(await markOf(bytes)).toMatchObject({ ...MARK, container, model: 'coda' })
    expect((await bytesOf(again)).equals(bytes)).toBe(true)
    expect(bytes.includes('one two')).toBe(false)
  })

  test.each(['audio/L16', 'audio/PCMU', 'audio/PCMA', 'audio/wav'])(
    'in %s is marked by a header alone: its bytes have no place before or between the samples',
    async (accept) => {
      const answer = await (await shared()).speech(CODA, { accept })
      expect(answer.headers.get('link')).toBe(LINK)
      const plain = await (await unmarked()).speech(CODA, { accept })
      expect((await bytesOf(answer)).equals(await bytesOf(plain))).toBe(true)
    },
  )

  test('names the voice and the model that speak, not those that were asked for', async () => {
    const answer = await (await shared()).speech(
      { ...CODA, modelId: 'nonesuch', speaker: 'LUNA' },
      { accept: 'audio/flac' },
    )
    expect(await markOf(await bytesOf(answer))).toMatchObject({ ...MARK, model: 'mistv3' })
  })

  test('S-synth-2: a WAV in JSON has exact sizes and nothing after its samples; other formats are marked', async () => {
    const service = await shared()
    for (const audioFormat of ['wav', 'mp3', 'ogg', 'flac']) {
      const answer = await service.speech({ ...CODA, modelId: 'mistv3', audioFormat }, { accept: 'application/json' })
      expect(answer.headers.get('link')).toBe(LINK)
      const audio = Buffer.from(JSON.parse((await bytesOf(answer)).toString()).audioContent, 'base64')
      if (audioFormat === 'wav') expect(audio.readUInt32LE(40)).toBe(audio.length - 44)
      else expect(await markOf(audio)).toMatchObject({ ...MARK, model: 'mistv3' })
    }
  })

  test('C-synth-4: events together are one file with one mark', async () => {
    const body = { ...CODA, modelId: 'mistv2', audioFormat: 'mp3' }
    const answer = await (await shared()).speech(body, { accept: 'text/event-stream' })
    expect(answer.headers.get('link')).toBe(LINK)
    const chunks = [...(await bytesOf(answer)).toString().matchAll(/"data":"([^"]+)"/g)]
    const file = Buffer.concat(chunks.map(([, data = '']) => Buffer.from(data, 'base64')))
    // Luna is not on this model: her stand-in speaks.
    expect(await markOf(file)).toMatchObject({ ...MARK, voice: 'steppe', model: 'mistv2' })
    expect(file.indexOf('ID3', 1)).toBe(-1)
  })

  test.each([
    ['/v1/audio/speech', { model: 'tts-1', voice: 'luna', input: 'one', response_format: 'mp3' }],
    ['/v1/speak?model=luna&encoding=mp3', { text: 'one' }],
    ['/v1/text-to-speech/luna', { text: 'one' }],
    ['/v1/text-to-speech/luna/stream', { text: 'one' }],
    ['/', CODA],
  ])('by %s is marked', async (path, body) => {
    const answer = await post(await shared(), path, body, { accept: 'audio/mpeg' })
    expect(answer.headers.get('link')).toBe(LINK)
    expect(await markOf(await bytesOf(answer))).toMatchObject({ ...MARK, container: 'MP3' })
  })

  test('that fails has no mark', async () => {
    for (const service of [
      await shared(),
      await startTestService({ speak: failWith(new SpeechError('engine.crashed', 'it fails')) }),
    ]) {
      const text = service === (await shared()) ? '' : 'one'
      const answer = await service.speech({ ...CODA, text }, { accept: 'audio/mpeg' })
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.headers.get('link')).toBeNull()
    }
  })

  test('with the setting off has neither header nor tags, and the rest of the bytes', async () => {
    for (const accept of ['audio/mpeg', 'audio/flac', 'audio/aac', 'audio/webm;codecs=opus', 'audio/ogg;codecs=opus']) {
      const answer = await (await unmarked()).speech(CODA, { accept })
      expect(answer.headers.get('link')).toBeNull()
      const bytes = await bytesOf(answer)
      expect(await markOf(bytes)).toMatchObject({ isSynthetic: false, voice: null })
      const marked = await bytesOf(await (await shared()).speech(CODA, { accept }))
      expect(marked.subarray(-1000).equals(bytes.subarray(-1000))).toBe(true)
    }
  })
})

describe('a WebSocket', () => {
  test('is marked by a header of its handshake', async () => {
    for (const [service, link] of [
      [await shared(), LINK],
      [await unmarked(), undefined],
    ] as const) {
      const url = `${service.url.replace('http', 'ws')}/ws3?speaker=luna&modelId=coda`
      const socket = new WebSocket(url, { headers: { authorization: `Bearer ${TEST_KEY}` } })
      const headers = new Promise((resolve) => socket.on('upgrade', (response) => resolve(response.headers.link)))
      expect(await headers).toBe(link)
      socket.close()
    }
  })

  test.each(['mp3', 'wav', 'pcm'])('has no tags in its turns in %s, which clients join', async (audioFormat) => {
    const { send, untilDone } = await openSocket(await shared(), { audioFormat })
    send({ text: 'One two three. ' })
    send({ operation: 'flush' })
    const audio = audioBytes(await untilDone())
    expect(audio.includes('digitalsourcetype')).toBe(false)
  })
})

test.each(['mp3', 'ogg', 'flac'])(
  'a turn in %s with fileTags=true is a marked file, and so is the next',
  async (audioFormat) => {
    const { send, untilDone } = await openSocket(await shared(), { audioFormat, fileTags: true })
    for (const _turn of [1, 2]) {
      send({ text: 'One two three. ' })
      send({ operation: 'flush' })
      expect(await markOf(audioBytes((await untilDone()).splice(0)))).toMatchObject({ ...MARK, model: 'coda' })
    }
    const off = await openSocket(await unmarked(), { audioFormat, fileTags: true })
    off.send({ text: 'One. ' })
    off.send({ operation: 'flush' })
    expect(audioBytes(await off.untilDone()).includes('digitalsourcetype')).toBe(false)
  },
)

test.each(['wav', 'mp3', 'flac', 'ogg', 'aac', 'webm'])(
  'the files of a job in %s are marked, captions are not',
  async (audioFormat) => {
    const service = await startTestService()
    const body = {
      modelId: 'coda',
      speaker: 'luna',
      text: '# One\n\nOne two.\n\n# Two\n\nThree.',
      audioFormat,
      captions: ['srt'],
    }
    const { id } = (await (await post(service, '/v1/jobs', body)).json()) as { id: string }
    const ask = (path: string) =>
      fetch(`${service.url}/v1/jobs/${id}${path}`, { headers: { authorization: `Bearer ${TEST_KEY}` } })
    await expect.poll(async () => ((await (await ask('')).json()) as { state: string }).state).toBe('done')
    for (const query of ['', '?chapter=2']) {
      const answer = await ask(`/result${query}`)
      expect(answer.headers.get('link')).toBe(LINK)
      const file = await bytesOf(answer)
      expect(await markOf(file)).toMatchObject({ ...MARK, model: 'coda' })
      if (audioFormat === 'wav') expect(file.readUInt32LE(4)).toBe(file.length - 8)
    }
    const captions = await ask('/result?captions=srt')
    expect(captions.headers.get('link')).toBeNull()
    expect((await bytesOf(captions)).includes('digitalsourcetype')).toBe(false)
  },
)

test('each prompt of a batch names its own voice', async () => {
  const service = await startTestService()
  const prompts = [
    { name: 'a', text: 'one' },
    { name: 'b', text: 'two', speaker: 'astra' },
  ]
  const body = { modelId: 'coda', speaker: 'luna', prompts, audioFormat: 'flac' }
  const { id } = (await (await post(service, '/v1/jobs', body)).json()) as { id: string }
  const ask = (path: string) =>
    fetch(`${service.url}/v1/jobs/${id}${path}`, { headers: { authorization: `Bearer ${TEST_KEY}` } })
  await expect.poll(async () => ((await (await ask('')).json()) as { state: string }).state).toBe('done')
  for (const [prompt, voice] of [
    ['a', 'luna'],
    ['b', 'astra'],
  ] as const) {
    expect(await markOf(await bytesOf(await ask(`/result?prompt=${prompt}`)))).toMatchObject({
      isSynthetic: true,
      voice,
    })
  }
})

test('the sample of a voice is marked', async () => {
  const { url } = await shared()
  const headers = { authorization: `Bearer ${TEST_KEY}` }
  const answer = await fetch(`${url}/v1/voices/coda/luna/sample`, { headers })
  expect(answer.headers.get('link')).toBe(LINK)
  expect(await markOf(await bytesOf(answer))).toMatchObject({ ...MARK, model: 'coda' })
})
