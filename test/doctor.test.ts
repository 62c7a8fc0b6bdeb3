import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request as requestHttp, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { INTEGRATIONS } from '../src/app/integrations.ts'
import { type DoctorParts, doctorCommand } from '../src/cli/doctor-command.ts'
import { DOCTOR_CLIENTS } from '../src/doctor/client-list.ts'
import { readCatalogue } from '../src/voices/catalogue.ts'
import { CLI } from './command-line.ts'
import { freePort } from './free-port.ts'
import { QUICK_ENGINE } from './quick-engine.ts'
import { KEY, openWholeService } from './whole-service.ts'

const NAMES = DOCTOR_CLIENTS.map(({ name }) => name)
const WITH_KEY = NAMES.filter((name) => name !== 'home-assistant')

let directory: string
let service: Awaited<ReturnType<typeof openWholeService>>
let wyomingPort: number

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'hoarfrost-doctor-'))
  wyomingPort = await freePort()
  service = await openWholeService({ HOARFROST_WYOMING_PORT: String(wyomingPort) })
})
afterAll(async () => {
  await service.remove()
  rmSync(directory, { recursive: true })
})

interface Run {
  readonly status: number
  readonly stdout: string
  readonly stderr: string
}

/** `hoarfrost doctor` in this process; starting it 50 times would take a minute. */
async function doctor(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Run> {
  const written: string[] = []
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean(written.push(String(text))))
  const exitCodeBefore = process.exitCode
  const port = Number(env.HOARFROST_WYOMING_PORT ?? wyomingPort)
  const parts: DoctorParts = {
    readServer: () => ({ url: 'http://127.0.0.1:8000', apiKey: env.HOARFROST_API_KEY ?? KEY }),
    readRemoteServer: () => undefined,
    readDoctorSettings: () => ({ wyomingPort: port, dataDir: directory }),
    readPreferredCatalogue: async () => readCatalogue(new URL('../voices/catalogue.tsv', import.meta.url), ['flite']),
    signal: new AbortController().signal,
  }
  try {
    await doctorCommand(parts).parseAsync(args, { from: 'user' })
    return { status: Number(process.exitCode ?? 0), stdout: written.join(''), stderr: '' }
  } catch (error) {
    return { status: 1, stdout: written.join(''), stderr: (error as Error).message }
  } finally {
    write.mockRestore()
    process.exitCode = exitCodeBefore
  }
}

