import { describe, expect, test } from 'vitest'
import { createKey } from '../../src/app/keys/manage-keys.ts'
import type { Role } from '../../src/core/api-key.ts'
import { startTestService, TEST_KEY, type TestService } from './test-service.ts'

const NOW = new Date('2026-05-06T07:08:09.000Z')
const TOMORROW = '2026-05-07T07:08:09.000Z'

/** A service at a fixed time, and what asks it: a path under `/v1/dictionary` with a body, as the operator unless told. */
async function start() {
  const service = await startTestService({ clock: () => NOW })
  const ask = async (method: string, path: string, body?: unknown, key = TEST_KEY) => {
    const answer = await fetch(`${service.url}/v1/dictionary${path}`, {
      method,
      headers: { authorization: `Bearer ${key}` },
      body: body === undefined ? null : JSON.stringify(body),
    })
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.startsWith('application/json')
    return { status: answer.status, body: isJson ? JSON.parse(text) : text, allow: answer.headers.get('allow') }
  }
  const newRequest = async (body: object, key?: string): Promise<string> =>
    (await ask('POST', '/requests', body, key)).body.id
  return { service, ask, newRequest }
}

const newKey = async ({ keys }: TestService, ...roles: Role[]) =>
  (await createKey(keys, { name: '', roles, expiresAt: null, maxConcurrent: null }, NOW)).key

test.each(['a\0b', 'a\ud800b'])(
  'a text that no store can keep, %j, is refused with the name of its field',
  async (text) => {
    const { ask } = await start()
    const refusals = [
      ['word', await ask('POST', '/requests', { word: text })],
      ['pronunciation', await ask('POST', '/requests', { word: 'kubectl', pronunciation: text })],
      ['note', await ask('POST', '/requests', { word: 'kubectl', note: text })],
      ['pronunciation', await ask('PUT', '/words/kubectl', { pronunciation: text })],
      ['pronunciation', await ask('POST', '/requests/none/approve', { pronunciation: text })],
    ] as const
    for (const [field, { status, body }] of refusals) {
      expect([status, body]).toEqual([400, `${field} must not contain U+0000 or half of a surrogate pair`])
    }
    expect((await ask('GET', '/requests?all=true')).body).toEqual([])
  },
)

test('ids and words with U+0000 in a path or a search are not found', async () => {
  const { ask } = await start()
  const statuses = [
    await ask('DELETE', '/words/a%00b'),
    await ask('PUT', '/words/a%00b', { pronunciation: 'W ER1 D' }),
    await ask('POST', '/requests/a%00b/approve', {}),
    await ask('POST', '/requests/a%00b/reject'),
    await ask('GET', '/words?search=a%00b'),
  ].map(({ status }) => status)
  expect(statuses).toEqual([400, 400, 400, 400, 400])
})

