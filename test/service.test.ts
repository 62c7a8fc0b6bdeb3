import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { sentencesFor } from '../scripts/language-sentences.ts'
import { LANGUAGES } from '../src/core/language.ts'
import { readConfig } from '../src/main/config.ts'
import { type Service, startService } from '../src/main/service.ts'
import { rmsDb } from './audio-measures.ts'
import { QUICK_ENGINE } from './quick-engine.ts'
import { ENGINE_THREAD, TONE_THREAD } from './whole-service.ts'

const CLI = fileURLToPath(new URL('../dist/main/cli.js', import.meta.url))

function newDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'hoarfrost-service-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  return dataDir
}

const open = (env: Readonly<Record<string, string>>, clock = () => new Date(), threadUrl = TONE_THREAD) =>
  startService(readConfig({ PORT: '0', HOARFROST_WORKERS: '1', ...QUICK_ENGINE, ...env }), {
    clock,
    logger: pino({ level: 'silent' }),
    droppedLogLines: () => 0,
    threadUrl,
  })

/** The whole service on a port of its own, one thread, closed when the test ends. */
async function start(...args: Parameters<typeof open>) {
  const service = await open(...args)
  let isClosed = false
  const close = async () => {
    if (!isClosed) await service.close()
    isClosed = true
  }
  onTestFinished(close)
  return { ...service, close }
}

