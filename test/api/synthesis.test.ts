import { describe, expect, test } from 'vitest'
import type { SpokenEvent } from '../../src/app/speech/narrator.ts'
import { Samples } from '../../src/core/samples.ts'
import { withoutTag } from '../without-tag.ts'
import { BEFORE_CUTOVER, shareTestService, type TestServiceOptions } from './test-service.ts'

const CODA = { text: 'Hello there.', speaker: 'luna', modelId: 'coda' }
const MISTV3 = { text: 'Hello there.', speaker: 'luna', modelId: 'mistv3' }
const MISTV2 = { text: 'Hello there.', speaker: 'astra', modelId: 'mistv2' }
const MODELS = [CODA, { ...CODA, modelId: 'arcana' }, MISTV3, MISTV2]

const startService = shareTestService({ clock: () => BEFORE_CUTOVER })

async function accepted(body: object, headers = {}, options?: TestServiceOptions) {
  const service = await startService(options)
  const answer = await service.speech(body, headers)
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect([answer.status, answer.status === 200 || bytes.toString()]).toEqual([200, true])
  const request = service.spoken[0]
  if (request === undefined) throw new Error('nothing was spoken')
  return { request, bytes, contentType: answer.headers.get('content-type'), headers: answer.headers }
}

async function refused(body: object, headers = {}, options?: TestServiceOptions) {
  const service = await startService(options)
  const answer = await service.speech(body, headers)
  expect(service.spoken).toEqual([])
  return [answer.status, await answer.text()]
}

describe('Synthesis: the fields of coda and arcana', () => {
  test.each(['coda', 'arcana'])('%s has the documented defaults', async (modelId) => {
    const { request } = await accepted({ ...CODA, modelId })
    expect(request).toMatchObject({
      text: 'Hello there.',
      model: modelId,
      language: 'eng',
      sampleRateHz: 24_000,
      rate: 1,
      sampling: { temperature: 0.5, topP: 1, repetitionPenalty: 1.5, maxTokens: 1200 },
    })
  })

  test('sampling parameters reach speech as they were sent', async () => {
    const { request } = await accepted({
      ...CODA,
      max_tokens: 200,
      repetition_penalty: 0.1,
      temperature: 0,
      top_p: 0.01,
    })
    expect(request.sampling).toEqual({ temperature: 0, topP: 0.01, repetitionPenalty: 0.1, maxTokens: 200 })
  })

  test('null counts as absent, and then the default holds', async () => {
    const empty = {
      lang: null,
      samplingRate: null,
      speedAlpha: null,
      timeScaleFactor: null,
      temperature: null,
      top_p: null,
    }
    const { request } = await accepted({ ...CODA, ...empty })
    expect(request).toMatchObject({ rate: 1, sampleRateHz: 24_000, sampling: { temperature: 0.5, topP: 1 } })
  })

  test.each([8000, 16_000, 22_050, 24_000, 44_100, 48_000, 96_000])(
    'the cloud speaks at %i Hz',
    async (samplingRate) => {
      const { request, bytes } = await accepted({ ...CODA, samplingRate })
      expect(request.sampleRateHz).toBe(samplingRate)
      expect(bytes.readUInt32LE(24)).toBe(samplingRate)
    },
  )

  test.each([1000, 11_025, 384_000])('on premises it also speaks at %i Hz', async (samplingRate) => {
    const { request } = await accepted({ ...CODA, samplingRate }, {}, { deployment: 'onprem' })
    expect(request.sampleRateHz).toBe(samplingRate)
  })

  test.each([999, 384_001])('on premises %i Hz is out of bounds', async (samplingRate) => {
    const answer = await refused({ ...CODA, samplingRate }, {}, { deployment: 'onprem' })
    expect(answer).toEqual([400, 'samplingRate must be between 1000 and 384000'])
  })

  test('the text may be as long as it wants', async () => {
    const text = 'word '.repeat(200_000)
    const speak = async function* (): AsyncGenerator<SpokenEvent> {
      yield { kind: 'audio', samples: new Samples(new Int16Array(10)) }
    }
    expect((await accepted({ ...CODA, text }, {}, { speak })).request.text).toBe(text)
  })

  test('the controls that these models lack are accepted and ignored, whatever is in them', async () => {
    await accepted({
      ...CODA,
      pauseBetweenBrackets: 'yes',
      phonemizeBetweenBrackets: 1,
      inlineSpeedAlpha: [],
      audioFormat: 5,
    })
  })
})

