import { type ExecFileException, execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Database from 'libsql'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { hashOfKey, idOfHash } from '../src/app/keys/manage-keys.ts'
import { listedKeySchema } from '../src/protocols/keys/key-bodies.ts'
import { openSqliteStore } from '../src/store/open-sqlite-store.ts'
import { startTestService } from './api/test-service.ts'

const CLI = fileURLToPath(new URL('../dist/main/cli.js', import.meta.url))
const CONFIGURED = 'chosen-by-the-operator'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'hoarfrost-keys-'))
  return () => rmSync(directory, { recursive: true })
})

/** `hoarfrost …` in a directory of its own; of what it says, without where the data are. */
async function hoarfrost(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const { status, stdout, stderr } = await hoarfrostAsItIs(args, env)
  return { status, stdout, stderr: stderr.replace(/^Data directory: .+\n/, '') }
}
function hoarfrostAsItIs(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const options = { cwd: directory, env: { PATH: process.env.PATH, PORT: '9', ...env } } // where no server is
  return new Promise<{ status: unknown; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, [CLI, ...args], options, (error, stdout, stderr) =>
      resolve({ status: error?.code ?? 0, stdout, stderr }),
    )
  })
}
const keys = (...args: string[]) => hoarfrost(['keys', ...args])
const dataDir = () => join(directory, 'data')
const openStore = () => openSqliteStore(dataDir())

