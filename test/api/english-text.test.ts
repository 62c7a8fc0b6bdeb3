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

describe.each([
  ['Coverage', '/oov', oov],
  ['Normalization', '/textnorm', textnorm],
])('%s', (_rule, path, askFor) => {
  test.each(['en', 'eng', null])('lang %j is English', async (lang) => {
    expect((await askFor({ text: 'Hello', lang })).status).toBe(200)
  })

  test.each(['es', 'jpn', 'xx'])('lang %s is refused', async (lang) => {
    const { status, text } = await askFor({ text: 'Hola', lang })
    expect([status, text]).toEqual([400, `Language ${lang} is not supported\nsupported languages: eng`])
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
      answerText: (_question, _text, ofClient) => {
        signal = ofClient
        return new Promise(() => {})
      },
    })
    const leaving = new AbortController()
    const request = fetch(url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${TEST_KEY}` },
      body: JSON.stringify({ text: 'Hello' }),
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
