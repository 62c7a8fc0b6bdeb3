import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createPackInstalls } from '../../src/app/pack-installs.ts'
import { type Answer, startFileServer } from '../file-server.ts'
import { manifestOf, SPEAKING_FILES } from '../pack-manifests.ts'
import { startTestService, TEST_KEY } from './test-service.ts'

const FILES = new Map(Object.entries(SPEAKING_FILES).map(([path, content]) => [`test-pack/1.0/${path}`, content]))

const SAMPLE = Buffer.from('a sentence as MP3')

/** A service whose packs come from a mirror. */
async function start(answer?: Answer) {
  const folder = mkdtempSync(join(tmpdir(), 'hoarfrost-packs-'))
  writeFileSync(join(folder, 'test-pack.json'), JSON.stringify(manifestOf()))
  mkdirSync(join(folder, 'samples'))
  writeFileSync(join(folder, 'samples', `${manifestOf().family}.mp3`), SAMPLE)
  const mirror = await startFileServer(FILES, answer)
  const packs = createPackInstalls({
    packsFolder: join(folder, 'packs'),
    manifestsFolder: folder,
    places: { mirror: mirror.url, hubEndpoint: '' },
    proxies: { noProxy: '*' },
    isOffline: false,
  })
  onTestFinished(async () => {
    await packs[Symbol.asyncDispose]()
    rmSync(folder, { recursive: true })
  })
  const { url } = await startTestService({ packs })
  const ask = async (method: string, path = '', body?: object) => {
    const answered = await fetch(`${url}/v1/packs${path}`, {
      method,
      headers: { authorization: `Bearer ${TEST_KEY}` },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answered.text()
    return { status: answered.status, body: text === '' ? '' : JSON.parse(text) }
  }
  return { ask, folder, url }
}

describe('O: /v1/packs', () => {
  test('a pack can be heard before it is installed, if a sample of its family ships', async () => {
    const { ask, folder, url } = await start()
    expect((await ask('GET')).body.available).toMatchObject([{ name: 'test-pack', hasSample: true }])
    const headers = { authorization: `Bearer ${TEST_KEY}` }
    const whole = await fetch(`${url}/v1/packs/test-pack/sample`, { headers })
    expect([whole.headers.get('content-type'), Buffer.from(await whole.arrayBuffer())]).toEqual(['audio/mpeg', SAMPLE])
    const part = await fetch(`${url}/v1/packs/test-pack/sample`, { headers: { ...headers, range: 'bytes=2-9' } })
    expect([part.status, await part.text()]).toEqual([206, 'sentence'])
    rmSync(join(folder, 'samples'), { recursive: true })
    expect((await ask('GET')).body.available[0].hasSample).toBe(false)
    for (const name of ['test-pack', 'nosuch', '..%2ftest-pack']) {
      expect((await ask('GET', `/${name}/sample`)).status).toBe(404)
    }
  })

  test('installs a pack with progress, lists and removes it', async () => {
    const { ask, folder } = await start()
    const listed = (await ask('GET')).body
    expect(listed).toMatchObject({ packs: [], available: [{ name: 'test-pack', version: '1.0' }], installs: [] })
    expect(await ask('POST', '', { name: 'test-pack' })).toEqual({ status: 202, body: { name: 'test-pack' } })
    await vi.waitFor(async () => expect((await ask('GET')).body.installs[0].state).toBe('installed'))
    const totalBytes = [...FILES.values()].reduce((sum, { length }) => sum + length, 0)
    expect((await ask('GET')).body).toMatchObject({
      packs: [{ name: 'test-pack', state: 'not in use', bytes: totalBytes }],
      installs: [{ name: 'test-pack', bytes: totalBytes, totalBytes, error: null }],
    })
    const again = await ask('POST', '', { name: 'test-pack' })
    expect([again.status, again.body.error.message]).toEqual([409, 'the pack is installed'])
    expect((await ask('DELETE', '/test-pack')).status).toBe(204)
    expect((await ask('GET')).body.packs).toEqual([])
    expect(readdirSync(join(folder, 'packs', 'test-pack'))).toEqual([])
    expect((await ask('DELETE', '/test-pack')).status).toBe(404)
  })

  test('installs one at a time, and removes none that is being installed', async () => {
    let proceed = () => {}
    const held = new Promise<void>((resolve) => {
      proceed = resolve
    })
    const { ask } = await start((_request, response, content) => {
      void held.then(() => response.end(content))
      return true
    })
    expect((await ask('POST', '', { name: 'test-pack' })).status).toBe(202)
    const second = await ask('POST', '', { name: 'test-pack' })
    expect([second.status, second.body.error.message]).toEqual([409, 'another installation is running'])
    expect((await ask('DELETE', '/test-pack')).status).toBe(409)
    expect((await ask('GET')).body.installs).toMatchObject([{ name: 'test-pack', state: 'running' }])
    proceed()
    await vi.waitFor(async () => expect((await ask('GET')).body.installs[0].state).toBe('installed'))
  })

  test('tells why an installation failed', async () => {
    const { ask } = await start((_request, response) => {
      response.writeHead(404).end()
      return true
    })
    await ask('POST', '', { name: 'test-pack' })
    await vi.waitFor(async () => expect((await ask('GET')).body.installs[0].state).toBe('failed'))
    expect((await ask('GET')).body.installs[0].error).toContain('404')
  })

  test('refuses names that are no packs', async () => {
    const { ask } = await start()
    for (const name of ['nobody', '../packs', '']) {
      expect((await ask('POST', '', { name })).status).toBe(404)
    }
    expect((await ask('POST', '', {})).status).toBe(400)
    expect((await ask('DELETE', '/..%2f..')).status).toBe(404)
  })
})

describe('O: the sample of a voice', () => {
  test('is made once, kept, and not sent again to those who have it', async () => {
    const service = await startTestService()
    const headers = { authorization: `Bearer ${TEST_KEY}` }
    const url = `${service.url}/v1/voices/coda/luna/sample`
    const answers = await Promise.all([1, 2, 3].map(() => fetch(url, { headers })))
    const [first, ...others] = await Promise.all(answers.map((answer) => answer.arrayBuffer()))
    expect(first?.byteLength).toBeGreaterThan(1000)
    for (const other of others) expect(other).toEqual(first)
    expect(service.spoken).toMatchObject([{ language: 'eng', sampling: { temperature: 0 } }])
    const [answer] = answers as [Response, ...Response[]]
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'audio/mpeg',
      'cache-control': 'private, max-age=86400',
    })
    const etag = answer.headers.get('etag') ?? ''
    expect((await fetch(url, { headers: { ...headers, 'if-none-match': etag } })).status).toBe(304)
    expect(service.spoken).toHaveLength(1)
  })

  test('needs a key, and a voice of the model', async () => {
    const { url, spoken } = await startTestService()
    const headers = { authorization: `Bearer ${TEST_KEY}` }
    expect((await fetch(`${url}/v1/voices/coda/luna/sample`)).status).toBe(401)
    expect((await fetch(`${url}/v1/voices/coda/nobody/sample`, { headers })).status).toBe(404)
    expect((await fetch(`${url}/v1/voices/none/luna/sample`, { headers })).status).toBe(404)
    expect(spoken).toEqual([])
  })
})