describe('hoarfrost keys', () => {
  test('create prints the key alone, list shows all but the key, revoke ends it', async () => {
    const created = await keys('create', '--name', 'phone line', '--role', 'admin', '--role', 'synthesis')
    expect(created.stdout).toMatch(/^hf_[\w-]{43}\n$/)
    const id = /revoke ([0-9a-f]{12})/.exec(created.stderr)?.[1] ?? ''
    await keys('create', '--expires', '30d', '--max-concurrent', '2', '--limit', 'sockets=3', 'weight=2')
    expect(await keys('revoke', id)).toEqual({ status: 0, stdout: '', stderr: '' })

    const { stdout } = await keys('list')
    const [, first, second] = stdout.split('\n')
    expect(first).toMatch(new RegExp(`^${id} +revoked +admin,synthesis +.+ +never +never +any +none +phone line$`))
    expect(second).toMatch(/^[0-9a-f]{12} +active +synthesis +\S+Z +\S+Z +never +2 +sockets=3,weight=2$/)
    expect(stdout).not.toContain(created.stdout.trim())
  })

  test('rotate prints a key with the same terms; the old one is revoked, or accepted for a while', async () => {
    await keys('create', '--name', 'phone', '--max-concurrent', '2')
    const rotated = await keys('rotate', 'phone', '--overlap', '12h')
    expect(rotated.stdout).toMatch(/^hf_[\w-]{43}\n$/)
    const id = /revoke ([0-9a-f]{12})/.exec(rotated.stderr)?.[1] ?? ''
    expect(await keys('rotate', id)).toMatchObject({ status: 0 })
    const rows = (await keys('list')).stdout.trim().split('\n').slice(1)
    expect(rows.filter((row) => / active +synthesis .+ 2 +none +phone$/.test(row))).toHaveLength(2)
    expect(rows.filter((row) => row.startsWith(`${id} `) && row.includes(' revoked '))).toHaveLength(1)
    expect((await keys('rotate', 'phone', '--overlap', '31d')).status).toBe(2)
  })

  test('list shows to the minute when a key was last used', async () => {
    await keys('create', '--name', 'phone')
    {
      await using store = await openStore()
      const [key] = await store.apiKeys.list()
      await store.apiKeys.recordUses(new Map([[key?.id ?? '', new Date('2026-05-06T07:08:00Z')]]))
    }
    const { stdout } = await keys('list')
    expect(stdout).toMatch(/^ID +STATE +ROLES +CREATED +EXPIRES +LAST USED +CONCURRENT +LIMITS +NAME\n/)
    expect(stdout).toMatch(/ 2026-05-06T07:08Z +any +none +phone\n$/)
  })

  test('list shows the key of HOARFROST_API_KEY as such, which is in no store', async () => {
    const id = idOfHash(hashOfKey(CONFIGURED))
    const { stdout } = await hoarfrost(['keys', 'list'], { HOARFROST_API_KEY: CONFIGURED })
    expect(stdout.split('\n')[1]).toMatch(
      new RegExp(`^${id} +configured +synthesis,admin +- +never +- +any +none +HOARFROST_API_KEY$`),
    )
    expect((await keys('list')).stdout.split('\n')).toHaveLength(2)
    expect(await hoarfrost(['keys', 'revoke', id], { HOARFROST_API_KEY: CONFIGURED })).toEqual({
      status: 1,
      stdout: '',
      stderr: `hoarfrost: ${id} is the key of HOARFROST_API_KEY; change or unset the variable and restart the server\n`,
    })
  })

  test('list no longer shows the former key of HOARFROST_API_KEY that an older version stored', async () => {
    const created = await keys('create', '--name', 'configured', '--role', 'synthesis')
    const kept = /revoke ([0-9a-f]{12})/.exec(created.stderr)?.[1] ?? ''
    const database = new Database(join(dataDir(), 'hoarfrost.db'))
    database.exec(`
      delete from kysely_migration where name > '0003';
      alter table api_key drop column last_used_at;
      alter table api_key drop column limits;
      drop table dictionary_entry;
      create table addition (word text primary key, pronunciation text not null, added_at text not null);
      alter table dictionary_request drop column language;
      drop table session;
      drop table usage;
      drop table first_audio;
      drop table usage_batch;
      drop table job;
      drop table job_part;
      drop table job_claim;
      drop table job_webhook;
      insert into api_key values ('former', 'configured', 'hash', '["synthesis","admin"]', '2026-01-01', null, null, null)`)
    database.close()
    const { stdout } = await keys('list')
    expect(stdout).not.toContain('former')
    expect(stdout).toContain(kept)
  })

  test('revoke says when no key has the id or name, and which one may be meant', async () => {
    await keys('create', '--name', 'phone')
    const failed = (sentence: string) => ({ status: 1, stdout: '', stderr: `hoarfrost: ${sentence}\n` })
    expect(await keys('revoke', 'abc')).toEqual(failed('no key has the id or name abc'))
    expect(await keys('revoke', 'phnoe')).toEqual(failed('no key has the id or name phnoe. Did you mean phone?'))
    await keys('create', '--name', 'phone')
    expect((await keys('revoke', 'phone')).stderr).toMatch(
      /^hoarfrost: several keys have the name phone; give one of the ids [0-9a-f]{12}, [0-9a-f]{12}\n$/,
    )
  })

  test.each([
    ['2026-02-30', 'a date such as'],
    ['2031-02-29', 'a date such as'],
    ['2031-13-01', 'a date such as'],
    ['2031-02-30T12:00:00Z', 'a date such as'],
    ['2031-01-01T25:00', 'a date such as'],
    ['1.5d', 'a date such as'],
    ['', 'a date such as'],
    ['0d', 'in the future'],
    ['00h', 'in the future'],
    ['2020-01-01', 'in the future'],
  ])('create --expires %j is refused, and no key is made', async (when, must) => {
    const { status, stdout, stderr } = await keys('create', '--expires', when)
    expect([status, stdout, stderr]).toEqual([2, '', expect.stringContaining(`It must be ${must}`)])
    expect(readdirSync(directory)).toEqual([])
  })

  test('create takes a leap day as expiry, and a limit once', async () => {
    await keys('create', '--expires', '2048-02-29')
    expect((await keys('list')).stdout).toContain(' 2048-02-29T00:00Z ')
    const twice = await keys('create', '--limit', 'sockets=1', 'sockets=2')
    expect([twice.status, twice.stderr]).toEqual([2, 'hoarfrost: --limit gives one limit twice\n'])
  })

  test('update changes what is given of a key, by its id or name, and nothing else', async () => {
    await keys('create', '--name', 'phone', '--limit', 'sockets=3', 'weight=2', '--max-concurrent', '4')
    const changed = await keys(
      'update',
      'phone',
      '--limit',
      'weight=none',
      'characters-per-minute=60',
      '--expires',
      '30d',
    )
    expect(changed.stdout).toMatch(
      / active +synthesis +\S+Z +\S+Z +never +4 +sockets=3,characters-per-minute=60 +phone\n$/,
    )
    const [before] = JSON.parse((await keys('list', '--json')).stdout)
    const none = ['--expires', 'none', '--max-concurrent', 'none', '--role', 'admin', '--name', 'desk']
    expect((await keys('update', before.id, ...none)).status).toBe(0)
    const [after] = JSON.parse((await keys('list', '--json')).stdout)
    expect(after).toEqual({ ...before, expiresAt: null, maxConcurrent: null, roles: ['admin'], name: 'desk' })
    expect((await keys('update', 'desk')).stderr).toBe(
      'hoarfrost: nothing to change; see hoarfrost keys update --help\n',
    )
    await keys('revoke', 'desk')
    expect((await keys('update', before.id, '--name', 'x')).stderr).toBe('hoarfrost: the key is revoked\n')
  })

  test('list --json prints the keys as GET /v1/keys lists them', async () => {
    await keys('create', '--name', 'phone', '--limit', 'sockets=3')
    const { stdout } = await hoarfrost(['keys', 'list', '--json'], { HOARFROST_API_KEY: CONFIGURED })
    const [configured, stored] = JSON.parse(stdout)
    expect(configured).toMatchObject({ name: 'HOARFROST_API_KEY', isConfigured: true, state: 'active' })
    expect(listedKeySchema.parse(stored)).toEqual(stored)
    expect(stored).toMatchObject({ name: 'phone', isConfigured: false, state: 'active', limits: { sockets: 3 } })
  })
})

