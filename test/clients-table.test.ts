import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { tableRows } from './clients/clients-table.ts'

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

test('docs/clients.md names the versions that npm run test:clients installs', () => {
  const requirements = ['requirements.txt', 'requirements-rime.txt']
    .map((name) => read(`test/clients/${name}`))
    .join('\n')
  const python = requirements.matchAll(/^([\w-]+)==(\S+)$/gm)
  const npm = Object.values(JSON.parse(read('test/clients/npm.json')) as Record<string, Record<string, string>>)
  const pins = [...[...python].map(([, name, version]) => [name, version]), ...npm.flatMap(Object.entries)]
  const named = tableRows(read('docs/clients.md')).map((row) => /\| `(\S+)` (\S+) \|/.exec(row)?.slice(1))
  expect(named.length).toBeGreaterThan(20)
  for (const package_ of named) if (package_?.[0] !== 'chromium') expect(pins).toContainEqual(package_)
})
