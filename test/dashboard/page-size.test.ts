import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { OpenAPI3 } from 'openapi-typescript'
import { expect, test } from 'vitest'
import { typesOf } from '../../scripts/write-dashboard-types.ts'
import { startWholeService } from '../whole-service.ts'

const MOST_BYTES = 250_000
const DIST = new URL('../../dist/dashboard/', import.meta.url)

test('the JavaScript that the page loads at first has at most 250 kB in gzip', () => {
  const html = readFileSync(new URL('index.html', DIST), 'utf8')
  const scripts = [...html.matchAll(/(?:src|href)="\/dashboard\/(assets\/[^"]+\.js)"/g)].map(
    ([, path]) => path as string,
  )
  expect(scripts).not.toEqual([])
  const bytes = scripts.reduce((sum, path) => sum + gzipSync(readFileSync(new URL(path, DIST))).length, 0)
  expect(bytes).toBeLessThanOrEqual(MOST_BYTES)
})

test('the types of the page are those of the OpenAPI document (npm run dashboard:types)', async () => {
  const { url } = await startWholeService()
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as OpenAPI3
  expect(readFileSync(new URL('../../dashboard/src/api/schema.d.ts', import.meta.url), 'utf8')).toBe(
    await typesOf(document),
  )
})