describe('hoarfrost keys and hoarfrost dictionary', () => {
  test.each([
    ['keys', 'create'],
    ['dictionary', 'set', 'kafka', 'coffee'],
  ])('%s %s says which data directory it used when it is new, and then no more', async (...args) => {
    expect((await hoarfrostAsItIs(args)).stderr).toMatch(`Data directory: ${dataDir()} (new)\n`)
    expect((await hoarfrostAsItIs(args)).stderr).not.toMatch('Data directory')
    const elsewhere = join(directory, 'elsewhere')
    expect((await hoarfrostAsItIs(args, { HOARFROST_DATA_DIR: elsewhere })).stderr).toMatch(
      `Data directory: ${elsewhere} (new)\n`,
    )
  })

  test.each([
    [['keys', 'list'], /^ID .*\n$/],
    [['keys', 'list', '--json'], /^\[\]\n$/],
    [['dictionary', 'list'], /^WORD .*\n$/],
    [['dictionary', 'list', '--json'], /^\[\]\n$/],
    [['dictionary', 'requests', '--all'], /^ID .*\n$/],
    [['dictionary', 'saved', '--clear'], /^WORD .*\n$/],
    [['dictionary', 'export'], /^$/],
  ])('%j lists nothing where there is no database, says where it looked, and makes nothing', async (args, stdout) => {
    const stderr = `Data directory: ${dataDir()} (no database there)\n`
    expect(await hoarfrostAsItIs(args)).toEqual({ status: 0, stdout: expect.stringMatching(stdout), stderr })
    expect(readdirSync(directory)).toEqual([])
  })

  test.each([
    ['keys', 'revoke', 'abc'],
    ['keys', 'update', 'abc', '--name', 'phone'],
    ['dictionary', 'remove', 'kafka'],
    ['dictionary', 'approve', 'abc'],
    ['dictionary', 'reject', 'abc'],
  ])('%s %s fails where there is no database, and makes nothing', async (...args) => {
    const { status, stderr } = await hoarfrost(args)
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: 'hoarfrost: there is no database; set HOARFROST_DATA_DIR to the data directory of the server\n',
    })
    expect(readdirSync(directory)).toEqual([])
  })

  test.each([
    [['voices']],
    [['packs', 'list']],
    [['textnorm', '5']],
    [['pronounce', 'hello']],
    [['say', 'Hello.', '-o', '/dev/null']],
    [['jobs', 'list']],
    [['doctor']],
    [['dictionary', 'set', 'kafka', '{zz}']],
    [['dictionary', 'import', 'missing.tsv']],
    [['keys', 'create', '--limit', 'x']],
    [['store', 'backup', 'missing/copy.db']],
  ])('%j makes nothing in the working directory', async (args) => {
    await hoarfrost(args)
    expect(readdirSync(directory)).toEqual([])
  })

  test('warn where the data directory cannot be that of the server, new or not', async () => {
    const { port, url } = await startTestService()
    const env = { PORT: String(port) }
    const warning = `hoarfrost: the server at ${url} uses another data directory; set HOARFROST_DATA_DIR to that one\n`
    expect((await hoarfrost(['keys', 'list'], env)).stderr).toBe(warning)
    expect((await hoarfrostAsItIs(['keys', 'create'], env)).stderr).toMatch(
      new RegExp(`^Data directory: .+ \\(new\\)\n${warning.replaceAll('.', '\\.')}Keep it`),
    )
    expect((await hoarfrost(['keys', 'list'], env)).stderr).toBe(warning)
    expect((await hoarfrost(['dictionary', 'list'], env)).stderr).toBe(warning)
    await using _ofTheServer = await openStore()
    expect((await hoarfrost(['keys', 'list'], env)).stderr).toBe('')
  })

  test('do not wait for a program that never answers', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1')
    onTestFinished(() => {
      silent.close()
      silent.closeAllConnections()
    })
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    expect((await hoarfrost(['dictionary', 'list'], { PORT: String(port) })).stderr).toBe('')
  })

  test('do not take another program for a server', async () => {
    const other = createServer((_request, response) => response.end('<h1>It works!</h1>')).listen(0, '127.0.0.1')
    onTestFinished(() => void other.close())
    const { port } = await new Promise<AddressInfo>((resolve) =>
      other.once('listening', () => resolve(other.address() as AddressInfo)),
    )
    expect((await hoarfrost(['dictionary', 'list'], { PORT: String(port) })).stderr).toBe('')
  })

  test.skipIf(process.getuid?.() !== 0)('name a data directory that this user may not write', async (context) => {
    const options = { cwd: '/', uid: 65_534, gid: 65_534, env: { HOARFROST_DATA_DIR: dataDir() } }
    const { error, stderr } = await new Promise<{ error: ExecFileException | null; stderr: string }>((resolve) => {
      execFile(process.execPath, [CLI, 'keys', 'create'], options, (error, _stdout, stderr) =>
        resolve({ error, stderr }),
      )
    })
    if (error?.code === 'EACCES') context.skip('another user cannot run this Node')
    expect(stderr).toBe(`hoarfrost: HOARFROST_DATA_DIR cannot be used: ${dataDir()} cannot be written by this user\n`)
  })
})
