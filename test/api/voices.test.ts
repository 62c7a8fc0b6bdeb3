import { describe, expect, test } from 'vitest'
import { voiceDetailsSchema, voiceNamesSchema } from '../../src/protocols/voices/voice-listings.ts'
import { shareTestService } from './test-service.ts'

const NAMES = '/data/voices/all-v2.json'
const DETAILS = '/data/voices/voice_details.json'

const startService = shareTestService()

async function get(path: string, headers: Record<string, string> = {}) {
  const { url } = await startService()
  return fetch(url + path, { headers })
}

const names = async () => voiceNamesSchema.parse(await (await get(NAMES)).json())
const details = async () =>
  voiceDetailsSchema
    .strict()
    .array()
    .parse(await (await get(DETAILS)).json())

test.each([NAMES, DETAILS])('Voices: %s is public, and cheap to ask for again', async (path) => {
  const answer = await get(path)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
  const etag = answer.headers.get('etag') ?? ''
  const again = await get(path, { 'if-none-match': etag })
  expect([again.status, await again.text()]).toEqual([304, ''])
  expect((await get(path, { 'if-none-match': '"another"' })).status).toBe(200)
})

test('Voices: a listing may be asked for its headers alone', async () => {
  const { url } = await startService()
  const answer = await fetch(url + NAMES, { method: 'HEAD' })
  expect([answer.status, await answer.text()]).toEqual([200, ''])
})

test('Voices: all-v2.json has coda with the contract’s counts, and after them languages of our own', async () => {
  const { coda } = await names()
  const counts = Object.entries(coda).map(([language, speakers]) => [language, speakers.length])
  expect(counts.slice(8).map(([language]) => language)).toEqual(['ita', 'nld'])
  expect(counts.slice(0, 8)).toEqual([
    ['eng', 121],
    ['spa', 25],
    ['jpn', 10],
    ['por', 8],
    ['ger', 7],
    ['ara', 6],
    ['fra', 5],
    ['hin', 2],
  ])
})

test('Voices: all-v2.json lists the languages of each model, and every speaker once', async () => {
  const listing = await names()
  expect(Object.keys(listing)).toEqual(['coda', 'arcana', 'mistv3', 'mistv2'])
  expect(Object.keys(listing.mistv3).sort()).toEqual(['eng', 'fra', 'ger', 'spa'])
  for (const speakers of Object.values(listing).flatMap((languages) => Object.values(languages))) {
    expect(new Set(speakers).size).toBe(speakers.length)
  }
})

describe('Voices: voice_details.json', () => {
  test('has the fields in the contract’s order', async () => {
    const order = 'speaker gender age country dialect demographic genre styles modelId lang language flagship'.split(
      ' ',
    )
    const voices = await details()
    for (const voice of voices) expect(Object.keys(voice)).toEqual(order.filter((name) => name in voice))
    expect(voices.some((voice) => voice.styles)).toBe(true)
  })

  test('names the voices of all-v2.json', async () => {
    const listed = Object.entries(await names()).flatMap(([model, languages]) =>
      Object.entries(languages).flatMap(([language, speakers]) =>
        speakers.map((name) => `${model} ${language} ${name}`),
      ),
    )
    const described = (await details()).map(({ modelId, lang, speaker }) => `${modelId} ${lang} ${speaker}`)
    expect(described.sort()).toEqual(listed.sort())
  })

  test('gives every voice a gender, an age and a country, and half to a third of coda’s the rest', async () => {
    const voices = await details()
    for (const voice of voices) expect([voice.gender, voice.age, voice.country]).not.toContain('')
    const coda = voices.filter((voice) => voice.modelId === 'coda')
    for (const field of ['dialect', 'demographic', 'genre', 'styles'] as const) {
      const share = coda.filter((voice) => (voice[field] ?? '').length > 0).length / coda.length
      expect(share, field).toBeGreaterThan(0.3)
      expect(share, field).toBeLessThan(0.55)
    }
  })

  test('gives as many of coda’s voices styles as a dialect', async () => {
    const coda = (await details()).filter((voice) => voice.modelId === 'coda')
    const shareOf = (field: 'dialect' | 'styles') =>
      coda.filter((voice) => (voice[field] ?? '').length > 0).length / coda.length
    expect(shareOf('styles')).toBeCloseTo(shareOf('dialect'), 2)
  })

  test('gives every speaker of coda exactly one language', async () => {
    const coda = (await details()).filter((voice) => voice.modelId === 'coda')
    expect(new Set(coda.map((voice) => voice.speaker)).size).toBe(coda.length)
  })

  test('has 56 of the 64 flagship voices of arcana on coda', async () => {
    const voices = await details()
    const flagships = voices.filter((voice) => voice.modelId === 'arcana' && voice.flagship)
    const onCoda = flagships.filter(({ speaker }) => voices.some((v) => v.modelId === 'coda' && v.speaker === speaker))
    expect([flagships.length, onCoda.length]).toEqual([64, 56])
  })

  test('calls languages by their English names', async () => {
    const pairs = new Set((await details()).map(({ lang, language }) => `${lang} ${language}`))
    expect([...pairs].sort()).toEqual([
      'ara Arabic',
      'eng English',
      'fra French',
      'ger German',
      'heb Hebrew',
      'hin Hindi',
      'ita Italian',
      'jpn Japanese',
      'nld Dutch',
      'por Portuguese',
      'sin Sinhala',
      'spa Spanish',
      'tam Tamil',
    ])
  })

  test('has other Hindi names on coda than on arcana', async () => {
    const hindi = (await details()).filter((voice) => voice.lang === 'hin')
    const on = (model: string) => hindi.filter((voice) => voice.modelId === model).map((voice) => voice.speaker)
    expect([on('arcana').sort(), on('coda').sort()]).toEqual([
      ['anaya', 'anil', 'arya'],
      ['nadi', 'taru'],
    ])
  })
})

test('Voices: every speaker that a model lists can be asked to speak on it', async () => {
  const service = await startService({ deployment: 'onprem' })
  for (const { speaker, modelId, lang } of await details()) {
    const answer = await service.speech({ text: 'a', speaker, modelId, lang })
    await answer.arrayBuffer()
    expect([speaker, answer.status]).toEqual([speaker, 200])
  }
})
