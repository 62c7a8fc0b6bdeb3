import { describe, expect, test, vi } from 'vitest'
import { createKey } from '../../src/app/keys/manage-keys.ts'
import { SpeechError } from '../../src/core/errors.ts'
import { Samples } from '../../src/core/samples.ts'
import { refusalOf } from './socket-client.ts'
import { shareTestService, startTestService, TEST_KEY, type TestService } from './test-service.ts'
import { audioOf, casesOf, errorOf, json, openV1 } from './v1-client.ts'

const sharedService = shareTestService()

const VOICE = { speaker: 'luna', audioParameters: { audioFormat: 'audio/pcm', samplingRate: 24_000 } }

async function tokenOf(service: TestService, key: string): Promise<string> {
  const headers = { authorization: `Bearer ${key}` }
  const answer = await fetch(`${service.url}/v1/tokens`, { method: 'POST', headers })
  return ((await answer.json()) as { token: string }).token
}

/** Bytes of a word of the test's engine. */
const WORD_BYTES = 4800

describe('Rime v1: contexts', () => {
  test.each(['rime.v1.json', 'rime.v1.binary'])('%s: a one-shot context is started, heard and done', async (name) => {
    const service = await startTestService()
    const { send, finished, events, socket } = await openV1(service, { subprotocols: [name] })
    expect(socket.protocol).toBe(name)
    send({ contextId: 'a', start: { ...VOICE, text: 'Two words.' } })
    const all = await finished('a')
    expect(casesOf(all)).toEqual(['started', 'audio', 'done'])
    expect(audioOf(all)).toHaveLength(2 * WORD_BYTES)
    expect(events[0] && json(events[0])).toMatchObject({ ready: { protocol: 1 } })
    expect(events[0]?.contextId).toBe('')
    expect(service.spoken[0]).toMatchObject({ text: 'Two words.', model: 'coda', sampleRateHz: 24_000 })
  })

  test('a streaming context speaks a sentence at once and ends only at its end', async () => {
    const service = await sharedService()
    const { send, finished, until, events } = await openV1(service)
    send({ contextId: 'a', start: VOICE })
    await until((all) => all.some(({ payload }) => payload.case === 'started'))
    send({ contextId: 'a', text: 'One. ' })
    await until((all) => audioOf(all).length === WORD_BYTES)
    send({ contextId: 'a', text: 'Two ' })
    send({ contextId: 'a', text: 'three' })
    expect(casesOf(events)).toEqual(['ready', 'started', 'audio'])
    send({ contextId: 'a', end: {} })
    expect(audioOf(await finished('a'))).toHaveLength(3 * WORD_BYTES)
  })

  test('null counts as absent, in every field of every message', async () => {
    const service = await startTestService()
    const { send, finished, events } = await openV1(service, { path: '/mist/ws' })
    const nothing = { config: null, start: null, text: null, end: null, cancel: null }
    const mist = { pauseBetweenBrackets: null, inlineTimeScaleFactors: null, saveOovs: null }
    const start = {
      ...VOICE,
      audioParameters: { ...VOICE.audioParameters, timeScaleFactor: null },
      language: null,
      text: null,
      splitStrategy: null,
      codaParameters: null,
      mistParameters: mist,
      timestamps: { enable: null },
      customLexicon: null,
    }
    send(
      JSON.stringify({ ...nothing, contextId: null, config: { authorization: null, license: null, defaults: null } }),
    )
    send(JSON.stringify({ ...nothing, contextId: 'a', start }))
    send(JSON.stringify({ ...nothing, contextId: 'a', text: 'Hello. ' }))
    send(JSON.stringify({ ...nothing, context_id: 'a', end: {} }))
    expect(casesOf(await finished('a'))).toEqual(['started', 'audio', 'done'])
    expect(casesOf(events)).toEqual(['ready', 'started', 'audio', 'done'])
    expect(service.spoken).toHaveLength(1)
  })

  test.each([
    ['numbers as strings', { sampling_rate: '16000', time_scale_factor: '1.5' }],
    ['numbers with exponents', { samplingRate: '1.6e4', timeScaleFactor: '15e-1' }],
    ['a whole number with decimals', { samplingRate: 16_000.0, timeScaleFactor: 1.5 }],
  ])('canonical JSON: %s', async (_what, parameters) => {
    const service = await startTestService()
    const { send, finished } = await openV1(service)
    const audioParameters = { audio_format: 'audio/pcm', ...parameters }
    send(JSON.stringify({ start: { speaker: 'luna', text: 'Hi.', audioParameters, split_strategy: 2, unknown: {} } }))
    expect(casesOf(await finished())).toEqual(['started', 'audio', 'done'])
    expect(service.spoken[0]).toMatchObject({ sampleRateHz: 16_000 })
  })

  test.each(['NaN', 'Infinity', '-Infinity', -1])(
    'a timeScaleFactor of %s is invalid input, in both encodings',
    async (timeScaleFactor) => {
      for (const name of ['rime.v1.json', 'rime.v1.binary']) {
        const service = await sharedService()
        const { send, finished } = await openV1(service, { subprotocols: [name] })
        const audioParameters = { ...VOICE.audioParameters, timeScaleFactor }
        send({ start: { ...VOICE, audioParameters, text: 'Hi.' } })
        expect(errorOf(await finished())).toMatchObject({ kind: 'invalid_input', message: /^timeScaleFactor must be/ })
        send({
          start: { ...VOICE, mistParameters: { inlineTimeScaleFactors: [timeScaleFactor] }, text: 'Hi.' },
          contextId: 'b',
        })
        expect(errorOf(await finished('b'))).toMatchObject({ kind: 'invalid_input' })
        expect(service.spoken).toEqual([])
      }
    },
  )

  test('ready names the languages of the model as BCP 47 has them', async () => {
    const service = await sharedService()
    const languagesOf = async (path: string) => {
      const { events, until } = await openV1(service, { path })
      await until((all) => all.length > 0)
      return (events[0] && (json(events[0]) as { ready: { languages: string[] } }).ready.languages) ?? []
    }
    expect(await languagesOf('/mist/ws')).toEqual(['en', 'es', 'fr', 'de'])
    const ofCoda = await languagesOf('/coda/ws')
    expect(ofCoda).toEqual(expect.arrayContaining(['en', 'es', 'ja', 'pt', 'de', 'ar', 'fr', 'hi']))
    const { send, finished } = await openV1(service)
    for (const [i, language] of ofCoda.entries()) {
      send({ contextId: `c${i}`, start: { language, speaker: 'luna', text: 'Hi.' } })
      expect(casesOf(await finished(`c${i}`)).at(-1)).toBe('done')
    }
  })

  test('text in protobuf that is not UTF-8 is refused, and one that cannot be written is no failure', async () => {
    const service = await startTestService()
    const refused = await openV1(service, { subprotocols: ['rime.v1.binary'] })
    refused.send(Buffer.from('0a01612202e928', 'hex'))
    await refused.until((all) => errorOf(all) !== undefined)
    expect(errorOf(refused.events)).toMatchObject({ kind: 'invalid_input' })
    const { send, until } = await openV1(service, { subprotocols: ['rime.v1.binary'] })
    send('{"contextId":"\\ud800","start":{"speaker":"luna","text":"Hi."}}')
    await until((all) => all.length > 1)
    expect(service.log.filter((line) => line.includes('"err"'))).toEqual([])
  })

  // The npm package of this client does not speak v1 yet.
  test('the bytes of a turn of LiveKit’s agents-js are answered as it expects', async () => {
    const service = await startTestService()
    const { send, until, finished, events } = await openV1(service, { subprotocols: ['rime.v1.binary'] })
    await until((all) => all.length === 1)
    send(Buffer.from('0a036374781a251203656e671a046c756e612a140a09617564696f2f70636d10c0bb011d0000a03f30024200', 'hex'))
    await until((all) => all.length === 2)
    for (const text of ['One. ', 'Two. ']) send({ contextId: 'ctx', text })
    await until((all) => audioOf(all).length === 2 * WORD_BYTES)
    send(Buffer.from('0a036374782a00', 'hex'))
    expect(casesOf(await finished('ctx'))).toEqual(['started', 'audio', 'done'])
    send(Buffer.from('0a036374783200', 'hex'))
    expect(casesOf(events)).toEqual(['ready', 'started', 'audio', 'done'])
    expect(service.spoken[0]).toMatchObject({ sampleRateHz: 24_000, rate: 0.8, language: 'eng' })
  })

  test('contexts without an id are the context "default", and an id may be used again', async () => {
    const service = await startTestService()
    const { send, finished, events } = await openV1(service)
    for (const contextId of ['', 'default', undefined]) {
      send({ contextId, start: { ...VOICE, text: 'Again.' } })
      await finished('default')
      events.length = 0
    }
    expect(service.spoken).toHaveLength(3)
  })

  test('several contexts with their own voices and formats run side by side', async () => {
    const service = await sharedService()
    const { send, finished } = await openV1(service)
    const formats = { a: 'audio/pcm', b: 'audio/wav', c: 'audio/PCMU', d: 'audio/ogg; codecs=opus', e: 'audio/mpeg' }
    for (const [contextId, audioFormat] of Object.entries(formats)) {
      send({ contextId, start: { speaker: contextId === 'a' ? 'luna' : 'astra', audioParameters: { audioFormat } } })
    }
    for (const contextId of Object.keys(formats)) send({ contextId, text: `${contextId} speaks. ` })
    for (const contextId of Object.keys(formats).reverse()) send({ contextId, end: {} })
    const audio = await Promise.all(Object.keys(formats).map(async (id) => audioOf(await finished(id))))
    expect(audio[0]).toHaveLength(2 * WORD_BYTES)
    expect(audio[1]?.subarray(0, 4).toString()).toBe('RIFF')
    expect(audio[2]).toHaveLength(WORD_BYTES)
    expect(audio[3]?.subarray(0, 4).toString()).toBe('OggS')
    expect(audio[4]?.[0]).toBe(0xff)
  })

  test('cancel ends a context at once; to cancel an unknown or finished one says nothing', async () => {
    const service = await startTestService()
    const { send, finished, roundTrip, events } = await openV1(service)
    send({ contextId: 'a', start: VOICE })
    send({ contextId: 'a', text: 'Not spoken yet' })
    send({ contextId: 'a', cancel: {} })
    expect(casesOf(await finished('a'))).toEqual(['started', 'cancelled'])
    for (const contextId of ['a', 'never']) send({ contextId, cancel: {} })
    send({ contextId: 'never', end: {} })
    await roundTrip()
    expect(casesOf(events)).toEqual(['ready', 'started', 'cancelled'])
    expect(service.spoken).toEqual([])
  })

  test('text for a context that is not open is invalid; for one that runs, the error is the connection’s', async () => {
    const service = await sharedService()
    const { send, finished, until } = await openV1(service)
    send({ contextId: 'none', text: 'Hello.' })
    expect(errorOf(await finished('none'))).toMatchObject({ kind: 'invalid_input', message: 'context is not open' })
    send({ contextId: 'a', start: { ...VOICE, text: 'One shot.' } })
    send({ contextId: 'a', text: 'More.' })
    const errors = await until((all) =>
      all.some(({ contextId, payload }) => contextId === '' && payload.case === 'error'),
    )
    expect(errors.length).toBeGreaterThan(0)
    expect(casesOf(await finished('a'))).toEqual(['started', 'audio', 'done'])
  })

  test('a start of an open context is refused and leaves it running', async () => {
    const service = await sharedService()
    const { send, finished, until } = await openV1(service)
    send({ contextId: 'a', start: VOICE })
    send({ contextId: 'a', start: VOICE })
    await until((all) => all.some(({ contextId, payload }) => contextId === '' && payload.case === 'error'))
    send({ contextId: 'a', text: 'Hello.' })
    send({ contextId: 'a', end: {} })
    expect(casesOf(await finished('a'))).toEqual(['started', 'audio', 'done'])
  })

  test('late text of a context that failed is ignored until the id is used again', async () => {
    const service = await startTestService({ limits: { maxTextLength: 20 } })
    const { send, finished, roundTrip, events } = await openV1(service)
    send({ contextId: 'a', start: VOICE })
    send({ contextId: 'a', text: 'This is longer than the limit of texts.' })
    send({ contextId: 'a', text: 'More. ' })
    expect(errorOf(await finished('a'))).toMatchObject({ kind: 'invalid_input', message: 'text is too long' })
    await roundTrip()
    expect(casesOf(events)).toEqual(['ready', 'started', 'error'])
    events.length = 0
    send({ contextId: 'a', start: { ...VOICE, text: 'Again.' } })
    expect(casesOf(await finished('a'))).toEqual(['started', 'audio', 'done'])
    expect(service.spoken.map(({ text }) => text)).toEqual(['Again.'])
  })
})

