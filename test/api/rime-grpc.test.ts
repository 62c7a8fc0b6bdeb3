import { fromBinary, toBinary } from '@bufbuild/protobuf'
import { durationMs } from '@bufbuild/protobuf/wkt'
import { describe, expect, test, vi } from 'vitest'
import { SpeechError } from '../../src/core/errors.ts'
import { Health } from '../../src/protocols/grpc-health/health_pb.ts'
import {
  SplitStrategy,
  StreamingSynthesisRequestSchema,
  SynthesisResponseStreamSchema,
  TextToSpeech,
} from '../../src/protocols/rime-messages/text-to-speech_pb.ts'
import { failWith, speakUntilCancelled } from './failing-speech.ts'
import {
  AUTHORIZED,
  audioOf,
  casesOf,
  failure,
  framed,
  openGrpc,
  openHttp2,
  openRaw,
  rawAnswerOf,
} from './grpc-client.ts'
import { createPacedSpeech } from './paced-speech.ts'
import { BEFORE_CUTOVER, shareTestService, TEST_KEY, type TestService } from './test-service.ts'

const start = shareTestService()
const { synthesizeStreaming, getSupportedLanguages, getSupportedSpeakers, normalizeText } = TextToSpeech.method
const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex')
const addressOf = ({ port }: TestService): string => `127.0.0.1:${port}`

const PCM = { audioFormat: 'audio/pcm', samplingRate: 24_000 }
const CLEMENTINE = { speaker: 'clementine', language: 'en', audioParameters: PCM }
/** What Rime's SDK for Python sends first: on coda, on mistv3 with timestamps, on coda with a pronunciation. */
const HEADERS_OF_PYTHON = {
  coda: bytes('0a231202656e1a0a636c656d656e74696e652a0f0a09617564696f2f70636d10c0bb013003'),
  mist: bytes('0a221202656e1a0561737472612a0f0a09617564696f2f70636d10c0bb01300352020801'),
  lexicon: bytes(
    '0a351202656e1a0a636c656d656e74696e652a0f0a09617564696f2f70636d10c0bb0130035a100a056361636865120722206b207b2053',
  ),
}
const CHUNK = bytes('120c48656c6c6f2074686572652e')
/** Of the engine of tests, which takes 100 ms for each word. */
const secondsOf = (audio: Buffer, rate = 24_000): number => audio.length / 2 / rate

