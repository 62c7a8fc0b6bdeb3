import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { withKindsTable } from '../scripts/write-kinds-table.ts'

test('docs/text.md shows the kinds of text of each language as its rules read them', () => {
  const written = readFileSync(new URL('../docs/text.md', import.meta.url), 'utf8')
  expect(written, 'run npm run docs:kinds').toBe(withKindsTable(written))
})
