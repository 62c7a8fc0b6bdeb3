import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DiffParts, diffCommand } from '../../src/cli/diff-command.ts'
import { answeringServer } from '../answering-server.ts'
import { failure, openCommandLine } from '../command-line.ts'
import { freePort } from '../free-port.ts'
import { runInProcess } from '../in-process-command.ts'
import { AUTHORIZATION, KEY, openWholeService } from '../whole-service.ts'

type Service = Awaited<ReturnType<typeof openWholeService>>

const commandLine = openCommandLine()

let service: Service
let folder: string
let url: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hoarfrost-diff-'))
  service = await openWholeService()
  url = service.url
})
afterAll(async () => {
  await service.remove()
  rmSync(folder, { recursive: true })
})

/** `hoarfrost diff` in this process. */
const diff = (args: readonly string[], { signal }: { readonly signal?: AbortSignal } = {}) => {
  const parts: DiffParts = {
    version: '1.2.3',
    readServer: () => ({ url, apiKey: KEY }),
    readRemoteServer: () => undefined,
    signal: signal ?? new AbortController().signal,
  }
  return runInProcess(diffCommand(parts), args)
}

const LINES = ['Good <b>morning</b> to you.', 'Ask for Siobhan at the desk.', 'It costs $5.']

/** A file of prompts with a name of its own. */
function prompts(name: string, lines: readonly string[] = LINES): string {
  const file = join(folder, `${name}.txt`)
  writeFileSync(file, `${lines.join('\r\n')}\n\n`)
  return file
}

async function pronounce(word: string, pronunciation: string): Promise<void> {
  const answer = await fetch(`${url}/v1/dictionary/words/${word}`, {
    method: 'PUT',
    headers: { ...AUTHORIZATION, 'content-type': 'application/json' },
    body: JSON.stringify({ pronunciation }),
  })
  expect(answer.ok).toBe(true)
}

/** Two seconds of a tone. */
const PULSES = Buffer.from(Int16Array.from({ length: 48_000 }, (_, i) => 999 * (i % 90)).buffer)
const PCM = { 'content-type': 'audio/pcm' }

