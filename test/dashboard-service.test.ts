import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { AUTHORIZATION, KEY, startWholeService, TONE_THREAD } from './whole-service.ts'

test('O: samples, live figures and packs are those of the whole service', async () => {
  const { url } = await startWholeService({}, TONE_THREAD)
  const ask = (path: string) => fetch(url + path, { headers: AUTHORIZATION })
  const sample = await ask('/v1/voices/coda/luna/sample')
  expect([sample.status, sample.headers.get('content-type')]).toEqual([200, 'audio/mpeg'])
  expect((await sample.arrayBuffer()).byteLength).toBeGreaterThan(5000)
  expect(await (await ask('/v1/live')).json()).toMatchObject({
    threads: [{ name: 'speech 1' }],
    engines: expect.arrayContaining([{ name: 'flite', voices: expect.any(Number), streams: 0 }]),
    packs: [],
  })
  expect(await (await ask('/v1/packs')).json()).toMatchObject({ packs: [], available: expect.any(Array), installs: [] })
})

test('O: with HOARFROST_DASHBOARD=off, sessions from before are accepted nowhere', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'hoarfrost-sessions-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const start = (setting: string) =>
    startWholeService({ HOARFROST_DATA_DIR: dataDir, HOARFROST_DASHBOARD: setting }, TONE_THREAD)
  const statusOf = async ({ url }: { readonly url: string }, path: string, cookie: string) =>
    (await fetch(url + path, { headers: { cookie } })).status
  const former = await start('on')
  const answer = await fetch(`${former.url}/dashboard/session`, { method: 'POST', body: JSON.stringify({ key: KEY }) })
  const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';', 1)
  expect(await statusOf(former, '/v1/keys', cookie)).toBe(200)
  await former.close()
  const service = await start('off')
  expect(await statusOf(service, '/v1/keys', cookie)).toBe(401)
  expect(await statusOf(service, '/dashboard/session', cookie)).toBe(404)
})
