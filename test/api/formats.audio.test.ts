import { describe, expect, test, vi } from 'vitest'
import type { SpokenEvent } from '../../src/app/speech/narrator.ts'
import type { CreateEncoder } from '../../src/audio/codecs.ts'
import { SpeechError } from '../../src/core/errors.ts'
import { Samples } from '../../src/core/samples.ts'
import { meanPitchHz, rmsDb } from '../audio-measures.ts'
import { decodeWithFfmpeg, type Headerless, hasFfmpeg } from '../decoders.ts'
import { createDistantEncoder } from '../distant-encoder.ts'
import { audioBytes, kindsOf, openSocket } from './socket-client.ts'
import { startTestService, TEST_KEY, type TestServiceOptions } from './test-service.ts'

const CODA = { text: 'one two three four five six', speaker: 'luna', modelId: 'coda' }
const MISTV2 = { ...CODA, modelId: 'mistv2' }
/** What the test service hums: 100 ms of 220 Hz a word. */
const [SPOKEN_S, SPOKEN_HZ, SPOKEN_DB] = [0.6, 220, 20 * Math.log10(8000 / 32_768 / Math.SQRT2)]

async function answered(body: object, accept: string, options: TestServiceOptions = {}) {
  const service = await startTestService(options)
  const answer = await service.speech(body, { accept })
  const bytes = Buffer.from(await answer.arrayBuffer())
  return {
    status: answer.status,
    bytes,
    text: bytes.toString(),
    contentType: answer.headers.get('content-type'),
    service,
  }
}

function expectHum(file: Uint8Array, rateHz: number, raw?: Headerless): void {
  const samples = decodeWithFfmpeg(file, rateHz, raw)
  // The last frame of a stream of MP3 may be 72 ms, at 8 kHz.
  expect(Math.abs(samples.length / rateHz - SPOKEN_S)).toBeLessThan(0.03 + (rateHz === 8000 ? 0.05 : 0))
  const hum = samples.subarray(0, SPOKEN_S * rateHz)
  expect(rmsDb(hum)).toBeCloseTo(SPOKEN_DB, 0)
  expect(Math.abs(meanPitchHz(hum, rateHz) - SPOKEN_HZ)).toBeLessThan(2)
}

describe.skipIf(!hasFfmpeg)(
  'C-synth-3: what is sent decodes to what was spoken (skipped where ffmpeg is not installed)',
  () => {
    test.each(
      ['audio/wav', 'audio/mpeg', 'audio/mp3', 'audio/ogg;codecs=opus', 'audio/webm;codecs=opus', 'audio/flac'].flatMap(
        (accept) => [undefined, 8000, 22_050, 44_100, 96_000].map((samplingRate) => [accept, samplingRate] as const),
      ),
    )('%s at %s Hz', async (accept, samplingRate) => {
      const { bytes, contentType } = await answered({ ...CODA, samplingRate }, accept)
      expect(contentType).toBe(accept)
      expectHum(bytes, samplingRate ?? 24_000)
    })

    test.each([4000, 8000, 22_050, 96_000, 384_000])('headerless formats exactly at %i Hz', async (samplingRate) => {
      const options = { deployment: 'onprem' } as const
      const pcm = await answered({ ...CODA, samplingRate }, 'audio/L16', options)
      expectHum(pcm.bytes, samplingRate, { encoding: 'pcm', rateHz: samplingRate })
      const mulaw = await answered({ ...CODA, samplingRate }, 'audio/PCMU', options)
      expectHum(mulaw.bytes, samplingRate, { encoding: 'mulaw', rateHz: samplingRate })
      const alaw = await answered({ ...CODA, samplingRate }, 'audio/PCMA', options)
      expectHum(alaw.bytes, samplingRate, { encoding: 'alaw', rateHz: samplingRate })
    })

    test.each(['mp3', 'ogg', 'wav'])('S-synth-2: %s in JSON', async (audioFormat) => {
      const { text } = await answered({ ...MISTV2, audioFormat }, 'application/json')
      expectHum(Buffer.from(JSON.parse(text).audioContent, 'base64'), 22_050)
    })
  },
)

test.each(['mp3', 'ogg'] as const)('WebSocket: a turn in %s is one file, and so is the next', async (audioFormat) => {
  const service = await startTestService()
  const { send, untilDone } = await openSocket(service, { audioFormat, samplingRate: 22_050 })
  for (const _turn of [1, 2]) {
    for (const text of ['One two three. ', 'Four five six. ']) send({ text })
    send({ operation: 'flush' })
    const frames = (await untilDone()).splice(0)
    if (hasFfmpeg) expectHum(audioBytes(frames), 22_050)
  }
})

