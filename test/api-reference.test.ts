import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { apiReference } from '../scripts/write-api-reference.ts'

test('docs/api.md says what the schemas say', () => {
  const written = readFileSync(new URL('../docs/api.md', import.meta.url), 'utf8')
  expect(written, 'run npm run docs:api').toBe(apiReference())
})