/** `hoarfrost doctor` as a user starts it. */
const startDoctor = (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Run> =>
  new Promise((resolve) => {
    const settings = { HOARFROST_API_KEY: KEY, HOARFROST_WYOMING_PORT: String(wyomingPort), ...env }
    const options = { cwd: directory, env: { PATH: process.env.PATH, ...QUICK_ENGINE, ...settings } }
    execFile(process.execPath, [CLI, 'doctor', ...args], options, (error, stdout, stderr) => {
      resolve({ status: error === null ? 0 : Number(error.code), stdout, stderr })
    })
  })

async function listen(server: Server): Promise<string> {
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A proxy before the service, which may change what it answers to a path. It knows no WebSockets. */
const proxy = (change: (path: string, body: Buffer) => Buffer = (_, body) => body): Promise<string> =>
  listen(
    createServer((request, response) => {
      const { method, url = '' } = request
      const { connection: _connection, upgrade: _upgrade, ...headers } = request.headers // of this hop
      const forwarded = requestHttp(service.url + url, { method: method as string, headers })
      void once(forwarded, 'response').then(async ([answer]) => {
        const body = change(url, Buffer.concat(await answer.toArray()))
        const { 'transfer-encoding': _, ...others } = answer.headers
        response.writeHead(answer.statusCode, { ...others, 'content-length': body.length }).end(body)
      })
      request.pipe(forwarded)
    }),
  )

describe('hoarfrost doctor', () => {
  test.each(NAMES)('--client %s passes, and prints the configuration for this host', async (name) => {
    const { status, stdout, stderr } = await doctor([service.url, '--client', name])
    expect([status, stderr], stdout).toEqual([0, ''])
    expect(stdout).not.toContain('✗')
    expect(stdout).not.toContain(KEY)
    const code = INTEGRATIONS[name].code({ url: service.url, speaker: 'luna', wyomingPort })
    expect(stdout).toContain(code.replaceAll(/^/gm, '  '))
    expect(stdout).toMatch(/\nPassed\.\n$/)
  })

  test('without a client checks the server: engines, first audio, clock, disk, key', async () => {
    const { status, stdout } = await startDoctor([service.url], { HOARFROST_DATA_DIR: directory })
    expect(status, stdout).toBe(0)
    expect(stdout).toMatch(
      /✓ server: ready\n✓ key: accepted\n✓ requests without a key: refused\n✓ engines: none is missing\n/,
    )
    expect(stdout).toMatch(/✓ engine flite, eng, voice \w+: \d\.\d s of speech/)
    for (const language of ['spa', 'jpn', 'por', 'ger', 'ara', 'fra', 'hin']) {
      expect(stdout).toMatch(new RegExp(`✓ engine espeak, ${language}, voice \\w+: `))
    }
    expect(stdout).toMatch(/[✓!] first audio: after \d+ ms/)
    expect(stdout).toMatch(/✓ clock: \d+ ms from this machine's/)
    expect(stdout).toMatch(/disk of \S+: \d+\.\d GiB free/)
  })

  test.each(WITH_KEY)('--client %s: a wrong key is told, with what to do', async (name) => {
    const { status, stdout } = await doctor([service.url, '--client', name], {
      HOARFROST_API_KEY: 'a-wrong-key-of-some-length',
    })
    expect(status).toBe(1)
    expect(stdout).toContain('✗ key: the server answers 401: invalid api key\n    Set HOARFROST_API_KEY to a valid key')
    expect(stdout.match(/✗/g)).toHaveLength(1) // the rest would fail for the same reason
    expect(stdout).not.toContain('a-wrong-key')
  })

  test.each(NAMES)('--client %s: a port on which nothing listens is told, with what to do', async (name) => {
    const port = await freePort()
    const { status, stdout } = await doctor([`http://127.0.0.1:${port}`, '--client', name], {
      HOARFROST_WYOMING_PORT: String(port),
    })
    expect(status).toBe(1)
    expect(stdout).toContain(`: nothing listens at 127.0.0.1:${port}`)
    expect(stdout).toMatch(
      name === 'home-assistant' ? /Set HOARFROST_WYOMING_PORT/ : /Start the server with npx hoarfrost serve/,
    )
    expect(stdout.match(/✗/g)).toHaveLength(1)
  })

  test.each([
    [404, 'text/html', '<html>not here</html>'],
    [200, 'text/html', '<html>welcome</html>'],
    [200, 'application/json', '{"status":"ok"}'],
    [200, 'application/json', 'null'],
  ])('another HTTP server (%d %s %s) is told from Hoarfrost', async (status, type, body) => {
    const url = await listen(
      createServer((_, response) => response.writeHead(status, { 'content-type': type }).end(body)),
    )
    const run = await doctor([url, '--client', 'openai'])
    expect(run.status).toBe(1)
    expect(run.stdout).toContain(`✗ server: GET ${url}/health is not answered by Hoarfrost (status ${status})`)
    expect(run.stdout).toContain('Another server listens there')
  })

  test('a service of another protocol on the port of Wyoming is told', async () => {
    const url = await listen(createServer((_, response) => response.end()))
    const { status, stdout } = await doctor([url, '--client', 'home-assistant'], {
      HOARFROST_WYOMING_PORT: new URL(url).port,
    })
    expect([status, stdout]).toEqual([
      1,
      expect.stringContaining('✗ describe: the answer is not of the Wyoming protocol'),
    ])
  })

  test('a proxy that forwards no WebSockets is told, while HTTP passes', async () => {
    const url = await proxy()
    const { status, stdout } = await doctor([url, '--client', 'pipecat'])
    expect(status).toBe(1)
    expect(stdout).toContain('✓ HTTP, POST /v1/rime-tts')
    expect(stdout).toContain('✗ WebSocket, /ws3: the server answers 426: upgrade required')
    expect(stdout).toContain('The proxy in front of the server does not forward WebSocket upgrades')
  })

  test('a proxy that does not speak HTTP/2 is told to clients of gRPC', async () => {
    const { status, stdout } = await doctor([await proxy(), '--client', 'rime-grpc'])
    expect(status).toBe(1)
    expect(stdout).toContain("! endpoint: Rime's SDKs connect with TLS only")
    expect(stdout).toMatch(/✗ SynthesizeStreaming: \S+ does not speak HTTP\/2\n {4}Is HOARFROST_GRPC on/)
  })

  test.each<[string, (body: Buffer) => Buffer]>([
    ['the audio is silence', (body) => Buffer.alloc(body.length)],
    ['the audio ends within a sample', (body) => body.subarray(1)],
    ['a WAV header precedes the samples', (body) => Buffer.concat([Buffer.from('RIFF'), body])],
    ['the audio is noise', (body) => Buffer.from(body.map((_, i) => (i * 7919) & 0xff))],
    ['no audio was received', () => Buffer.alloc(0)],
  ])('audio that a client cannot play is told: %s', async (sentence, change) => {
    const url = await proxy((path, body) => (path === '/v1/rime-tts' ? change(body) : body))
    const { status, stdout } = await doctor([url, '--client', 'livekit'])
    expect([status, stdout]).toEqual([1, expect.stringContaining(`✗ HTTP, POST /v1/rime-tts: ${sentence}\n`)])
  })

  test('a server that redirects is told, with where to', async () => {
    const url = await listen(
      createServer((_, response) => response.writeHead(301, { location: 'https://speech.example.com/' }).end()),
    )
    const { status, stdout } = await doctor([url])
    expect([status, stdout]).toEqual([
      1,
      expect.stringContaining('✗ server: the server redirects to https://speech.example.com/'),
    ])
  })

  test('the plugin of LiveKit for Python refuses localhost by name, so the doctor does', async () => {
    const { status, stdout } = await doctor([
      service.url.replace('127.0.0.1', 'localhost'),
      '--client',
      'livekit-python',
    ])
    expect([status, stdout]).toEqual([1, expect.stringContaining('✗ address: the plugin refuses the name localhost')])
  })

  test('takes the key from a file, and asks for one if there is none', async () => {
    const file = join(directory, 'key')
    writeFileSync(file, `${KEY}\n`)
    expect(
      (await doctor([service.url, '--client', 'vapi', '--key-file', file], { HOARFROST_API_KEY: '' })).status,
    ).toBe(0)
    const { status, stdout } = await doctor([service.url, '--client', 'vapi'], { HOARFROST_API_KEY: '' })
    expect([status, stdout]).toEqual([
      1,
      expect.stringContaining('✗ key: no API key is given\n    Set HOARFROST_API_KEY'),
    ])
  })

  test('--json writes the findings', async () => {
    const { status, stdout } = await startDoctor([service.url, '--client', 'vapi', '--json'])
    expect([status, JSON.parse(stdout)]).toEqual([
      0,
      {
        url: service.url,
        client: 'vapi',
        passed: true,
        findings: [
          { check: 'server', outcome: 'passed', detail: 'ready', hint: null },
          { check: 'key', outcome: 'passed', detail: 'accepted', hint: null },
          { check: 'address', outcome: 'warning', detail: expect.any(String), hint: expect.stringContaining('TLS') },
          { check: 'POST /vapi/synthesize, 24000 Hz', outcome: 'passed', detail: expect.any(String), hint: null },
          { check: 'POST /vapi/synthesize, 8000 Hz', outcome: 'passed', detail: expect.any(String), hint: null },
        ],
        configuration: expect.stringContaining('custom-voice'),
      },
    ])
  })

  test.each(['127.0.0.1:8000', 'ftp://127.0.0.1', 'http://', 'speech'])('%s is not a URL', async (url) => {
    const { status, stdout, stderr } = await doctor([url])
    expect([status, stdout, stderr]).toEqual([
      1,
      '',
      expect.stringContaining('is not a URL; give one such as http://127.0.0.1:8000'),
    ])
  })
})