test.each(['mp3', 'ogg', 'wav'])(
  'WebSocket: a turn in %s of which nothing is heard has no audio',
  async (audioFormat) => {
    const service = await startTestService({
      speak: () => {
        throw new SpeechError('request.invalid', 'phoneme "q" is not in the phonetic alphabet')
      },
    })
    const { send, untilDone } = await openSocket(service, { audioFormat, segment: 'never' })
    send({ text: '{q}' })
    send({ operation: 'flush' })
    expect(kindsOf(await untilDone())).toEqual(['error', 'done'])
  },
)

describe('sampling rates', () => {
  test.each([
    ['audio/mpeg', 96_000, 48_000],
    ['audio/mpeg', 22_050, 22_050],
    ['audio/mpeg', 1000, 8000],
    ['audio/mpeg', 15_000, 16_000],
    ['audio/ogg;codecs=opus', 22_050, 24_000],
    ['audio/webm;codecs=opus', 44_100, 48_000],
    ['audio/ogg;codecs=opus', 384_000, 48_000],
    ['audio/wav', 11_111, 11_111],
    ['audio/pcm', 384_000, 384_000],
    ['audio/x-mulaw', 4000, 4000],
  ])('%s asked for at %i Hz is spoken at %i Hz, the nearest that the codec has', async (accept, asked, spoken) => {
    const { service } = await answered({ ...CODA, samplingRate: asked }, accept, { deployment: 'onprem' })
    expect(service.spoken[0]?.sampleRateHz).toBe(spoken)
  })

  test.each([0, -1, 1e9, 0.5, '24000', Number.NaN])('%s Hz is refused, whatever the format', async (samplingRate) => {
    for (const accept of [
      'audio/mpeg',
      'audio/ogg;codecs=opus',
      'audio/pcm',
      'application/json',
      'text/event-stream',
    ]) {
      for (const body of [CODA, MISTV2]) {
        // What is not a number is null in JSON, and null counts as absent.
        const { status, text } = await answered({ ...body, samplingRate }, accept)
        expect(status).toBe(Number.isNaN(samplingRate) ? 200 : 400)
        if (status === 400) expect(text).toMatch(/^samplingRate must be /)
      }
    }
  })
})

describe('T-4: parameters of a type in Accept are honoured or refused', () => {
  const bytesASample = (codec: string) => (/pcmu|basic|pcma/i.test(codec) ? 1 : 2)

  test.each([
    'audio/L16;rate=8000',
    'audio/L16; rate=16000; channels=1',
    'audio/pcm;RATE="22050"',
    'audio/PCMU;rate=16000',
    'audio/PCMA;rate=8000',
    'audio/basic;rate=8000',
  ])('%s', async (accept) => {
    const rate = Number(/\d{4,5}/.exec(accept)?.[0])
    for (const body of [CODA, MISTV2, { ...CODA, samplingRate: rate }]) {
      const { status, bytes, contentType, service } = await answered(body, accept)
      expect([status, contentType]).toEqual([200, accept.replace('; channels=1', '')])
      expect(service.spoken.at(-1)?.sampleRateHz).toBe(rate)
      expect(bytes.length).toBe(Math.round(SPOKEN_S * rate) * bytesASample(accept))
    }
  })

  test('the rate of the preferred type holds, and no other', async () => {
    const accept = 'audio/L16;rate=8000;q=0.5, audio/L16;rate=16000, audio/wav;q=0.1'
    const { contentType, service } = await answered(CODA, accept)
    expect([contentType, service.spoken.at(-1)?.sampleRateHz]).toEqual(['audio/L16;rate=16000', 16_000])
    const wav = await answered(CODA, 'audio/mpeg;rate=22051, audio/wav;rate=44100;q=0.1')
    expect([wav.contentType, wav.bytes.readUInt32LE(24)]).toEqual(['audio/wav;rate=44100', 44_100])
  })

  test.each([
    ['audio/L16;rate=11025', {}, /^samplingRate must be one of 8000, /],
    ['audio/L16;rate=8000', { samplingRate: 16_000 }, /^samplingRate is 16000, but Accept asks for rate=8000$/],
    ['audio/wav;rate=44101', { modelId: 'mistv3' }, /^samplingRate must be between 4000 and 44100$/],
  ])('%s with %j is 400', async (accept, body, expected) => {
    const { status, text } = await answered({ ...CODA, ...body }, accept)
    expect(status).toBe(400)
    expect(text).toMatch(expected)
  })

  test.each([
    'audio/L16;channels=2',
    'audio/L16;rate=fast',
    'audio/L16;rate=-1',
    'audio/L16;endian=big',
    'audio/ogg;codecs=opus;rate=22050',
    'audio/mpeg;rate=96000',
    'audio/wav;codecs=opus',
    'audio/webm;codecs=vorbis',
    'audio/mpeg;bitrate=320',
  ])('%s is 406, or the next type', async (accept) => {
    const { status, text } = await answered(CODA, accept)
    expect([status, text.split('\n')[0]]).toEqual([406, 'none of the audio types in Accept is supported'])
    expect((await answered(CODA, `${accept}, audio/wav;q=0.1`)).contentType).toBe('audio/wav')
  })

  test('parameters of JSON are its own', async () => {
    expect((await answered(CODA, 'application/json;charset=utf-8')).contentType).toBe('application/json')
  })
})

