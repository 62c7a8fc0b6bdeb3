import { describe, expect, test } from 'vitest'
import { openSocket } from './socket-client.ts'
import {
  BEFORE_CUTOVER,
  CUTOVER,
  shareTestService,
  startTestService,
  TEST_KEY,
  type TestServiceOptions,
} from './test-service.ts'

const CODES = {
  eng: ['en', 'eng'],
  spa: ['es', 'spa'],
  fra: ['fr', 'fra', 'fre'],
  por: ['pt', 'por'],
  ger: ['de', 'ger', 'deu'],
  jpn: ['ja', 'jpn'],
  ara: ['ar', 'ara'],
  hin: ['hi', 'hin'],
  heb: ['he', 'heb', 'iw'],
  ita: ['it', 'ita'],
  nld: ['nl', 'nld', 'dut'],
  sin: ['si', 'sin'],
  tam: ['ta', 'tam'],
}
const CASES = Object.entries(CODES).flatMap(([language, codes]) => codes.map((code) => [code, language] as const))
const ARCANA_ALONE = ['heb', 'sin', 'tam']
const MIST_LANGUAGES = ['eng', 'spa', 'fra', 'ger']

const startService = shareTestService({ clock: () => BEFORE_CUTOVER })

async function ask(body: object, options?: TestServiceOptions) {
  const service = await startService(options)
  const answer = await service.speech({ text: 'Hola.', speaker: 'luna', ...body })
  const { language, voice } = service.spoken[0] ?? {}
  return { status: answer.status, text: answer.status === 200 ? '' : await answer.text(), language, voice }
}

describe.each(['coda', 'arcana'])('Languages: %s', (modelId) => {
  test.each(CASES.filter(([, language]) => !ARCANA_ALONE.includes(language) || modelId === 'arcana'))(
    'reads lang %s as %s',
    async (lang, language) => {
      expect(await ask({ modelId, lang })).toMatchObject({ status: 200, language, voice: { language, model: modelId } })
    },
  )
})

describe.each(['mistv3', 'mistv2'])('Languages: %s', (modelId) => {
  test.each(CASES)('treats lang %s as %s, if it is one of its four', async (lang, language) => {
    const { status, text, voice } = await ask({ modelId, lang })
    if (MIST_LANGUAGES.includes(language)) expect([status, voice?.language]).toEqual([200, language])
    else {
      const refusal = `Language ${lang} is not supported for model ${modelId}\nsupported languages: eng, spa, fra, ger`
      expect([status, text]).toEqual([400, refusal])
    }
  })
})

const REGIONS = [
  ['en-US', 'eng'],
  ['en_GB', 'eng'],
  ['es-MX', 'spa'],
  ['es-419', 'spa'],
  ['pt_BR', 'por'],
  ['PT-br', 'por'],
  ['deu-AT', 'ger'],
  ['ja-Jpan-JP', 'jpn'],
  ['it-CH', 'ita'],
  ['nl_BE', 'nld'],
] as const

describe('O-lang-0: a region is ignored', () => {
  test.each(REGIONS)('%s is %s', async (lang, language) => {
    expect(await ask({ modelId: 'coda', lang })).toMatchObject({ status: 200, language, voice: { language } })
  })

  test.each(REGIONS)('%s is %s on a WebSocket', async (lang, language) => {
    const service = await startService()
    const { send, untilDone } = await openSocket(service, { modelId: 'coda', lang })
    send({ text: 'Hola.' })
    send({ operation: 'flush' })
    await untilDone()
    expect(service.spoken[0]?.language).toBe(language)
  })

  test.each(['en-US', 'en_GB'])('%s is English to /textnorm and /oov', async (lang) => {
    const { url } = await startTestService()
    for (const path of ['/textnorm', '/oov']) {
      const headers = { authorization: `Bearer ${TEST_KEY}` }
      const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify({ text: 'Hello', lang }) })
      expect([path, answer.status]).toEqual([path, 200])
    }
  })

  test.each(['en-', '-US', 'en--US', 'en US', 'english', 'eng-USA!', 'xx-US', 'e-US'])(
    '%j is no code',
    async (lang) => {
      const { status, text } = await ask({ modelId: 'coda', lang })
      expect([status, text]).toEqual([
        400,
        `Language ${lang} is not supported for model coda\nsupported languages: eng, spa, jpn, por, ger, ara, fra, hin, ita, nld`,
      ])
    },
  )
})

