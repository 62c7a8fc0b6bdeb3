import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { canTestWith } from '../scripts/needed-program.ts'
import { openCommandLine } from './command-line.ts'

const { directory, hoarfrost } = openCommandLine()

const isInstalled = (shell: string): boolean => spawnSync(shell, ['--version']).status === 0

/** What a shell offers after these words, the last of which is being typed. */
type Complete = (file: string, words: readonly string[]) => readonly string[]

const runShell = (shell: string, args: readonly string[]): readonly string[] => {
  const { status, stdout, stderr } = spawnSync(shell, args, { encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
  return stdout.split('\n').filter(Boolean)
}

const bash: Complete = (file, words) =>
  runShell('bash', [
    '-c',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is bash's
    'source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _hoarfrost; printf "%s\\n" "${COMPREPLY[@]}"',
    file,
    ...words,
  ])

/** With the functions of zsh's completion that the script calls, which need a terminal. */
const ZSH = `compdef() {}; _files() {}; compadd() { shift; print -l -- $@ }; _describe() { print -l -- \${\${(P)2}%%:*} }
script=$1; shift; source $script; words=("$@"); CURRENT=$#; _hoarfrost`
const zsh: Complete = (file, words) =>
  runShell('zsh', ['-fc', ZSH, 'zsh', file, ...words]).filter((each) => each.startsWith(words.at(-1) ?? ''))

const fish: Complete = (file, words) =>
  runShell('fish', ['--no-config', '-c', 'source $argv[1]; complete -C "$argv[2]"', file, words.join(' ')]).map(
    (line) => line.split('\t')[0] as string,
  )

describe.each([
  ['bash', bash],
  ['zsh', zsh],
  ['fish', fish],
] as const)('hoarfrost completion %s', (shell, complete) => {
  const isTested = canTestWith(shell, isInstalled(shell))
  const offered = (...words: string[]) => {
    const { status, stdout, stderr } = hoarfrost(['completion', shell])
    expect([status, stderr]).toEqual([0, ''])
    const file = join(directory, `completion.${shell}`)
    writeFileSync(file, stdout)
    return complete(file, ['hoarfrost', ...words])
  }

  test.skipIf(!isTested)('offers commands, their own commands, options and values', () => {
    expect(offered('')).toEqual(expect.arrayContaining(['serve', 'say', 'voices', 'open', 'completion']))
    expect(offered('key')).toEqual(['keys'])
    expect(offered('completion', '')).toEqual(expect.arrayContaining(['bash', 'zsh', 'fish']))
    expect(offered('bench', '--protocol', 'rime-').toSorted()).toEqual(
      shell === 'zsh' ? expect.arrayContaining(['rime-v1', 'rime-ws3']) : ['rime-v1', 'rime-ws3'],
    )
    expect(offered('keys', '')).toEqual(expect.arrayContaining(['create', 'list', 'update', 'revoke']))
    expect(offered('keys', 'create', '--rol')).toEqual(['--role'])
    expect(offered('keys', 'create', '--role', '').toSorted()).toEqual(['admin', 'synthesis'])
    expect(offered('say', 'list', '--model', 'co')).toEqual(['coda'])
    expect(offered('say', '-m', '').toSorted()).toEqual(['arcana', 'coda', 'mistv2', 'mistv3'])
    expect(offered('say', '--speaker', 'lun')).toContain('luna')
    expect(offered('voices', '--lang', 'fr')).toEqual(['fra'])
  })
})

test('hoarfrost completion names the shells that it knows', () => {
  const { status, stderr } = hoarfrost(['completion', 'csh'])
  expect(status).toBe(2)
  expect(stderr).toContain('Allowed choices are bash, zsh, fish.')
})
