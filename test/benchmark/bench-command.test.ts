import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { BenchmarkReport } from '../../src/benchmark/benchmark-report.ts'
import { type BenchParts, benchCommand } from '../../src/cli/bench-command.ts'
import { TEST_KEY } from '../api/test-service.ts'
import { freePort } from '../free-port.ts'
import { runInProcess } from '../in-process-command.ts'
import { startAllProtocols } from './all-protocols.ts'

const services = startAllProtocols()
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hoarfrost-bench-command-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const QUICK = ['--callers', '1,2', '--calls', '2', '--warm-up', '1', '--pace', '500', '--arrivals', 'instant']

interface Given {
  readonly signal?: AbortSignal
  readonly configuredUrl?: string
}

/** `hoarfrost bench` in this process. */
async function bench(args: readonly string[], { signal, configuredUrl = services.urlOf('rime') }: Given = {}) {
  const parts: BenchParts = {
    version: '1.2.3',
    readServer: () => ({ url: configuredUrl, apiKey: TEST_KEY }),
    readRemoteServer: () => undefined,
    signal: signal ?? new AbortController().signal,
  }
  return runInProcess(benchCommand(parts), args)
}

const reportIn = (file: string): BenchmarkReport => JSON.parse(readFileSync(join(folder, file), 'utf8'))