test('a refusal names the model that was asked for, with the languages of the one that serves', async () => {
  const { status, text } = await ask({ modelId: 'arcana', lang: 'heb' }, { clock: () => CUTOVER })
  expect([status, text.split('\n')]).toEqual([
    400,
    [
      'Language heb is not supported for model arcana',
      'supported languages: eng, spa, jpn, por, ger, ara, fra, hin, ita, nld',
    ],
  ])
})

test.each(['EN', ' en ', 'Eng'])('Languages: %j is taken for en', async (lang) => {
  expect((await ask({ modelId: 'coda', lang })).language).toBe('eng')
})

describe('O-lang-1: without lang the language is the speaker’s', () => {
  test.each([
    ['sakura', 'coda', 'jpn'],
    ['nadi', 'coda', 'hin'],
    ['luna', 'coda', 'eng'],
    ['anaya', 'coda', 'hin'],
    ['raiden', 'arcana', 'jpn'],
    ['ginevra', 'coda', 'ita'],
    ['daan', 'coda', 'nld'],
  ])('%s on %s speaks %s', async (speaker, modelId, language) => {
    expect(await ask({ speaker, modelId })).toMatchObject({ status: 200, language, voice: { language } })
  })

  test('of a speaker of two languages it is English, the default', async () => {
    expect((await ask({ speaker: 'pola', modelId: 'arcana' })).language).toBe('eng')
    expect((await ask({ speaker: 'pola', modelId: 'arcana', lang: 'es' })).voice).toMatchObject({
      speaker: 'pola',
      language: 'spa',
    })
  })

  test('of a name with another language on another model it is that of the model asked for, also after the cutover', async () => {
    expect((await ask({ speaker: 'yukiko', modelId: 'coda' })).language).toBe('eng')
    expect((await ask({ speaker: 'yukiko', modelId: 'arcana' })).language).toBe('jpn')
    expect((await ask({ speaker: 'yukiko', modelId: 'arcana' }, { clock: () => CUTOVER })).language).toBe('jpn')
  })

  test('null is no lang', async () => {
    expect((await ask({ speaker: 'sakura', modelId: 'coda', lang: null })).language).toBe('jpn')
  })
})

test.each([
  ['luna', 'fra', 'Female'],
  ['sakura', 'eng', undefined],
  ['albion', 'spa', 'Male'],
  ['albion', 'ita', 'Male'],
  ['luna', 'nld', 'Female'],
])('O-lang-2: %s asked to speak %s leaves it to a stand-in of that language', async (speaker, lang, gender) => {
  const { status, language, voice } = await ask({ speaker, modelId: 'coda', lang })
  expect([status, language, voice?.language]).toEqual([200, lang, lang])
  if (gender) expect(voice?.gender).toBe(gender)
})

const JSON_BODY = 'application/json'
/** What each protocol calls the language, by path, headers and body. */
const LANGUAGE_PARAMETERS = [
  ['Rime', (lang: string) => ['/v1/rime-tts', { speaker: 'luna', modelId: 'coda', text: 'Ciao.', lang }]],
  ['ElevenLabs', (lang: string) => ['/v1/text-to-speech/luna', { text: 'Ciao.', language_code: lang }]],
  [
    'Cartesia',
    (lang: string) => [
      '/tts/bytes',
      {
        transcript: 'Ciao.',
        model_id: 'sonic-3',
        voice: 'luna',
        language: lang,
        output_format: { container: 'raw', encoding: 'pcm_s16le', sample_rate: 24_000 },
      },
    ],
  ],
  [
    'Jambonz',
    (lang: string) => ['/jambonz/synthesize', { text: 'Ciao.', voice: 'luna', type: 'text', language: lang }],
  ],
  [
    'Vapi',
    (lang: string) => [
      `/vapi/synthesize?speaker=luna&modelId=coda&lang=${lang}`,
      { message: { type: 'voice-request', text: 'Ciao.', sampleRate: 24_000 } },
    ],
  ],
  [
    'Deepgram',
    (lang: string) => [`/v1/speak?model=aura-2-${lang === 'it' ? 'livia' : 'rhea'}-${lang}`, { text: 'Ciao.' }],
  ],
] as const

describe.each(LANGUAGE_PARAMETERS)('further languages: %s', (_protocol, requestOf) => {
  test.each([
    ['it', 'ita'],
    ['nl', 'nld'],
  ])('speaks %s', async (lang, language) => {
    const service = await startService()
    const [path, body] = requestOf(lang)
    const headers = { authorization: `Bearer ${TEST_KEY}`, 'xi-api-key': TEST_KEY, 'content-type': JSON_BODY }
    const answer = await fetch(service.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    await answer.arrayBuffer()
    expect([answer.status, service.spoken]).toMatchObject([200, [{ language, voice: { language } }]])
  })
})
