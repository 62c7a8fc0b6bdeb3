import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { diffCommand } from '../../src/cli/diff-command.ts'
import { runInProcess } from '../in-process-command.ts'

/** A server of OpenAI's protocol that tells how it reads. */
const KEY = 'a-key-of-the-test-0123456789'
const tone = (level = 3000) =>
  Buffer.from(Int16Array.from({ length: 24_000 }, (_, i) => level * Math.sin(i / 20)).buffer)
const voice = (speaker: string, lang: string) => ({ speaker, lang })

type Answer = (request: IncomingMessage, response: ServerResponse) => void
const sendJson = (response: ServerResponse, body: object, status = 200): unknown =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
const token = (word: string) => ({
  tokens: [
    {
      start: 0,
      end: 1,
      text: word,
      kind: 'word',
      category: 'word',
      spoken: [{ word, phonemes: null, source: null, sense: null }],
    },
  ],
})

const speaks: Answer = (_, response) => response.writeHead(200, { 'content-type': 'audio/pcm' }).end(tone())
const reads: Answer = (_, response) => sendJson(response, token('hello'))

let speech = speaks
let reading = reads
const asked: string[] = []
const server = createServer((request, response) => void answer(request, response))
async function answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
  if (request.url === '/v1/audio/speech') return speech(request, response)
  if (request.url === '/v1/text/readings') {
    asked.push(JSON.parse(await textOf(request)).lang)
    return reading(request, response)
  }
  if (request.url?.endsWith('voice_details.json')) {
    return sendJson(response, [voice('lola', 'spa'), voice('mika', 'fra'), voice('mika', 'ger'), voice('mia', 'eng')])
  }
  return response.writeHead(404).end()
}

let folder: string
let url: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hoarfrost-readings-'))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  speech = speaks
  reading = reads
  asked.length = 0
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true })
})

function diff(name: string, args: readonly string[]) {
  const file = join(folder, `${name}.txt`)
  writeFileSync(file, 'Hello.\nAgain.\n')
  const command = diffCommand({
    version: '1.2.3',
    readServer: () => ({ url, apiKey: KEY }),
    readRemoteServer: () => undefined,
    signal: new AbortController().signal,
  })
  return runInProcess(command, [file, '--protocol', 'openai', ...args])
}

test.each([
  [[], 'eng'],
  [['--voice', 'Lola'], 'spa'],
  [['--voice', 'mia'], 'eng'],
  [['--voice', 'lola', '--lang', 'fr'], 'fr'],
  [['--voice', 'mika', '--lang', 'ger'], 'ger'],
])('a reading with %j is asked for in %s', async (args, lang) => {
  await diff('lang', ['--accept', ...args])
  expect(asked).toEqual([lang, lang])
})

test.each(['mika', 'someone'])(
  'no reading is asked for with the voice %s, whose language is not known',
  async (name) => {
    expect(await diff('unknown', ['--accept', '--voice', name])).toMatchObject({ exitCode: 0, error: undefined })
    expect(asked).toEqual([])
  },
)

test.each<[string, Answer]>([
  ['status 401', (_, response) => sendJson(response, { error: 'key' }, 401)],
  ['status 429', (_, response) => sendJson(response, { error: 'busy' }, 429)],
  ['status 503', (_, response) => response.writeHead(503).end('<html>')],
  ['an answer that is none', (_, response) => sendJson(response, { tokens: 5 })],
])('a reading that fails with %s fails its line, and keeps the baseline', async (reason, answer) => {
  await diff('failing', ['--accept'])
  const index = join(folder, 'failing.baseline', 'baseline.json')
  const before = readFileSync(index, 'utf8')
  reading = answer
  const { stdout, error } = await diff('failing', ['--accept'])
  expect(error).toBe('2 lines were not spoken; the baseline is as it was')
  expect(stdout).toContain(`no reading of the text: ${reason}`)
  expect(readFileSync(index, 'utf8')).toBe(before)
})

test('one answer of 404 among readings fails its line alone', async () => {
  await diff('once', ['--accept'])
  let count = 0
  reading = (request, response) => (++count === 2 ? sendJson(response, {}, 404) : reads(request, response))
  expect((await diff('once', [])).stdout).toContain('2 lines: 1 same, 1 failed')
  expect(await diff('once', [])).toMatchObject({ exitCode: 0, error: undefined })
})

test('a text that is too long for a reading is compared without', async () => {
  reading = (_, response) => sendJson(response, { error: 'text is too long' }, 413)
  expect(await diff('long', ['--accept'])).toMatchObject({ exitCode: 0, error: undefined })
  expect(asked).toHaveLength(2)
})

test('a reading that the baseline alone has is told', async () => {
  await diff('gone', ['--accept'])
  reading = (_, response) => response.writeHead(404).end()
  expect(await diff('gone', [])).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining('warning: 2 lines have a reading on the first side alone'),
  })
})

test('silence is no baseline', async () => {
  speech = (_, response) => response.writeHead(200, { 'content-type': 'audio/pcm' }).end(tone(0))
  const { error, stdout } = await diff('silent', ['--accept'])
  expect(error).toBe('2 lines were not spoken; the baseline is as it was')
  expect(stdout).toContain('the audio is silent')
})

test('a key that the server repeats is in nothing that is printed or written', async () => {
  await diff('echo', ['--accept'])
  const long = 'x'.repeat(115)
  const echo: Answer = ({ headers }, response) => sendJson(response, { sent: headers.authorization }, 400)
  const cut: Answer = ({ headers }, response) => sendJson(response, { long, sent: headers.authorization }, 400)
  const page = join(folder, 'echo.html')
  for (const answer of [echo, cut]) {
    for (const set of [() => (speech = answer), () => (reading = answer)]) {
      speech = speaks
      set()
      const { stdout, stderr, error } = await diff('echo', ['--json', '--out', page])
      expect(stdout).toContain('(the API key)')
      expect(stdout + stderr + error + readFileSync(page, 'utf8')).not.toContain(KEY.slice(0, 8))
    }
  }
})
