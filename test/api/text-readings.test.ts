import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import '../property-seed.ts'
import { shareTestService, TEST_KEY, type TestService } from './test-service.ts'

const shared = shareTestService()

async function read({ url }: TestService, text: string, lang?: string) {
  const answer = await fetch(`${url}/v1/text/readings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TEST_KEY}` },
    body: JSON.stringify({ text, lang }),
  })
  const body = await answer.text()
  return { status: answer.status, body, tokens: answer.status === 200 ? JSON.parse(body).tokens : [] }
}

describe('O: /v1/text/readings', () => {
  test('lists the tokens with their kinds, and where each pronunciation comes from', async () => {
    const { tokens } = await read(await shared(), 'Dr. Blorbify owes me $7, spell(ab) & FBI.')
    const reported = tokens.map((token: { text: string; kind: string; spoken: { word: string; source: string }[] }) => [
      token.text,
      token.kind,
      token.spoken.map(({ word, source }) => `${word}/${source}`).join(' '),
    ])
    expect(reported).toMatchInlineSnapshot(`
      [
        [
          "Dr.",
          "abbreviation",
          "doctor/lexicon",
        ],
        [
          "Blorbify",
          "word",
          "Blorbify/spelled",
        ],
        [
          "owes",
          "word",
          "owes/lexicon",
        ],
        [
          "me",
          "word",
          "me/lexicon",
        ],
        [
          "$7",
          "number",
          "seven/lexicon dollars/lexicon",
        ],
        [
          ",",
          "punctuation",
          "",
        ],
        [
          "spell(ab)",
          "markup",
          "A/spelled B/spelled",
        ],
        [
          "&",
          "symbol",
          "and/lexicon",
        ],
        [
          "FBI",
          "abbreviation",
          "F/spelled B/spelled I/spelled",
        ],
        [
          ".",
          "punctuation",
          "",
        ],
      ]
    `)
  })

  test('gives homographs the pronunciation that synthesis gives them in their sentence', async () => {
    const { tokens } = await read(await shared(), 'They record a record. He lives near lives.')
    const reported = tokens
      .flatMap(({ spoken }: { spoken: { word: string; phonemes: string[]; sense: string | null }[] }) => spoken)
      .filter(({ sense }: { sense: string | null }) => sense !== null)
    expect(reported).toMatchObject([
      { word: 'record', phonemes: ['R', 'IH0', 'K', 'AO1', 'R', 'D'], sense: 'vrb' },
      { word: 'record', phonemes: ['R', 'EH1', 'K', 'ER0', 'D'], sense: 'nou' },
      { word: 'lives', sense: 'vrb' },
      { word: 'lives', sense: expect.any(String) },
    ])
  })

  test('leaves words in another script to its engine', async () => {
    const { tokens } = await read(await shared(), 'We met in Москва today.')
    const spoken = Object.fromEntries(
      tokens.map((token: { text: string; spoken: object[] }) => [token.text, token.spoken]),
    )
    expect(spoken.Москва).toMatchObject([{ word: 'Москва', phonemes: null, source: null }])
    expect(spoken.today).toMatchObject([{ phonemes: ['T', 'AH0', 'D', 'EY1'], source: 'lexicon' }])
  })

  test('names the pronunciations of the dictionary as such', async () => {
    const service = await shared({})
    const added = { addedAt: new Date(), addedBy: null }
    const entry = { word: 'kafka', language: 'eng' as const, pronunciation: 'K AA1 F K AH0', ...added }
    await service.dictionary.add([entry])
    await fetch(`${service.url}/v1/dictionary/words/other`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${TEST_KEY}` },
      body: JSON.stringify({ pronunciation: 'calf car' }),
    })
    const { tokens } = await read(service, 'Kafka')
    expect(tokens).toMatchObject([
      { text: 'Kafka', kind: 'word', spoken: [{ phonemes: ['K', 'AA1', 'F', 'K', 'AH0'], source: 'dictionary' }] },
    ])
  })

  test('leaves the pronunciation to the engine where the language has no lexicon', async () => {
    const { tokens } = await read(await shared(), '彼は東京にいる。', 'ja')
    expect(tokens.at(0)).toMatchObject({ text: '彼', kind: 'word', spoken: [{ phonemes: null, source: null }] })
    expect(tokens.at(-1)).toMatchObject({ text: '。', kind: 'punctuation', spoken: [] })
  })

  test('gives spans that are in order, inside the text, and of its characters', async () => {
    const service = await shared()
    const piece = fc.constantFrom(
      '$5',
      'Dr. ',
      'x',
      '🙂',
      ' ',
      '3.14',
      'spell(a1)',
      '\n',
      '—',
      'é',
      'https://a.b/c',
      '!',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 20 }), async (pieces) => {
        const text = pieces.join('')
        let last = 0
        for (const token of (await read(service, text)).tokens) {
          expect(token.start).toBeGreaterThanOrEqual(last)
          expect(token.text).toBe(text.slice(token.start, token.end))
          last = token.end
        }
        expect(last).toBeLessThanOrEqual(text.length)
      }),
      { numRuns: 60 },
    )
  })

  test('is for texts of at most 4,000 characters', async () => {
    const service = await shared()
    expect((await read(service, '🙂'.repeat(4000))).status).toBe(200)
    expect(await read(service, 'a'.repeat(4001))).toMatchObject({ status: 413, body: 'text is too long' })
    expect((await read(service, 'x', 'xx')).status).toBe(400)
  })
})

test('O: /v1/catalogue lists every voice with the engine that speaks it', async () => {
  const { url } = await shared()
  const answer = await fetch(`${url}/v1/catalogue`)
  const { voices } = (await answer.json()) as { voices: Record<string, unknown>[] }
  expect(voices.length).toBeGreaterThan(400)
  expect(voices.find(({ model, speaker }) => model === 'coda' && speaker === 'luna')).toMatchObject({
    language: 'eng',
    gender: 'Female',
    flagship: expect.any(Boolean),
    pitchHz: expect.any(Number),
    timbre: { formantRatio: expect.any(Number), brightnessDb: expect.any(Number) },
  })
  const etag = answer.headers.get('etag') ?? ''
  expect((await fetch(`${url}/v1/catalogue`, { headers: { 'if-none-match': etag } })).status).toBe(304)
})
