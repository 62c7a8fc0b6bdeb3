import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CheckEntitiesParts, checkEntitiesCommand } from '../../src/cli/check-entities-command.ts'
import { checkLines } from '../../src/entities/check-lines.ts'
import { parseEntities } from '../../src/entities/entity-line.ts'
import { answeringServer } from '../answering-server.ts'
import { TEST_KEY } from '../api/test-service.ts'
import { startAllProtocols } from '../benchmark/all-protocols.ts'
import { failure, openCommandLine } from '../command-line.ts'
import { freePort } from '../free-port.ts'
import { runInProcess } from '../in-process-command.ts'

const SET = readFileSync(new URL('../../entities/entities.tsv', import.meta.url), 'utf8')
const HEADER = 'lang\tkind\ttext\treadings'

const services = startAllProtocols()
const { hoarfrost } = openCommandLine()
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hoarfrost-entities-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** `hoarfrost check-entities` in this process, without a dictionary. */
const check = (args: readonly string[], signal = new AbortController().signal) => {
  const parts: CheckEntitiesParts = {
    readEntities: async () => SET,
    openReadings: async () => () => () => undefined,
    readServer: () => ({ url: services.urlOf('rime'), apiKey: TEST_KEY }),
    readRemoteServer: () => undefined,
    signal,
  }
  return runInProcess(checkEntitiesCommand(parts), args)
}

function setOf(name: string, ...rows: string[]): readonly string[] {
  const file = join(folder, name)
  writeFileSync(file, [HEADER, ...rows].join('\r\n'))
  return ['--entities', file]
}

const CODE = 'eng\tcode\tYour code is [4729].\tfour seven two nine'
const MISREAD = 'eng\tunit\tIt weighs [12 kg].\ttwelve stones'

describe('the set', () => {
  const lines = parseEntities('entities.tsv', SET)

  test('has 300 lines in ten languages, each once', () => {
    const counts = new Map<string, number>()
    for (const { language } of lines) counts.set(language, (counts.get(language) ?? 0) + 1)
    const others = ['spa', 'fra', 'ger', 'por', 'ita', 'nld', 'hin', 'ara', 'jpn'].map((code) => [code, 20] as const)
    expect(counts).toEqual(new Map([['eng', 120], ...others]))
    expect(new Set(lines.map(({ language, text }) => `${language} ${text}`)).size).toBe(300)
  })

  test('accepts only what is written in words', () => {
    expect(lines.filter(({ readings }) => readings.some((reading) => /[\d%$€£₹@]/.test(reading)))).toEqual([])
  })
})

