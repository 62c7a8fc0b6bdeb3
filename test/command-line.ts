import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'
import { QUICK_ENGINE } from './quick-engine.ts'

/** The compiled command line. */
export const CLI = fileURLToPath(new URL('../dist/main/cli.js', import.meta.url))

/** Options of Node for a `serve` whose synthesis threads speak by the tone generator: where its sound is not tested. */
export const SPEAK_TONES = ['--import', new URL('./fixtures/speak-tones.mjs', import.meta.url).href]

/** What a command that fails with this sentence leaves. */
export const failure = (sentence: string) => ({ status: 1, stdout: '', stderr: `hoarfrost: ${sentence}\n` })

/** A command line in a directory of its own, as of a user with no configuration. Removed after the tests of the file. */
export function openCommandLine() {
  const directory = mkdtempSync(join(tmpdir(), 'hoarfrost-cli-'))
  afterAll(() => rmSync(directory, { recursive: true }))
  function hoarfrost(args: readonly string[], { input = '', env = {} } = {}) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], {
      cwd: directory,
      input,
      env: { PATH: process.env.PATH, ...QUICK_ENGINE, ...env },
      encoding: 'utf8',
    })
    return { status, stdout, stderr }
  }
  return { directory, hoarfrost }
}