describe("Rime v1: the model's limit of a text", () => {
  test.each([
    ['mist', 501],
    ['mistv2', 1001],
  ])('on %s, a whole text of %i characters is too long, pieces of any length are spoken', async (model, length) => {
    const service = await startTestService()
    const { send, finished } = await openV1(service, { path: `/${model}/ws` })
    const long = 'One word after the other is said here. '.repeat(60).trim()
    send({ contextId: 'whole', start: { ...VOICE, speaker: 'astra', text: long.slice(0, length) } })
    expect(errorOf(await finished('whole'))).toMatchObject({ kind: 'invalid_input', message: 'text is too long' })
    expect(service.spoken).toEqual([])
    send({ contextId: 'pieces', start: { ...VOICE, speaker: 'astra' } })
    for (let at = 0; at < long.length; at += 1100) send({ contextId: 'pieces', text: long.slice(at, at + 1100) })
    send({ contextId: 'pieces', end: {} })
    expect(casesOf(await finished('pieces'))).toEqual(['started', 'audio', 'done'])
    expect(service.spoken.map(({ text }) => text.trim()).join(' ')).toBe(long)
  })
})

describe('Rime v1: what a start asks for', () => {
  test('config gives defaults, which a start overrides field by field', async () => {
    const service = await startTestService()
    const { send, finished } = await openV1(service)
    send({ config: { defaults: { ...VOICE, text: 'ignored', language: 'spa' } } })
    send({ contextId: 'a', start: { text: 'Hola.' } })
    send({ contextId: 'b', start: { text: 'Hello.', language: 'en', audioParameters: { audioFormat: 'audio/wav' } } })
    await finished('a')
    expect(
      audioOf(await finished('b'))
        .subarray(0, 4)
        .toString(),
    ).toBe('RIFF')
    expect(service.spoken.map(({ language }) => language).sort()).toEqual(['eng', 'spa'])
  })

  test('the parameters of mist models mean what those of the HTTP body do', async () => {
    const service = await startTestService()
    const { send, finished } = await openV1(service, { path: '/mistv2/ws' })
    const flags = { pauseBetweenBrackets: true, phonemizeBetweenBrackets: true, saveOovs: true }
    const mistParameters = { ...flags, inlineTimeScaleFactors: [0.5, 2] }
    const audioParameters = { timeScaleFactor: 2 }
    send({ start: { speaker: 'cove', audioParameters, mistParameters, text: '[Fast] <100> [slow] {h0El1o} blorb.' } })
    await finished()
    expect(service.spoken[0]).toMatchObject({
      model: 'mistv2',
      rate: 0.5,
      markup: { pauses: true, phonemes: true, inlineRates: [2, 0.5] },
    })
    expect(service.oovTexts.join('')).toContain('blorb')
    expect(service.oovTexts.join('')).not.toContain('h0El1o')
  })

  test('coda ignores the parameters of mist models', async () => {
    const service = await startTestService()
    const { send, finished } = await openV1(service)
    const mistParameters = { pauseBetweenBrackets: true, inlineTimeScaleFactors: [2] }
    send({ start: { ...VOICE, mistParameters, text: 'Hello.' } })
    await finished()
    expect(service.spoken[0]?.markup).toMatchObject({ pauses: false, breaks: false, phonemes: false, inlineRates: [] })
  })

  test.each([
    ['/coda/ws', 'coda'],
    ['/arcana/ws', 'arcana'],
    ['/mist/ws', 'mistv3'],
    ['/mistv3/ws', 'mistv3'],
    ['/mistv2/ws', 'mistv2'],
    ['/ws', 'mistv3'],
    ['/ws?modelId=coda', 'coda'],
  ])('%s serves %s', async (path, model) => {
    const service = await startTestService({ deployment: 'onprem' })
    const { send, finished } = await openV1(service, { path })
    send({ start: { ...VOICE, text: 'Hello.' } })
    await finished()
    expect(service.spoken[0]?.model).toBe(model)
  })

  test.each([
    ['/coda/ws', 24_000],
    ['/mistv3/ws', 24_000],
    ['/mistv2/ws', 22_050],
  ])('%s speaks at %i Hz in every format where no rate is asked for, as LiveKit assumes', async (path, rateHz) => {
    const service = await startTestService()
    const { send, finished } = await openV1(service, { path })
    for (const audioFormat of ['audio/pcm', 'audio/pcmu', 'audio/wav', undefined]) {
      send({
        contextId: `${audioFormat}`,
        start: { speaker: 'luna', audioParameters: { audioFormat }, text: 'Hello.' },
      })
      await finished(`${audioFormat}`)
    }
    expect(service.spoken.map(({ sampleRateHz }) => sampleRateHz)).toEqual(Array(4).fill(rateHz))
  })

  test('S-model-3: after the cutover, coda serves contexts of arcana in the cloud', async () => {
    const service = await startTestService()
    const { send, finished } = await openV1(service, { path: '/arcana/ws' })
    send({ start: { ...VOICE, text: 'Hello.' } })
    await finished()
    expect(service.spoken[0]?.model).toBe('coda')
  })

  test('word times come with done, of words as they are read, at the speed 1', async () => {
    const service = await sharedService()
    const { send, finished } = await openV1(service)
    const audioParameters = { ...VOICE.audioParameters, timeScaleFactor: 2 }
    send({ contextId: 'a', start: { ...VOICE, audioParameters, timestamps: { enable: true } } })
    for (const text of ['One two. ', 'Three.']) send({ contextId: 'a', text })
    send({ contextId: 'a', end: {} })
    const done = (await finished('a')).at(-1)
    expect(done && json(done)).toEqual({
      contextId: 'a',
      done: {
        timestamps: {
          status: {},
          spans: [
            { text: 'One', start: '0s', end: '0.050s' },
            { text: 'two', start: '0.050s', end: '0.100s' },
            { text: 'Three', start: '0.100s', end: '0.150s' },
          ],
        },
      },
    })
    send({ contextId: 'b', start: { ...VOICE, text: 'None asked for.' } })
    const none = (await finished('b')).at(-1)
    expect(none && json(none)).toEqual({ contextId: 'b', done: {} })
  })

  test('NONE speaks text as it comes; the other strategies wait for the end of a sentence', async () => {
    const service = await sharedService()
    const { send, until, events, roundTrip } = await openV1(service)
    for (const name of ['NONE', 'SENTENCE', 'ACCUMULATE_SENTENCE']) {
      send({ contextId: name, start: { ...VOICE, splitStrategy: `SPLIT_STRATEGY_${name}` } })
      send({ contextId: name, text: 'no sentence yet ' })
    }
    await until((all) => audioOf(all).length > 0)
    await roundTrip()
    expect(new Set(events.filter(({ payload }) => payload.case === 'audio').map((event) => event.contextId))).toEqual(
      new Set(['NONE']),
    )
  })

  test('a custom lexicon reaches synthesis, for its context alone', async () => {
    const service = await startTestService()
    const { send, finished } = await openV1(service)
    const joaquin = [{ spelling: 'Joaquín', pronunciation: 'x o . a . " k i n' }]
    const customLexicon = [{ spelling: 'Cache', pronunciation: '" k { S' }]
    send({ contextId: 'a', start: { ...VOICE, customLexicon, text: 'A cache.' } })
    await finished('a')
    send({ contextId: 'b', start: { ...VOICE, text: 'A cache.' } })
    await finished('b')
    expect(service.spoken[0]?.ownReadings?.('CACHE')).toEqual({ spoken: 'CACHE', phonemes: ['K', 'AE1', 'SH'] })
    expect(service.spoken[0]?.ownReadings?.('other')).toBeUndefined()
    expect(service.spoken[1]?.ownReadings).toBeUndefined()
    send({ contextId: 'c', start: { ...VOICE, language: 'spa', customLexicon: joaquin, text: 'Joaquín.' } })
    await finished('c')
    expect(service.spoken[2]?.ownReadings?.('joaquín')?.phonemes).toEqual(['x', 'o', 'a', 'k', 'ˈi', 'n'])
  })

  test.each([
    [{ text: 'Hello.' }, 'invalid_input', 'speaker is required'],
    [{ ...VOICE, speaker: 'nobody', text: 'Hello.' }, 'not_found', 'Speaker not found'],
    [{ ...VOICE, language: 'xx', text: 'Hello.' }, 'invalid_input', 'Language xx is not supported for model coda'],
    [
      { ...VOICE, audioParameters: { audioFormat: 'audio/amr' } },
      'invalid_input',
      'audioFormat must be one of audio/wav',
    ],
    [{ ...VOICE, audioParameters: { samplingRate: 12_345 } }, 'invalid_input', 'samplingRate must be one of 8000'],
    [{ ...VOICE, audioParameters: { timeScaleFactor: -1 } }, 'invalid_input', 'timeScaleFactor must be greater than 0'],
    [
      { ...VOICE, customLexicon: [{ spelling: 'cache', pronunciation: 'k ß' }] },
      'invalid_input',
      'customLexicon: entry 1 ("cache"): symbol "ß" at place 3 is not in X-SAMPA (unknown-phoneme)',
    ],
    [
      { speaker: 'sakura', language: 'jpn', customLexicon: [{ spelling: 'cache', pronunciation: 'k a' }] },
      'invalid_input',
      'customLexicon is not supported for language jpn',
    ],
  ])('%j is refused as %s: "%s", and nothing is spoken', async (start, kind, message) => {
    const service = await startTestService()
    const { send, finished } = await openV1(service)
    send({ contextId: 'a', start })
    const events = await finished('a')
    expect(casesOf(events)).toEqual(['error'])
    expect(errorOf(events)).toMatchObject({ kind, message: expect.stringContaining(message) })
    expect(service.spoken).toEqual([])
  })

  test('more inline factors than any text needs are refused', async () => {
    const { send, finished } = await openV1(await sharedService())
    const mistParameters = { inlineTimeScaleFactors: Array(5001).fill(1) }
    send({ contextId: 'a', start: { ...VOICE, mistParameters, text: 'Hello.' } })
    expect(errorOf(await finished('a'))).toMatchObject({ message: 'inlineTimeScaleFactors is too long' })
  })
})

