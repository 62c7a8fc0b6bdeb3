import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../src/main/config.ts'
import { protocolsOf } from '../../src/main/protocols.ts'
import { dashboardProtocol } from '../../src/protocols/dashboard/dashboard-protocol.ts'
import { shareTestService, startTestService } from './test-service.ts'

const shared = shareTestService()
const ASSETS = new URL('../../dist/dashboard/assets/', import.meta.url)
const SCRIPT = 'document.title = "test"\n'
const NAMES = ['test-4d2f6ab0.js', 'test-4d2f6ab0.js.br']

beforeAll(() => {
  mkdirSync(ASSETS, { recursive: true })
  writeFileSync(new URL(NAMES[0] as string, ASSETS), SCRIPT)
  writeFileSync(new URL(NAMES[1] as string, ASSETS), brotliCompressSync(SCRIPT))
})
afterAll(() => NAMES.forEach((name) => void rmSync(new URL(name, ASSETS))))

describe('O: the files of the dashboard', () => {
  test('never change, and come compressed to those who accept it', async () => {
    const { url } = await shared()
    for (const encoding of ['br', 'identity']) {
      const answer = await fetch(`${url}/dashboard/assets/${NAMES[0]}`, { headers: { 'accept-encoding': encoding } })
      expect(await answer.text()).toBe(SCRIPT)
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': 'text/javascript; charset=utf-8',
        'x-content-type-options': 'nosniff',
        vary: 'accept-encoding',
        ...(encoding === 'br' && { 'content-encoding': 'br' }),
      })
    }
  })

  test.each(['none-4d2f6ab0.js', '..%2findex.html', '..%2f..%2fmain%2fcli.js', '.hidden.js', 'x', '%00.js'])(
    'are those of its folder alone: %s is not found',
    async (name) => {
      const { url } = await shared()
      expect((await fetch(`${url}/dashboard/assets/${name}`)).status).toBe(404)
    },
  )
})

test('O: /dashboard leads to /dashboard/', async () => {
  const { url } = await shared()
  const answer = await fetch(`${url}/dashboard`, { redirect: 'manual' })
  expect([answer.status, answer.headers.get('location')]).toEqual([302, 'dashboard/'])
})

test('O: HOARFROST_DASHBOARD=off serves nothing below /dashboard', async () => {
  const protocols = protocolsOf(readConfig({ HOARFROST_DASHBOARD: 'off' }))
  expect(protocols).not.toContain(dashboardProtocol)
  const { url } = await startTestService({ protocols })
  for (const path of ['', '/', '/session', `/assets/${NAMES[0]}`]) {
    expect((await fetch(`${url}/dashboard${path}`, { redirect: 'manual' })).status).toBe(404)
  }
})