describe('Dictionary additions: a caller’s requests', () => {
  test('are taken with an id and the time until which they wait', async () => {
    const { ask, service } = await start()
    const parameters = { word: 'Kubectl', pronunciation: ' K UW1 B  K AH0 T AH0 L ', note: 'our product' }
    const { status, body } = await ask('POST', '/requests', parameters)
    expect(status).toBe(202)
    expect(body).toEqual({ id: expect.stringMatching(/^\w+$/), word: 'kubectl', status: 'requested', due: TOMORROW })
    expect(service.findEntry('kubectl')).toBeUndefined()
    expect((await ask('GET', '/requests')).body).toEqual([
      {
        id: body.id,
        word: 'kubectl',
        language: 'eng',
        pronunciation: 'K UW1 B K AH0 T AH0 L',
        predicted: false,
        note: 'our product',
        status: 'requested',
        requestedAt: NOW.toISOString(),
        due: TOMORROW,
      },
    ])
  })

  test('show the predicted pronunciation where none was sent', async () => {
    const { ask } = await start()
    await ask('POST', '/requests', { word: 'blorb', pronunciation: null })
    expect((await ask('GET', '/requests')).body).toMatchObject([
      { pronunciation: 'W ER1 D', predicted: true, note: '' },
    ])
  })

  test('are listed to the caller alone, and all of them to the operator', async () => {
    const { ask, newRequest, service } = await start()
    const [one, other] = [await newKey(service, 'synthesis'), await newKey(service, 'synthesis')]
    await newRequest({ word: 'first' }, one)
    await newRequest({ word: 'second' }, other)
    const wordsOf = async (path: string, key: string) =>
      (await ask('GET', path, undefined, key)).body.map(({ word }: { word: string }) => word).sort()
    expect(await wordsOf('/requests', one)).toEqual(['first'])
    expect(await wordsOf('/requests', other)).toEqual(['second'])
    expect(await wordsOf('/requests?all=true', TEST_KEY)).toEqual(['first', 'second'])
    expect((await ask('GET', '/requests', undefined, one)).body[0]).not.toHaveProperty('keyId')
  })

  test.each([
    [{}, 'word is required'],
    [{ word: 5 }, 'word must be a string'],
    [{ word: '' }, 'word must not be empty'],
    [{ word: 'two {words' }, 'character "{" at place 5 cannot be part of a word'],
    [{ word: 'x'.repeat(61) }, 'word is too long'],
    [{ word: 'k', pronunciation: 7 }, 'pronunciation must be a string'],
    [{ word: 'k', pronunciation: ' ' }, 'pronunciation must not be empty'],
    [{ word: 'k', pronunciation: '/wɪ5n/' }, 'symbol "5" at place 3 is not in IPA (unknown-phoneme)'],
    [{ word: 'k', pronunciation: 'K UW1 BB' }, 'phoneme "BB" at place 3 is not in ARPAbet'],
    [{ word: 'k', pronunciation: '{k1u?}' }, 'phoneme "?" at place 4 of {k1u?} is not in the phonetic alphabet'],
    [{ word: 'k', note: 'x'.repeat(501) }, 'note is too long'],
    [[], 'payload must be an object'],
  ])('%j is refused and not kept: %s', async (parameters, sentence) => {
    const { ask } = await start()
    expect(await ask('POST', '/requests', parameters)).toMatchObject({ status: 400, body: sentence })
    expect((await ask('GET', '/requests?all=true')).body).toEqual([])
  })

  test('are no more than 100 at a time of a key; the same word again takes the place of its earlier one', async () => {
    const { ask, newRequest, service } = await start()
    const [key, other] = [await newKey(service, 'synthesis'), await newKey(service, 'synthesis')]
    const [first] = await Promise.all(Array.from({ length: 100 }, (_, i) => newRequest({ word: `w${i}` }, key)))
    expect(await ask('POST', '/requests', { word: 'more' }, key)).toMatchObject({
      status: 429,
      body: '100 requests of this key are open; wait until some are approved or rejected',
    })
    expect((await ask('POST', '/requests', { word: 'W0', note: 'again' }, key)).status).toBe(202)
    expect((await ask('GET', '/requests', undefined, key)).body).toHaveLength(100)
    expect((await ask('POST', `/requests/${first}/reject`)).status).toBe(404)
    expect((await ask('POST', '/requests', { word: 'more' }, other)).status).toBe(202)
  })
})

