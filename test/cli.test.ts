import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const CLI = fileURLToPath(new URL('../dist/main/cli.js', import.meta.url))
const PACKAGE = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

let directory: string
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'hoarfrost-cli-'))
})
afterAll(() => rmSync(directory, { recursive: true }))

/** Runs the command line in a directory of its own, as a user with no configuration. */
function hoarfrost(args: readonly string[], { input = '', env = {} } = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], {
    cwd: directory,
    input,
    env: { PATH: process.env.PATH, ...env },
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

const failure = (sentence: string) => ({ status: 1, stdout: '', stderr: `hoarfrost: ${sentence}\n` })

describe('hoarfrost', () => {
  test('--version tells the version of the package', () => {
    expect(hoarfrost(['--version'])).toEqual({ status: 0, stdout: `${PACKAGE.version}\n`, stderr: '' })
  })

  test('serve --help lists every variable of the environment', () => {
    const { stdout } = hoarfrost(['serve', '--help'])
    expect(stdout).toMatch(/HOARFROST_DATA_DIR +Directory .* \(default: \.\/data\)/)
  })

  test.each([
    [['sing'], "unknown command 'sing'"],
    [['voces'], "unknown command 'voces' (Did you mean voices?)"],
    [['say'], 'say what? Give a text, - for standard input, or --file FILE'],
    [['say', 'a', '--file', 'b'], 'say what? Give a text, - for standard input, or --file FILE'],
    [['say', '--file', 'missing.txt'], "ENOENT: no such file or directory, open 'missing.txt'"],
    [
      ['say', 'a', '--speed', 'fast'],
      "option '--speed <factor>' argument 'fast' is invalid. It must be a number from 0.2 to 5.",
    ],
    [['voices', '--lang', 'tlh'], 'no voice speaks tlh'],
    [['keys', 'revoke', 'abc'], 'no key has the id abc'],
    [
      ['keys', 'create', '--expires', 'soon'],
      "option '--expires <when>' argument 'soon' is invalid. It must be a date such as 2030-12-31, 30d or 12h.",
    ],
    [
      ['keys', 'create', '--role', 'king'],
      "option '--role <role...>' argument 'king' is invalid. Allowed choices are synthesis, admin.",
    ],
  ])('%j fails with one line', (args, sentence) => {
    expect(hoarfrost(args)).toEqual(failure(sentence))
  })

  test('a bad value in the environment or in .env stops a command with the line that names it', () => {
    const sentence = 'HOARFROST_STRICT must be one of true, false'
    expect(hoarfrost(['serve'], { env: { HOARFROST_STRICT: 'yes' } })).toEqual(failure(sentence))
    writeFileSync(join(directory, '.env'), 'HOARFROST_STRICT=perhaps\n')
    expect(hoarfrost(['serve'])).toEqual(failure(sentence))
    rmSync(join(directory, '.env'))
  })
})

describe('hoarfrost voices', () => {
  const rowsOf = (stdout: string) => stdout.trimEnd().split('\n').slice(1)

  test('lists every voice in aligned columns', () => {
    const { status, stdout } = hoarfrost(['voices'])
    expect(status).toBe(0)
    expect(rowsOf(stdout).length).toBeGreaterThan(600)
    expect(stdout).toMatch(/^SPEAKER +MODEL +LANGUAGE +GENDER +AGE +COUNTRY +DIALECT\n/)
    expect(stdout).toMatch(/^luna +coda +eng +Female/m)
  })

  test('narrows the list down by model, language and gender', () => {
    const { stdout } = hoarfrost(['voices', '-m', 'coda', '-l', 'fr', '-g', 'male'])
    expect(rowsOf(stdout)).toEqual([expect.stringMatching(/^destin +coda +fra +Male/)])
  })

  test('--json prints what is known of each, and not how it is made', () => {
    const voices = JSON.parse(hoarfrost(['voices', '-m', 'coda', '-l', 'fr', '--json']).stdout)
    expect(voices).toHaveLength(5)
    expect(voices[0]).toMatchObject({ model: 'coda', language: 'fra', speaker: expect.any(String) })
    expect(voices[0]).not.toHaveProperty('engineVoice')
  })
})

describe('hoarfrost keys', () => {
  test('create prints the key alone, list shows all but the key, revoke ends it', () => {
    const created = hoarfrost(['keys', 'create', '--name', 'phone line', '--role', 'admin', '--role', 'synthesis'])
    expect(created.stdout).toMatch(/^hf_[\w-]{43}\n$/)
    const id = /revoke ([0-9a-f]{12})/.exec(created.stderr)?.[1] ?? ''
    hoarfrost(['keys', 'create', '--expires', '30d', '--max-concurrent', '2'])
    expect(hoarfrost(['keys', 'revoke', id])).toEqual({ status: 0, stdout: '', stderr: '' })

    const { stdout } = hoarfrost(['keys', 'list'])
    const [, first, second] = stdout.split('\n')
    expect(first).toMatch(new RegExp(`^${id} +revoked +admin,synthesis +.+ +never +any +phone line$`))
    expect(second).toMatch(/^[0-9a-f]{12} +good +synthesis +\S+Z +\S+Z +2$/)
    expect(stdout).not.toContain(created.stdout.trim())
  })
})