describe('Rime gRPC: SynthesizeStreaming', () => {
  test('speaks what the SDK for Python sends, with the metadata that it checks (G-1, G-4)', async () => {
    const service = await start()
    const call = openGrpc(addressOf(service)).stream()
    call.bytes(HEADERS_OF_PYTHON.coda)
    call.bytes(CHUNK)
    call.bytes(bytes('12044f6e6520'))
    call.end()
    const { code, headers, trailers, messages } = await call.ended
    expect([code, trailers]).toEqual([0, {}])
    expect(headers['x-rime-audio-content-type']).toBe('audio/pcm')
    expect(headers.link).toContain('trainedAlgorithmicMedia')
    const logged = service.log.find((line) => line.includes('SynthesizeStreaming'))
    expect(logged).toContain(`"id":"${headers['x-request-id']}"`)
    expect(casesOf(messages)).toEqual(['audio'])
    expect(secondsOf(audioOf(messages))).toBeCloseTo(0.3, 1)
    expect(JSON.stringify(headers)).not.toMatch(/coda|mist/)
    expect(service.spoken.map(({ text, model }) => [text, model])).toEqual([['Hello there.One ', 'coda']]) // joined as they are
  })

  test('answers with the metadata before any text, and does not end before the client does (G-2, G-4)', async () => {
    const service = await start()
    const call = openGrpc(addressOf(service)).stream()
    call.header(CLEMENTINE)
    expect((await call.headers)['x-rime-audio-content-type']).toBe('audio/pcm')
    let hasEnded = false
    void call.ended.then(() => {
      hasEnded = true
    })
    call.text('Hello there.')
    await vi.waitFor(() => expect(secondsOf(audioOf(call.messages))).toBeGreaterThan(0.15))
    expect(hasEnded).toBe(false)
    call.end()
    expect((await call.ended).code).toBe(0)
  })

  test.each([
    ['without a strategy', undefined],
    ['by sentences', SplitStrategy.SENTENCE],
  ])(
    '%s, a chunk that ends in a mark is spoken at once, without a space after it (G-3)',
    async (_name, splitStrategy) => {
      const service = await start()
      const call = openGrpc(addressOf(service)).stream()
      call.header({ ...CLEMENTINE, ...(splitStrategy && { splitStrategy }) })
      for (const [i, text] of ['Call Dr.', 'Is it “so?” ', 'Yes!'].entries()) {
        call.text(text)
        await vi.waitFor(() => expect(service.spoken.map((each) => each.text.trim())).toHaveLength(i + 1), {
          timeout: 400,
        })
      }
      call.end()
      expect((await call.ended).code).toBe(0)
      expect(service.spoken.map(({ text }) => text.trim())).toEqual(['Call Dr.', 'Is it “so?”', 'Yes!'])
    },
  )

  test('with ACCUMULATE_SENTENCE, sentences are found in any pieces of the text (G-3)', async () => {
    const service = await start()
    const text = 'Dr. Smith pays 2.50 dollars. He is here! Good'
    for (const size of [1, 3, 7, 100]) {
      service.forget()
      const call = openGrpc(addressOf(service)).stream()
      call.header({ ...CLEMENTINE, splitStrategy: SplitStrategy.ACCUMULATE_SENTENCE })
      for (let at = 0; at < text.length; at += size) call.text(text.slice(at, at + size))
      call.end()
      expect((await call.ended).code).toBe(0)
      expect(service.spoken.map((each) => each.text.trim())).toEqual([
        'Dr. Smith pays 2.50 dollars.',
        'He is here!',
        'Good',
      ])
    }
  })

  test('the text of the header is the first piece, and chunks are joined as they are (G-1)', async () => {
    const service = await start()
    const call = openGrpc(addressOf(service)).stream()
    call.header({ ...CLEMENTINE, text: 'Good mor', splitStrategy: SplitStrategy.ACCUMULATE_SENTENCE })
    call.text('ning to ')
    call.text('you')
    call.end()
    await call.ended
    expect(service.spoken.map(({ text }) => text)).toEqual(['Good morning to you'])
  })

  test('a call without any text ends well, with the metadata and no audio (G-4)', async () => {
    const call = openGrpc(addressOf(await start())).stream()
    call.header({ ...CLEMENTINE, timestamps: { enable: true } })
    call.end()
    const { code, headers, messages } = await call.ended
    expect([code, headers['x-rime-audio-content-type'], audioOf(messages).length]).toEqual([0, 'audio/pcm', 0])
    expect(casesOf(messages)).toEqual(['trailer'])
  })

  test.each([
    'audio/pcm',
    'audio/PCM',
    'audio/l16',
    'audio/ogg;codecs=opus',
    'audio/ogg; codecs="opus"',
    'audio/x-wav',
  ])('the format %s is told as it was written (G-4)', async (audioFormat) => {
    const call = openGrpc(addressOf(await start())).stream()
    call.header({ ...CLEMENTINE, audioParameters: { audioFormat } })
    expect((await call.headers)['x-rime-audio-content-type']).toBe(audioFormat)
    call.end()
    await call.ended
  })

  test.each([
    'audio/pcm\n',
    'audio/\u00a0pcm',
    ' audio/pcm',
    'audio/pcm\r\nx: y',
    'video/mp4',
    'audio/ogg;codecs=vorbis',
  ])('the format %j is refused', async (audioFormat) => {
    const service = await start()
    const call = openGrpc(addressOf(service)).stream()
    call.header({ ...CLEMENTINE, audioParameters: { audioFormat } })
    call.text('Hello.')
    const { code, details } = await call.ended
    expect([code, details]).toEqual([3, expect.stringMatching(/^audioFormat /)])
    expect(service.spoken).toEqual([])
  })

  test('audio messages hold whole samples and at most 64 KiB, whatever a sentence makes (G-5)', async () => {
    const { messages, code } = await openGrpc(addressOf(await start())).synthesize({
      ...CLEMENTINE,
      text: 'word '.repeat(60),
      audioParameters: { audioFormat: 'audio/pcm', samplingRate: 96_000 },
    })
    const lengths = messages.map(({ payload }) => (payload.case === 'audio' ? payload.value.length : 0))
    expect(code).toBe(0)
    expect(lengths.every((length) => length % 2 === 0 && length <= 65_536)).toBe(true)
    expect(secondsOf(audioOf(messages), 96_000)).toBeCloseTo(6, 0)
  })

  test('WAV has a header of PCM at the rate asked for (G-5)', async () => {
    const audioParameters = { audioFormat: 'audio/wav', samplingRate: 16_000 }
    const { messages } = await openGrpc(addressOf(await start())).synthesize({
      ...CLEMENTINE,
      text: 'Hi.',
      audioParameters,
    })
    const wav = audioOf(messages)
    expect([wav.toString('latin1', 0, 4), wav.readUInt32LE(24), wav.readUInt16LE(22), wav.readUInt16LE(34)]).toEqual([
      'RIFF',
      16_000,
      1,
      16,
    ])
    expect([0xff_ff_ff_ff, wav.length - 44]).toContain(wav.readUInt32LE(40))
  })

  test('timestamps come once, after all audio, with a status and both ends of each word (G-6)', async () => {
    const service = await start()
    const call = openGrpc(addressOf(service), { headers: { ...AUTHORIZED, 'x-rime-model': 'mistv3' } }).stream()
    call.bytes(HEADERS_OF_PYTHON.mist)
    call.text('It costs $5.')
    call.end()
    const { messages } = await call.ended
    expect(casesOf(messages)).toEqual(['audio', 'trailer'])
    const last = messages.at(-1)?.payload
    const { timestamps } = last?.case === 'trailer' ? last.value : {}
    expect(timestamps?.status).toMatchObject({ code: 0, message: '' })
    const spans = timestamps?.spans ?? []
    expect(spans.map(({ text }) => text)).toEqual(['It', 'costs', '5'])
    expect(spans.map(({ start: begin, end }) => [durationMs(begin as never), durationMs(end as never)])).toEqual([
      [0, 100],
      [100, 200],
      [200, 300],
    ])
    const wire = Buffer.from(toBinary(SynthesisResponseStreamSchema, messages.at(-1) as never)).toString('hex')
    expect(wire).toMatch(/^12..0a..0a00120d0a0249741200/) // status and start are written, though they are zero
    expect(service.spoken.every(({ model }) => model === 'mistv3')).toBe(true)
  })

  test('a lexicon is applied, and one with faults is refused with each of them (G-11)', async () => {
    const service = await start()
    const good = openGrpc(addressOf(service)).stream()
    good.bytes(HEADERS_OF_PYTHON.lexicon)
    good.text('Clear the cache. ')
    good.end()
    expect((await good.ended).code).toBe(0)
    expect(service.spoken.map((each) => each.ownReadings?.('cache')?.phonemes)).toEqual([['K', 'AE1', 'SH']])
    service.forget()
    const bad = openGrpc(addressOf(service)).stream()
    const entries = ['!', '" k # S'].map((pronunciation) => ({ spelling: 'cache', pronunciation }))
    bad.header({ ...CLEMENTINE, customLexicon: entries })
    bad.text('Clear the cache. ')
    const { code, details } = await bad.ended
    expect(code).toBe(3)
    expect(details.split('\n').map((line) => line.slice(0, 32))).toEqual([
      'customLexicon: entry 1 ("cache")',
      'customLexicon: entry 2 ("cache")',
    ])
    expect(service.spoken).toEqual([])
  })

  test.each([
    ['a chunk first', [CHUNK], 'header must be sent first'],
    ['no message at all', [], 'header must be sent first'],
    [
      'a message without a payload',
      [HEADERS_OF_PYTHON.coda, Buffer.alloc(0)],
      'a message must have one of header and text_chunk',
    ],
    ['an empty message first', [Buffer.alloc(0)], 'a message must have one of header and text_chunk'],
    ['two headers', [HEADERS_OF_PYTHON.coda, HEADERS_OF_PYTHON.coda], 'header may be sent once'],
    ['an unknown field alone', [bytes('f80701')], 'a message must have one of header and text_chunk'],
    ['bytes that are no message', [bytes('0aff')], 'message is not a valid protobuf message'],
    ['text that is not UTF-8', [HEADERS_OF_PYTHON.coda, bytes('1202fffe')], 'message is not a valid protobuf message'],
  ])('%s is INVALID_ARGUMENT, and nothing is spoken (G-1)', async (_name, messages, details) => {
    const service = await start()
    const call = openGrpc(addressOf(service)).stream()
    for (const message of messages) call.bytes(message)
    call.end()
    expect(await call.ended).toMatchObject({ code: 3, details })
    expect(service.spoken).toEqual([])
  })
})