describe('Dictionary additions: the operator', () => {
  test('approves a request, and the word is read so at once', async () => {
    const { ask, newRequest, service } = await start()
    const id = await newRequest({ word: 'nginx', pronunciation: 'engine x' })
    const judged = { id, status: 'added', judgedAt: NOW.toISOString(), keyId: expect.any(String) }
    expect(await ask('POST', `/requests/${id}/approve`)).toMatchObject({ status: 200, body: judged })
    expect(service.findEntry('NGINX')).toEqual({ spoken: 'engine x', phonemes: null })
    expect((await ask('GET', '/words')).body).toEqual([
      {
        word: 'nginx',
        language: 'eng',
        pronunciation: 'engine x',
        addedAt: NOW.toISOString(),
        addedBy: expect.stringMatching(/^[\da-f]{12}$/),
      },
    ])
  })

  test('approves with another pronunciation, or a bad one, which leaves the request open', async () => {
    const { ask, newRequest, service } = await start()
    const id = await newRequest({ word: 'blorb' })
    expect(await ask('POST', `/requests/${id}/approve`, { pronunciation: 'B2' })).toMatchObject({
      status: 400,
      body: 'phoneme "B2" at place 1 is not in ARPAbet',
    })
    expect(service.findEntry('blorb')).toBeUndefined()
    await ask('POST', `/requests/${id}/approve`, { pronunciation: 'B L AO1 R B' })
    expect(service.findEntry('blorb')?.phonemes).toEqual(['B', 'L', 'AO1', 'R', 'B'])
  })

  test('rejects a request', async () => {
    const { ask, newRequest, service } = await start()
    const id = await newRequest({ word: 'blorb' })
    expect(await ask('POST', `/requests/${id}/reject`)).toMatchObject({ status: 200, body: { status: 'rejected' } })
    expect((await ask('GET', '/requests')).body).toMatchObject([{ status: 'rejected', judgedAt: NOW.toISOString() }])
    expect(service.findEntry('blorb')).toBeUndefined()
  })

  test('judges each request once', async () => {
    const { ask, newRequest } = await start()
    const id = await newRequest({ word: 'blorb' })
    await ask('POST', `/requests/${id}/reject`)
    for (const verb of ['approve', 'reject']) {
      expect(await ask('POST', `/requests/${id}/${verb}`)).toMatchObject({
        status: 409,
        body: `request ${id} has been rejected already`,
      })
      expect(await ask('POST', `/requests/nobody/${verb}`)).toMatchObject({
        status: 404,
        body: 'no request has the id nobody',
      })
    }
  })

  test('sets a word at once, replaces it, and removes it', async () => {
    const { ask, service } = await start()
    const put = (pronunciation: string) => ask('PUT', '/words/Kafka', { pronunciation })
    expect(await put('K AA1 F K AH0')).toMatchObject({
      status: 200,
      body: { word: 'kafka', addedAt: NOW.toISOString() },
    })
    expect(service.findEntry('kafka')?.phonemes).toHaveLength(5)
    await put('calf car')
    expect(service.findEntry('Kafka’s')).toEqual({ spoken: "calf car's", phonemes: null })
    expect(await ask('DELETE', '/words/KAFKA')).toMatchObject({ status: 204, body: '' })
    expect(service.findEntry('kafka')).toBeUndefined()
    expect(await ask('DELETE', '/words/kafka')).toMatchObject({ status: 404, body: 'the word kafka was never added' })
  })

  test('sets words of other languages, each for texts in its own', async () => {
    const { ask, newRequest, service } = await start()
    const read = async (lang: string, text: string) => {
      const headers = { authorization: `Bearer ${TEST_KEY}` }
      const answer = await fetch(`${service.url}/textnorm`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ text, lang }),
      })
      return ((await answer.json()) as { normalized: string }).normalized
    }
    const put = (word: string, language: string, pronunciation: string) =>
      ask('PUT', `/words/${encodeURIComponent(word)}`, { pronunciation, language })
    expect(await put('TGV', 'fr', 'train rapide')).toMatchObject({
      status: 200,
      body: { word: 'tgv', language: 'fra' },
    })
    expect(await put('papá', 'spa', 'padre')).toMatchObject({ status: 200 })
    expect(await put('東雲', 'jpn', 'しののめ')).toMatchObject({ status: 200 })
    expect(await read('fra', 'Le TGV de 8 h 30.')).toBe('Le train rapide de huit heures trente.')
    expect(await read('spa', 'Mi papá vive en el TGV, la papa no.')).toBe('Mi padre vive en el T G V, la papa no.')
    expect(await read('jpn', '次は東雲駅です。')).toBe('次はしののめ駅です。')
    expect(await read('eng', 'The TGV.')).not.toContain('rapide')
    expect(await put('Kafka', 'fra', '/kafka/')).toMatchObject({ status: 200, body: { pronunciation: '/kafka/' } })
    expect(await put('Kafka', 'fra', 'K AA1 F K AH0')).toMatchObject({
      status: 400,
      body: 'pronunciation for language fra must be words, or IPA between slashes, as in "/ˈpasta/"',
    })
    expect(await put('東', 'jpn', '/hi/')).toMatchObject({
      status: 400,
      body: 'pronunciation for language jpn must be words',
    })
    expect(await put('x', 'tlh', 'y')).toMatchObject({ status: 400, body: /^Language tlh is not supported/ })
    expect(await ask('GET', '/words?language=fr')).toMatchObject({ body: [{ word: 'kafka' }, { word: 'tgv' }] })
    expect(await ask('POST', '/requests', { word: 'TGV', language: 'spa' })).toMatchObject({
      status: 400,
      body: 'pronunciation is required for language spa',
    })
    const id = await newRequest({ word: 'TGV', language: 'spa', pronunciation: 'te ge uve' })
    await ask('POST', `/requests/${id}/approve`)
    expect(await read('spa', 'El TGV.')).toBe('El te ge uve.')
    expect(await ask('DELETE', '/words/tgv')).toMatchObject({ status: 404, body: 'the word tgv was never added' })
    expect(await ask('DELETE', '/words/tgv?language=fra')).toMatchObject({ status: 204 })
    expect(await read('fra', 'Le TGV.')).toBe('Le T G V.')
    expect(await ask('DELETE', '/words/tgv?language=fra')).toMatchObject({
      status: 404,
      body: 'the word tgv was never added for language fra',
    })
  })

  test('searches the words, a page at a time', async () => {
    const { ask, service } = await start()
    for (const word of ['kafka', 'nginx', 'njord']) await ask('PUT', `/words/${word}`, { pronunciation: 'calf car' })
    const search = async (query: string) => {
      const headers = { authorization: `Bearer ${TEST_KEY}` }
      const answer = await fetch(`${service.url}/v1/dictionary/words?${query}`, { headers })
      if (answer.status !== 200) return [answer.status, await answer.text()]
      const words = (await answer.json()) as { word: string }[]
      return [words.map(({ word }) => word), answer.headers.get('x-total-count')]
    }
    expect(await search('search=N')).toEqual([['nginx', 'njord'], '2'])
    expect(await search('search=n&limit=1&offset=1')).toEqual([['njord'], '2'])
    expect(await search('limit=0')).toEqual([400, 'limit must be at least 1'])
    expect(await search('offset=x')).toEqual([400, 'offset must be a whole number'])
  })

  test('exports the entries as CSV and imports them, all or none', async () => {
    const { ask, service } = await start()
    const url = `${service.url}/v1/dictionary/words`
    const authorization = `Bearer ${TEST_KEY}`
    const put = async (body: string) => {
      const answer = await fetch(url, { method: 'PUT', headers: { authorization, 'content-type': 'text/csv' }, body })
      return [answer.status, await answer.text()]
    }
    expect(await put('word,pronunciation\r\nnginx,engine x\r\nKafka,K AA1 F K AH0\r\n')).toEqual([
      200,
      '{"imported":2}',
    ])
    expect(service.findEntry('nginx')?.spoken).toBe('engine x')
    expect(await put('word,pronunciation\nblorb,blore b\nbad?word,x\n')).toEqual([
      400,
      'line 3: character "?" at place 4 cannot be part of a word',
    ])
    expect(service.findEntry('blorb')).toBeUndefined()
    expect(await put(`word,pronunciation\n${'x'.repeat(2 ** 20)}`)).toEqual([413, 'request body is too large'])
    const exported = await fetch(url, { headers: { authorization, accept: 'text/csv' } })
    expect(exported.headers.get('content-type')).toMatch(/^text\/csv/)
    const csv = await exported.text()
    expect(csv.split('\r\n').slice(0, 2)).toEqual([
      'word,pronunciation,language,added_at,added_by',
      expect.stringMatching(/^kafka,K AA1 F K AH0,eng,2\d{3}-.*Z,[\da-f]{12}$/),
    ])
    await ask('DELETE', '/words/kafka')
    expect(await put(csv)).toEqual([200, '{"imported":2}'])
  })

  test.each(['C++', 'F#', '.NET', 'Los Feliz', 'TCP/IP', 'd’arc', 'Kraków', '東京', 'x'.repeat(60), '字'.repeat(60)])(
    'names the word %s in the path',
    async (word) => {
      const { ask, service } = await start()
      const path = `/words/${encodeURIComponent(word)}`
      expect((await ask('PUT', path, { pronunciation: 'W ER1 D' })).status).toBe(200)
      expect(service.findEntry(word)).toBeDefined()
      expect((await ask('DELETE', path)).status).toBe(204)
    },
  )

  test.each([
    ['/words/blorb', { pronunciation: 'B L XX1' }, 'phoneme "XX1" at place 3 is not in ARPAbet'],
    ['/words/blorb', {}, 'pronunciation is required'],
    ['/words/blorb', undefined, 'request body is required'],
    ['/words/two%20%7Bwords', { pronunciation: 'W ER1 D' }, 'character "{" at place 5 cannot be part of a word'],
    [`/words/${'x'.repeat(1000)}`, { pronunciation: 'W ER1 D' }, 'word is too long'],
  ])('is told what is wrong with PUT %s %j', async (path, body, sentence) => {
    const { ask } = await start()
    expect(await ask('PUT', path, body)).toMatchObject({ status: 400, body: sentence })
    expect((await ask('GET', '/words')).body).toEqual([])
  })

  test('sees which words speech was asked for with saveOovs', async () => {
    const { ask, service } = await start()
    await service.oovWords.count(new Map([['blorb', 2]]), NOW)
    expect(await ask('GET', '/saved')).toMatchObject({
      status: 200,
      body: [{ word: 'blorb', count: 2, lastSeenAt: NOW.toISOString() }],
    })
  })
})

