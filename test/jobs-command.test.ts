import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { ListedJob } from '../src/app/jobs/listed-job.ts'
import type { ShownJob } from '../src/protocols/jobs/job-bodies.ts'
import { failWith, speakUntilCancelled } from './api/failing-speech.ts'
import { shareTestService, startTestService, TEST_KEY, type TestService } from './api/test-service.ts'
import { CLI, failure } from './command-line.ts'

const openService = shareTestService()
const BOOK = '# One\n\nfirst words here\n\n# Two\n\nsecond'

let directory: string
const path = (name: string): string => join(directory, name)
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'hoarfrost-jobs-'))
  writeFileSync(path('book.txt'), BOOK)
  writeFileSync(path('key'), `${TEST_KEY}\n`)
})
afterAll(() => rmSync(directory, { recursive: true }))

function start(args: readonly string[], env: Readonly<Record<string, string>>, input = '') {
  const child = spawn(process.execPath, [CLI, 'jobs', ...args], {
    cwd: directory,
    env: { PATH: process.env.PATH, PORT: '1', ...env },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  child.stdin.on('error', () => {}).end(input)
  const ended = Promise.all([once(child, 'exit'), readText(child.stdout), readText(child.stderr)]).then(
    ([[status], stdout, stderr]) => ({ status, stdout, stderr }),
  )
  return { child, ended }
}

const at = ({ url }: Pick<TestService, 'url'>, args: readonly string[], input?: string) =>
  start(args, { HOARFROST_URL: url, HOARFROST_API_KEY: TEST_KEY }, input).ended

/** Submits a text and returns the ID of its job. */
async function submit(service: Pick<TestService, 'url'>, ...args: readonly string[]): Promise<string> {
  const { status, stdout, stderr } = await at(service, ['submit', 'book.txt', ...args])
  expect([status, stderr.replaceAll(/^(?:queued|running|done): .*\n/gm, '')]).toEqual([0, ''])
  expect(stdout).toMatch(/^[\w-]{36}\n$/)
  return stdout.trim()
}

test('a job has the name of its file, or that of --name, in the listing', async () => {
  const service = await openService()
  const files = { 'a\nb.txt': 'one', 'two.md': 'two', 'menu.csv': 'name,text\nhi,Hello' }
  for (const [name, text] of Object.entries(files)) writeFileSync(path(name), text)
  const cases = [
    [['book.txt', '--name', ' Moby-Dick '], 'Moby-Dick'],
    [['a\nb.txt', 'two.md'], 'a b and 1 more'],
    [['--prompts', 'menu.csv'], 'menu'],
    [['-'], ''],
  ] as const
  const submitted = []
  for (const [args] of cases) submitted.push(await at(service, ['submit', ...args, '--wait'], 'a text'))
  const { stdout: list } = await at(service, ['list'])
  const names = submitted.map(({ stdout }) => {
    const line = list.split('\n').find((each) => each.startsWith(stdout.trim()))
    return /Z *(.*)$/.exec(line ?? '')?.[1]
  })
  expect(names).toEqual(cases.map(([, name]) => name))
})

type Intercept = (request: IncomingMessage, response: ServerResponse) => boolean | ((bytes: Buffer) => Buffer)

/** A server in front of a service. `intercept` answers (true), passes on (false), or changes the first bytes, after which no more come. */
async function startProxy(service: TestService, intercept: Intercept) {
  const proxy = createServer((request, response) => {
    const held = intercept(request, response)
    if (held === true) return
    const { method, headers, url } = request
    const onward = send(`${service.url}${url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode as number, answer.headers)
      if (held === false) answer.pipe(response)
      else answer.once('data', (bytes: Buffer) => void response.write(held(bytes)))
    })
    request.pipe(onward)
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    proxy.close()
    proxy.closeAllConnections()
  })
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` }
}

test('a file is submitted, waited for and downloaded in the format of the file name', async () => {
  const service = await openService()
  const id = await submit(service, '--wait', '-o', 'book.ul', '-s', 'astra', '--speed', '2')
  expect(statSync(path('book.ul')).size).toBe(16_000)
  expect([existsSync(path('book.ul.part')), existsSync(path('book.ul.part.json'))]).toEqual([false, false])
  expect(service.spoken[0]).toMatchObject({ voice: { speaker: 'astra' }, rate: 2, isBackground: true })

  const { stdout } = await at(service, ['show', id])
  expect(stdout).toContain(`Job         ${id}\nName        book\nState       done\nDone        100 % of `)
  expect(stdout).toMatch(/^1 +100 % +\d+ +0:01 +One\n2 +100 % +\d+ +0:00 +Two\n$/m)
  const shown = JSON.parse((await at(service, ['show', id, '--json'])).stdout) as ShownJob
  expect(shown).toMatchObject({ id, state: 'done', audioFormat: 'mulaw' })
  expect((await at(service, ['list', '--limit', '1'])).stdout).toMatch(
    new RegExp(`^ID .*\\n${id}  done   100 %  \\d+ +mulaw +astra +\\S+Z  book\\n$`),
  )
  const listed = JSON.parse((await at(service, ['list', '--json'])).stdout) as readonly ListedJob[]
  expect(listed.map((job) => job.id)).toContain(id)
})

test('several files, and standard input, are the chapters of one job', async () => {
  const service = await openService()
  writeFileSync(path('Preface.md'), '\ufeffa few words')
  const options = ['--wait', '--server', service.url, '--key-file', 'key']
  const { ended } = start(['submit', 'Preface.md', '-', ...options], {}, 'from a pipe')
  const { status, stdout, stderr } = await ended
  expect([status, stderr]).toEqual([0, expect.stringMatching(/^done: 0:0\d of audio\n$/m)])
  const { chapters } = JSON.parse((await at(service, ['show', stdout.trim(), '--json'])).stdout) as ShownJob
  expect(chapters).toMatchObject([{ title: 'Preface' }, { title: '' }])
  expect(service.spoken.map(({ text }) => text)).toEqual(['a few words', 'from a pipe'])
})

test('captions are written beside the audio, and downloaded alone', async () => {
  const service = await openService()
  const id = await submit(service, '--wait', '-o', 'talk.wav', '--captions', 'srt,json')
  expect(readFileSync(path('talk.srt'), 'utf8')).toMatch(/^1\n00:00:00,000 --> /)
  expect(JSON.parse(readFileSync(path('talk.json'), 'utf8'))).toHaveProperty('word_timestamps')
  expect(await at(service, ['fetch', id, '--captions', 'srt', '--chapter', '2'])).toMatchObject({
    stdout: `${id}-2.srt\n`,
  })
  expect(readFileSync(path(`${id}-2.srt`), 'utf8')).toContain('second')
  expect((await at(service, ['submit', 'book.txt', '--captions', 'srt,ass'])).stderr).toContain(
    'It must be one or more of srt, vtt, json.',
  )
})

test('prompts are submitted as CSV or JSON and downloaded as an archive, or one of them', async () => {
  const service = await openService()
  writeFileSync(path('prompts.csv'), 'name,text,speaker\r\nwelcome,"Welcome, caller",\r\nbye,Goodbye,astra\r\n')
  const options = ['--format', 'mulaw', '--wait', '-o', 'prompts.zip']
  const { status, stdout } = await at(service, ['submit', '--prompts', 'prompts.csv', ...options])
  expect(status).toBe(0)
  expect(service.spoken.map(({ text, voice }) => [text, voice.speaker])).toEqual([
    ['Welcome, caller', 'luna'],
    ['Goodbye', 'astra'],
  ])
  const archive = readFileSync(path('prompts.zip'))
  expect(archive.subarray(0, 2).toString()).toBe('PK')
  const id = stdout.trim()
  expect(await at(service, ['fetch', id, '--prompt', 'bye'])).toMatchObject({ status: 0, stdout: 'bye.ul\n' })
  expect(statSync(path('bye.ul')).size).toBe(800)
  expect(await at(service, ['fetch', id])).toMatchObject({ stdout: `${id}.zip\n` })
  expect(readFileSync(path(`${id}.zip`)).equals(archive)).toBe(true)

  writeFileSync(path('prompts.json'), JSON.stringify([{ name: 'a/b', text: 'one' }]))
  expect((await at(service, ['submit', '--prompts', 'prompts.json'])).stderr).toContain(
    'prompts[0]: name must be a file name',
  )
  expect(await at(service, ['submit'])).toMatchObject({ ...failure('give text files, or --prompts FILE'), status: 2 })
  writeFileSync(path('prompts.csv'), 'word,text\na,b\n')
  expect(await at(service, ['submit', '--prompts', 'prompts.csv'])).toEqual(
    failure('prompts.csv: the first line must name the columns name and text'),
  )
})

test('the same idempotency key submits one job', async () => {
  const service = await openService()
  const ids = [await submit(service, '--idempotency-key', 'k'), await submit(service, '--idempotency-key', 'k')]
  expect(ids[0]).toBe(ids[1])
})

test('an interrupted download is continued where it ended', async () => {
  const service = await openService()
  const id = await submit(service, '--wait')
  const ranges: (string | undefined)[] = []
  const proxy = await startProxy(service, ({ url = '', headers }) => {
    if (!url.endsWith('/result') || headers.range === 'bytes=0-0') return false
    ranges.push(headers.range)
    return ranges.length === 1 && ((bytes) => bytes.subarray(0, 1000))
  })
  const first = start(['fetch', id, '-o', 'cut.wav'], { HOARFROST_URL: proxy.url, HOARFROST_API_KEY: TEST_KEY })
  await expect.poll(() => existsSync(path('cut.wav.part')) && statSync(path('cut.wav.part')).size).toBe(1000)
  first.child.kill('SIGKILL')
  await first.ended
  expect(existsSync(path('cut.wav'))).toBe(false)

  expect(await at(proxy, ['fetch', id, '-o', 'cut.wav'])).toMatchObject({ status: 0, stdout: '' })
  expect(ranges).toEqual([undefined, 'bytes=1000-'])
  const whole = await fetch(`${service.url}/v1/jobs/${id}/result`, { headers: { authorization: `Bearer ${TEST_KEY}` } })
  expect(readFileSync(path('cut.wav')).equals(Buffer.from(await whole.arrayBuffer()))).toBe(true)
})

test('a chapter is downloaded, under a name of its own if none is given', async () => {
  const service = await openService()
  const id = await submit(service, '--wait')
  expect(await at(service, ['fetch', id, '--chapter', '2'])).toMatchObject({ status: 0, stdout: `${id}-2.wav\n` })
  const WAV_LENGTH_AT = 40
  expect(readFileSync(path(`${id}-2.wav`)).readUInt32LE(WAV_LENGTH_AT)).toBe(0.2 * 48_000)
  expect(await at(service, ['fetch', id, '--chapter', '3'])).toEqual(failure('no chapter has this number'))
  expect(await at(service, ['cancel', id])).toEqual(failure('the job is done'))
})

test('a job is watched beyond failures of the server, cancelled and removed, with an exit code of its own', async () => {
  const service = await startTestService({ speak: speakUntilCancelled })
  let failures = 0
  const proxy = await startProxy(service, ({ method }, response) => {
    if (method !== 'GET' || ++failures < 2 || failures > 4) return false
    if (failures === 2) response.destroy()
    else response.writeHead(503).end('<h1>Unavailable</h1>')
    return true
  })
  const id = await submit(service)
  const watching = at(proxy, ['watch', id])
  await expect.poll(() => failures, { timeout: 10_000 }).toBeGreaterThan(4)
  const message = expect.stringMatching(
    /^hoarfrost: the job is (?:queued|running); to cancel it: hoarfrost jobs cancel /,
  )
  expect(await at(service, ['remove', id])).toMatchObject({ status: 1, stderr: message })
  expect(await at(service, ['fetch', id])).toEqual(failure('the job is running'))
  expect(await at(service, ['cancel', id])).toEqual({ status: 0, stdout: '', stderr: '' })
  const { status, stderr } = await watching
  expect([status, stderr]).toEqual([4, expect.stringMatching(/hoarfrost: the job is cancelled\n$/)])
  expect(await at(service, ['remove', id])).toMatchObject({ status: 0 })
  expect(await at(service, ['show', id])).toEqual(failure('no job has this id'))
})

test('the reason of a failed job is told, and no audio is written', async () => {
  const full = Object.assign(new Error('full'), { code: 'ENOSPC' })
  const service = await startTestService({ speak: failWith(full) })
  const { status, stderr } = await at(service, ['submit', 'book.txt', '--wait', '-o', 'none.wav'])
  expect([status, stderr]).toEqual([3, expect.stringMatching(/hoarfrost: the job failed: the disk is full\n$/)])
  expect(existsSync(path('none.wav'))).toBe(false)
})

test('Ctrl-C ends the command, and the job goes on', async () => {
  const service = await startTestService({ speak: speakUntilCancelled })
  const id = await submit(service)
  const { child, ended } = start(['watch', id], { HOARFROST_URL: service.url, HOARFROST_API_KEY: TEST_KEY })
  await once(child.stderr, 'data')
  child.kill('SIGINT')
  const { status, stderr } = await ended
  expect([status, stderr]).toEqual([130, expect.stringMatching(/The job continues\. To cancel it: .* cancel \S+\n$/)])
  expect((await at(service, ['show', id])).stdout).toContain('State    running')
})

test.each([
  [['submit', 'book.txt', '-o', 'a.mp3'], '-o needs --wait; without it, use hoarfrost jobs fetch later', 2],
  [['submit', 'book.txt', '--wait', '-o', 'a.txt'], /^a\.txt: the file name must end in one of \.wav/, 2],
  [
    ['submit', 'book.txt', '--wait', '-o', 'a.mp3', '--format', 'ogg'],
    'a.mp3 is not a file name for the format ogg',
    2,
  ],
  [['submit', 'missing.txt'], 'missing.txt does not exist'],
  [['submit', 'latin1.txt'], 'latin1.txt is not UTF-8 text'],
  [['submit', 'empty.txt'], 'text must not be empty'],
  [['submit', 'huge.txt'], 'text is too long'],
  [['show', '../../health'], 'no job has this id'],
  [['list', '--server', 'nowhere'], /^nowhere is not a URL; give one such as http/, 2],
  [
    ['list', '--server', 'http://127.0.0.1:1'],
    /^no server responds at http:\/\/127\.0\.0\.1:1; start it with npx hoarfrost serve, or give its address: /,
  ],
  [['list', '--key-file', 'book.txt'], 'book.txt does not contain an API key'],
  [['list', '--key-file', 'wrong'], 'invalid api key; set HOARFROST_API_KEY to a valid key, or give --key-file FILE'],
])('hoarfrost jobs %j fails with one sentence', async (args, sentence, exitCode = 1) => {
  writeFileSync(path('latin1.txt'), Buffer.from([0x63, 0x61, 0x66, 0xe9]))
  writeFileSync(path('empty.txt'), ' \n')
  writeFileSync(path('wrong'), 'another-key-than-that')
  if (args.includes('huge.txt')) writeFileSync(path('huge.txt'), 'a '.repeat(2_500_001))
  const { status, stdout, stderr } = await at(await openService(), args)
  expect([status, stdout]).toEqual([exitCode, ''])
  expect(stderr).toMatch(/^hoarfrost: [^\n]*\n$/)
  expect(stderr.slice('hoarfrost: '.length, -1)).toMatch(sentence)
})

test('without a key nothing is asked', async () => {
  const { ended } = start(['list'], {})
  expect(await ended).toEqual(failure('no API key; set HOARFROST_API_KEY or give --key-file FILE'))
})