describe('C-synth-4: text/event-stream on mistv2', () => {
  const spoken: readonly SpokenEvent[] = [
    { kind: 'word', span: { start: 0, end: 2 }, spoken: '', startSample: 0, endSample: 4000 },
    { kind: 'audio', samples: new Samples(new Int16Array(4000)) },
    { kind: 'word', span: { start: 4, end: 9 }, spoken: '', startSample: 4000, endSample: 8000 },
    { kind: 'audio', samples: new Samples(new Int16Array(2000)) },
    { kind: 'audio', samples: new Samples(new Int16Array(2000)) },
  ]
  const body = { ...MISTV2, text: 'Hi, "world"!', samplingRate: 8000 }
  const speak = async function* () {
    for (const event of spoken) yield event.kind === 'audio' ? { ...event, samples: event.samples.copy() } : event
  }

  function eventsOf(text: string): { name: string; data: Record<string, unknown> }[] {
    expect(text.endsWith('\n\n')).toBe(true)
    return text
      .slice(0, -2)
      .split('\n\n')
      .map((event) => {
        const [, name = '', data = ''] = /^event: (\w+)\ndata: (.*)$/.exec(event) ?? []
        return { name, data: JSON.parse(data) }
      })
  }
  const audioOf = (events: ReturnType<typeof eventsOf>) =>
    Buffer.concat(events.map(({ data }) => Buffer.from(String(data.data ?? ''), 'base64')))

  test('is audio in chunks, the times of the words as they were written, and the end', async () => {
    const { status, text, contentType } = await answered({ ...body, audioFormat: 'pcm' }, 'text/event-stream', {
      speak,
    })
    expect([status, contentType]).toEqual([200, 'text/event-stream'])
    const events = eventsOf(text)
    expect(events.map(({ name }) => name)).toEqual(['chunk', 'chunk', 'chunk', 'timestamps', 'done'])
    expect(audioOf(events)).toHaveLength(16_000)
    expect(events[3]?.data).toEqual({
      word_timestamps: { words: ['Hi,', '"world"!'], start: [0, 0.5], end: [0.5, 1] },
    })
    expect(events[4]?.data).toEqual({ done: true })
  })

  test.each(['wav', 'mp3', 'ogg', 'mulaw'])('holds one file of %s, begun in the first chunk', async (audioFormat) => {
    const { text } = await answered({ ...body, audioFormat }, 'text/event-stream', { speak })
    const file = audioOf(eventsOf(text))
    if (audioFormat === 'mulaw') return expect(file).toHaveLength(8000)
    if (hasFfmpeg) expect(Math.abs(decodeWithFfmpeg(file, 8000).length / 8000 - 1)).toBeLessThan(0.08)
  })

  test('tells no times in French and German, and fails in nothing else', async () => {
    const { text } = await answered({ ...body, lang: 'fra' }, 'text/event-stream', { speak })
    expect(eventsOf(text).map(({ name }) => name)).toEqual(['chunk', 'chunk', 'chunk', 'done'])
  })

  test('a text with nothing to speak is a moment of silence', async () => {
    const { text } = await answered({ ...body, text: '...', audioFormat: 'pcm' }, 'text/event-stream')
    const events = eventsOf(text)
    expect(audioOf(events)).toHaveLength(2 * 8000 * 0.2)
    expect(events[1]?.data).toEqual({ word_timestamps: { words: ['...'], start: [0], end: [0.2] } })
  })

  test('O-synth-5: no other model has events, so what else is asked for is sent, or JSON', async () => {
    for (const modelId of ['coda', 'arcana', 'mistv3']) {
      expect((await answered({ ...CODA, modelId }, 'text/event-stream')).contentType).toBe('application/json')
      expect((await answered({ ...CODA, modelId }, 'text/event-stream, audio/mp3;q=0.1')).contentType).toBe('audio/mp3')
    }
  })

  test('O-synth-6: a failure before the first audio is an honest status, one after it breaks the connection', async () => {
    const failing = (after: number): NonNullable<TestServiceOptions['speak']> =>
      async function* () {
        for (let i = 0; i < after; i++) yield { kind: 'audio', samples: new Samples(new Int16Array(4000)) }
        throw new SpeechError('engine.crashed', 'thread exited')
      }
    const options = { speak: failing(0) }
    expect(await answered(body, 'text/event-stream', options)).toMatchObject({ status: 500, text: 'internal error' })
    const service = await startTestService({ speak: failing(3) })
    const whole = service.speech(body, { accept: 'text/event-stream' }).then((answer) => answer.text())
    await expect(whole).rejects.toThrow(/terminated|fetch failed/)
  })
})

