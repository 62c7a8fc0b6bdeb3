import { expect, test } from 'vitest'
import { AUTHORIZATION, startWholeService, TONE_THREAD } from './whole-service.ts'

test('O: samples, live figures and packs are those of the whole service', async () => {
  const { url } = await startWholeService({}, TONE_THREAD)
  const ask = (path: string) => fetch(url + path, { headers: AUTHORIZATION })
  const sample = await ask('/v1/voices/coda/luna/sample')
  expect([sample.status, sample.headers.get('content-type')]).toEqual([200, 'audio/mpeg'])
  expect((await sample.arrayBuffer()).byteLength).toBeGreaterThan(5000)
  expect(await (await ask('/v1/live')).json()).toMatchObject({
    threads: [{ name: 'speech 1' }],
    engines: expect.arrayContaining([{ name: 'flite', voices: expect.any(Number) }]),
    packs: [],
  })
  expect(await (await ask('/v1/packs')).json()).toMatchObject({ packs: [], available: expect.any(Array), installs: [] })
})
