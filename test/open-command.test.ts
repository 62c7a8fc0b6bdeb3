import { execFile } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createKey, hashOfKey, idOfHash } from '../src/app/keys/manage-keys.ts'
import { hashOfSecret } from '../src/app/keys/sessions.ts'
import { openBrowser } from '../src/main/open-browser.ts'
import { openStore } from '../src/main/open-store.ts'
import { startTestService } from './api/test-service.ts'
import { CLI } from './command-line.ts'
import { freePort } from './free-port.ts'

const TERMS = { roles: ['synthesis', 'admin'], expiresAt: null, maxConcurrent: null } as const

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'hoarfrost-open-'))
  return () => rmSync(directory, { recursive: true })
})

/** `hoarfrost open …` beside a data directory in use, as by a server, and what a server answers to the token of its link. */
async function openBeside(names: readonly string[], { env = {} } = {}) {
  const store = await openStore({ dataDir: join(directory, 'data'), databaseUrl: null })
  onTestFinished(() => store[Symbol.asyncDispose]())
  const ids: string[] = []
  for (const name of names) ids.push((await createKey(store.apiKeys, { ...TERMS, name }, new Date())).record.id)
  const { url } = await startTestService()
  const run = (...args: string[]) =>
    new Promise<{ status: unknown; stdout: string; stderr: string }>((resolve) => {
      const options = { cwd: directory, env: { PATH: process.env.PATH, HOARFROST_URL: url, ...env } }
      execFile(process.execPath, [CLI, 'open', ...args], options, (error, stdout, stderr) =>
        resolve({ status: error?.code ?? 0, stdout, stderr }),
      )
    })
  return { ids, run, store, url }
}

describe('hoarfrost open', () => {
  test('prints a link to the server, for the oldest key of an admin, whose hash is in the store', async () => {
    const { ids, run, store, url } = await openBeside(['first', 'second'])
    const { status, stdout } = await run()
    const [, token = ''] = new RegExp(`^${url}/dashboard#(hfl_[\\w-]{43})\n$`).exec(stdout) ?? []
    expect(status).toBe(0)
    expect(await store.sessions.take(hashOfSecret(token))).toMatchObject({ keyId: ids[0] })
  })

  test('takes the key that is named, or the configured one', async () => {
    const { ids, run, store } = await openBeside(['first', 'second'])
    const keyIdOf = async (stdout: string) =>
      (await store.sessions.take(hashOfSecret(stdout.trim().split('#')[1] ?? '')))?.keyId
    expect(await keyIdOf((await run('--key', 'second')).stdout)).toBe(ids[1])
    const configured = await openBeside([], { env: { HOARFROST_API_KEY: 'chosen-by-the-operator' } })
    const { stdout } = await configured.run()
    expect(await keyIdOf(stdout)).toBe(idOfHash(hashOfKey('chosen-by-the-operator')))
  })

  test.each([
    [['--key', 'frist'], 'no key has the id or name frist. Did you mean first?'],
    [['--key', 'old'], 'no key has the id or name old'],
    [['--server', 'here'], 'here is not a URL; give one such as http://127.0.0.1:8000', 2],
  ])('with %j says in one line: %s', async (args, sentence, exitCode = 1) => {
    const { run } = await openBeside(['first'])
    const { status, stdout, stderr } = await run(...args)
    expect([status, stdout, stderr.split('\n').at(-2)]).toEqual([exitCode, '', `hoarfrost: ${sentence}`])
  })

  test('where no server answers says so in one line, and where it has no dashboard', async () => {
    const { run } = await openBeside(['first'])
    const closed = `http://127.0.0.1:${await freePort()}`
    expect((await run('--server', closed)).stderr).toContain(
      `hoarfrost: no server responds at ${closed}; start it with`,
    )
    const { url } = await startTestService({ protocols: [] })
    expect((await run('--server', url)).stderr).toContain(`hoarfrost: the server at ${url} has no dashboard`)
  })

  test('without a valid key of an admin says how to make one', async () => {
    const { run, store } = await openBeside(['revoked'])
    const [key] = await store.apiKeys.list()
    await store.apiKeys.revoke(key?.id ?? '', new Date())
    expect((await run()).stderr).toContain('make one with `hoarfrost keys create --role admin`')
    expect((await run('--key', key?.id ?? '')).stderr).toContain('is revoked or has expired')
  })
})

describe('the browser', () => {
  /** A program of this name that writes its arguments to a file. */
  function fakeProgram(name: string) {
    const file = join(directory, name)
    writeFileSync(file, `#!/bin/sh\necho "$@" >> ${directory}/opened\n`)
    chmodSync(file, 0o755)
  }
  const opened = () => (existsSync(join(directory, 'opened')) ? readFileSync(join(directory, 'opened'), 'utf8') : '')

  test.each([
    ['linux', 'xdg-open', { DISPLAY: ':0' }, 'http://x/#1\n'],
    ['linux', 'xdg-open', { WAYLAND_DISPLAY: 'wayland-0' }, 'http://x/#1\n'],
    ['darwin', 'open', {}, 'http://x/#1\n'],
    ['win32', 'rundll32', {}, 'url.dll,FileProtocolHandler http://x/#1\n'],
  ] as const)('of a desktop on %s is opened by %s', async (platform, program, env, args) => {
    fakeProgram(program)
    const parts = { env: { PATH: `${directory}:${process.env.PATH}`, ...env }, platform }
    expect(await openBrowser('http://x/#1', parts)).toBe(true)
    await expect.poll(opened).toBe(args)
  })

  test.each([
    ['linux', {}],
    ['darwin', { SSH_CONNECTION: '192.0.2.1 1 192.0.2.2 22' }],
    ['sunos', {}],
  ] as const)('is not opened on %s with %j', async (platform, env) => {
    for (const program of ['xdg-open', 'open']) fakeProgram(program)
    expect(await openBrowser('http://x/#1', { env: { PATH: directory, ...env }, platform })).toBe(false)
  })

  test('is not opened where nothing opens pages', async () => {
    expect(await openBrowser('http://x/#1', { env: { PATH: directory, DISPLAY: ':0' }, platform: 'linux' })).toBe(false)
  })
})