describe('Rime v1: failures', () => {
  test.each([
    [new SpeechError('engine.crashed', 'secret'), 'internal', 'internal error'],
    [new SpeechError('pool.overloaded', 'secret'), 'unavailable', 'service unavailable'],
    [new TypeError('secret'), 'internal', 'internal error'],
  ])('%s ends the context alone, as %s', async (error, kind, message) => {
    const service = await startTestService({
      async *speak({ text }) {
        if (text.includes('Crash')) throw error
        const samples = new Int16Array(2400)
        yield { kind: 'audio', samples: new Samples(samples) }
      },
    })
    const { send, finished } = await openV1(service)
    send({ contextId: 'good', start: VOICE })
    send({ contextId: 'bad', start: { ...VOICE, text: 'Crash.' } })
    expect(errorOf(await finished('bad'))).toMatchObject({ kind, message })
    send({ contextId: 'good', text: 'Still here.' })
    send({ contextId: 'good', end: {} })
    expect(casesOf(await finished('good'))).toEqual(['started', 'audio', 'done'])
    expect(service.log.some((line) => line.includes('context failed'))).toBe(kind === 'internal')
  })

  test.each([
    ['not JSON', '{'],
    ['not protobuf', Buffer.from([0xff, 0xff, 0xff])],
  ])('a frame that is %s is told and closes the connection', async (_name, frame) => {
    const service = await sharedService()
    const { send, closed, events } = await openV1(service)
    send(frame)
    expect((await closed).code).toBe(1003)
    expect(errorOf(events)).toMatchObject({ kind: 'invalid_input' })
  })

  test.each([
    ['"text"'],
    ['null'],
    ['[]'],
    ['{}'],
    ['{"flush":{}}'],
    ['{"contextId":"a","text":"x","end":{}}'],
    ['{"contextId":1,"text":"x"}'],
    ['{"start":{"audioParameters":{"samplingRate":"fast"}}}'],
    [JSON.stringify({ contextId: 'é'.repeat(65), text: 'x' })],
  ])('%s is told, and the connection goes on', async (frame) => {
    const service = await sharedService()
    const { send, until, finished } = await openV1(service)
    send(frame)
    const events = await until((all) => all.length > 1)
    expect(events[1]?.contextId).toBe('')
    expect(errorOf(events)).toMatchObject({ kind: 'invalid_input', message: expect.stringMatching(/./) })
    send({ start: { ...VOICE, text: 'Hello.' } })
    expect(casesOf(await finished())).toEqual(['started', 'audio', 'done'])
  })

  test('a long text in one message is spoken as it is', async () => {
    const service = await startTestService()
    const { send, finished } = await openV1(service)
    const text = `${'word '.repeat(30_000)}.`
    send({ contextId: 'a', start: { ...VOICE, splitStrategy: 'SPLIT_STRATEGY_NONE' } })
    send({ contextId: 'a', text })
    send({ contextId: 'b', start: { ...VOICE, splitStrategy: 'SPLIT_STRATEGY_NONE', text } })
    await vi.waitFor(() => expect(service.spoken.length).toBeGreaterThan(1))
    for (const spoken of service.spoken) expect(spoken.text).toMatch(/^(?:word )+$/)
    for (const contextId of ['a', 'b']) send({ contextId, cancel: {} })
    await Promise.all([finished('a'), finished('b')])
  })

  test('a connection has at most 100 contexts, of which one that ends makes room', async () => {
    const service = await sharedService()
    const { send, until, finished, events } = await openV1(service)
    for (let i = 0; i < 1000; i++) send({ contextId: `c${i}`, start: VOICE })
    await until((all) => all.length === 1001)
    const cases = events.map(({ payload }) => payload.case)
    expect(cases.filter((name) => name === 'started')).toHaveLength(100)
    expect(cases.filter((name) => name === 'error')).toHaveLength(900)
    expect(errorOf(events)).toMatchObject({
      kind: 'resource_exhausted',
      message: 'at most 100 contexts may be open on a connection',
    })
    send({ contextId: 'c0', cancel: {} })
    send({ contextId: 'new', start: { ...VOICE, text: 'Hello.' } })
    expect(casesOf(await finished('new'))).toEqual(['started', 'audio', 'done'])
  })

  test('a client that vanishes stops all of its contexts', async () => {
    let stopped = 0
    const service = await startTestService({
      async *speak(_request, signal) {
        try {
          for (;;) {
            signal.throwIfAborted()
            const samples = new Int16Array(2400)
            yield { kind: 'audio', samples: new Samples(samples) }
            await new Promise((resolve) => setImmediate(resolve))
          }
        } finally {
          stopped++
        }
      },
    })
    const { send, until, socket } = await openV1(service)
    for (const contextId of ['a', 'b', 'c']) send({ contextId, start: { ...VOICE, text: 'Endless.' } })
    await until(
      (all) => new Set(all.filter(({ payload }) => payload.case === 'audio').map((e) => e.contextId)).size === 3,
    )
    socket.terminate()
    await vi.waitFor(() => expect(stopped).toBe(3))
  })

  test('a server that closes finishes what is spoken and refuses new contexts', async () => {
    const service = await startTestService()
    const { send, finished, closed } = await openV1(service)
    send({ contextId: 'waiting', start: VOICE })
    send({ contextId: 'speaking', start: { ...VOICE, text: 'To the end.' } })
    await finished('speaking')
    const closing = service.close()
    expect(errorOf(await finished('waiting'))).toMatchObject({ kind: 'unavailable' })
    expect((await closed).code).toBe(1001)
    await closing
  })
})