describe('Rime gRPC: Synthesize', () => {
  test('speaks a whole text, as the socket of v1 and HTTP do', async () => {
    const service = await start()
    const { code, headers, messages } = await openGrpc(addressOf(service)).synthesize({
      ...CLEMENTINE,
      text: 'Hello there. How are you?',
    })
    expect([code, headers['x-rime-audio-content-type']]).toEqual([0, 'audio/pcm'])
    expect(secondsOf(audioOf(messages))).toBeCloseTo(0.5, 1)
    expect(service.spoken.map(({ text }) => text.trim())).toEqual(['Hello there.', 'How are you?'])
  })

  test.each([
    [
      'ACCUMULATE_SENTENCE',
      { text: 'Hi.', splitStrategy: SplitStrategy.ACCUMULATE_SENTENCE },
      /ACCUMULATE_SENTENCE is for SynthesizeStreaming/,
    ],
    ['an empty text', { text: '' }, /^text must not be empty$/],
    ['an unknown speaker', { text: 'Hi.', speaker: 'nobody-at-all' }, /^Speaker not found$/],
    ['no speaker', { text: 'Hi.', speaker: '' }, /^speaker is required$/],
    ['an unknown language', { text: 'Hi.', language: 'xx' }, /^Language xx is not supported for model coda\n/],
    [
      'a rate that coda lacks',
      { text: 'Hi.', audioParameters: { samplingRate: 12_345 } },
      /^samplingRate must be one of /,
    ],
  ])(
    '%s is INVALID_ARGUMENT with the sentence of HTTP, and the id of the request (G-3, G-4, §3)',
    async (_name, fields, details) => {
      const service = await start()
      const answer = await openGrpc(addressOf(service)).synthesize({ ...CLEMENTINE, ...fields })
      expect([answer.code, answer.details]).toEqual([3, expect.stringMatching(details)])
      expect(`${answer.headers['x-request-id'] ?? answer.trailers['x-request-id']}`).toMatch(/^[\da-f-]{36}/)
      expect(service.spoken).toEqual([])
    },
  )

  test('0, "" and unknown fields are absent, and the time scale is clamped (G-11)', async () => {
    const service = await start()
    const audioParameters = { audioFormat: '', samplingRate: 0, timeScaleFactor: 100 }
    const { code, headers } = await openGrpc(addressOf(service)).synthesize({
      speaker: 'clementine',
      language: '',
      text: 'Hi.',
      audioParameters,
    })
    expect([code, headers['x-rime-audio-content-type']]).toEqual([0, 'audio/wav'])
    expect(service.spoken.map(({ rate, sampleRateHz }) => [rate, sampleRateHz])).toEqual([[0.4, 24_000]])
  })
})

