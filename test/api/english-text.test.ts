import { describe, expect, test } from 'vitest'
import { shareTestService, startTestService, TEST_KEY } from './test-service.ts'

const startService = shareTestService()
const ask =
  (path: '/oov' | '/textnorm') =>
  async (body: unknown, headers: Record<string, string> = { authorization: `Bearer ${TEST_KEY}` }) => {
    const { url } = await startService()
    const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    const text = await answer.text()
    return { status: answer.status, type: answer.headers.get('content-type'), text }
  }
const oov = ask('/oov')
const textnorm = ask('/textnorm')

test.each([
  ['This is just a testt. This, is, also, a, testtt', ['testt', 'testtt']],
  ['hello kubectl blorbify', ['kubectl', 'blorbify']],
  ['hello world', []],
  ['Call 1-800-444-4141, or someone@blorb.com, by 10/12/2024', []],
])('Coverage: of %j the dictionary lacks %j', async (text, words) => {
  const answer = await oov({ text })
  expect([answer.status, answer.type, JSON.parse(answer.text)]).toEqual([
    200,
    expect.stringMatching(/^application\/json/),
    words,
  ])
})

test('Coverage: a word is covered from the moment it is added', async () => {
  const { url } = await startTestService()
  const call = (method: string, path: string, body: unknown) =>
    fetch(`${url}${path}`, { method, headers: { authorization: `Bearer ${TEST_KEY}` }, body: JSON.stringify(body) })
  const lacking = async () => (await call('POST', '/oov', { text: 'Ask kubectl, or kubectl’s blorb' })).json()
  expect(await lacking()).toEqual(['kubectl', 'kubectl’s', 'blorb'])
  await call('PUT', '/v1/dictionary/words/kubectl', { pronunciation: 'cube control' })
  expect(await lacking()).toEqual(['blorb'])
})

/** Spacing around commas is free. */
const normalized = async (text: string) =>
  (JSON.parse((await textnorm({ text })).text) as { normalized: string }).normalized.replaceAll(/ *, */g, ', ')

test('Normalization: answers the text as it is read', async () => {
  const { status, type, text } = await textnorm({ text: 'Hello there.' })
  expect([status, type, JSON.parse(text)]).toEqual([
    200,
    expect.stringMatching(/^application\/json/),
    { normalized: 'Hello there.' },
  ])
})

test('Normalization: what ends a sentence without a mark is shown as the full stop that synthesis pauses for', async () => {
  expect(await normalized('You need:\n- Milk\n- 2 eggs\n\nThat is all')).toBe('You need: Milk. two eggs. That is all')
})

test('Normalization: numbers of every kind are read as the contract’s example has them', async () => {
  expect(await normalized('1234 1,2,3,4 1-800-444-4141')).toBe(
    'one two three four, one, two, three, four, one, eight hundred, four four four, four one four one',
  )
})

test.each(['es', 'jpn'])('Coverage: lang %s is refused', async (lang) => {
  const { status, text } = await oov({ text: 'Hola', lang })
  expect([status, text]).toEqual([400, `Language ${lang} is not supported\nsupported languages: eng`])
})

test.each([
  ['es', 'Son 1.500 €.', 'Son mil quinientos euros.'],
  ['es-MX', 'El índice es 1.500.', 'El índice es uno punto cinco cero cero.'],
  ['de', 'Am 3. Oktober', 'Am dritten Oktober'],
  ['fra', '21 places', 'vingt et une places'],
  ['pt-BR', 'R$ 49,90', 'quarenta e nove reais e noventa centavos'],
  ['hi', '₹500', 'पाँच सौ रुपये'],
  ['ar', '50%', 'خمسون بالمئة'],
  ['ja', '3回目', '三回目'],
])('Normalization: lang %s reads %j by the rules of its language and country', async (lang, text, spoken) => {
  const answer = await textnorm({ text, lang })
  expect([answer.status, JSON.parse(answer.text)]).toEqual([200, { normalized: spoken }])
})

test('Normalization: a long text in another language is read the same in the thread for long texts', async () => {
  const answer = await textnorm({ text: 'Son 1.500 €. '.repeat(1000), lang: 'es' })
  expect(JSON.parse(answer.text)).toEqual({ normalized: Array(1000).fill('Son mil quinientos euros.').join(' ') })
})

describe.each([
  ['Coverage', '/oov', oov],
  ['Normalization', '/textnorm', textnorm],
])('%s', (_rule, path, askFor) => {
  test.each(['en', 'eng', null])('lang %j is English', async (lang) => {
    expect((await askFor({ text: 'Hello', lang })).status).toBe(200)
  })

  test('a language that is not known is refused', async () => {
    const { status, text } = await askFor({ text: 'Hola', lang: 'xx' })
    expect([status, text.split('\n')[0]]).toEqual([400, 'Language xx is not supported'])
  })

  test.each([
    [{}, 'text is required'],
    [{ text: 5 }, 'text must be a string'],
    [{ text: '' }, 'text must not be empty'],
    [[], 'payload must be an object'],
  ])('%j is refused', async (body, message) => {
    const { status, text } = await askFor(body)
    expect([status, text]).toEqual([400, message])
  })

  test('O: a text past the limit of its own is refused with 413, one that is as long is not', async () => {
    const { url } = await startTestService({ limits: { maxNormalizedLength: 5000, maxTextLength: 3 } })
    const ask = (text: string) =>
      fetch(url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${TEST_KEY}` },
        // As long as JSON can make it.
        body: `{"text":"${text.replaceAll(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)}"}`,
      })
    expect((await ask('😀'.repeat(5000))).status).toBe(200)
    const longer = await ask('😀'.repeat(5001))
    expect([longer.status, await longer.text()]).toEqual([413, 'text is too long'])
  })

  test('a client that leaves ends the work on its text', async () => {
    let signal: AbortSignal | undefined
    const { url } = await startTestService({
      answerLongText: (_question, _text, ofClient) => {
        signal = ofClient
        return new Promise(() => {})
      },
    })
    const leaving = new AbortController()
    const request = fetch(url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${TEST_KEY}` },
      body: JSON.stringify({ text: 'Hello. '.repeat(1000) }),
      signal: leaving.signal,
    })
    await expect.poll(() => signal?.aborted).toBe(false)
    leaving.abort()
    await expect(request).rejects.toThrow()
    await expect.poll(() => signal?.aborted).toBe(true)
  })

  test('Authentication: a key is needed', async () => {
    expect(await askFor({ text: 'Hello' }, {})).toMatchObject({ status: 401, text: 'Missing Authorization header' })
  })
})
