import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { settingsPage } from '../scripts/write-settings.ts'
import { SETTING_LIST } from '../src/main/config.ts'

const PAGE = readFileSync(new URL('../docs/settings.md', import.meta.url), 'utf8')

test('docs/settings.md says what the program says of its settings', () => {
  expect(PAGE, 'run npm run docs:settings').toBe(settingsPage())
})

test('docs/settings.md lists every setting once', () => {
  const listed = [...PAGE.matchAll(/^\| `([A-Z0-9_]+)` \|/gm)].map(([, variable]) => variable)
  for (const { variable } of SETTING_LIST) expect(listed.filter((name) => name === variable)).toEqual([variable])
})