describe('Rime gRPC: the model (G-8)', () => {
  const said = async (service: TestService, fields: object, options: Parameters<typeof openGrpc>[1]) => {
    const { code, details } = await openGrpc(addressOf(service), options).synthesize({
      speaker: 'astra',
      text: 'Hi.',
      ...fields,
    })
    return code === 0 ? service.spoken.at(-1)?.model : details
  }

  test.each([
    [undefined, undefined, {}, 'coda'],
    [undefined, undefined, { mistParameters: {} }, 'mistv3'],
    [undefined, 'mist.example.com', {}, 'mistv3'],
    [undefined, 'MistV2.example.com:443', {}, 'mistv2'],
    [undefined, 'coda.example.com', { mistParameters: {} }, 'coda'],
    [undefined, 'tts.example.com', {}, 'coda'],
    ['mistv2', 'coda.example.com', {}, 'mistv2'],
    ['nothing known', 'coda.example.com', {}, 'mistv3'],
    ['', 'mist.example.com', {}, 'mistv3'],
    ['arcana', undefined, {}, 'arcana'],
  ])('metadata %s, host %s and fields %j select %s', async (named, host, fields, model) => {
    const service = await start({ clock: () => BEFORE_CUTOVER })
    const headers = named === undefined ? AUTHORIZED : { ...AUTHORIZED, 'x-rime-model': named }
    expect(await said(service, fields, { headers, ...(host && { options: { 'grpc.default_authority': host } }) })).toBe(
      model,
    )
  })

  test('after the cutover, coda speaks for arcana (S-model-3)', async () => {
    const service = await start()
    expect(await said(service, {}, { headers: { ...AUTHORIZED, 'x-rime-model': 'arcana' } })).toBe('coda')
  })

  test("the model's own limit of a text holds", async () => {
    const headers = { ...AUTHORIZED, 'x-rime-model': 'mistv3' }
    const long = { speaker: 'astra', text: 'a'.repeat(501) }
    expect(await openGrpc(addressOf(await start()), { headers }).synthesize(long)).toMatchObject({
      code: 3,
      details: 'text is too long',
    })
  })

  test.each(['mistv3', 'mistv2'])('on %s, pieces of a text are joined, however long they are (G-1)', async (model) => {
    const service = await start()
    const sentence = 'One word after the other is said here without an end in sight. '
    const text = sentence.repeat(40).trim()
    const call = openGrpc(addressOf(service), { headers: { ...AUTHORIZED, 'x-rime-model': model } }).stream()
    call.header({
      speaker: 'astra',
      text: text.slice(0, 600),
      splitStrategy: SplitStrategy.ACCUMULATE_SENTENCE, // as Rime's SDK for Python, with pieces of 1,024 characters
    })
    for (let at = 600; at < text.length; at += 1024) call.text(text.slice(at, at + 1024))
    call.end()
    expect(await call.ended).toMatchObject({ code: 0 })
    expect(service.spoken.map((each) => each.text.trim()).join(' ')).toBe(text)
  })
})