describe('hoarfrost bench', () => {
  test("measures this machine's server without a URL, and writes a page and its figures", async () => {
    const out = join(folder, 'own.html')
    const { error, stdout, stderr } = await bench([...QUICK, '--out', out])
    expect(error).toBeUndefined()
    expect(stdout).toMatch(/^First audio in ms, 1 caller\nendpoint +calls +failed +median +95 % interval/)
    expect(stdout).toContain('First audio in ms, 2 callers at one instant')
    expect(stdout).toContain('First token to first audio in ms, at 500 tokens/s')
    expect(stdout).toContain('Interruption to the last audio in ms')
    expect(stdout).not.toContain('Failed calls')
    expect(stderr).toContain(`report: ${out}, ${join(folder, 'own.json')}`)

    const { endpoints, isComplete, version, plan } = reportIn('own.json')
    expect([isComplete, version, plan.callers]).toEqual([true, '1.2.3', [1, 2]])
    const [endpoint] = endpoints
    expect(endpoint).toMatchObject({ protocol: 'rime-ws3', takesTokens: true, canInterrupt: true })
    const phases = endpoint?.calls.map(({ phase, callers, kind }) => `${phase} ${callers} ${kind}`)
    expect(phases).toEqual([
      'warm-up 1 spoken',
      ...['load 1 spoken', 'load 1 spoken', 'load 2 spoken', 'load 2 spoken'],
      'paced 1 spoken',
      'refusal 1 failed',
      'after refusal 1 spoken',
    ])
    expect(endpoint?.interruptions).toMatchObject([{ kind: 'silenced' }])
    // The worst call can be heard.
    const wav = Buffer.from(endpoint?.worst?.audio ?? '', 'base64')
    expect(wav.toString('latin1', 0, 4)).toBe('RIFF')
    expect(wav.readUInt32LE(40)).toBe(wav.length - 44)

    const page = readFileSync(out, 'utf8')
    expect(page).toContain('<h2>First audio in ms, 1 caller</h2>')
    expect(page).toContain(`src="data:audio/wav;base64,${endpoint?.worst?.audio}"`)
    expect(page).not.toMatch(/<script|https?:\/\/(?!127\.0\.0\.1)/) // it loads nothing
    for (const content of [page, JSON.stringify(endpoints), stdout, stderr]) expect(content).not.toContain(TEST_KEY)
  })

  test('measures several servers and protocols side by side, with the same texts', async () => {
    const texts = join(folder, 'texts.txt')
    writeFileSync(texts, 'Good <b>morning</b>.\r\n\r\nYour code is 42.\n')
    const url = services.urlOf('rime')
    const protocols = ['openai', 'cartesia-ws', 'wyoming'].flatMap((name) => ['--protocol', name])
    const out = join(folder, 'three.html')
    const args = [url, url, services.urlOf('wyoming'), ...protocols, '--voice', 'luna', '--texts', texts, '--no-pace']
    const { error } = await bench([...args, '--callers', '1', '--calls', '2', '--warm-up', '1', '--out', out])
    expect(error).toBeUndefined()
    const { endpoints, plan } = reportIn('three.json')
    expect(plan.texts).toEqual(['Good <b>morning</b>.', 'Your code is 42.'])
    expect(endpoints.map(({ protocol, voice }) => [protocol, voice])).toEqual([
      ['openai', 'luna'],
      ['cartesia-ws', 'luna'],
      ['wyoming', 'luna'],
    ])
    const spoken = endpoints.map(({ calls }) => calls.map(({ text, phase }) => `${phase} ${text}`))
    expect(spoken[1]).toEqual(spoken[0])
    expect(endpoints.map(({ interruptions }) => interruptions.length)).toEqual([0, 1, 0])
    expect(readFileSync(out, 'utf8')).not.toContain('<b>morning') // texts are escaped
  })

  test('counts words that a recognizer of the user hears otherwise, and files that it cannot read', async () => {
    const texts = join(folder, 'words.txt')
    writeFileSync(texts, 'one two three four\n')
    const out = join(folder, 'words.html')
    const args = [services.urlOf('rime'), '--protocol', 'rime', '--texts', texts, '--no-pace', '--out', out]
    const run = (recognizer: string) =>
      bench([...args, '--callers', '1', '--calls', '2', '--warm-up', '1', '--recognizer', recognizer])
    const { stdout } = await run('test -s {file} && echo One, two tree four!')
    expect(reportIn('words.json').endpoints[0]?.words).toMatchObject({ wrong: 2, total: 8, failed: 0 })
    expect(stdout).toContain('25.0 %')
    expect((await run('exit 1; {file}')).error).toBeUndefined()
    expect(reportIn('words.json').endpoints[0]?.words).toMatchObject({ texts: [], failed: 2 })
    expect((await run('whisper')).error).toBe('the command of --recognizer must contain {file}')
  })

  test('writes what was measured when it is cancelled', async () => {
    let asked = 0
    const cancelling = new AbortController()
    const server = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'audio/pcm' })
      if (++asked > 3)
        cancelling.abort() // while this call is open
      else response.end(Buffer.alloc(4800, 1))
    }).listen(0, '127.0.0.1')
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const out = join(folder, 'cancelled.html')
    const given = [url, '--protocol', 'openai', '--calls', '20', '--warm-up', '1', '--callers', '1', '--out', out]
    const { error, stdout } = await bench(given, { signal: cancelling.signal })
    expect(error).toMatch(/abort/)
    expect(stdout).toContain('First audio in ms, 1 caller')
    const { isComplete, endpoints } = reportIn('cancelled.json')
    expect([isComplete, endpoints[0]?.calls.length]).toEqual([false, 3])
    expect(readFileSync(out, 'utf8')).toContain('The run was cancelled.')
  })

  test('names a server that does not speak beside one that does, and fails', async () => {
    const silent = `http://127.0.0.1:${await freePort()}`
    const out = join(folder, 'silent.html')
    const { error, stdout } = await bench([
      ...[services.urlOf('rime'), silent, '--protocol', 'rime', '--callers', '1', '--calls', '2', '--warm-up', '2'],
      ...['--no-pace', '--out', out],
    ])
    expect(error).toBe(`no audio from ${new URL(silent).host} rime`)
    expect(stdout).toMatch(/rime +warm-up +2 +unreachable +nothing listens there/)
    expect(reportIn('silent.json').endpoints.map(({ calls }) => calls.length)).toEqual([6, 2])
  })

  test('sends the configured key to the configured server only', async () => {
    const headers: (string | undefined)[] = []
    const server = createServer((request, response) => {
      headers.push(request.headers.authorization)
      response.writeHead(200, { 'content-type': 'audio/pcm' }).end(Buffer.alloc(4800, 1))
    }).listen(0, '127.0.0.1')
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    // A name of another machine that leads here.
    const url = `http://0.0.0.0:${port}`
    const args = [url, '--protocol', 'openai', '--callers', '1', '--calls', '1', '--no-pace']
    await bench([...args, '--out', join(folder, 'keys.html')])
    expect(new Set(headers)).toEqual(new Set([undefined]))
    const keyFile = join(folder, 'key')
    writeFileSync(keyFile, 'the-key-of-another-service\n')
    headers.length = 0
    await bench([...args, '--key-file', keyFile, '--out', join(folder, 'keys.html')])
    expect(new Set(headers)).toEqual(new Set(['Bearer the-key-of-another-service']))
    expect(readFileSync(join(folder, 'keys.json'), 'utf8')).not.toContain('the-key-of-another-service')
  })

  test.each([
    [['ftp://host'], 'ftp://host is not a URL; give one such as http://127.0.0.1:8000'],
    [['http://user:secret@host'], 'the URL of host must have no user, password or query; give a key by --key-file'],
    [['tcp://host:1', '--protocol', 'openai'], 'tcp://host:1 is a URL for Wyoming alone'],
    [['http://host', '--protocol', 'wyoming'], 'http://host: the URL of a Wyoming server is tcp://HOST:PORT'],
    [
      ['http://a', 'http://b', 'http://c', '--voice', 'x', '--voice', 'y'],
      'give --voice once, or once for each of the 3 URLs',
    ],
    [['--out', '/no/such/folder/report.html'], '/no/such/folder does not exist, or cannot be written by this user'],
    [['--out', 'report.json'], 'report.json: the page is HTML; the JSON is written beside it'],
    [['--compare', 'one.json'], '--compare takes two reports: the JSON files of two runs'],
  ])('%j is refused before anything is measured', async (args, message) => {
    expect((await bench(args)).error).toBe(message)
    expect(readdirSync('.').filter((name) => name.startsWith('hoarfrost-bench'))).toEqual([])
  })

  test.each([
    [['--protocol', 'opanai'], /Did you mean openai/],
    [['--callers', '1,x'], /whole number/],
    [['--timeout', '0'], /whole number/],
    [['--arrivals', 'often'], /poisson, instant/],
  ])('%j is refused with what may be given', async (args, message) => {
    expect((await bench(args)).error).toMatch(message)
  })
})

