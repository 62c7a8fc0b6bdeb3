import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { audioOf, casesOf, json, openV1 } from './api/v1-client.ts'
import { AUTHORIZATION, openWholeService, startWholeService, TONE_THREAD } from './whole-service.ts'

interface Timestamps {
  readonly spans: readonly { readonly text: string; readonly start: string; readonly end: string }[]
}

describe('Rime v1 in front of the engines', () => {
  const VOICE = { speaker: 'luna', audioParameters: { audioFormat: 'audio/pcm', samplingRate: 24_000 } }

  let service: Awaited<ReturnType<typeof openWholeService>>
  beforeAll(async () => {
    service = await openWholeService()
  })
  afterAll(() => service.remove())

  test('words are told as they are read, within the audio', async () => {
    const { send, finished } = await openV1(service, { headers: AUTHORIZATION, subprotocols: ['rime.v1.binary'] })
    send({ contextId: 'a', start: { ...VOICE, timestamps: { enable: true }, text: 'It costs $25. Really.' } })
    const events = await finished('a')
    const done = events.at(-1)
    const { timestamps } = (done && (json(done) as unknown as { done: { timestamps: Timestamps } }).done) as {
      timestamps: Timestamps
    }
    expect(timestamps.spans.map(({ text }) => text).join(' ')).toBe('It costs twenty five dollars Really')
    const seconds = audioOf(events).length / 48_000
    let before = 0
    for (const { start: from, end } of timestamps.spans) {
      expect(Number.parseFloat(from)).toBeGreaterThanOrEqual(before)
      expect(Number.parseFloat(end)).toBeGreaterThan(Number.parseFloat(from))
      before = Number.parseFloat(from)
    }
    expect(Number.parseFloat(timestamps.spans.at(-1)?.end ?? '')).toBeLessThanOrEqual(seconds)
  })

  test('a custom lexicon changes what is heard', async () => {
    const { send, finished } = await openV1(service, { path: '/mistv3/ws', headers: AUTHORIZATION })
    const say = async (contextId: string, text: string, customLexicon: object[] = []) => {
      send({ contextId, start: { ...VOICE, customLexicon, text } })
      return audioOf(await finished(contextId))
    }
    const plain = await say('a', 'A cache is full.')
    const own = await say('b', 'A Cache is full.', [{ spelling: 'cache', pronunciation: '"kA.t@' }])
    const given = await say('c', 'A kotta is full.', [{ spelling: 'kotta', pronunciation: '"k A t @' }])
    expect(Buffer.compare(own, plain)).not.toBe(0)
    expect(Buffer.compare(own, given)).toBe(0)
  })

  test('a thousand contexts are open on a hundred connections, and each speaks', { timeout: 240_000 }, async () => {
    const tones = await startWholeService({ HOARFROST_WORKERS: '2', HOARFROST_MAX_WAIT_MS: 'unlimited' }, TONE_THREAD)
    const clients = await Promise.all(
      Array.from({ length: 100 }, () => openV1(tones, { headers: AUTHORIZATION, subprotocols: ['rime.v1.binary'] })),
    )
    const ids = Array.from({ length: 10 }, (_, i) => `c${i}`)
    for (const { send } of clients) for (const contextId of ids) send({ contextId, start: VOICE })
    await Promise.all(clients.map(({ until }) => until((all) => all.length === 1 + ids.length)))
    for (const contextId of ids) {
      for (const { send } of clients) {
        send({ contextId, text: 'Yes.' })
        send({ contextId, end: {} })
      }
      const events = await Promise.all(clients.map(({ finished }) => finished(contextId)))
      for (const each of events) expect(casesOf(each)).toEqual(['started', 'audio', 'done'])
    }
  })
})
