import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ApiKey } from '../../src/core/api-key.ts'
import type { DictionaryEntry, DictionaryRequest } from '../../src/core/dictionary.ts'
import { ENCODING, type Job, type JobPart } from '../../src/core/job.ts'
import type { Language } from '../../src/core/language.ts'
import type { Store } from '../../src/core/store.ts'

/** Where one test keeps its rows. */
export interface StorePlace {
  /** Opens another store on the same rows. */
  open(): Promise<Store>
  /** Runs a module in another process, with a `store` of its own on the same rows. */
  runWithStore(body: string): ChildProcess & { readonly stdout: Readable }
  remove(): Promise<void>
}

const NOW = new Date('2026-01-02T03:04:05.678Z')
const TOMORROW = new Date('2026-01-03T03:04:05.678Z')
const apiKey = (id: string, differing: Partial<ApiKey> = {}): ApiKey => ({
  id,
  name: '',
  hash: id.repeat(5),
  roles: ['synthesis'],
  createdAt: NOW,
  expiresAt: null,
  revokedAt: null,
  maxConcurrent: null,
  limits: {},
  lastUsedAt: null,
  ...differing,
})
const entry = (word: string, pronunciation = 'N UW1', language: Language = 'eng'): DictionaryEntry => ({
  word,
  language,
  pronunciation,
  addedAt: NOW,
  addedBy: 'key',
})
const request = (id: string, differing: Partial<DictionaryRequest> = {}): DictionaryRequest => ({
  id,
  word: `word-${id}`,
  language: 'eng',
  pronunciation: 'W ER1 D',
  isPredicted: false,
  note: '',
  keyId: 'key',
  requestedAt: NOW,
  due: TOMORROW,
  status: 'requested',
  judgedAt: null,
  ...differing,
})

const job = (id: string, differing: Partial<Job> = {}): Job => ({
  id,
  name: null,
  keyId: 'key',
  state: 'queued',
  settings: '{}',
  idempotencyKey: null,
  digest: 'digest',
  characters: 20,
  charactersDone: 0,
  createdAt: NOW,
  startedAt: null,
  endedAt: null,
  error: null,
  pace: null,
  pacedAt: null,
  ...differing,
})
const LEASE_MS = 60_000
const PARTS: readonly JobPart[] = Array.from({ length: 1100 }, (_, part) => ({
  part,
  chapter: 1 + Math.floor(part / 600),
  title: 'One',
  text: `text ${part}`,
  characters: 10,
  settings: null,
  pauseAfterMs: 500,
}))

