import { expect, test } from 'vitest'
import { startTestService, TEST_KEY } from './test-service.ts'

const textnorm = async (body: unknown, headers: Record<string, string> = { authorization: `Bearer ${TEST_KEY}` }) => {
  const { url } = await startTestService()
  const answer = await fetch(`${url}/textnorm`, { method: 'POST', headers, body: JSON.stringify(body) })
  const text = await answer.text()
  return { status: answer.status, type: answer.headers.get('content-type'), text }
}
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

test('Normalization: numbers of every kind are read as the contract’s example has them', async () => {
  expect(await normalized('1234 1,2,3,4 1-800-444-4141')).toBe(
    'one two three four, one, two, three, four, one, eight hundred, four four four, four one four one',
  )
})

test.each(['en', 'eng', null])('Normalization: lang %j is English', async (lang) => {
  expect((await textnorm({ text: 'Hello', lang })).status).toBe(200)
})

test.each(['es', 'jpn', 'xx'])('Normalization: lang %s is refused', async (lang) => {
  const { status, text } = await textnorm({ text: 'Hola', lang })
  expect([status, text]).toEqual([400, `Language ${lang} is not supported`])
})

test.each([
  [{}, 'text is required'],
  [{ text: 5 }, 'text must be a string'],
  [{ text: '' }, 'text must not be empty'],
  [[], 'payload must be an object'],
])('Normalization: %j is refused', async (body, message) => {
  const { status, text } = await textnorm(body)
  expect([status, text]).toEqual([400, message])
})

test('Authentication: normalization needs a key', async () => {
  expect(await textnorm({ text: 'Hello' }, {})).toMatchObject({ status: 401, text: 'Missing Authorization header' })
})
