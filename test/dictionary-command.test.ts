import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { requestWord } from '../src/app/dictionary/dictionary.ts'
import { openSqliteStore } from '../src/store/open-sqlite-store.ts'

const CLI = fileURLToPath(new URL('../dist/main/cli.js', import.meta.url))

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'hoarfrost-cli-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

/** `hoarfrost dictionary …` in a directory of its own. */
const dictionary = (args: readonly string[], input = '') => hoarfrost(['dictionary', ...args], input)

function hoarfrost(args: readonly string[], input = '') {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], {
    cwd: directory,
    input,
    env: { PATH: process.env.PATH, PORT: '9' }, // where no server is
    encoding: 'utf8',
  })
  return { status, stdout, stderr: stderr.replace(/^Data directory: .+\n/, '') }
}
const printed = (stdout: string) => ({ status: 0, stdout, stderr: '' })
const failure = (sentence: string, status = 1) => ({ status, stdout: '', stderr: `hoarfrost: ${sentence}\n` })

/** As a caller would over HTTP. */
async function request(word: string, note: string, now = new Date()): Promise<string> {
  await using store = await openSqliteStore(join(directory, 'data'))
  const predict = () => ['B', 'L', 'AO1', 'R', 'B']
  return (await requestWord(store.dictionary, { word, note }, { keyId: 'caller', predict, now })).id
}

describe('hoarfrost dictionary', () => {
  test('sets, lists and removes words', () => {
    expect(dictionary(['set', 'NGINX', 'engine', 'x'])).toEqual(printed('nginx is read as engine x\n'))
    expect(dictionary(['set', 'kafka', '{k1afkx}'])).toEqual(printed('kafka is read as {k1afkx}\n'))
    expect(dictionary(['add', 'Los Feliz', 'loss', 'feeliss'])).toEqual(printed('los feliz is read as loss feeliss\n'))
    expect(dictionary(['remove', 'Los Feliz'])).toEqual(printed(''))
    const { stdout } = dictionary(['list'])
    expect(stdout).toMatch(
      /^WORD +LANGUAGE +PRONUNCIATION +ADDED\nkafka +eng +\{k1afkx\} +\S+Z\nnginx +eng +engine x +\S+Z\n$/,
    )
    expect(dictionary(['remove', 'Kafka'])).toEqual(printed(''))
    expect(JSON.parse(dictionary(['list', '--json']).stdout)).toMatchObject([{ word: 'nginx' }])
  })

  test('shows requests, and approves or rejects them', async () => {
    const [first, second] = [await request('blorb', 'our\u001b[2J\nname'), await request('kubectl', '')]
    expect(dictionary(['requests']).stdout).toMatch(
      new RegExp(
        `^ID .*\n.*${first} +requested +blorb +eng +B L AO1 R B \\(predicted\\) +\\S+Z +caller +our \\[2J name$`,
        'ms',
      ),
    )
    expect(dictionary(['approve', first, 'blore', 'b'])).toEqual(printed('blorb is read as blore b\n'))
    expect(dictionary(['reject', second])).toEqual(printed(''))
    expect(dictionary(['requests']).stdout.split('\n')).toHaveLength(2)
    const statuses = JSON.parse(dictionary(['requests', '--all', '--json']).stdout)
    expect(statuses).toMatchObject([{ status: expect.any(String) }, { status: expect.any(String) }])
    expect(dictionary(['approve', second])).toEqual(failure(`request ${second} has been rejected already`))
  })

  test('adds what is due when it is opened, without a server', async () => {
    await request('blorb', '', new Date(Date.now() - 24 * 3_600_000))
    expect(dictionary(['export'])).toEqual(printed('blorb\tB L AO1 R B\n'))
  })

  test('imports all lines or none, and exports what it imports', () => {
    const text = 'kafka\tK AA1 F K AH0\nnginx\tengine x\n'
    writeFileSync(join(directory, 'words.tsv'), `# ours\n${text}`)
    expect(dictionary(['import', 'words.tsv'])).toEqual(printed('2 words added\n'))
    expect(dictionary(['import', '-'], 'zsh\tzee shell\nbad\tB XX1\n')).toEqual(
      failure('line 2: phoneme "XX1" at place 2 is not in ARPAbet'),
    )
    expect(dictionary(['export', 'out.tsv'])).toEqual(printed(''))
    expect(readFileSync(join(directory, 'out.tsv'), 'utf8')).toBe(text)
  })

  test('sets, exports, imports and removes words of other languages, which are read so in their texts', () => {
    expect(dictionary(['set', '-l', 'es', 'AVE', 'tren', 'rápido'])).toEqual(printed('ave is read as tren rápido\n'))
    const text = 'ave\ttren rápido\tspa\n'
    expect(dictionary(['export'])).toEqual(printed(text))
    expect(hoarfrost(['textnorm', '--lang', 'spa', 'El AVE de las 8.'])).toEqual(
      printed('El tren rápido de las ocho.\n'),
    )
    expect(dictionary(['remove', 'ave'])).toEqual(
      failure('the word ave was never added; see npx hoarfrost dictionary list'),
    )
    expect(dictionary(['remove', '--lang', 'spa', 'ave'])).toEqual(printed(''))
    expect(dictionary(['import', '-'], text)).toEqual(printed('1 word added\n'))
    expect(dictionary(['import', '--lang', 'fra', '-'], 'tgv\ttrain rapide\nave\ttrain\tspa\n')).toEqual(
      printed('2 words added\n'),
    )
    expect(dictionary(['export'])).toEqual(printed('ave\ttrain\tspa\ntgv\ttrain rapide\tfra\n'))
    expect(dictionary(['import', '-'], 'x\ty\ttlh\n').stderr).toMatch(
      /^hoarfrost: line 1: Language tlh is not supported/,
    )
  })

  test('lists saved words, and forgets them when told to', async () => {
    {
      await using store = await openSqliteStore(join(directory, 'data'))
      await store.oovWords.count(new Map([['blorb', 3]]), new Date('2026-05-06T07:08:09Z'))
    }
    const table = 'WORD   COUNT  LAST SEEN\nblorb  3      2026-05-06T07:08Z\n'
    expect(dictionary(['saved', '--clear'])).toEqual(printed(table))
    expect(dictionary(['saved', '--json'])).toEqual(printed('[]\n'))
  })

  test.each([
    [['set', 'kafka', 'K', 'XX1'], 'phoneme "XX1" at place 2 is not in ARPAbet'],
    [['set', 'two {words', 'K', 'AH0'], 'character "{" at place 5 cannot be part of a word'],
    [['set', 'kafka'], "missing required argument 'pronunciation'", 2],
    [['remove', 'kafka'], 'the word kafka was never added; see npx hoarfrost dictionary list'],
    [['approve', 'abc'], 'no request has the id abc; see npx hoarfrost dictionary requests'],
    [['reject', 'abc'], 'no request has the id abc; see npx hoarfrost dictionary requests'],
    [['import', 'missing.tsv'], 'missing.tsv does not exist'],
    [['lists'], "unknown command 'lists' (Did you mean list?)", 2],
  ])('%j fails with one line', (args, sentence, status = 1) => {
    dictionary(['set', 'nginx', 'engine x'])
    expect(dictionary(args)).toEqual(failure(sentence, status))
  })
})
