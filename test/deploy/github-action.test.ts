import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { CLI } from '../command-line.ts'
import { QUICK_ENGINE } from '../quick-engine.ts'

const ACTION = fileURLToPath(new URL('../../deploy/github-action', import.meta.url))

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hoarfrost-action-'))
  mkdirSync(join(folder, 'bin'))
  const program = join(folder, 'bin/hoarfrost')
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${CLI}" "$@"\n`)
  chmodSync(program, 0o755)
  writeFileSync(join(folder, 'prompts.txt'), 'Good morning.\nAsk for Siobhan.\n')
})
afterAll(() => rmSync(folder, { recursive: true }))

/** The step of the action that compares, with its inputs. */
function compare(env: Readonly<Record<string, string>>) {
  const files = { PAGE: join(folder, 'page.html'), GITHUB_OUTPUT: join(folder, 'output') }
  const path = `${join(folder, 'bin')}:${process.env.PATH}`
  const { status, stdout, stderr } = spawnSync('sh', [join(ACTION, 'diff.sh')], {
    cwd: folder,
    env: { PATH: path, PROMPTS: 'prompts.txt', LOG_LEVEL: 'error', ...files, ...QUICK_ENGINE, ...env },
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

const lastOutput = () => readFileSync(join(folder, 'output'), 'utf8').trim().split('\n').at(-1)

test('the action accepts a baseline, finds nothing, and then the line of a changed entry', () => {
  expect(compare({ ACCEPT: 'true' })).toMatchObject({ status: 0, stdout: expect.stringContaining('2 new') })
  expect(compare({ OPTIONS: '--exact --max-shift 10' })).toMatchObject({ status: 0, stdout: '2 lines: 2 same\n' })
  expect(lastOutput()).toBe('changed=false')
  writeFileSync(join(folder, 'words.tsv'), 'Siobhan\tS IY1 B AE0 N\n')
  const { status, stdout } = compare({ DICTIONARY: 'words.tsv' })
  expect([status, lastOutput()]).toEqual([1, 'changed=true'])
  expect(stdout).toContain('2 lines: 1 same, 1 changed')
  expect(readFileSync(join(folder, 'page.html'), 'utf8')).toContain('<ins>Siobhan [S IY1 B AE0 N]</ins>')
}, 120_000)

test('the action fails with 2 where nothing can be compared', () => {
  expect(compare({ AGAINST: 'none' })).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('none has no baseline'),
  })
  expect(compare({ HOARFROST_URL: 'http://127.0.0.1:9', HOARFROST_API_KEY: 'a-key-of-some-length' }).status).toBe(2)
}, 120_000)

test('the action tells nothing of changes and leaves no page where nothing was compared', () => {
  const page = join(folder, 'page.html')
  for (const env of [
    { DICTIONARY: 'no-such.tsv' },
    { AGAINST: 'none' },
    { HOARFROST_URL: 'http://127.0.0.1:9', DICTIONARY: 'words.tsv' },
  ]) {
    writeFileSync(page, 'of an earlier run')
    rmSync(join(folder, 'output'), { force: true })
    expect(compare(env).status).toBe(2)
    expect([existsSync(page), existsSync(join(folder, 'output'))]).toEqual([false, false])
  }
}, 120_000)

test('the action expands no patterns in its options', () => {
  expect(compare({ HOARFROST_URL: 'http://127.0.0.1:9', OPTIONS: '--voice *' }).stderr).not.toContain('prompts.txt')
}, 60_000)

test('the action ends what it started when it is stopped', async () => {
  const bin = join(folder, 'slow-bin')
  mkdirSync(bin)
  // A program that serves and compares without end.
  writeFileSync(
    join(bin, 'hoarfrost'),
    '#!/bin/sh\ncase $1 in serve|diff) echo $$ > "$PIDS/$1.pid"; exec sleep 600 ;; esac\n',
    { mode: 0o755 },
  )
  writeFileSync(join(bin, 'curl'), '#!/bin/sh\ntest -s "$PIDS/serve.pid"\n', { mode: 0o755 })
  const script = spawn('sh', [join(ACTION, 'diff.sh')], {
    cwd: folder,
    env: { PATH: `${bin}:${process.env.PATH}`, PIDS: folder, PROMPTS: 'prompts.txt', PAGE: join(folder, 'page.html') },
  })
  const ended = once(script, 'exit')
  const pidOf = (name: string): number => Number(readFileSync(join(folder, `${name}.pid`), 'utf8'))
  await vi.waitFor(() => expect(pidOf('diff')).toBeGreaterThan(0), { timeout: 30_000 })
  script.kill('SIGTERM')
  expect(await ended).toEqual([143, null])
  for (const name of ['serve', 'diff']) expect(() => process.kill(pidOf(name), 0)).toThrow('ESRCH')
}, 60_000)

test('the action passes each input to its script, and names files that exist', () => {
  const { inputs, runs } = parse(readFileSync(join(ACTION, 'action.yml'), 'utf8'))
  const used = JSON.stringify(runs)
  for (const name of Object.keys(inputs)) expect(used).toContain(`inputs.${name} }}`)
  for (const [, file = ''] of used.matchAll(/GITHUB_ACTION_PATH\/([\w.-]+)/g))
    expect(existsSync(join(ACTION, file))).toBe(true)
})