describe('Rime gRPC: lists and readings', () => {
  test('languages are codes of two letters, of the model (G-9)', async () => {
    const client = openGrpc(addressOf(await start()))
    const { languages } = await client.unary(getSupportedLanguages, {})
    expect(languages.slice(0, 3)).toEqual(['en', 'es', 'ja'])
    expect(languages.every((code) => /^[a-z]{2}$/.test(code))).toBe(true)
    const mist = await client.unary(getSupportedLanguages, {}, { headers: { 'x-rime-model': 'mistv3' } })
    expect(mist.languages).toEqual(['en', 'es', 'fr', 'de'])
  })

  test('speakers are those of the model, in a language by any of its codes (G-9)', async () => {
    const client = openGrpc(addressOf(await start()))
    const all = (await client.unary(getSupportedSpeakers, {})).speakers
    expect(all).toContain('clementine')
    expect(new Set(all).size).toBe(all.length)
    const lists = await Promise.all(
      ['es', 'spa', 'es-MX', 'ES'].map((language) => client.unary(getSupportedSpeakers, { language })),
    )
    const [first = { speakers: [] }] = lists
    expect(first.speakers.length).toBeGreaterThan(20)
    expect(lists.map(({ speakers }) => speakers)).toEqual(lists.map(() => first.speakers))
    expect(first.speakers.every((speaker) => all.includes(speaker))).toBe(true)
    expect(await failure(client.unary(getSupportedSpeakers, { language: 'xx' }))).toEqual([
      3,
      expect.stringMatching(/^Language xx is not supported for model coda/),
    ])
    expect(
      await failure(client.unary(getSupportedSpeakers, { language: 'ja' }, { headers: { 'x-rime-model': 'mistv3' } })),
    ).toEqual([3, expect.anything()])
  })

  test('a text is normalized by sentences, as /textnorm and synthesis read it (G-10)', async () => {
    const service = await start()
    const client = openGrpc(addressOf(service))
    const text = 'Dr. Smith has 2 cats.  He pays $5 \n- milk\n- eggs\n\nIs it 3:30? Yes…'
    const { normalizedSentences, normalizedText } = await client.unary(normalizeText, { text })
    expect(normalizedSentences.slice(0, 2)).toEqual(['doctor Smith has two cats.', 'He pays five dollars.'])
    expect(normalizedSentences.slice(-2)).toEqual(['Is it three thirty?', 'Yes.'])
    expect(normalizedText).toBe(normalizedSentences.join(''))
    const answer = await fetch(`${service.url}/textnorm`, {
      method: 'POST',
      headers: AUTHORIZED,
      body: JSON.stringify({ text }),
    })
    expect(await answer.json()).toEqual({ normalized: normalizedSentences.join(' ') })
  })

  test.each([
    ['es', 'Hay 2 gatos. Son las 3.', ['Hay dos gatos.', 'Son las tres.']],
    ['ja', '2匹です。3時です。', undefined],
    ['auto', 'I have 2 cats. Tengo 3 gatos y un perro.', undefined],
  ])('in %s, sentences are those of /textnorm', async (language, text, expected) => {
    const service = await start()
    const { normalizedSentences } = await openGrpc(addressOf(service)).unary(normalizeText, { text, language })
    if (expected) expect(normalizedSentences).toEqual(expected)
    expect(normalizedSentences).toHaveLength(2)
    const body = JSON.stringify({ text, lang: language })
    const answer = await fetch(`${service.url}/textnorm`, { method: 'POST', headers: AUTHORIZED, body })
    const { normalized } = (await answer.json()) as { normalized: string }
    expect([normalizedSentences.join(' '), normalizedSentences.join('')]).toContain(normalized)
  })

  test('a long text is normalized by sentences too, and a lexicon protects its words', async () => {
    const client = openGrpc(addressOf(await start()))
    const long = await client.unary(normalizeText, { text: 'He has 2 cats. '.repeat(400) })
    expect(new Set(long.normalizedSentences)).toEqual(new Set(['He has two cats.']))
    expect(long.normalizedSentences).toHaveLength(400)
    const text = 'Take the B2B route.'
    const plain = await client.unary(normalizeText, { text })
    const own = await client.unary(normalizeText, {
      text,
      customLexicon: [{ spelling: 'B2B', pronunciation: '" b i . t @ . b i' }],
    })
    expect(own.normalizedSentences).not.toEqual(plain.normalizedSentences)
    expect(own.normalizedSentences[0]?.toLowerCase()).toBe('take the b2b route.')
  })

  test.each([
    [{ text: '' }, 3, /^text must not be empty/],
    [{ text: 'Hi.', language: 'xx' }, 3, /^Language xx is not supported/],
    [
      { text: 'Hi.', language: 'auto', customLexicon: [{ spelling: 'Hi', pronunciation: '!' }] },
      3,
      /^customLexicon: entry 1/,
    ],
    [
      { text: 'Hi. '.repeat(2000), customLexicon: [{ spelling: 'Hi', pronunciation: '!' }] },
      3,
      /^customLexicon: entry 1/,
    ],
    [{ text: 'Hi.', customLexicon: [{ spelling: 'Hi', pronunciation: '!' }] }, 3, /^customLexicon: entry 1/],
    [
      { text: 'Hi.', language: 'ja', customLexicon: [{ spelling: 'Hi', pronunciation: '" i' }] },
      3,
      /^customLexicon is not supported/,
    ],
    [{ text: 'a '.repeat(60_000) }, 8, /^text is too long/],
  ])('readings of %j are refused', async (request, code, details) => {
    expect(await failure(openGrpc(addressOf(await start())).unary(normalizeText, request))).toEqual([
      code,
      expect.stringMatching(details),
    ])
  })
})

