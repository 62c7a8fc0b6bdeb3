import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openSocket, refusalOf } from './socket-client.ts'
import { shareTestService, TEST_KEY } from './test-service.ts'

const sharedService = shareTestService()
const KEY = { authorization: `Bearer ${TEST_KEY}` }

const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
  const service = await sharedService()
  const answer = await fetch(service.url + path, {
    method: 'POST',
    headers: { ...KEY, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const text = Buffer.from(await answer.arrayBuffer()).toString('latin1')
  return { status: answer.status, text, spoken: service.spoken[0] }
}

describe('OpenAI: snapshots of models', () => {
  test.each([
    'tts-1-1106',
    'tts-1-hd-1106',
    'gpt-4o-mini-tts-2025-03-20',
    'gpt-4o-mini-tts-2025-12-15',
    'gpt-4o-mini-tts-2027-02-28',
    'tts-1-2028-02-29',
  ])('%s speaks and is found by its id', async (model) => {
    expect((await post('/v1/audio/speech', { model, input: 'Hi.' })).status).toBe(200)
    const { url } = await sharedService()
    const found = await fetch(`${url}/v1/models/${model}`)
    expect([found.status, await found.json()]).toEqual([200, expect.objectContaining({ id: model, object: 'model' })])
  })

  test('those that OpenAI lists are listed', async () => {
    const { url } = await sharedService()
    const { data } = (await (await fetch(`${url}/v1/models`)).json()) as { data: { id: string }[] }
    expect(data.map(({ id }) => id)).toEqual(
      expect.arrayContaining([
        'tts-1-1106',
        'tts-1-hd-1106',
        'gpt-4o-mini-tts-2025-03-20',
        'gpt-4o-mini-tts-2025-12-15',
      ]),
    )
  })

  test.each([
    'gpt-4o-mini-tts-2025-02-30',
    'gpt-4o-mini-tts-2025-13-01',
    'tts-1-1332',
    'tts-2-1106',
    'coda-2025-03-20',
    'gpt-4o-mini-tts-',
    'gpt-4o-mini-tts-2025-03-20-x',
  ])('%s is not found', async (model) => {
    const { url } = await sharedService()
    expect((await post('/v1/audio/speech', { model, input: 'Hi.' })).status).toBe(404)
    expect((await fetch(`${url}/v1/models/${model}`)).status).toBe(404)
  })
})

describe('O: an empty string counts as absent where null does, but in texts', () => {
  const choices: readonly (readonly [string, object, readonly string[]])[] = [
    [
      '/v1/rime-tts',
      { text: 'Hi.', speaker: 'luna', modelId: 'mistv3' },
      [
        'lang',
        'language',
        'audioFormat',
        'samplingRate',
        'speedAlpha',
        'timeScaleFactor',
        'inlineSpeedAlpha',
        'pauseBetweenBrackets',
        'timestamps',
      ],
    ],
    [
      '/v1/rime-tts',
      { text: 'Hi.', speaker: 'luna', modelId: 'coda' },
      ['lang', 'max_tokens', 'top_p', 'temperature', 'repetition_penalty'],
    ],
    ['/v1/rime-tts', { text: 'Hi.', speaker: 'luna' }, ['modelId']],
    [
      '/v1/audio/speech',
      { input: 'Hi.' },
      ['model', 'voice', 'response_format', 'speed', 'stream_format', 'instructions', 'sample_rate'],
    ],
    [
      '/v1/text-to-speech/luna',
      { text: 'Hi.' },
      ['model_id', 'language_code', 'seed', 'apply_text_normalization', 'voice_settings'],
    ],
    ['/jambonz/synthesize', { text: 'Hi.' }, ['voice', 'language', 'type']],
    ['/textnorm', { text: 'Hi.' }, ['lang', 'language']],
    ['/v1/tokens', {}, ['speaker', 'origin', 'expiresIn']],
  ]
  test.each(choices.flatMap(([path, body, names]) => names.map((name) => [path, name, body] as const)))(
    '%s: %s',
    async (path, name, body) => {
      for (const empty of ['', ' ', null]) {
        const { status, text } = await post(path, { ...body, [name]: empty })
        expect([Math.floor(status / 100), text.slice(0, 200)]).toEqual([2, expect.anything()])
      }
    },
  )

  test.each([
    ['/v1/rime-tts', { text: 'Hi.', speaker: '' }, 'speaker is required'],
    ['/v1/rime-tts', { text: '', speaker: 'luna' }, 'text must not be empty'],
    ['/v1/audio/speech', { input: '' }, 'input must not be empty'],
    ['/v1/speak', { text: '' }, 'text must not be empty'],
  ])('%s %j says "%s"', async (path, body, text) => {
    expect(await post(path, body)).toMatchObject({ status: 400, text: expect.stringContaining(text) })
  })

  test('within objects and lists, too', async () => {
    const settings = { speed: '', stability: 0.5 }
    expect((await post('/v1/text-to-speech/luna', { text: 'Hi.', voice_settings: settings })).status).toBe(200)
    expect((await post('/v1/audio/speech', { input: 'Hi.', voice: { id: '' } })).status).toBe(200)
    const prompts = [{ name: 'a', text: 'Hi.', speaker: '', lang: null }]
    expect((await post('/v1/jobs', { speaker: 'luna', prompts, webhook: '', captions: null })).status).toBe(202)
    const message = { type: 'voice-request', text: 'Hi.', sampleRate: '' }
    expect((await post('/vapi/synthesize?speaker=&lang=&modelId=', { message })).status).toBe(200)
  })

  test('an empty text of a live session keeps its meaning', async () => {
    const { send, untilDone } = await openSocket(await sharedService(), 'speaker=luna&modelId=coda&lang=&samplingRate=')
    send({ text: '', contextId: '' })
    send({ text: 'Hi.', operation: 'flush' })
    const events = await untilDone()
    expect(events.map((event) => (event as { contextId: string }).contextId)).toContain('')
  })
})

describe('C-lang-3: language is another name of lang', () => {
  test.each(['mistv3', 'mistv2', 'coda', undefined])('in the body, on %s', async (modelId) => {
    const body = { text: 'Hola.', speaker: modelId === 'coda' ? 'seraphina' : 'mar', modelId }
    expect((await post('/v1/rime-tts', { ...body, language: 'es' })).spoken).toMatchObject({ language: 'spa' })
    expect((await post('/v1/rime-tts', { ...body, language: 'en', lang: 'es-MX' })).spoken).toMatchObject({
      language: 'spa',
    })
    expect((await post('/v1/rime-tts', { ...body, language: 'es', lang: '' })).spoken).toMatchObject({
      language: 'spa',
    })
  })

  test('a wrong one gets the answer of lang', async () => {
    for (const wrong of ['tlh', 5, ['es'], {}]) {
      const [one, other] = [
        await post('/v1/rime-tts', { text: 'Hi.', speaker: 'luna', language: wrong }),
        await post('/v1/rime-tts', { text: 'Hi.', speaker: 'luna', lang: wrong }),
      ]
      expect([one.status, one.text]).toEqual([400, other.text])
    }
  })

  test.each(['/ws3', '/ws2', '/ws'])('in the query of %s', async (path) => {
    const service = await sharedService()
    const refusal = async (query: string) => (await refusalOf(service, query, { path })).body
    expect(await refusal('speaker=luna&language=tlh')).toBe(await refusal('speaker=luna&lang=tlh'))
    expect(await refusal('speaker=luna&language=tlh')).toMatch(/^Language tlh is not supported for model/)
  })

  test('of texts and of jobs', async () => {
    expect((await post('/textnorm', { text: 'Hay 2.', language: 'es' })).text).toContain('dos')
    const { text } = await post('/v1/jobs', { text: 'Hola.', speaker: 'luna', modelId: 'coda', language: 'es' })
    expect(JSON.parse(text)).toMatchObject({ lang: 'spa' })
  })
})

describe('Public listings', () => {
  const paths = [
    '/v1/models',
    '/v1/models/tts-1',
    '/v1/audio/models',
    '/v1/audio/voices',
    '/data/voices/all-v2.json',
    '/data/voices/voice_details.json',
    '/v1/catalogue',
  ]
  test.each(paths)('%s refuses a wrong key with 401 and needs none', async (path) => {
    const { url } = await sharedService()
    const statusOf = async (headers: Record<string, string>) => (await fetch(url + path, { headers })).status
    for (const authorization of [
      'Bearer wrong-key',
      'Bearer  x',
      `Basic ${TEST_KEY}`,
      'wrong',
      `Bearer ${TEST_KEY}x`,
    ]) {
      expect([authorization, await statusOf({ authorization })]).toEqual([authorization, 401])
    }
    for (const headers of [{}, KEY, { authorization: 'Bearer ' }, { authorization: '' }]) {
      expect(await statusOf(headers)).toBe(200)
    }
  })

  test('OpenAI’s has the form of its errors', async () => {
    const { url } = await sharedService()
    const answer = await fetch(`${url}/v1/models`, { headers: { authorization: 'Bearer wrong-key' } })
    expect(await answer.json()).toEqual({
      error: { message: 'invalid api key', type: 'invalid_request_error', param: null, code: 'invalid_api_key' },
    })
  })
})

describe('ElevenLabs: pages of voices', () => {
  interface Page {
    readonly voices: readonly { readonly voice_id: string; readonly name: string; readonly labels: object }[]
    readonly has_more: boolean
    readonly total_count: number
    readonly next_page_token: string | null
  }
  const ask = async (query: string) => {
    const { url } = await sharedService()
    const answer = await fetch(`${url}/v2/voices?${query}`, { headers: { 'xi-api-key': TEST_KEY } })
    return { status: answer.status, body: (await answer.json()) as Page }
  }
  const pageOf = async (query: string) => (await ask(query)).body
  const idsOf = ({ voices }: Page) => voices.map(({ voice_id }) => voice_id)

  test('a page has as many voices as are asked for', async () => {
    const all = await pageOf('')
    expect(all).toMatchObject({ has_more: false, next_page_token: null, total_count: all.voices.length })
    const first = await pageOf('page_size=2')
    expect(first).toMatchObject({ has_more: true, next_page_token: expect.any(String), total_count: all.total_count })
    expect(idsOf(first)).toEqual(idsOf(all).slice(0, 2))
  })

  test('the pages of any listing are its voices, each once', async () => {
    const filters = fc.record(
      {
        search: fc.constantFrom('lu', 'female', 'GB', 'es'),
        sort: fc.constantFrom('name', 'created_at_unix'),
        sort_direction: fc.constantFrom('asc', 'desc'),
      },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(filters, fc.integer({ min: 20, max: 100 }), async (filter, size) => {
        const query = new URLSearchParams(filter).toString()
        const whole = await pageOf(query)
        const ids: string[] = []
        let token: string | null = ''
        while (token !== null) {
          const page: Page = await pageOf(`${query}&page_size=${size}&next_page_token=${token}`)
          expect(page.total_count).toBe(whole.total_count)
          ids.push(...idsOf(page))
          token = page.next_page_token
        }
        expect(ids).toEqual(idsOf(whole))
      }),
      { numRuns: 15 },
    )
  })

  test('search, order and ids select', async () => {
    const found = await pageOf('search=LUNA')
    expect(idsOf(found)).toContain('luna')
    for (const voice of found.voices) expect(JSON.stringify(voice).toLowerCase()).toContain('luna')
    const names = (await pageOf('sort=name')).voices.map(({ name }) => name)
    expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other, 'en')))
    expect((await pageOf('sort=name&sort_direction=desc')).voices.map(({ name }) => name)).toEqual(names.toReversed())
    expect(idsOf(await pageOf('voice_ids=luna&voice_ids=astra')).sort()).toEqual(['astra', 'luna'])
    expect(idsOf(await pageOf('voice_ids=luna,astra,nobody')).sort()).toEqual(['astra', 'luna'])
  })

  test('types and categories are those of premade voices', async () => {
    const counts = await Promise.all(
      [
        'voice_type=default',
        'voice_type=non-community',
        'category=premade',
        'search=',
        'voice_type=personal',
        'voice_type=saved',
        'category=cloned',
        'collection_id=x',
        'fine_tuning_state=draft',
      ].map(async (query) => (await pageOf(query)).total_count > 0),
    )
    expect(counts).toEqual([true, true, true, true, false, false, false, false, false])
    expect((await pageOf('include_total_count=False')).total_count).toBe(0)
  })

  test.each([
    'page_size=0',
    'page_size=101',
    'page_size=x',
    'sort=age',
    'sort_direction=up',
    'voice_type=all',
    'category=x',
    'next_page_token=x',
    'include_total_count=maybe',
  ])('%s is refused in the form of its errors', async (query) => {
    const { status, body } = await ask(query)
    expect([status, body]).toEqual([400, { detail: { status: 'invalid_request', message: expect.any(String) } }])
  })
})