describe('Synthesis: speed', () => {
  const cases: [string, object, object, number][] = [
    ['coda: above 1 is faster', CODA, { speedAlpha: 2 }, 2],
    ['coda: below 1 is slower', CODA, { speedAlpha: 0.5 }, 0.5],
    ['mistv3: above 1 is faster', MISTV3, { speedAlpha: 1.25 }, 1.25],
    ['mistv2: above 1 is slower', MISTV2, { speedAlpha: 2 }, 0.5],
    ['mistv2: below 1 is faster', MISTV2, { speedAlpha: 0.5 }, 2],
    ['what nobody understands is bounded', CODA, { speedAlpha: 1e-9 }, 0.2],
    ['what nobody understands is bounded', MISTV2, { speedAlpha: 1e-9 }, 5],
    ...MODELS.flatMap((body): [string, object, object, number][] => [
      [`${body.modelId}: timeScaleFactor above 1 is slower`, body, { timeScaleFactor: 2 }, 0.5],
      [`${body.modelId}: timeScaleFactor wins over speedAlpha`, body, { timeScaleFactor: 0.5, speedAlpha: 3 }, 2],
      [`${body.modelId}: timeScaleFactor is clamped above`, body, { timeScaleFactor: 100 }, 1 / 2.5],
      [`${body.modelId}: timeScaleFactor is clamped below`, body, { timeScaleFactor: -1 }, 1 / 0.4],
    ]),
  ]
  test.each(cases)('%s', async (_rule, body, fields, rate) => {
    expect((await accepted({ ...body, ...fields })).request.rate).toBeCloseTo(rate, 12)
  })
})

describe('Synthesis: the fields of mistv3 and mistv2', () => {
  test.each([MISTV3, MISTV2])('$modelId has the documented defaults and varies nothing', async (body) => {
    const { request } = await accepted({ ...body, temperature: 1, top_p: 9, max_tokens: 'x' }, { accept: 'audio/wav' })
    expect(request).toMatchObject({
      model: body.modelId,
      language: 'eng',
      sampleRateHz: 22_050,
      rate: 1,
      sampling: { temperature: 0, maxTokens: 1200 },
    })
  })

  test.each([
    [MISTV3, 500],
    [MISTV2, 1000],
  ])('$modelId reads that many characters and no more, astral ones counted as one', async (body, length) => {
    await accepted({ ...body, text: 'x'.repeat(length) })
    await accepted({ ...body, text: '🙂'.repeat(length) })
    for (const unit of ['x', '🙂']) {
      expect(await refused({ ...body, text: unit.repeat(length + 1) })).toEqual([400, 'text is too long'])
    }
  })

  test.each([MISTV3, MISTV2])('$modelId speaks at 4000 to 44100 Hz', async (body) => {
    for (const samplingRate of [4000, 11_111, 44_100]) {
      expect((await accepted({ ...body, samplingRate })).request.sampleRateHz).toBe(samplingRate)
    }
    for (const samplingRate of [3999, 44_101, -1]) {
      expect(await refused({ ...body, samplingRate })).toEqual([400, 'samplingRate must be between 4000 and 44100'])
    }
  })

  test.each([MISTV3, MISTV2])('$modelId takes the markup controls', async (body) => {
    await accepted({
      ...body,
      pauseBetweenBrackets: true,
      phonemizeBetweenBrackets: false,
      inlineSpeedAlpha: '0.5, 1.5,2',
      noTextNormalization: true,
      saveOovs: true,
    })
  })

  test('noTextNormalization and saveOovs are fields of mistv2 alone', async () => {
    await accepted({ ...MISTV3, noTextNormalization: 'x', saveOovs: 'x' })
    expect(await refused({ ...MISTV2, noTextNormalization: 'x' })).toEqual([
      400,
      'noTextNormalization must be a boolean',
    ])
    expect(await refused({ ...MISTV2, saveOovs: 0 })).toEqual([400, 'saveOovs must be a boolean'])
  })
})