test.each(['audio/mpeg', 'audio/ogg;codecs=opus', 'audio/webm;codecs=opus', 'application/json', 'text/event-stream'])(
  '%s: a client that vanishes ends speech, and the next answers are whole',
  async (accept) => {
    let open = 0
    const service = await startTestService({
      async *speak({ text, sampleRateHz }, signal) {
        open++
        try {
          for (let i = 0; i < (text === 'short' ? 5 : 1e6); i++) {
            signal.throwIfAborted()
            yield { kind: 'audio', samples: new Samples(new Int16Array(sampleRateHz / 50)) }
            await new Promise(setImmediate)
          }
        } finally {
          open--
        }
      },
    })
    const body = { ...MISTV2, samplingRate: 24_000, audioFormat: 'mp3' }
    const asShort = async () =>
      Buffer.from(await (await service.speech({ ...body, text: 'short' }, { accept })).arrayBuffer())
    const expected = await asShort()
    const leaving = Array.from({ length: 10 }, async () => {
      const controller = new AbortController()
      const asked = fetch(`${service.url}/v1/rime-tts`, {
        method: 'POST',
        signal: controller.signal,
        headers: { authorization: `Bearer ${TEST_KEY}`, accept },
        body: JSON.stringify({ ...body, text: 'without end' }),
      })
      if (accept === 'application/json') await vi.waitFor(() => expect(open).toBeGreaterThan(0))
      else await (await asked).body?.getReader().read()
      controller.abort()
      await asked.catch(() => {})
    })
    await Promise.all(leaving)
    await vi.waitFor(() => expect(open).toBe(0))
    expect(await asShort()).toEqual(expected)
  },
)

describe('an encoder that crashes', () => {
  /** Encoders of a thread that dies after this many calls. */
  const dyingAfter =
    (calls: number): CreateEncoder =>
    async (format) => {
      const encoder = await createDistantEncoder(format)
      let left = calls
      const call = <T>(run: () => T): T => {
        if (left-- === 0) throw new SpeechError('encoder.crashed', 'the thread that codes has died')
        return run()
      }
      return {
        ...encoder,
        encode: async (samples) => call(() => encoder.encode(samples)),
        finish: async () => call(() => encoder.finish()),
      }
    }

  test.each([
    ['audio/mpeg', 0],
    ['application/json', 3],
    ['text/event-stream', 0],
  ])('O-synth-6: before anything was sent, %s is an honest 500', async (accept, calls) => {
    const body = { ...MISTV2, audioFormat: 'mp3' }
    const { status, text } = await answered(body, accept, { createEncoder: dyingAfter(calls) })
    expect([status, text]).toEqual([500, 'internal error'])
  })

  test.each(['audio/mpeg', 'text/event-stream'])('O-synth-6: after that, %s is broken off', async (accept) => {
    const service = await startTestService({ createEncoder: dyingAfter(3) })
    const whole = service.speech({ ...MISTV2, audioFormat: 'mp3' }, { accept }).then((answer) => answer.text())
    await expect(whole).rejects.toThrow(/terminated|fetch failed/)
  })

  test.each([0, 3])('WebSocket: closes with 1011, after %s calls', async (calls) => {
    const service = await startTestService({ createEncoder: dyingAfter(calls) })
    const { send, closed } = await openSocket(service, { audioFormat: 'mp3' })
    send({ text: 'One two three four five six.' })
    send({ operation: 'flush' })
    expect(await closed).toEqual({ code: 1011, reason: '500: internal error' })
  })
})