describe('hoarfrost bench --compare', () => {
  /** A report of calls with these first audios in ms. */
  function reportOf(file: string, firstAudioMs: readonly number[]): string {
    const call = { kind: 'spoken', phase: 'load', callers: 1, text: 0, gaps: [], audioS: 1, totalMs: 9, connectMs: 1 }
    const calls = firstAudioMs.map((ms) => ({ ...call, firstAudioMs: ms }))
    const path = join(folder, file)
    const endpoints = [{ name: 'server', calls, interruptions: [] }]
    writeFileSync(path, JSON.stringify({ format: 'hoarfrost-bench-1', plan: { callers: [1], pace: 30 }, endpoints }))
    return path
  }
  const around = (ms: number) => Array.from({ length: 30 }, (_, i) => ms + (i % 7))

  test.each([
    [100, 150, '+50.0', 'slower'],
    [150, 100, '-50.0', 'faster'],
    [100, 100, '0.0', 'no difference shown'],
  ])('of medians near %d and %d ms tells the difference with its interval', async (first, second, shown, verdict) => {
    const { stdout } = await bench(['--compare', reportOf('a.json', around(first)), reportOf('b.json', around(second))])
    expect(stdout).toContain(shown)
    expect(stdout.trimEnd().endsWith(verdict)).toBe(true)
  })

  test('of another file is refused', async () => {
    const other = join(folder, 'other.json')
    writeFileSync(other, '{"format": "something"}')
    const { error } = await bench(['--compare', other, other])
    expect(error).toBe(`${other} is not a report of this command; give the JSON file beside the page`)
  })
})