test.each(MODELS)(
  'S-synth-1: audio/wav on $modelId is a streamed header and mono 16-bit little-endian PCM',
  async (body) => {
    const { bytes, headers, request } = await accepted(body, { accept: 'audio/wav' })
    expect(headers.get('content-type')).toBe('audio/wav')
    expect(headers.get('transfer-encoding')).toBe('chunked')
    expect(bytes.toString('latin1', 0, 4) + bytes.toString('latin1', 8, 16)).toBe('RIFFWAVEfmt ')
    expect([20, 22, 32, 34].map((at) => bytes.readUInt16LE(at))).toEqual([1, 1, 2, 16])
    expect([bytes.readUInt32LE(4), bytes.readUInt32LE(40)]).toEqual([0xffffffff, 0xffffffff])
    expect(bytes.readUInt32LE(24)).toBe(request.sampleRateHz)
    expect(bytes.length).toBe(44 + 2 * 2 * (request.sampleRateHz / 10))
    expect(bytes.readInt16LE(44 + 2 * 10)).toBe(
      Math.trunc(8000 * Math.sin((2 * Math.PI * 2200) / request.sampleRateHz)),
    )
  },
)

describe('S-synth-2: application/json', () => {
  const audioContent = async (body: object) => {
    const { bytes, contentType, request } = await accepted(body, { accept: 'application/json' })
    expect(contentType).toBe('application/json')
    const json = JSON.parse(bytes.toString())
    expect(Object.keys(json)).toEqual(['audioContent'])
    return { audio: Buffer.from(json.audioContent, 'base64'), request }
  }

  test.each([{}, { audioFormat: 'wav' }, { audioFormat: null }])('holds a WAV of exact sizes (%j)', async (format) => {
    const { audio } = await audioContent({ ...MISTV3, ...format })
    expect(audio.readUInt32LE(4)).toBe(audio.length - 8)
    expect(audio.readUInt32LE(40)).toBe(audio.length - 44)
    expect(audio.length).toBe(44 + 2 * 2 * 2205)
  })

  test('holds bare samples as pcm, and one byte a sample as mulaw', async () => {
    expect((await audioContent({ ...MISTV3, audioFormat: 'pcm', samplingRate: 8000 })).audio).toHaveLength(3200)
    expect((await audioContent({ ...MISTV3, audioFormat: 'mulaw' })).audio).toHaveLength(1600)
  })

  test('holds MP3, and Opus in Ogg, of full length', async () => {
    const mp3 = withoutTag((await audioContent({ ...MISTV3, audioFormat: 'mp3' })).audio)
    expect(mp3.toString('latin1', 13, 17)).toBe('Info')
    const ogg = (await audioContent({ ...MISTV3, audioFormat: 'ogg' })).audio
    expect(ogg.toString('latin1', 0, 4)).toBe('OggS')
    expect(ogg.toString('latin1', 28, 36)).toBe('OpusHead')
  })

  test.each(['aac', 'webm', 'm4b', 'WAV'])('cannot hold %j', async (audioFormat) => {
    const answer = await refused({ ...MISTV3, audioFormat }, { accept: 'application/json' })
    expect(answer).toEqual([400, 'audioFormat must be one of wav, mp3, ogg, flac, pcm, mulaw, alaw'])
  })

  test('holds a WAV for coda and arcana, which have no audioFormat', async () => {
    const { audio } = await audioContent({ ...CODA, audioFormat: 'mp3' })
    expect(audio.toString('latin1', 0, 4)).toBe('RIFF')
  })
})