/** The contract of all stores. */
export function describeStore(name: string, createPlace: () => Promise<StorePlace>): void {
  let place: StorePlace
  let store: Store
  beforeEach(async () => {
    place = await createPlace()
    store = await place.open()
  })
  afterEach(async () => {
    await store[Symbol.asyncDispose]()
    await place.remove()
  })
  const reopen = async () => {
    await store[Symbol.asyncDispose]()
    store = await place.open()
  }
  const findKey = async (id: string, from = store) => (await from.apiKeys.find([id]))[0]

  describe(`webhooks in ${name}`, () => {
    const WEBHOOK = { url: 'https://example.com/hooks', secret: 'whsec_x' }
    const later = (seconds: number) => new Date(NOW.getTime() + 1000 * seconds)
    const claim = (seconds: number) => store.webhooks.claim(later(seconds), later(seconds + 60))

    test('are due when their jobs end, for one sender at a time, also after the store was opened again', async () => {
      await store.jobs.add(job('aaa'), [], 10, WEBHOOK)
      await store.jobs.add(job('bbb'), [], 10)
      const waiting = { ...WEBHOOK, jobId: 'aaa', keyId: 'key', state: 'waiting', attempts: 0, status: null }
      expect(await store.webhooks.find('aaa')).toEqual(waiting)
      expect(await store.webhooks.find('bbb')).toBeUndefined()
      expect(await claim(1)).toBeUndefined()
      await store.jobs.end('aaa', { state: 'done', error: null, endedAt: NOW })
      await store.jobs.end('bbb', { state: 'done', error: null, endedAt: NOW })
      const claims = await Promise.all([claim(1), claim(1), claim(1)])
      expect(claims.filter((one) => one !== undefined)).toEqual([{ ...waiting, state: 'due', attempts: 1 }])
      await reopen() // its sender was killed
      expect(await claim(60)).toBeUndefined()
      expect(await claim(61)).toEqual({ ...waiting, state: 'due', attempts: 2 })
    })

    test('are sent again when that is due, until they are delivered, and keep no secret then', async () => {
      await store.jobs.add(job('aaa'), [], 10, WEBHOOK)
      await store.jobs.end('aaa', { state: 'failed', error: 'why', endedAt: NOW })
      await claim(0)
      await store.webhooks.record('aaa', { status: 500, outcome: { nextAt: later(5) } })
      expect(await claim(4)).toBeUndefined()
      expect(await claim(5)).toMatchObject({ attempts: 2, status: 500, secret: WEBHOOK.secret })
      await store.webhooks.record('aaa', { status: 204, outcome: 'delivered' })
      expect(await store.webhooks.find('aaa')).toMatchObject({ state: 'delivered', status: 204, secret: null })
      expect(await claim(3600)).toBeUndefined()
      await store.jobs.remove('aaa')
      expect(await store.webhooks.find('aaa')).toBeUndefined()
    })

    test('are left to others by their keys and by the beginnings of their URLs', async () => {
      for (const [id, keyId, url] of [
        ['aaa', 'one', 'https://a.example/x'],
        ['bbb', 'one', 'https://b.example/https://a.example/'],
        ['ccc', 'two', 'https://a.example/y'],
      ] as const) {
        await store.jobs.add(job(id, { keyId }), [], 10, { url, secret: null })
        await store.jobs.end(id, { state: 'done', error: null, endedAt: NOW })
      }
      const claim = async (urlStarts: readonly string[], keyIds: readonly string[]) =>
        (await store.webhooks.claim(later(1), later(61), { urlStarts, keyIds }))?.jobId
      expect(await claim(['https://a.example/', 'https://b.example/'], [])).toBeUndefined()
      expect(await claim(['https://a.example/'], ['one'])).toBeUndefined()
      expect(await claim(['https://a.example/'], ['two'])).toBe('bbb')
      expect(await claim([], ['one'])).toBe('ccc')
      expect(await claim([], [])).toBe('aaa')
    })
  })

  describe(`jobs in ${name}`, () => {
    test('come back as they were added, with all their parts, after the store was opened again', async () => {
      const full = job('aaa', { name: 'Söngvar – 歌 🎵', idempotencyKey: 'once' })
      expect(await store.jobs.add(full, PARTS, 10)).toEqual(full)
      await reopen()
      expect(await store.jobs.find('aaa')).toEqual(full)
      expect(await store.jobs.find('bbb')).toBeUndefined()
      const parts = PARTS.map(({ text: _, settings: __, ...part }) => ({ ...part, samples: null }))
      expect(await store.jobs.parts('aaa')).toEqual(parts)
      expect(await store.jobs.part('aaa', 1099)).toEqual(PARTS[1099])
      expect(await store.jobs.part('aaa', 1100)).toBeUndefined()
    })

    test('of one idempotency key of a key are one', async () => {
      const first = job('aaa', { idempotencyKey: 'once' })
      await store.jobs.add(first, [], 10)
      expect(await store.jobs.add(job('bbb', { idempotencyKey: 'once' }), PARTS, 10)).toEqual(first)
      expect(await store.jobs.add(job('ccc', { idempotencyKey: 'once', keyId: 'other' }), [], 10)).toBeDefined()
      expect((await store.jobs.list(null, 10)).map(({ id }) => id)).toEqual(['aaa', 'ccc'])
    })

    test('that have not ended are limited for each key', async () => {
      await store.jobs.add(job('aaa'), [], 1)
      expect(await store.jobs.add(job('bbb'), PARTS, 1)).toBeUndefined()
      expect(await store.jobs.add(job('ccc', { keyId: 'other' }), [], 1)).toBeDefined()
      await store.jobs.end('aaa', { state: 'done', error: null, endedAt: NOW })
      expect(await store.jobs.add(job('bbb'), [], 1)).toBeDefined()
    })

    test('count each finished part once, though it is spoken again when its audio was lost', async () => {
      await store.jobs.add(job('aaa'), PARTS.slice(0, 2), 10)
      await store.jobs.claim('one', LEASE_MS, NOW)
      expect(await store.jobs.finishPart('aaa', 1, 24_000_000_000, TOMORROW)).toBe(true)
      expect(await store.jobs.finishPart('aaa', 1, 1, TOMORROW)).toBe(false)
      expect(await store.jobs.find('aaa')).toMatchObject({ state: 'running', startedAt: NOW, charactersDone: 10 })
      expect(await store.jobs.parts('aaa')).toMatchObject([{ samples: null }, { samples: 24_000_000_000 }])
      await store.jobs.forgetPart('aaa', 1)
      expect(await store.jobs.find('aaa')).toMatchObject({ charactersDone: 10 })
      expect(await store.jobs.finishPart('aaa', 1, 2, TOMORROW)).toBe(true)
      expect(await store.jobs.find('aaa')).toMatchObject({ charactersDone: 10 })
      await store.jobs.end('aaa', { state: 'cancelled', error: null, endedAt: NOW })
      expect(await store.jobs.finishPart('aaa', 0, 2, TOMORROW)).toBe(false)
      expect(await store.jobs.finishPart('bbb', 0, 2, TOMORROW)).toBe(false)
    })

    test('know how fast their parts are spoken', async () => {
      const atSecond = (seconds: number) => new Date(NOW.getTime() + 1000 * seconds)
      await store.jobs.add(job('aaa'), PARTS.slice(0, 30), 10)
      await store.jobs.claim('one', LEASE_MS, NOW)
      for (let part = 0; part < 30; part++) await store.jobs.finishPart('aaa', part, 1, atSecond(2 * part + 2))
      expect(await store.jobs.find('aaa')).toMatchObject({ pace: expect.closeTo(5), pacedAt: atSecond(60) })
    })

    test('are worked on by one server at a time, part by part, then the encoding', async () => {
      await store.jobs.add(job('aaa'), PARTS.slice(0, 2), 10)
      const claim = (server: string) => store.jobs.claim(server, LEASE_MS, NOW)
      expect(await claim('one')).toEqual({ jobId: 'aaa', part: 0, attempt: 1, isFirst: true })
      expect(await claim('other')).toEqual({ jobId: 'aaa', part: 1, attempt: 1, isFirst: false })
      expect(await claim('one')).toBeUndefined()
      expect(await store.jobs.renew('one', LEASE_MS)).toEqual([{ jobId: 'aaa', part: 0 }])
      await store.jobs.finishPart('aaa', 0, 1, NOW)
      expect(await store.jobs.renew('one', LEASE_MS)).toEqual([])
      expect(await claim('one')).toBeUndefined()
      await store.jobs.finishPart('aaa', 1, 1, NOW)
      expect(await claim('one')).toMatchObject({ part: ENCODING, isFirst: false })
      expect(await claim('other')).toBeUndefined()
      await store.jobs.end('aaa', { state: 'done', error: null, endedAt: NOW })
      expect([await claim('one'), await store.jobs.renew('one', LEASE_MS)]).toEqual([undefined, []])
    })

    test('have work that is free again when it was given back, failed or belonged to a server that died', async () => {
      await store.jobs.add(job('aaa'), PARTS.slice(0, 1), 10)
      const claim = (server: string, leaseMs = LEASE_MS) => store.jobs.claim(server, leaseMs, NOW)
      await claim('one')
      await store.jobs.release('other')
      expect(await claim('other')).toBeUndefined()
      await store.jobs.release('one')
      expect(await claim('one')).toMatchObject({ part: 0, attempt: 1 })
      await store.jobs.retry('one', { jobId: 'aaa', part: 0 }, LEASE_MS)
      expect([await claim('other'), await store.jobs.renew('one', LEASE_MS)]).toEqual([undefined, []])
      await store.jobs.release('') // as after the time
      expect(await claim('one')).toMatchObject({ attempt: 1 })
      await store.jobs.retry('one', { jobId: 'aaa', part: 0 }, -1)
      expect(await claim('dying', -1)).toMatchObject({ part: 0, attempt: 2 })
      expect(await claim('other')).toMatchObject({ part: 0, attempt: 3 })
      expect(await store.jobs.renew('dying', LEASE_MS)).toEqual([])
    })

    test('of several keys take turns, those of one key in order', async () => {
      await store.jobs.add(job('aaa', { keyId: 'many' }), PARTS.slice(0, 3), 10)
      await store.jobs.add(job('bbb', { keyId: 'many', createdAt: TOMORROW }), PARTS.slice(0, 1), 10)
      await store.jobs.add(job('ccc', { keyId: 'few', createdAt: TOMORROW }), PARTS.slice(0, 2), 10)
      const order: string[] = []
      for (let i = 0; i < 6; i++) {
        const work = await store.jobs.claim('one', LEASE_MS, NOW)
        order.push(`${work?.jobId}${work?.part}`)
      }
      expect(order).toEqual(['aaa0', 'ccc0', 'aaa1', 'ccc1', 'aaa2', 'bbb0'])
    })

    test('give each piece of work to one of many servers that ask at once', async () => {
      await store.jobs.add(job('aaa'), PARTS.slice(0, 20), 10)
      await using other = await place.open()
      const claims = await Promise.all(
        Array.from({ length: 20 }, (_, i) => (i % 2 ? store : other).jobs.claim(`server ${i}`, LEASE_MS, NOW)),
      )
      expect(claims.map((claim) => claim?.part).toSorted((a = 0, b = 0) => a - b)).toEqual(Array.from(Array(20).keys()))
      expect(claims.filter((claim) => claim?.isFirst)).toHaveLength(1)
    })

    test('end once, and their texts are forgotten', async () => {
      await store.jobs.add(job('aaa'), PARTS.slice(0, 2), 10)
      await store.jobs.add(job('bbb', { createdAt: TOMORROW }), [], 10)
      expect(await store.jobs.end('aaa', { state: 'failed', error: 'why', endedAt: NOW })).toBe(true)
      expect(await store.jobs.end('aaa', { state: 'done', error: null, endedAt: TOMORROW })).toBe(false)
      expect(await store.jobs.find('aaa')).toMatchObject({ state: 'failed', error: 'why', endedAt: NOW })
      expect(await store.jobs.part('aaa', 0)).toMatchObject({ text: '' })
      expect(await store.jobs.endedBefore(TOMORROW)).toEqual(['aaa'])
      expect(await store.jobs.endedBefore(NOW)).toEqual([])
      await store.jobs.remove('aaa')
      expect((await store.jobs.list('key', 10)).map(({ id }) => id)).toEqual(['bbb'])
      expect(await store.jobs.parts('aaa')).toEqual([])
    })
  })

  describe(`keys in ${name}`, () => {
    test('come back as they were added, also after the store was closed and opened again', async () => {
      const full = apiKey('aaa', {
        name: "d'Arc; --",
        roles: ['synthesis', 'admin'],
        expiresAt: TOMORROW,
        maxConcurrent: 3,
        limits: { sockets: 2, charactersPerMinute: 1000 },
      })
      await store.apiKeys.add(full)
      await store.apiKeys.add(apiKey('bbb'))
      expect(await findKey('aaa')).toEqual(full)
      await reopen()
      expect(await store.apiKeys.list()).toEqual([full, apiKey('bbb')])
    })

    test('are found by their ids, those that there are', async () => {
      const ids = Array.from({ length: 1234 }, (_, i) => `k${i}`)
      for (const id of ['k1', 'k600', 'k1200', 'x']) await store.apiKeys.add(apiKey(id))
      const found = await store.apiKeys.find(ids)
      expect(found.map(({ id }) => id).toSorted()).toEqual(['k1', 'k1200', 'k600'])
      expect(await store.apiKeys.find([])).toEqual([])
    })

    test('that are revoked keep the time at which they first were', async () => {
      await store.apiKeys.add(apiKey('aaa'))
      expect(await store.apiKeys.revoke('aaa', NOW)).toBe(true)
      expect(await store.apiKeys.revoke('aaa', TOMORROW)).toBe(true)
      expect((await findKey('aaa'))?.revokedAt).toEqual(NOW)
      expect(await store.apiKeys.revoke('bbb', TOMORROW)).toBe(false)
    })

    test('change the terms that are given, and no other', async () => {
      const key = apiKey('aaa', {
        name: 'phone',
        maxConcurrent: 3,
        limits: { sockets: 2, weight: 4 },
        expiresAt: TOMORROW,
      })
      await store.apiKeys.add(key)
      await store.apiKeys.add(apiKey('bbb'))
      const changed = { ...key, maxConcurrent: null, limits: { sockets: 5, requestsPerSecond: 7 } }
      const changes = { maxConcurrent: null, limits: { sockets: 5, weight: null, requestsPerSecond: 7 } }
      expect(await store.apiKeys.update('aaa', changes)).toEqual(changed)
      expect(await store.apiKeys.update('aaa', {})).toEqual(changed)
      const renamed = { ...changed, name: 'desk', roles: ['admin'] as const, expiresAt: null }
      await store.apiKeys.update('aaa', { name: 'desk', roles: ['admin'], expiresAt: null })
      await reopen()
      expect(await store.apiKeys.list()).toEqual([renamed, apiKey('bbb')])
      expect(await store.apiKeys.update('ccc', { name: 'none' })).toBeUndefined()
    })

    test('that are added again are valid again, and nothing else of them changes', async () => {
      await store.apiKeys.add(apiKey('aaa', { name: 'first' }))
      await store.apiKeys.revoke('aaa', TOMORROW)
      await store.apiKeys.add(apiKey('aaa', { name: 'second' }))
      expect(await store.apiKeys.list()).toEqual([apiKey('aaa', { name: 'first' })])
    })

    test('are added as the first one by one of several processes alone', { timeout: 60_000 }, async () => {
      const add = (id: string) =>
        `process.exitCode = Number(await store.apiKeys.addFirst({ ...${JSON.stringify(apiKey(id))}, createdAt: new Date() }))`
      const exits = await Promise.all(['aaa', 'bbb', 'ccc'].map((id) => once(place.runWithStore(add(id)), 'exit')))
      expect(exits.map(([code]) => code).toSorted()).toEqual([0, 0, 1])
      expect(await store.apiKeys.list()).toHaveLength(1)
      expect(await store.apiKeys.addFirst(apiKey('ddd'))).toBe(false)
    })

    test('keep the latest time at which they were used', async () => {
      const ids = Array.from({ length: 1234 }, (_, i) => `k${i}`)
      for (const id of ['k1', 'k600', 'k1200', 'unused']) await store.apiKeys.add(apiKey(id))
      await store.apiKeys.recordUses(new Map(ids.map((id) => [id, id === 'k600' ? TOMORROW : NOW])))
      await store.apiKeys.recordUses(new Map([['k600', NOW]]))
      const uses = (await store.apiKeys.list()).map(({ id, lastUsedAt }) => [id, lastUsedAt])
      expect(new Map(uses as [string, Date | null][])).toEqual(
        new Map([
          ['k1', NOW],
          ['k600', TOMORROW],
          ['k1200', NOW],
          ['unused', null],
        ]),
      )
    })
  })

  describe(`sessions in ${name}`, () => {
    const session = { hash: 'abc', keyId: 'key', usedAt: NOW }

    test('are found by their hash until they are removed, also by another process', async () => {
      await store.sessions.add(session)
      await reopen()
      expect([await store.sessions.find('abc'), await store.sessions.find('x')]).toEqual([session, undefined])
      await store.sessions.remove('abc')
      expect(await store.sessions.find('abc')).toBeUndefined()
    })

    test('are taken by one caller only', async () => {
      await store.sessions.add(session)
      const taken = await Promise.all(Array.from({ length: 4 }, () => store.sessions.take('abc')))
      expect(taken.filter((each) => each !== undefined)).toEqual([session])
      expect([await store.sessions.find('abc'), await store.sessions.take('x')]).toEqual([undefined, undefined])
    })

    test('are removed when they were not used since a time', async () => {
      for (const hash of ['old', 'used']) await store.sessions.add({ ...session, hash })
      await store.sessions.use('used', TOMORROW)
      await store.sessions.removeUnused(TOMORROW)
      expect(await store.sessions.find('old')).toBeUndefined()
      expect(await store.sessions.find('used')).toEqual({ ...session, hash: 'used', usedAt: TOMORROW })
    })
  })

  describe(`usage in ${name}`, () => {
    const labels = { day: '2026-01-02', key: 'key', model: 'coda', protocol: 'Speech', voice: 'luna' }
    const figures = { requests: 1, characters: 10, audioMs: 1500, errors: 0, firstAudio: new Map([[24, 1]]) }
    const all = { from: '2026-01-01', to: '2026-12-31', key: null, by: [] }

    test('is added up, by several stores at once, and summed by any labels', async () => {
      const other = await place.open()
      const rows = [
        { ...labels, ...figures },
        { ...labels, ...figures, day: '2026-01-03', voice: 'cove', errors: 1 },
      ]
      const day = labels.day
      await Promise.all(
        Array.from({ length: 20 }, (_, i) => (i % 2 ? store : other).usage.add({ id: `batch-${i}`, day, rows })),
      )
      await other[Symbol.asyncDispose]()
      expect(await store.usage.sum(all)).toEqual([
        { requests: 40, characters: 400, audioMs: 60_000, errors: 20, firstAudio: new Map([[24, 40]]) },
      ])
      const sums = await store.usage.sum({ ...all, by: ['day', 'voice'] })
      expect(sums).toMatchObject([
        { day: '2026-01-02', voice: 'luna', requests: 20, errors: 0, firstAudio: new Map([[24, 20]]) },
        { day: '2026-01-03', voice: 'cove', requests: 20, errors: 20 },
      ])
      expect(await store.usage.sum({ ...all, to: '2026-01-02', by: ['day'] })).toHaveLength(1)
      expect(await store.usage.sum({ ...all, key: 'other' })).toEqual([])
    })

    test('counts a batch once that is added again, on its day, on the next one and by another process', async () => {
      const batch = { id: 'a', day: labels.day, rows: [{ ...labels, ...figures }] }
      await store.usage.add(batch)
      await reopen()
      await Promise.all([store.usage.add(batch), store.usage.add({ ...batch, id: 'b', day: '2026-01-03' })])
      await store.usage.add(batch)
      expect(await store.usage.sum(all)).toMatchObject([
        { requests: 2, characters: 20, firstAudio: new Map([[24, 2]]) },
      ])
    })
  })

  const statusOf = async (id: string) => (await store.dictionary.findRequest(id))?.status

  describe(`entries in ${name}`, () => {
    test('stand in order of their words, each once, and outlive the process', async () => {
      await store.dictionary.add([entry('zsh'), entry("d'arc", "d'Arc; --")])
      await store.dictionary.add([entry('zsh', 'zee shell')])
      await reopen()
      expect(await store.dictionary.entries()).toEqual([entry("d'arc", "d'Arc; --"), entry('zsh', 'zee shell')])
    })

    test('of one word in two languages are two, and each is replaced and removed alone', async () => {
      const { dictionary } = store
      await dictionary.add([entry('chat'), entry('chat', '/ʃa/', 'fra'), entry('kafka')])
      await dictionary.add([entry('chat', 'shah', 'fra')])
      expect(await dictionary.entries()).toEqual([entry('chat'), entry('chat', 'shah', 'fra'), entry('kafka')])
      expect(await dictionary.search('a', { language: 'fra', limit: 9, offset: 0 })).toEqual({
        entries: [entry('chat', 'shah', 'fra')],
        total: 1,
      })
      await dictionary.request(request('r', { word: 'chat', language: 'fra' }), 1)
      expect(await dictionary.request(request('s', { word: 'chat' }), 1)).toBe(false)
      expect(await dictionary.remove(entry('chat'), NOW)).toBe(true)
      expect(await dictionary.remove(entry('kafka', '', 'fra'), NOW)).toBe(false)
      expect(await dictionary.findRequest('r')).toMatchObject({ language: 'fra', status: 'requested' })
      await reopen()
      expect(await store.dictionary.entries()).toEqual([entry('chat', 'shah', 'fra'), entry('kafka')])
    })

    test('count a version up whenever they change, and only then', async () => {
      const versions = [await store.dictionary.version()]
      const { dictionary } = store
      for (const change of [
        () => dictionary.add([entry('a'), entry('b')]),
        () => dictionary.request(request('r'), 1),
        () => dictionary.accept('r', entry('c'), 'time'),
        () => dictionary.remove(entry('a'), NOW),
        () => dictionary.remove(entry('a'), NOW),
        () => dictionary.reject('r', NOW),
      ]) {
        await change()
        versions.push(await dictionary.version())
      }
      expect(versions).toEqual([0, 1, 1, 2, 3, 3, 3])
    })

    test('are searched by a part of their word, a page at a time', async () => {
      const entries = ['a_b', 'aab', 'ab%', 'b'].map((word) => entry(word))
      await store.dictionary.add(entries)
      const words = async (contained: string, limit = 10, offset = 0) => {
        const found = await store.dictionary.search(contained, { limit, offset })
        return [found.entries.map(({ word }) => word), found.total]
      }
      expect(await words('')).toEqual([['a_b', 'aab', 'ab%', 'b'], 4])
      expect(await words('', 2, 1)).toEqual([['aab', 'ab%'], 4])
      expect(await words('_')).toEqual([['a_b'], 1])
      expect(await words('%')).toEqual([['ab%'], 1])
    })

    test('may be more than one statement holds', async () => {
      const many = Array.from({ length: 1234 }, (_, i) => entry(`w${i}`))
      await store.dictionary.add(many)
      expect(await store.dictionary.entries()).toHaveLength(1234)
    })
  })

  describe(`requests in ${name}`, () => {
    test('come back as they were made, those of a key or all, the open ones first', async () => {
      const one = request('one', { note: 'a name', isPredicted: true })
      const later = request('later', { requestedAt: TOMORROW })
      const other = request('other', { keyId: 'other key' })
      for (const each of [one, later, other]) expect(await store.dictionary.request(each, 5)).toBe(true)
      expect(await store.dictionary.requests('key')).toEqual([later, one])
      await store.dictionary.reject('later', TOMORROW)
      const rejected = { ...later, status: 'rejected', judgedAt: TOMORROW }
      expect(await store.dictionary.requests('key')).toEqual([one, rejected])
      expect(await store.dictionary.requests(null)).toHaveLength(3)
      expect(await store.dictionary.findRequest('later')).toEqual(rejected)
      expect(await store.dictionary.findRequest('nobody')).toBeUndefined()
    })

    test('are refused past the number that a key may have open, and replace the same one', async () => {
      await store.dictionary.request(request('a'), 2)
      await store.dictionary.request(request('b'), 2)
      expect(await store.dictionary.request(request('c'), 2)).toBe(false)
      expect(await store.dictionary.request(request('d', { keyId: 'other key' }), 2)).toBe(true)
      expect(await store.dictionary.request(request('e', { word: 'word-a' }), 2)).toBe(true)
      expect(await statusOf('a')).toBeUndefined()
      await store.dictionary.reject('b', NOW)
      expect(await store.dictionary.request(request('f'), 2)).toBe(true)
    })

    test('are judged once', async () => {
      await store.dictionary.request(request('a'), 9)
      await store.dictionary.request(request('b'), 9)
      expect(await store.dictionary.accept('a', entry('word-a'), 'operator')).toBe(true)
      expect(await store.dictionary.accept('a', entry('word-a', 'other'), 'time')).toBe(false)
      expect(await store.dictionary.reject('a', NOW)).toBe(false)
      expect(await store.dictionary.reject('b', NOW)).toBe(true)
      expect(await store.dictionary.accept('b', entry('word-b'), 'time')).toBe(false)
      expect(await store.dictionary.entries()).toEqual([entry('word-a')])
    })

    test('for a word that the operator decides about are settled, whoever made them', async () => {
      const same = ['a', 'b', 'c'].map((id) => request(id, { word: 'same', keyId: id }))
      for (const each of same) await store.dictionary.request(each, 9)
      await store.dictionary.accept('a', entry('same'), 'time')
      expect(await Promise.all(['a', 'b', 'c'].map(statusOf))).toEqual(['added', 'requested', 'requested'])
      await store.dictionary.accept('b', entry('same'), 'operator')
      expect(await Promise.all(['a', 'b', 'c'].map(statusOf))).toEqual(['added', 'added', 'added'])
      await store.dictionary.request(request('d', { word: 'same' }), 9)
      await store.dictionary.remove(entry('same'), NOW)
      expect(await statusOf('d')).toBe('rejected')
      await store.dictionary.request(request('e', { word: 'same' }), 9)
      await store.dictionary.add([entry('same')])
      expect(await statusOf('e')).toBe('added')
    })

    test('are due at their instant, the earliest first', async () => {
      await store.dictionary.request(request('late'), 9)
      await store.dictionary.request(request('early', { due: new Date(TOMORROW.getTime() - 1) }), 9)
      const dueAt = async (now: Date) => (await store.dictionary.dueRequests(now)).map(({ id }) => id)
      expect(await dueAt(new Date(TOMORROW.getTime() - 2))).toEqual([])
      expect(await dueAt(new Date(TOMORROW.getTime() - 1))).toEqual(['early'])
      expect(await dueAt(TOMORROW)).toEqual(['early', 'late'])
    })
  })

  describe(`out-of-vocabulary words in ${name}`, () => {
    test('are counted, the most frequent first, until they are added or cleared', async () => {
      await store.oovWords.count(
        new Map([
          ['kubectl', 2],
          ['blorb', 3],
        ]),
        NOW,
      )
      await store.oovWords.count(new Map([['kubectl', 5]]), TOMORROW)
      const blorb = { word: 'blorb', count: 3, lastSeenAt: NOW }
      expect(await store.oovWords.list()).toEqual([{ word: 'kubectl', count: 7, lastSeenAt: TOMORROW }, blorb])
      await store.dictionary.add([entry('kubectl')])
      expect(await store.oovWords.list()).toEqual([blorb])
      await store.oovWords.clear()
      expect(await store.oovWords.list()).toEqual([])
    })

    test('are never more than 10,000; the rarest go', async () => {
      await store.oovWords.count(new Map(Array.from({ length: 10_000 }, (_, i) => [`w${i}`, 2])), NOW)
      await store.oovWords.count(
        new Map([
          ['rare', 1],
          ['common', 3],
        ]),
        NOW,
      )
      const words = (await store.oovWords.list()).map(({ word }) => word)
      expect(words).toHaveLength(10_000)
      expect([words[0], words.includes('rare')]).toEqual(['common', false])
    })
  })

  describe(`texts in ${name}`, () => {
    test.each(['a\0b', 'a\ud800b', '\udc00'])(
      'such as %j are refused as invalid, and nothing is changed',
      async (text) => {
        const refusals = [
          () => store.dictionary.request(request('a', { note: text }), 9),
          () => store.dictionary.findRequest(text),
          () => store.dictionary.search(text, { limit: 1, offset: 0 }),
          () => store.jobs.add(job('aaa'), [{ ...(PARTS[0] as JobPart), text }], 10),
          () => store.jobs.find(text),
          () => store.apiKeys.add(apiKey('a', { name: text })),
          () => store.apiKeys.revoke(text, NOW),
        ]
        for (const ask of refusals) await expect(ask()).rejects.toMatchObject({ code: 'request.invalid' })
        expect(await store.dictionary.requests(null)).toEqual([])
        expect(await store.jobs.find('aaa')).toBeUndefined()
      },
    )

    test('come back with control characters and pairs of surrogates', async () => {
      const note = '\u0001\t\u007f\u0085\ufeff\ufffe\uffff\u{10ffff}😀'
      await store.dictionary.request(request('a', { note }), 9)
      expect(await store.dictionary.findRequest('a')).toMatchObject({ note })
    })
  })

  describe(`several processes on ${name}`, () => {
    const bodyOf = (body: string) => `
    const key = (id) => ({ ...${JSON.stringify(apiKey('id'))}, id, createdAt: new Date() })
    const entry = (word) => ({ word, language: 'eng', pronunciation: 'W ER1 D', addedAt: new Date(), addedBy: null })
    ${body}`
    const runWithStore = (body: string) => place.runWithStore(bodyOf(body))
    const exitOf = (body: string) => once(runWithStore(body), 'exit')

    test('lose nothing of what each adds, though they open it at the same time', { timeout: 60_000 }, async () => {
      const exits = ['a', 'b', 'c', 'd'].map((writer) =>
        exitOf(`for (let i = 0; i < 25; i++) await store.apiKeys.add(key('${writer}' + i))`),
      )
      expect(await Promise.all(exits)).toEqual(Array(4).fill([0, null]))
      expect(await store.apiKeys.list()).toHaveLength(100)
    })

    test('see what another one changed as soon as it is acknowledged, and so do several stores of one', async () => {
      await using other = await place.open()
      for (const id of ['aaa', 'bbb', 'ccc']) {
        await exitOf(`await store.apiKeys.add(key('${id}'))`)
        expect([await findKey(id), await findKey(id, other)]).toMatchObject([{ id }, { id }])
      }
      await exitOf(`await store.apiKeys.revoke('aaa', new Date('${NOW.toISOString()}'))`)
      expect((await findKey('aaa'))?.revokedAt).toEqual(NOW)
    })

    test('Dictionary additions: one that is killed loses nothing that it acknowledged', async () => {
      const writer = runWithStore(`
      for (let i = 0; ; i++) {
        await store.dictionary.add([entry('w' + i), entry('v' + i)])
        process.stdout.write('w' + i + '\\n')
      }`)
      const acknowledged: string[] = []
      for await (const word of createInterface({ input: writer.stdout })) {
        if (acknowledged.push(word) === 200) writer.kill('SIGKILL')
      }
      const kept = new Set((await store.dictionary.entries()).map(({ word }) => word))
      expect(acknowledged.length).toBeGreaterThanOrEqual(200)
      expect(acknowledged.filter((word) => !kept.has(word))).toEqual([])
      expect([...kept].filter((word) => !kept.has(word.replace(/^./, (w) => (w === 'w' ? 'v' : 'w'))))).toEqual([])
      expect((await store.dictionary.version()) * 2).toBe(kept.size)
    })

    test('Dictionary additions: many that judge one request add it once', { timeout: 60_000 }, async () => {
      for (let i = 0; i < 20; i++) await store.dictionary.request(request(`r${i}`), 100)
      const exits = Array.from({ length: 3 }, () =>
        exitOf(`
        let count = 0
        for (let i = 0; i < 20; i++) count += await store.dictionary.accept('r' + i, entry('word-r' + i), 'time')
        process.exitCode = count`),
      )
      expect((await Promise.all(exits)).reduce((sum, [code]) => sum + code, 0)).toBe(20)
      expect(await store.dictionary.version()).toBe(20)
    })
  })
}