const speech = (url: string, key: string, body: object = {}) =>
  fetch(`${url}/v1/rime-tts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, accept: 'audio/pcm' },
    body: JSON.stringify({ modelId: 'coda', speaker: 'luna', text: 'Hello there.', ...body }),
  })

interface TimedAnswer {
  readonly audioContent: string
  readonly word_timestamps: { readonly words: string[]; readonly start: number[]; readonly end: number[] }
  readonly spans: readonly (readonly [number, number])[]
}

const WORDS = 7

describe('the service with its engines', () => {
  let service: Service
  beforeAll(async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'hoarfrost-service-'))
    // Only arcana speaks Hebrew, and only here it is itself after the cutover.
    const settings = { HOARFROST_DEPLOYMENT: 'onprem', HOARFROST_ENGINE_PREFERENCE: '' }
    service = await open({ HOARFROST_DATA_DIR: dataDir, ...settings }, undefined, ENGINE_THREAD)
    return async () => {
      await service.close()
      rmSync(dataDir, { recursive: true })
    }
  })

  test('is ready and speaks every language once it has started, by its usual engines', async () => {
    const { url, firstKey } = service
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    for (const lang of LANGUAGES) {
      const answer = await speech(url, firstKey ?? '', { modelId: 'arcana', lang })
      const samples = Float32Array.from(new Int16Array(await answer.arrayBuffer()), (sample) => sample / 32_768)
      expect([lang, answer.status, rmsDb(samples) > -40]).toEqual([lang, 200, true])
    }
  })

  test('tells when the words of every language are heard, the whole audio long', async () => {
    const { url, firstKey } = service
    for (const lang of LANGUAGES) {
      const text = sentencesFor('seven-words', lang)
      const headers = { authorization: `Bearer ${firstKey}`, accept: 'application/json' }
      const body = JSON.stringify({ modelId: 'arcana', speaker: 'luna', lang, text, timestamps: true })
      const answer = await fetch(`${url}/v1/rime-tts`, { method: 'POST', headers, body })
      const { audioContent, word_timestamps, spans } = (await answer.json()) as TimedAnswer
      const { words, start, end } = word_timestamps
      expect(words).toEqual(spans.map(([from, to]) => text.slice(from, to)))
      expect([lang, words.length]).toEqual([lang, WORDS])
      // The words are of some length each, and none of them takes most of the time.
      const lengths = start.map((from, i) => (end[i] as number) - from)
      expect([lang, Math.min(...lengths) > 0.015]).toEqual([lang, true])
      expect(Math.max(...lengths)).toBeLessThan(0.5 * (end.at(-1) as number))
      expect(end.at(-1)).toBeCloseTo((Buffer.from(audioContent, 'base64').length - 44) / 48_000, 5)
    }
  })

  test('reads homographs by their suffixes, as the models that know them do', async () => {
    const { url, firstKey } = service
    const headers = { authorization: `Bearer ${firstKey}`, accept: 'audio/pcm' }
    const bytes = async (modelId: string, text: string) => {
      const body = JSON.stringify({ modelId, text, speaker: 'joy', temperature: 0 })
      return Buffer.from(await (await fetch(`${url}/v1/rime-tts`, { method: 'POST', headers, body })).arrayBuffer())
    }
    for (const modelId of ['mistv2', 'mistv3']) {
      const [noun, verb] = [await bytes(modelId, 'refuse_nou.'), await bytes(modelId, 'refuse_vrb.')]
      expect(noun.equals(verb)).toBe(false)
      expect(Math.abs(noun.length - verb.length) / verb.length).toBeLessThan(0.5)
    }
    const body = JSON.stringify({ text: 'the Produce_nou here' })
    const answer = await fetch(`${url}/textnorm`, { method: 'POST', headers, body })
    expect(await answer.json()).toEqual({ normalized: 'the Produce here' })
  })
})

describe('the service', () => {
  test('makes a key for whoever starts it first, and only then', async () => {
    const HOARFROST_DATA_DIR = newDataDir()
    const first = await start({ HOARFROST_DATA_DIR })
    expect((await speech(first.url, first.firstKey ?? '')).status).toBe(200)
    await first.close()
    const second = await start({ HOARFROST_DATA_DIR })
    expect(second.firstKey).toBeNull()
    expect((await speech(second.url, first.firstKey ?? '')).status).toBe(200)
  })

  test('lets the key of HOARFROST_API_KEY in instead of making one', async () => {
    const { url, firstKey } = await start({
      HOARFROST_DATA_DIR: newDataDir(),
      HOARFROST_API_KEY: 'chosen-by-the-operator',
    })
    expect(firstKey).toBeNull()
    expect((await speech(url, 'chosen-by-the-operator')).status).toBe(200)
    expect((await speech(url, 'Chosen-by-the-operator')).status).toBe(401)
  })

  test('knows keys that the command line makes, and forgets those it revokes within a second', async () => {
    const HOARFROST_DATA_DIR = newDataDir()
    let now = new Date()
    const { url } = await start({ HOARFROST_DATA_DIR, HOARFROST_API_KEY: 'chosen-by-the-operator' }, () => now)
    const keys = (...args: string[]) =>
      execFileSync(process.execPath, [CLI, 'keys', ...args], {
        env: { HOARFROST_DATA_DIR },
        stdio: 'pipe',
        encoding: 'utf8',
      })
    const key = keys('create', '--name', 'phone').trim()
    expect((await speech(url, key)).status).toBe(200)
    const id = /^(\w+) .* phone$/m.exec(keys('list'))?.[1] ?? ''
    keys('revoke', id)
    now = new Date(now.getTime() + 1000)
    const refused = await speech(url, key)
    expect([refused.status, await refused.text()]).toEqual([401, 'invalid api key'])
    expect((await speech(url, 'chosen-by-the-operator')).status).toBe(200)
  })

  test('says in one line that its port is taken, and makes its first key when it has one', async () => {
    const { url } = await start({ HOARFROST_DATA_DIR: newDataDir() })
    const { port } = new URL(url)
    const HOARFROST_DATA_DIR = newDataDir()
    await expect(start({ HOARFROST_DATA_DIR, PORT: port })).rejects.toThrow(
      new Error(`port ${port} of 127.0.0.1 is in use; set PORT to another, or to 0 for any free one`),
    )
    expect((await start({ HOARFROST_DATA_DIR })).firstKey).not.toBeNull()
  })

  test('says in one line that its host is not an address of the machine', async () => {
    await expect(start({ HOARFROST_DATA_DIR: newDataDir(), HOST: '192.0.2.1' })).rejects.toThrow(
      'port 0 of 192.0.2.1 is not an address of this machine; set HOST to 127.0.0.1 or 0.0.0.0',
    )
  })
})

describe('Dictionary additions: the services on one data directory', () => {
  const dictionary = (url: string, method: string, path: string, body?: object) =>
    fetch(`${url}/v1/dictionary${path}`, {
      method,
      headers: { authorization: 'Bearer chosen-by-the-operator' },
      body: body === undefined ? null : JSON.stringify(body),
    })
  const words = async (url: string) => (await dictionary(url, 'GET', '/words')).json()

  test('add what nobody has judged a day after it was asked for, also if none ran meanwhile', {
    timeout: 120_000,
  }, async () => {
    const env = { HOARFROST_DATA_DIR: newDataDir(), HOARFROST_API_KEY: 'chosen-by-the-operator' }
    let now = new Date('2026-05-06T07:08:09Z')
    const first = await start(env, () => now)
    expect((await dictionary(first.url, 'POST', '/requests', { word: 'kubectl' })).status).toBe(202)
    expect(
      (await dictionary(first.url, 'POST', '/requests', { word: 'nginx', pronunciation: 'engine x' })).status,
    ).toBe(202)
    await first.close()
    now = new Date('2026-05-07T07:08:08Z')
    const second = await start(env, () => now)
    expect(await words(second.url)).toEqual([])
    await second.close()
    now = new Date('2026-05-07T07:08:09Z')
    const third = await start(env, () => now)
    expect(await words(third.url)).toMatchObject([{ word: 'kubectl' }, { word: 'nginx', pronunciation: 'engine x' }])
  })

  test('both follow within 5 s what one is told, itself at once', async () => {
    const env = { HOARFROST_DATA_DIR: newDataDir(), HOARFROST_API_KEY: 'chosen-by-the-operator' }
    const [one, other] = [await start(env), await start(env)]
    const ask = async (url: string, body: object) =>
      fetch(url, {
        method: 'POST',
        headers: { authorization: 'Bearer chosen-by-the-operator' },
        body: JSON.stringify(body),
      })
    const text = 'Kubectl and blorbify'
    const known = async (url: string) => ({
      oov: await (await ask(`${url}/oov`, { text })).json(),
      ...((await (await ask(`${url}/textnorm`, { text })).json()) as object),
      bytesOfSpeech: (await (await ask(`${url}/v1/rime-tts`, { text, speaker: 'joy' })).arrayBuffer()).byteLength,
    })
    const before = await known(one.url)
    expect(before).toMatchObject({ oov: ['Kubectl', 'blorbify'], normalized: text })
    await dictionary(one.url, 'PUT', '/words/kubectl', { pronunciation: 'a very long cube control' })
    const after = await known(one.url)
    expect(after).toMatchObject({ oov: ['blorbify'], normalized: 'a very long cube control and blorbify' })
    expect(after.bytesOfSpeech).toBeGreaterThan(before.bytesOfSpeech * 1.3)
    await expect.poll(() => known(other.url), { timeout: 5000 }).toEqual(after)
    await dictionary(other.url, 'DELETE', '/words/kubectl')
    expect(await known(other.url)).toEqual(before)
    await expect.poll(() => known(one.url), { timeout: 5000 }).toEqual(before)
  })

  test('remember the words that saveOovs is sent with, and nothing else of the text', async () => {
    const env = { HOARFROST_DATA_DIR: newDataDir(), HOARFROST_API_KEY: 'chosen-by-the-operator' }
    const service = await start(env)
    const body = { modelId: 'mistv2', speaker: 'joy', saveOovs: true }
    for (const text of ['The Blorbify, the 42 kubectls on 5/6/2024.', 'Blorbify!']) {
      await (await speech(service.url, 'chosen-by-the-operator', { ...body, text })).arrayBuffer()
    }
    await service.close()
    const again = await start(env)
    const saved = await (await dictionary(again.url, 'GET', '/saved')).json()
    expect(saved).toMatchObject([
      { word: 'blorbify', count: 2 },
      { word: 'kubectls', count: 1 },
    ])
  })
})

test('a long text is read in a thread of its own, and follows an entry from the moment it is made', async () => {
  const key = 'key-for-long-texts'
  const { url } = await start({ HOARFROST_DATA_DIR: newDataDir(), HOARFROST_API_KEY: key })
  const call = (method: string, path: string, body: object) =>
    fetch(url + path, { method, headers: { authorization: `Bearer ${key}` }, body: JSON.stringify(body) })
  const text = 'Ask kubectl for $5. '.repeat(1000)
  const normalized = async () =>
    ((await (await call('POST', '/textnorm', { text })).json()) as { normalized: string }).normalized
  expect(await normalized()).toBe('Ask kubectl for five dollars. '.repeat(1000).trim())
  expect(await (await call('POST', '/oov', { text })).json()).toEqual(['kubectl'])
  await call('PUT', '/v1/dictionary/words/kubectl', { pronunciation: 'cube control' })
  expect(await normalized()).toBe('Ask cube control for five dollars. '.repeat(1000).trim())
  expect(await (await call('POST', '/oov', { text })).json()).toEqual([])
})