describe('C-synth-3: other formats', () => {
  const names = [
    ...['audio/wav', 'audio/L16', 'audio/pcm', 'audio/PCMU', 'audio/x-mulaw', 'AUDIO/Pcm', 'audio/l16'],
    ...['audio/mpeg', 'audio/mp3', 'audio/ogg', 'audio/webm', 'audio/ogg;codecs=opus', 'audio/webm;codecs=opus'],
    ...['audio/x-wav', 'audio/wave', 'audio/vnd.wave', 'audio/basic', 'audio/mulaw', 'audio/ulaw', 'audio/opus'],
  ]
  test.each(names.flatMap((name) => MODELS.map((body) => [name, body.modelId, body] as const)))(
    'the Content-Type of %s on %s is the name that was asked for, with the rate if one was',
    async (name, _modelId, body) => {
      expect((await accepted(body, { accept: name })).contentType).toBe(name)
      const withRate = `${name}; rate=8000`
      expect((await accepted(body, { accept: withRate })).contentType).toBe(withRate)
    },
  )

  test.each([
    ['audio/pcm', 'coda', 24_000],
    ['audio/pcm', 'arcana', 24_000],
    ['audio/L16', 'mistv3', 24_000],
    ['audio/pcm', 'mistv2', 16_000],
    ['audio/x-mulaw', 'coda', 8000],
    ['audio/PCMU', 'arcana', 8000],
    ['audio/PCMU', 'mistv3', 8000],
    ['audio/PCMU', 'mistv2', 8000],
    ['audio/basic', 'mistv3', 8000],
    ['audio/ulaw', 'coda', 8000],
  ])('%s on %s comes at %i Hz, without a header', async (accept, modelId, rateHz) => {
    const { request, bytes } = await accepted({ ...CODA, modelId }, { accept })
    expect(request.sampleRateHz).toBe(rateHz)
    expect(bytes.length).toBe(2 * (rateHz / 10) * (rateHz === 8000 ? 1 : 2))
    expect((await accepted({ ...CODA, modelId, samplingRate: 16_000 }, { accept })).request.sampleRateHz).toBe(16_000)
  })

  test.each([
    ['audio/x-wav', 'RIFF'],
    ['audio/wave', 'RIFF'],
    ['audio/vnd.wave', 'RIFF'],
    ['audio/opus', 'OggS'],
  ])('%s begins with %s', async (accept, magic) => {
    expect((await accepted(CODA, { accept })).bytes.toString('latin1', 0, 4)).toBe(magic)
  })

  test('samples are little-endian', async () => {
    const speak = async function* (): AsyncGenerator<SpokenEvent> {
      yield { kind: 'audio', samples: new Samples(Int16Array.of(1, -2)) }
    }
    expect([...(await accepted(CODA, { accept: 'audio/L16' }, { speak })).bytes]).toEqual([1, 0, 0xfe, 0xff])
  })
})

