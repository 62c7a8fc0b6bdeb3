import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { OpenAPI3 } from 'openapi-typescript'
import { expect, test } from 'vitest'
import { typesOf } from '../../scripts/write-dashboard-types.ts'
import { startWholeService } from '../whole-service.ts'

const MAX_BYTES = 250_000
const DIST = new URL('../../dist/dashboard/', import.meta.url)

test('the JavaScript that the page loads at first is sent in at most 250 kB, by Brotli and by gzip', async () => {
  const html = readFileSync(new URL('index.html', DIST), 'utf8')
  const scripts = [...html.matchAll(/(?:src|href)="\/dashboard\/(assets\/[^"]+\.js)"/g)].map(
    ([, path]) => path as string,
  )
  expect(scripts).not.toEqual([])
  const { url } = await startWholeService()
  // Unlike fetch, it leaves the answer compressed.
  const ask = async (path: string, encoding: string) => {
    const asked = request(`${url}/dashboard/${path}`, { headers: { 'accept-encoding': encoding } }).end()
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    return { encoding: answer.headers['content-encoding'], bytes: await buffer(answer) }
  }
  for (const [encoding, decompress] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    let sent = 0
    for (const path of scripts) {
      const answer = await ask(path, encoding)
      expect(answer.encoding).toBe(encoding)
      expect(decompress(answer.bytes).equals(readFileSync(new URL(path, DIST)))).toBe(true)
      sent += answer.bytes.length
    }
    expect(sent).toBeLessThanOrEqual(MAX_BYTES)
  }
})

test('the types of the page are those of the OpenAPI document (npm run dashboard:types)', async () => {
  const { url } = await startWholeService()
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as OpenAPI3
  expect(readFileSync(new URL('../../dashboard/src/api/schema.d.ts', import.meta.url), 'utf8')).toBe(
    await typesOf(document),
  )
})