describe('Rime gRPC: keys and statuses (G-7, §3)', () => {
  test.each([
    [{}, 'Missing Authorization header'],
    [{ authorization: 'Bearer' }, 'empty apikey'],
    [{ authorization: 'Bearer wrong' }, 'invalid api key'],
    [{ authorization: 'Basic eDp5' }, 'invalid api key'],
  ])('%j is UNAUTHENTICATED before a message is read', async (headers, details) => {
    const service = await start()
    const client = openGrpc(addressOf(service), { headers })
    expect(await failure(client.unary(getSupportedLanguages, {}))).toEqual([16, details])
    const call = client.stream() // sends nothing
    const ended = await call.ended
    expect([ended.code, ended.details]).toEqual([16, details])
    expect(`${ended.headers['x-request-id'] ?? ended.trailers['x-request-id']}`).toMatch(/^[\da-f-]{36}/)
    expect(service.spoken).toEqual([])
  })

  test('a key after Api-Key and a short-lived token count', async () => {
    const service = await start()
    const answer = await fetch(`${service.url}/v1/auth/token`, { method: 'POST', headers: AUTHORIZED, body: '{}' })
    const { token } = answer.ok ? ((await answer.json()) as { token: string }) : { token: TEST_KEY }
    for (const authorization of [`Api-Key ${TEST_KEY}`, `Bearer ${token}`]) {
      const client = openGrpc(addressOf(service), { headers: { authorization } })
      expect((await client.unary(getSupportedLanguages, {})).languages).toContain('en')
    }
  })

  test('a key that ends, ends its calls', async () => {
    const service = await start({})
    const call = openGrpc(addressOf(service)).stream()
    call.header(CLEMENTINE)
    await call.headers
    const [key] = await service.keys.list()
    await service.keys.revoke(key?.id as string, new Date())
    expect(await call.ended).toMatchObject({ code: 16, details: 'invalid api key' })
  })

  test.each([
    [new SpeechError('pool.overloaded', 'no room'), 14, 'service unavailable'],
    [new SpeechError('key.limited', 'Too many requests'), 8, 'Too many requests'],
    [new SpeechError('engine.crashed', 'secret details'), 13, 'internal error'],
    [new Error('secret details'), 13, 'internal error'],
  ])('%s ends one call with its status, and the connection goes on', async (error, code, details) => {
    const service = await start({ speak: failWith(error) })
    const client = openGrpc(addressOf(service))
    for (let i = 0; i < 3; i++)
      expect(await client.synthesize({ ...CLEMENTINE, text: 'Hi.' })).toMatchObject({ code, details })
    expect((await client.unary(getSupportedLanguages, {})).languages).toContain('en')
  })

  test('other services and methods are UNIMPLEMENTED, with or without a key', async () => {
    const session = await openHttp2((await start()).url)
    for (const path of [
      '/rime.SpeechToText/Recognize',
      '/rime.TextToSpeech/Other',
      '/',
      '/health',
      '/%zz',
      '/v1/rime-tts',
    ]) {
      const stream = openRaw(session, '', { ':path': path })
      stream.end(framed(Buffer.alloc(0)))
      const { headers, trailers } = await rawAnswerOf(stream)
      expect([headers[':status'], headers['grpc-status'] ?? trailers['grpc-status']], path).toEqual([200, '12'])
    }
  })
})