describe('O-synth-5: what is answered when nothing in particular is asked for', () => {
  test.each([
    ['*/*', 'audio/wav', 'application/json'],
    ['', 'audio/wav', 'application/json'],
    ['audio/*', 'audio/wav', 'audio/wav'],
    ['text/html', 'application/json', 'application/json'],
    ['image/png, audio/amr', 'application/json', 'application/json'],
    ['not a media type', 'application/json', 'application/json'],
    ['text/html, */*;q=0.8', 'audio/wav', 'application/json'],
    ['application/json;q=0.5, audio/pcm;q=0.9', 'audio/pcm', 'audio/pcm'],
    ['audio/wav;q=0, audio/pcm', 'audio/pcm', 'audio/pcm'],
    ['audio/wav;q=0, audio/*', 'audio/mpeg', 'audio/mpeg'],
    ['audio/*;q=0.9, audio/wav;q=0.1', 'audio/mpeg', 'audio/mpeg'],
    ['audio/*; rate=8000', 'audio/wav', 'audio/wav'],
    ['audio/wav;q=0, application/json;q=0, */*', 'audio/mpeg', 'audio/mpeg'],
    ['audio/amr, audio/wav;q=0.5', 'audio/wav', 'audio/wav'],
    ['audio/amr, text/html', 'application/json', 'application/json'],
    ['audio/pcm, audio/wav', 'audio/pcm', 'audio/pcm'],
    [
      'audio/mpeg;q=0.5, audio/ogg;codecs=opus;q=0.8, audio/wav;q=0.1',
      'audio/ogg;codecs=opus',
      'audio/ogg;codecs=opus',
    ],
    [
      'audio/ogg;codecs=vorbis, audio/webm; codecs="opus";q=0.9',
      'audio/webm; codecs="opus"',
      'audio/webm; codecs="opus"',
    ],
    ['audio/ogg;codecs="opus, vorbis", audio/mpeg', 'audio/mpeg', 'audio/mpeg'],
    ['audio/ogg;codecs=vorbis, audio/ogg;codecs=opus;q=0.1', 'audio/ogg;codecs=opus', 'audio/ogg;codecs=opus'],
    ['audio/amr;q=1, audio/mp3;q=0.2, audio/*;q=0.1', 'audio/mp3', 'audio/mp3'],
  ])('Accept %j: coda %s, mistv3 %s', async (accept, onCoda, onMist) => {
    expect((await accepted(CODA, { accept })).contentType).toBe(onCoda)
    expect((await accepted({ ...CODA, modelId: 'arcana' }, { accept })).contentType).toBe(onCoda)
    expect((await accepted(MISTV3, { accept })).contentType).toBe(onMist)
    expect((await accepted(MISTV2, { accept })).contentType).toBe(onMist)
  })
})

describe('O-synth-8: audio types only, none of which is coded', () => {
  test.each([
    'audio/amr',
    'audio/amr, audio/midi;q=0.5',
    'AUDIO/AIFF;q=0.1',
    'audio/ogg;codecs=vorbis',
    'audio/ogg;codecs="opus,vorbis"',
    'audio/wav;q=0',
    'audio/*;q=0',
  ])('Accept %j is refused with 406 and the list of those that are', async (accept) => {
    for (const body of MODELS) {
      expect(await refused(body, { accept })).toEqual([
        406,
        'none of the audio types in Accept is supported\nsupported types: audio/wav, audio/mpeg, audio/ogg;codecs=opus, audio/webm;codecs=opus, audio/flac, audio/L16, audio/PCMU, audio/PCMA, audio/aac',
      ])
    }
  })

  test('a wrong body is told first', async () => {
    expect(await refused({ ...CODA, text: 1 }, { accept: 'audio/amr' })).toEqual([400, 'text must be a string'])
  })
})

test('C-synth-7: unknown fields are ignored', async () => {
  const odd = { reduceLatency: true, segment: 'never', voice: { id: 1 }, constructor: 5, toString: null, '': [] }
  await accepted({ ...CODA, ...odd })
  await accepted({ ...MISTV3, ...odd, max_tokens: -1 })
})

test.each([',0.5', '0.5,', ' , ,2', ''])(
  'C-synth-7: empty entries of inlineSpeedAlpha are skipped (%j)',
  async (list) => {
    await accepted({ ...MISTV3, inlineSpeedAlpha: list })
  },
)

test.each(['', '   ', '\n', '...', '🙂'])(
  'Text features: a text with nothing to speak (%j) answers valid silence under 1 s, but an empty one is refused',
  async (text) => {
    if (text === '') return expect(await refused({ ...CODA, text })).toEqual([400, 'text must not be empty'])
    const { bytes } = await accepted({ ...CODA, text }, { accept: 'audio/wav' })
    expect(bytes.subarray(44)).toEqual(Buffer.alloc(2 * 4800))
    const json = await accepted({ ...MISTV3, text }, { accept: 'application/json' })
    expect(Buffer.from(JSON.parse(json.bytes.toString()).audioContent, 'base64').readUInt32LE(40)).toBe(2 * 4410)
  },
)