describe('Dictionary additions: who may', () => {
  const forOperators: [string, string][] = [
    ['GET', '/requests?all=true'],
    ['POST', '/requests/x/approve'],
    ['POST', '/requests/x/reject'],
    ['GET', '/words'],
    ['PUT', '/words/x'],
    ['DELETE', '/words/x'],
    ['GET', '/saved'],
  ]
  test.each(forOperators)('%s %s takes a key with the role admin', async (method, path) => {
    const { ask, service } = await start()
    const key = await newKey(service, 'synthesis')
    expect(await ask(method, path, undefined, key)).toMatchObject({ status: 403, body: 'access forbidden' })
  })

  test.each([...forOperators, ['GET', '/requests'], ['POST', '/requests']])(
    '%s %s takes a key at all',
    async (method, path) => {
      const { ask } = await start()
      expect(await ask(method, path, undefined, 'wrong')).toMatchObject({ status: 401, body: 'invalid api key' })
    },
  )

  test('requests are for keys with the role synthesis', async () => {
    const { ask, service } = await start()
    const key = await newKey(service, 'admin')
    for (const method of ['GET', 'POST']) {
      expect(await ask(method, '/requests', undefined, key)).toMatchObject({ status: 403, body: 'access forbidden' })
    }
  })

  test.each([
    ['DELETE', '/requests', 'POST, GET, HEAD'],
    ['GET', '/requests/x/approve', 'POST'],
    ['PATCH', '/words', 'GET, HEAD, PUT'],
    ['POST', '/words/x%2Fy/', 'PUT, DELETE'],
  ])('%s %s is not allowed', async (method, path, allow) => {
    const { ask } = await start()
    expect(await ask(method, path)).toEqual({ status: 405, body: 'method not allowed', allow })
  })

  test('other paths are not found', async () => {
    const { ask } = await start()
    for (const path of ['', '/words/', '/requests/x', '/words/x/y']) {
      expect(await ask('DELETE', path)).toMatchObject(
        path === '/words/' ? { status: 405 } : { status: 404, body: 'not found' },
      )
    }
  })
})

describe('mistv2: saveOovs', () => {
  const BODY = { speaker: 'colin', modelId: 'mistv2', text: 'A blorb says {h1i}.', saveOovs: true }

  test('hands the words of the text on when it has been answered, without phonemes', async () => {
    const { service } = await start()
    await (await service.speech(BODY)).text()
    await expect.poll(() => service.oovTexts).toEqual(['A blorb says {h1i}.'])
    await (await service.speech({ ...BODY, phonemizeBetweenBrackets: true })).text()
    await expect.poll(() => service.oovTexts.at(-1)).toBe('A blorb says  .')
  })

  test.each([
    ['it is false', { saveOovs: false }],
    ['it is absent', { saveOovs: null }],
    ['the model has no such field', { modelId: 'mistv3' }],
    ['the text is not English', { lang: 'spa' }],
    ['the request is wrong', { speaker: 'nobody-at-all' }],
  ])('hands nothing on where %s', async (_why, differing) => {
    const { service } = await start()
    await (await service.speech({ ...BODY, ...differing })).text()
    await service.close()
    expect(service.oovTexts).toEqual([])
  })
})