describe('Rime v1: upgrade and authorization', () => {
  test.each([
    [['rime.v1.binary', 'rime.v1.json'], 'rime.v1.binary'],
    [['rime.v2', 'rime.v1.json', 'rime.v1.binary'], 'rime.v1.json'],
    [[], ''],
  ])('of the subprotocols %j, "%s" is selected', async (subprotocols, selected) => {
    const service = await sharedService()
    const { socket } = await openV1(service, { subprotocols })
    expect(socket.protocol).toBe(selected)
  })

  test.each([
    ['/ws?speaker=luna&modelId=coda', ['rime.v1.json'], 'v1'],
    ['/ws', [], 'v1'],
  ])('%s with %j is served by v1', async (path, subprotocols, _served) => {
    const service = await sharedService()
    const { until } = await openV1(service, { path, subprotocols })
    expect(casesOf(await until((all) => all.length > 0))).toEqual(['ready'])
  })

  test.each(['Bearer', 'bearer', 'Api-Key', 'api-key'])('the scheme %s is accepted', async (scheme) => {
    const service = await sharedService()
    const { until } = await openV1(service, { headers: { authorization: `${scheme} ${TEST_KEY}` } })
    await until((all) => all.length === 1)
  })

  test.each([
    ['/coda/ws', { authorization: 'Bearer wrong' }, 'invalid api key'],
    ['/coda/ws', { authorization: 'Api-Key wrong' }, 'invalid api key'],
    ['/coda/ws', { authorization: 'Bearer' }, 'empty apikey'],
    [`/coda/ws?api_key=${TEST_KEY}`, {}, 'Missing Authorization header'],
    [`/ws?token=${TEST_KEY}`, {}, 'Missing Authorization header'],
  ])('%s with %j is refused with 401 "%s"', async (path, headers, body) => {
    const service = await sharedService()
    const [url = '', query = ''] = path.split('?')
    expect(await refusalOf(service, query, { path: url, headers })).toMatchObject({ status: 401, body })
  })

  test('without a key it is ready, and serves nothing but config', async () => {
    const service = await startTestService()
    const { send, until, events } = await openV1(service, { headers: {} })
    send({ contextId: 'a', start: { ...VOICE, text: 'Hello.' } })
    send({ contextId: 'a', text: 'Hello.' })
    send({ config: {} })
    await until((all) => all.length === 4)
    expect(casesOf(events)).toEqual(['ready', 'error'])
    expect(events.slice(1).map(({ payload }) => payload.case === 'error' && payload.value.kind)).toEqual(
      Array(3).fill('unauthenticated'),
    )
    expect(service.spoken).toEqual([])
  })

  test.each([TEST_KEY, `Bearer ${TEST_KEY}`, `Api-Key ${TEST_KEY}`, 'Bearer hft_wrong'])(
    'config.authorization with "%s" is unauthenticated and closes the connection',
    async (authorization) => {
      const service = await startTestService()
      const { send, closed, events } = await openV1(service, { headers: {} })
      send({ config: { authorization } })
      send({ contextId: 'a', start: { ...VOICE, text: 'Hello.' } })
      expect((await closed).code).toBe(1008)
      expect(errorOf(events)).toMatchObject({ kind: 'unauthenticated' })
      expect(service.spoken).toEqual([])
      expect(service.log.join()).not.toContain(TEST_KEY)
    },
  )

  test('sockets without a key are few, and keep no client with a key out', async () => {
    const service = await startTestService({ limits: { maxWebsockets: 2 } })
    const token = await tokenOf(service, TEST_KEY)
    const waiting = [await openV1(service, { headers: {} }), await openV1(service, { headers: {} })]
    const full = { status: 429, body: 'Currently at websocket limit' }
    expect(await refusalOf(service, '', { path: '/coda/ws', headers: {} })).toMatchObject(full)
    const authorized = [await openV1(service), await openV1(service)]
    expect(await refusalOf(service, '', { path: '/coda/ws' })).toMatchObject(full)
    waiting[0]?.send({ config: { authorization: token } })
    expect(await waiting[0]?.closed).toEqual({ code: 1008, reason: 'resource_exhausted' })
    authorized[0]?.socket.close()
    await authorized[0]?.closed
    waiting[1]?.send({ config: { authorization: token, defaults: VOICE } })
    waiting[1]?.send({ start: { text: 'Hello.' } })
    await waiting[1]?.finished()
    expect(await refusalOf(service, '', { path: '/coda/ws' })).toMatchObject(full)
  })

  test('a client that leaves while its token is read takes no place of its key', async () => {
    let nowMs = Date.now()
    const service = await startTestService({ clock: () => new Date(nowMs) })
    const terms = { name: '', roles: ['synthesis'], expiresAt: null, maxConcurrent: 1 } as const
    const { key } = await createKey(service.keys, terms, new Date())
    const token = await tokenOf(service, key)
    nowMs += 60_000 // the key has to be read again
    let release = () => {}
    const isReleased = new Promise<void>((resolve) => {
      release = resolve
    })
    const { find } = service.keys
    const read = vi.spyOn(service.keys, 'find').mockImplementation(async (ids) => {
      await isReleased
      return find(ids)
    })
    const { send, socket } = await openV1(service, { headers: {} })
    send({ config: { authorization: token } })
    await vi.waitFor(() => expect(read).toHaveBeenCalled())
    socket.terminate()
    await vi.waitFor(() => expect(service.log.join()).toContain('"message":"session"'))
    release()
    const authorization = `Bearer ${key}`
    const answer = await service.speech({ text: 'Hello.', speaker: 'luna', modelId: 'coda' }, { authorization })
    expect(answer.status).toBe(200)
  })

  test('a token that is refused after it was read takes no place of its key, and none of sockets without a key', async () => {
    const service = await startTestService({ limits: { maxWebsockets: 1 } })
    const terms = { name: '', roles: ['synthesis'], expiresAt: null, maxConcurrent: 1 } as const
    const { key } = await createKey(service.keys, terms, new Date())
    const token = await tokenOf(service, key)
    const other = await openV1(service) // there is no place for another one with a key
    for (let i = 0; i < 3; i++) {
      const { send, closed } = await vi.waitFor(() => openV1(service, { headers: {} }))
      send({ config: { authorization: token } })
      expect(await closed).toEqual({ code: 1008, reason: 'resource_exhausted' })
    }
    other.socket.close()
    await other.closed
    const { send, finished } = await vi.waitFor(() => openV1(service, { headers: {} }))
    send({ config: { authorization: token, defaults: VOICE } })
    send({ start: { text: 'Hello.' } })
    expect(casesOf(await finished())).toEqual(['started', 'audio', 'done'])
  })

  test('a token that cannot be read closes the connection, and takes no place of sockets without a key', async () => {
    const token = await tokenOf(await startTestService(), TEST_KEY)
    const service = await startTestService({ limits: { maxWebsockets: 1 } })
    const failing = vi.spyOn(service.keys, 'find').mockRejectedValue(new SpeechError('store.busy', 'locked'))
    for (let i = 0; i < 3; i++) {
      const { send, closed } = await vi.waitFor(() => openV1(service, { headers: {} }))
      send({ config: { authorization: token } })
      expect(await closed).toEqual({ code: 1008, reason: 'unavailable' })
    }
    failing.mockRestore()
    const { send, finished } = await vi.waitFor(() => openV1(service, { headers: {} }))
    send({ config: { authorization: token, defaults: VOICE } })
    send({ start: { text: 'Hello.' } })
    expect(casesOf(await finished())).toEqual(['started', 'audio', 'done'])
  })

  test('config after a header is refused where it has an authorization; its defaults hold otherwise', async () => {
    const service = await sharedService()
    const { send, until, finished } = await openV1(service)
    send({ config: { authorization: `Bearer ${TEST_KEY}`, defaults: { speaker: 'nobody' } } })
    await until((all) => all.length === 2)
    send({ config: { defaults: VOICE } })
    send({ config: { defaults: VOICE } })
    send({ start: { text: 'Hello.' } })
    expect(casesOf(await finished())).toEqual(['started', 'audio', 'done'])
    const errors = (await until((all) => all.length > 4)).filter(({ payload }) => payload.case === 'error')
    expect(errors.map(({ payload }) => payload.case === 'error' && payload.value.message)).toEqual([
      'config.authorization follows an Authorization header',
      'config may be sent once',
    ])
  })

  test('config after a start is refused', async () => {
    const service = await sharedService()
    const { send, until, finished, events } = await openV1(service)
    send({ contextId: 'a', start: VOICE })
    send({ config: { defaults: VOICE } })
    await until((all) => all.length === 3)
    expect(errorOf(events)).toMatchObject({ message: 'config must precede the first start' })
    send({ contextId: 'a', cancel: {} })
    await finished('a')
  })
})