describe('hoarfrost diff', () => {
  test('finds nothing when the same program speaks again, and exactly the lines of a changed dictionary', async () => {
    const file = prompts('own')
    expect(await diff([file, '--accept'])).toMatchObject({ exitCode: 0, error: undefined })
    expect(await diff([file, '--exact'])).toMatchObject({ exitCode: 0, stdout: '3 lines: 3 same\n' })

    await pronounce('Siobhan', 'S IY1 B AE0 N')
    const out = join(folder, 'own.html')
    const { exitCode, stdout } = await diff([file, '--out', out])
    expect(exitCode).toBe(1)
    expect(stdout).toContain('3 lines: 2 same, 1 changed')
    expect(stdout).toMatch(/^Ask for Siobhan at the desk\. +reading, spectrum/m)
    expect(stdout).toMatch(/\[-Siobhan \[SH .*-\] {\+Siobhan \[S IY1 B AE0 N\]\+}/)
    const page = readFileSync(out, 'utf8')
    expect(page).toContain('<ins>Siobhan [S IY1 B AE0 N]</ins>')
    expect(page.match(/<audio /g)).toHaveLength(2)
    expect(page).not.toMatch(/<script|https?:|<b>morning/) // it loads nothing, and texts are escaped

    // A new baseline is that which was heard.
    expect((await diff([file, '--accept'])).exitCode).toBe(0)
    expect((await diff([file, '--exact'])).exitCode).toBe(0)
    const sounds = readdirSync(join(folder, 'own.baseline')).filter((name) => name.endsWith('.ogg'))
    expect(sounds).toHaveLength(3) // the old one was removed
    for (const name of readdirSync(join(folder, 'own.baseline'))) {
      expect(readFileSync(join(folder, 'own.baseline', name), 'latin1')).not.toContain(KEY)
    }
    expect(page).not.toContain(KEY)
  })

  test('writes the same baseline again, so that version control shows changes alone', async () => {
    const file = prompts('stable')
    const contents = () =>
      readdirSync(join(folder, 'stable.baseline')).map((name) => readFileSync(join(folder, 'stable.baseline', name)))
    await diff([file, '--accept'])
    const before = contents()
    await diff([file, '--accept'])
    expect(contents()).toEqual(before)
  })

  test('tells new and removed lines', async () => {
    const file = prompts('edited')
    await diff([file, '--accept'])
    prompts('edited', [...LINES.slice(1), 'Another line.'])
    const { exitCode, stdout } = await diff([file, '--json'])
    expect(exitCode).toBe(1)
    const { lines } = JSON.parse(stdout)
    expect(lines.map(({ text, status }: { text: string; status: string }) => [text, status])).toEqual([
      [LINES[1], 'same'],
      [LINES[2], 'same'],
      ['Another line.', 'new'],
      [LINES[0], 'removed'],
    ])
  })

  test('compares two voices and two servers, without a baseline', async () => {
    const file = prompts('two')
    const voices = await diff([file, '--voice', 'luna', '--voice', 'cove'])
    expect(voices.exitCode).toBe(1)
    expect(voices.stdout).toContain('spectrum')
    const servers = await diff([file, '--url', url, '--url', url])
    expect(servers).toMatchObject({ exitCode: 0, stdout: '3 lines: 3 same\n' })
    expect(readdirSync(folder)).not.toContain('two.baseline')
  })

  test('names words that a recognizer of the user misses', async () => {
    const file = prompts('heard', ['one two three'])
    const hears = (words: string) => ['--recognizer', `test -s {file} && echo '${words}'`]
    await diff([file, '--accept', ...hears('One, two three.')])
    expect((await diff([file, ...hears('one two three')])).exitCode).toBe(0)
    const { exitCode, stdout } = await diff([file, ...hears('one three')])
    expect(exitCode).toBe(1)
    expect(stdout).toMatch(/missing words .*one \[-two-\] three/)
  })

  test('compares what a server says that tells no reading and no times', async () => {
    let level = 3000
    const tone = () => Buffer.from(Int16Array.from({ length: 24_000 }, (_, i) => level * Math.sin(i / 20)).buffer)
    const other = await answeringServer((request, response) => {
      if (request.url === '/v1/audio/speech') response.writeHead(200, PCM).end(tone())
      else response.writeHead(404).end('<!doctype html>')
    })
    const args = [prompts('foreign', ['Hello.']), '--url', other, '--protocol', 'openai']
    await diff([...args, '--accept'])
    expect((await diff(args)).exitCode).toBe(0)
    level = 3100
    expect(await diff(args)).toMatchObject({ exitCode: 0, stdout: '1 line: 1 similar\n' })
    expect((await diff([...args, '--exact'])).exitCode).toBe(1)
    level = 6000
    const { exitCode, stdout } = await diff(args)
    expect([exitCode, stdout]).toEqual([1, expect.stringMatching(/loudness +0\.0 % +\+6\.0 LU/)])
  })
})

describe('hoarfrost diff fails with', () => {
  test('a line that the server refuses, and keeps the baseline', async () => {
    let isRefusing = false
    const other = await answeringServer((_, response) => {
      if (isRefusing) response.writeHead(503).end('busy')
      else response.writeHead(200, PCM).end(PULSES)
    })
    const file = prompts('refused')
    const args = [file, '--url', other, '--protocol', 'openai']
    await diff([...args, '--accept'])
    const before = readFileSync(join(folder, 'refused.baseline', 'baseline.json'), 'utf8')
    isRefusing = true
    const { error, stdout } = await diff([...args, '--accept'])
    expect(error).toBe('3 lines were not spoken; the baseline is as it was')
    expect(stdout).toMatch(/ {2}failed: status 503: busy/)
    expect(readFileSync(join(folder, 'refused.baseline', 'baseline.json'), 'utf8')).toBe(before)
  })

  test('a server that hangs or is gone, after three lines', async () => {
    const file = prompts('gone', ['1', '2', '3', '4', '5'])
    await diff([file, '--accept'])
    const hanging = await answeringServer(() => {})
    const hung = await diff([file, '--url', hanging, '--protocol', 'openai', '--timeout', '1'])
    expect(hung.stdout).toContain('3 lines: 3 failed; the rest was not compared: the last 3 lines failed')
    expect(hung.stdout).toContain('no audio within 1 s')
    const gone = await diff([file, '--url', `http://127.0.0.1:${await freePort()}`])
    expect(gone.error).toContain('no server responds at')
  })

  test('Ctrl-C, which keeps what was compared', async () => {
    const cancelling = new AbortController()
    let asked = 0
    const other = await answeringServer((_, response) => {
      if (++asked > 2) cancelling.abort()
      else response.writeHead(200, PCM).end(PULSES)
    })
    const out = join(folder, 'cancelled.html')
    const args = [prompts('cancelled'), '--url', other, '--protocol', 'openai', '--accept', '--out', out]
    const { error, stdout } = await diff(args, { signal: cancelling.signal })
    expect(error).toMatch(/abort/)
    expect(stdout).toContain('1 new; the rest was not compared: cancelled')
    expect(readFileSync(out, 'utf8')).toContain('Not all lines were compared: cancelled.')
    expect(readdirSync(folder)).not.toContain('cancelled.baseline')
  })

  test('a page that cannot be written, after the baseline', async () => {
    const out = join(folder, 'taken.html')
    const other = await answeringServer((_, response) => {
      mkdirSync(out, { recursive: true }) // after it was found to be free
      response.writeHead(200, PCM).end(PULSES)
    })
    const args = [prompts('paged', ['Hello.']), '--url', other, '--protocol', 'openai', '--accept', '--out', out]
    expect((await diff(args)).error).toContain(`${out} cannot be written`)
    expect(readdirSync(join(folder, 'paged.baseline'))).toContain('baseline.json')
  })

  test.each([
    ['broken', '{"format":', 'is not JSON; restore it, or remove FOLDER and use --accept'],
    ['other', '{"format":"something"}', 'is not a baseline of this command'],
    ['newer', '{"format":"hoarfrost-diff-2"}', 'was written by another version'],
    ['list', '[]', 'is not a baseline of this command'],
    [
      'old',
      '{"format":"hoarfrost-diff-1","spokenBy":"","lines":[{"text":5}]}',
      'is damaged at lines.0.text; restore it, or remove FOLDER and use --accept',
    ],
  ])('a baseline that is %s', async (name, content, fault) => {
    const file = prompts(name)
    await diff([file, '--accept'])
    const index = join(folder, `${name}.baseline`, 'baseline.json')
    writeFileSync(index, content)
    const error = `${index} ${fault.replace('FOLDER', join(folder, `${name}.baseline`))}`
    expect(await diff([file])).toMatchObject({ error })
    expect((await diff([file, '--accept'])).error).toBe(error)
    expect(readFileSync(index, 'utf8')).toBe(content)
  })

  test('a baseline without a sound, or none', async () => {
    const file = prompts('silent', ['Hello.'])
    expect((await diff([file])).error).toBe(
      `${join(folder, 'silent.baseline')} has no baseline; write one with --accept`,
    )
    await diff([file, '--accept'])
    const [sound = ''] = readdirSync(join(folder, 'silent.baseline')).filter((name) => name.endsWith('.ogg'))
    rmSync(join(folder, 'silent.baseline', sound))
    const out = join(folder, 'silent.html')
    expect(await diff([file, '--voice', 'cove', '--exact', '--out', out])).toMatchObject({
      exitCode: 1,
      error: undefined,
    })
    expect(readFileSync(out, 'utf8')).toContain(`no sound: ${join(folder, 'silent.baseline', sound)} no such file`)
  })

  test.each([
    [['-'], 'prompts of standard input need --against FOLDER'],
    [
      ['x.txt', '--against', 'http://host'],
      '--against takes the folder of a baseline; to compare two servers, give --url twice',
    ],
    [['x.txt', '--voice', 'a', '--voice', 'b', '--voice', 'c'], 'two sides are compared: give --voice once or twice'],
    [
      ['x.txt', '--voice', 'a', '--voice', 'b', '--accept'],
      'two servers, voices or models are compared without a baseline: leave out --against and --accept',
    ],
    [['x.txt', '--recognizer', 'whisper'], 'the command of --recognizer must contain {file}'],
    [['x.txt'], 'x.txt does not exist'],
  ])('%j before anything is spoken', async (args, message) => {
    expect((await diff(args)).error).toBe(message)
  })

  test('exit code 2, since 1 is for changes', () => {
    const { hoarfrost } = commandLine
    const fault = 'missing.txt does not exist'
    expect(hoarfrost(['diff', 'missing.txt'])).toEqual({ ...failure(fault), status: 2 })
    expect(hoarfrost(['diff', '-']).status).toBe(2)
  })

  test('an empty file', async () => {
    const file = prompts('empty', [' '])
    expect((await diff([file, '--accept'])).error).toBe(`${file} has no texts`)
  })
})