describe('hoarfrost check-entities', () => {
  test('asks the rules of this program without a server, by kind and language', async () => {
    const { stdout, exitCode, error } = await check(['--lang', 'eng,es'])
    expect([exitCode, error]).toEqual([0, undefined])
    expect(stdout).toMatch(/^kind +eng +spa +all$/m)
    expect(stdout).toMatch(/^all +\d+\/120 +\d+\/20 +\d+\/140$/m)
    expect(stdout).toMatch(/ of 140 right \(\d+\.\d %\), by reading\n$/)
  })

  test('asks a Hoarfrost how it reads', async () => {
    const args = [services.urlOf('rime'), '--protocol', 'rime', ...setOf('own.tsv', CODE, MISREAD)]
    const { stdout, exitCode } = await check([...args, '--min-percent', '50'])
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/^eng +unit +12 kg +wrong +It weighs twelve kilograms +twelve stones$/m)
    expect(stdout).toContain('1 of 2 right (50.0 %), by reading')
    expect((await check([...args, '--min-percent', '50.1'])).exitCode).toBe(1)
    const { right, judged, lines } = JSON.parse((await check([...args, '--json'])).stdout)
    expect([right, judged, lines[1].outcome]).toEqual([1, 2, 'wrong'])
  })

  test('has a recognizer listen, which may write digits', async () => {
    const set = setOf('heard.tsv', CODE, MISREAD, 'eng\tname\tAsk [Dr. Lee].\tdoctor lee')
    const { stdout } = await check([...set, '--recognizer', 'test -s {file} && echo Your code is 4-7-2-9, doctor Lee'])
    expect(stdout).toContain('2 of 3 right (66.7 %), by recognizer')
    const failed = await check([...set, '--recognizer', 'exit 1; {file}'])
    expect(failed.error).toBe('3 lines were not spoken')
    expect(failed.stdout).not.toMatch(/^kind/m) // a table without figures
  })

  test('knows nothing of a server with neither readings nor word times', async () => {
    const { error, stdout } = await check([services.urlOf('wyoming'), ...setOf('silent.tsv', CODE)])
    expect(error).toBe('the server does not tell how it reads; give --recognizer COMMAND')
    expect(stdout).toContain('of 1 it is not known')
  })

  test.each([
    ['Your code is 4729.', 'unknown'],
    ['your code is four seven two nine', 'right'],
    ['your code is four thousand', 'wrong'],
  ])('word times with the words %j make a line %s', async (said, outcome) => {
    const lines = parseEntities('set', `${HEADER}\n${CODE}`)
    const options = { signal: new AbortController().signal, onLine: () => {} }
    const checked = await checkLines(lines, async () => ({ evidence: 'word times', said }), options)
    expect(checked.lines).toMatchObject([{ outcome }])
  })

  test('takes options of a server with one alone', async () => {
    expect((await check(['--voice', 'luna'])).error).toBe(
      '--key-file, --voice and --model are for a server: give its URL',
    )
  })

  test('tells a server that is gone', async () => {
    expect((await check([`http://127.0.0.1:${await freePort()}`])).error).toContain('no server responds at')
  })

  test('keeps what was checked when it is cancelled', async () => {
    const cancelling = new AbortController()
    const set = setOf('c.tsv', CODE, MISREAD)
    const recognizer = ['--recognizer', 'echo 4729 # {file}']
    let asked = 0
    const url = await answeringServer((_, response) => {
      if (++asked > 1) cancelling.abort()
      else response.writeHead(200, { 'content-type': 'audio/pcm' }).end(Buffer.alloc(9600, 1))
    })
    const { error, stdout } = await check([url, '--protocol', 'openai', ...set, ...recognizer], cancelling.signal)
    expect(error).toMatch(/abort/)
    expect(stdout).toContain('1 of 1 right (100.0 %), by recognizer; the rest was not checked: cancelled')
  })

  test.each([
    ['a b c d', 'the first line must be lang, kind, text, readings, with tabs'],
    [HEADER, 'has no lines'],
    [`${HEADER}\neng\tcode\tOne [two].`, 'line 2 must have four columns'],
    [`${HEADER}\nxxx\tcode\tOne [two].\ttwo`, 'line 2: xxx is not a language'],
    [`${HEADER}\neng\tcodes\tOne [two].\ttwo`, 'line 2: the kinds are code, mail'],
    [`${HEADER}\neng\tcode\tOne two.\ttwo`, 'line 2: one part of the text must be in brackets'],
    [`${HEADER}\neng\tcode\t[One] [two].\ttwo`, 'line 2: one part of the text must be in brackets'],
    [`${HEADER}\neng\tcode\tOne [two].\ttwo | -`, 'line 2: a reading must have words'],
    [`${HEADER}\neng\tcode\tOne [two].\t(a | b) two`, 'line 2: parentheses must be closed'],
    [`${HEADER}\neng\tcode\tOne [two].\ttwo (a`, 'line 2: parentheses must be closed'],
    [`${HEADER}\neng\tcode\tOne [two].\ttwo / too`, 'line 2: a word must stand on each side of /'],
    [`${HEADER}\neng\tcode\tOne [two].\ttwo ${'(a) '.repeat(40)}`, 'line 2: a reading must have at most 10 choices'],
  ])('refuses the set %j', async (content, fault) => {
    const file = join(folder, 'bad.tsv')
    writeFileSync(file, content)
    const { error } = await check(['--entities', file])
    expect(error).toContain(file)
    expect(error).toContain(fault)
  })

  test('exits with 2 where it could not check, and finds its set in the package', () => {
    expect(hoarfrost(['check-entities', '--entities', 'none.tsv'])).toEqual({
      ...failure('none.tsv does not exist'),
      status: 2,
    })
    expect(hoarfrost(['check-entities', '--lang', 'tam']).status).toBe(2)
    expect(hoarfrost(['check-entities', '--lang', 'nld', '--min-percent', '10']).status).toBe(0)
  })
})