describe('gRPC health (G-17)', () => {
  const { check } = Health.method

  test('is told without a key, and turns when the service stops', async () => {
    let isStopping = false
    const service = await start({ isStopping: () => isStopping })
    const client = openGrpc(addressOf(service), { headers: {} })
    expect((await client.unary(check, {})).status).toBe(1)
    expect((await client.unary(check, { service: 'rime.TextToSpeech' })).status).toBe(1)
    expect(await failure(client.unary(check, { service: 'other' }))).toEqual([5, 'unknown service'])
    isStopping = true
    expect((await client.unary(check, {})).status).toBe(2)
  })
})

describe('Rime gRPC: deadlines and cancelling (G-12)', () => {
  test('at its deadline a call ends, and synthesis with it', async () => {
    const service = await start({ speak: speakUntilCancelled })
    const session = await openHttp2(service.url)
    const stream = openRaw(session, undefined, { 'grpc-timeout': '100m' })
    stream.write(framed(HEADERS_OF_PYTHON.coda))
    stream.write(framed(bytes(`120d${Buffer.from('Hello there. ').toString('hex')}`)))
    const { headers, trailers } = await rawAnswerOf(stream)
    expect([
      headers['grpc-status'] ?? trailers['grpc-status'],
      headers['grpc-message'] ?? trailers['grpc-message'],
    ]).toEqual(['4', 'deadline exceeded'])
    expect(service.spoken).toHaveLength(1)
  })

  test.each(['1', '1x', 'm', '123456789S', '-1S', '1.5S'])('the timeout %j is invalid', async (timeout) => {
    const stream = openRaw(await openHttp2((await start()).url), undefined, { 'grpc-timeout': timeout })
    stream.end(framed(HEADERS_OF_PYTHON.coda))
    const { headers } = await rawAnswerOf(stream)
    expect([headers['grpc-status'], headers['grpc-message']]).toEqual(['3', 'grpc-timeout is invalid'])
  })

  test.each(['99999999H', '7970m', '60S', '1M', '9999999u', '99999999n'])(
    'the timeout %j is taken',
    async (timeout) => {
      const stream = openRaw(await openHttp2((await start()).url), 'GetSupportedLanguages', { 'grpc-timeout': timeout })
      stream.end(framed(Buffer.alloc(0)))
      expect((await rawAnswerOf(stream)).trailers['grpc-status']).toBe('0')
    },
  )

  test('cancelling stops synthesis within a piece of audio, and other calls go on', async () => {
    const { speak, release, stopped } = createPacedSpeech()
    const service = await start({ speak })
    const client = openGrpc(addressOf(service))
    const other = client.stream()
    other.header(CLEMENTINE)
    await other.headers
    const call = client.stream()
    call.header(CLEMENTINE)
    call.text('One two stop three.')
    const signal = await stopped
    call.cancel()
    await vi.waitFor(() => expect(signal.aborted).toBe(true))
    release()
    other.text('Hello there.')
    other.end()
    expect((await other.ended).code).toBe(0)
    expect(secondsOf(audioOf(other.messages))).toBeCloseTo(0.2, 1)
    await vi.waitFor(() => expect(service.log.some((line) => line.includes('request aborted'))).toBe(true))
  })
})

test('the messages of Rime have the bytes that its clients send and read (§6)', () => {
  expect(fromBinary(StreamingSynthesisRequestSchema, HEADERS_OF_PYTHON.lexicon).payload).toMatchObject({
    case: 'header',
    value: {
      speaker: 'clementine',
      splitStrategy: 3,
      customLexicon: [{ spelling: 'cache', pronunciation: '" k { S' }],
    },
  })
  expect(synthesizeStreaming.methodKind).toBe('bidi_streaming')
  const audio = fromBinary(SynthesisResponseStreamSchema, bytes('0a020102'))
  expect(audioOf([audio])).toEqual(bytes('0102'))
  const trailer = fromBinary(SynthesisResponseStreamSchema, bytes('12130a110a00120d0a02686912001a051080e59a77'))
  expect(trailer.payload).toMatchObject({
    case: 'trailer',
    value: { timestamps: { status: { code: 0 }, spans: [{ text: 'hi' }] } },
  })
})
