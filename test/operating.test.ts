import { execFileSync, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { canTestWith } from '../scripts/needed-program.ts'
import { createKey } from '../src/app/keys/manage-keys.ts'
import { openSqliteStore } from '../src/store/open-sqlite-store.ts'
import { CLI } from './command-line.ts'

// What docs/operating.md tells operators to do, done. nginx and Caddy: reverse-proxy.test.ts.

const PAGE = readFileSync(new URL('../docs/operating.md', import.meta.url), 'utf8')
const hasProgram = (name: string): boolean => canTestWith(name, spawnSync(name, ['--version']).error === undefined)

let directory: string
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'hoarfrost-operating-'))
})
afterAll(() => rmSync(directory, { recursive: true }))

test.runIf(hasProgram('systemd-analyze'))('systemd finds nothing wrong with the unit', () => {
  const unit = readFileSync(new URL('../deploy/systemd/hoarfrost.service', import.meta.url), 'utf8')
  expect(unit).toContain('ExecStart=/usr/local/bin/hoarfrost serve')
  const file = join(directory, 'hoarfrost.service')
  writeFileSync(file, unit.replace('/usr/local/bin/hoarfrost', process.execPath))
  expect(spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' })
})

test('a backup of a database in use can be restored, and holds all that was in it', async () => {
  const data = join(directory, 'data')
  const restored = join(directory, 'restored')
  mkdirSync(restored)
  await using store = await openSqliteStore(data)
  const terms = { name: 'kept', roles: ['synthesis'], expiresAt: null, maxConcurrent: null } as const
  const { record } = await createKey(store.apiKeys, terms, new Date())
  expect(existsSync(join(data, 'hoarfrost.db-wal'))).toBe(true) // a plain copy would lack it
  const command = /^sudo -u hoarfrost (HOARFROST_DATA_DIR=\S+) hoarfrost (store backup .*)$/m.exec(PAGE)
  const [, variable = '', args = ''] = command ?? []
  const here = `${variable} '${process.execPath}' '${CLI}' ${args}`
    .replace('"/var/lib/hoarfrost/', `"${restored}/`)
    .replace('/var/lib/hoarfrost', data)
  execFileSync('sh', ['-c', here], { stdio: 'inherit' })
  const [file = ''] = readdirSync(restored)
  expect(file).toMatch(/^backup-\d{4}-\d\d-\d\d\.db$/)
  renameSync(join(restored, file), join(restored, 'hoarfrost.db'))
  await using backup = await openSqliteStore(restored)
  expect(await backup.apiKeys.list()).toEqual([record])
})