describe('Deepgram: a body of plain text', () => {
  test('is the text', async () => {
    const { status, spoken } = await post('/v1/speak', 'Héllo there.', { 'content-type': 'text/plain; charset=utf-8' })
    expect([status, spoken?.text]).toEqual([200, 'Héllo there.'])
  })

  test('is JSON where it looks like it, and refused where it is empty or not UTF-8', async () => {
    const headers = { 'content-type': 'text/plain' }
    expect((await post('/v1/speak', { text: 'Hi.' }, headers)).spoken?.text).toBe('Hi.')
    expect((await post('/v1/speak', ' ', headers)).status).toBe(400)
    expect((await post('/v1/speak', 'x', { 'content-type': 'text/plain; charset=latin1' })).status).toBe(415)
  })
})

describe('The index at /', () => {
  const HTML = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
  const ask = async (accept: string | undefined, method = 'GET') => {
    const { url } = await sharedService()
    const headers = accept === undefined ? {} : { accept }
    return fetch(`${url}/`, { method, headers, redirect: 'manual' })
  }

  test.each(['GET', 'HEAD'])('leads a browser to the dashboard (%s)', async (method) => {
    const answer = await ask(HTML, method)
    // Relative, for reverse proxies that serve `/` under a prefix.
    expect([answer.status, answer.headers.get('location')]).toEqual([302, 'dashboard'])
    expect(answer.headers.get('vary')).toBe('accept')
  })

  test.each([undefined, '*/*', 'application/json', 'text/html;q=0, */*', 'audio/wav'])(
    'tells what there is for Accept %s',
    async (accept) => {
      const answer = await ask(accept)
      expect([answer.status, await answer.json()]).toEqual([
        200,
        {
          name: 'hoarfrost',
          version: expect.stringMatching(/^\d+\.\d+\.\d+/),
          docs: '/docs',
          dashboard: '/dashboard',
          health: '/health',
          openapi: '/openapi.json',
          asyncapi: '/asyncapi.json',
        },
      ])
    },
  )

  test('leads to the documentation where there is no dashboard', async () => {
    const { PROTOCOLS } = await import('../../src/main/protocols.ts')
    const protocols = PROTOCOLS.filter(({ name }) => name !== 'dashboard')
    const { url } = await sharedService({ protocols })
    const answer = await fetch(`${url}/`, { headers: { accept: HTML }, redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([302, 'docs'])
    const index = await (await fetch(`${url}/`)).json()
    expect(index).not.toHaveProperty('dashboard')
  })
})
