import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { request as httpsRequest, type RequestOptions } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text as readText } from 'node:stream/consumers'
import { connect } from 'node:tls'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { canTestWith } from '../scripts/needed-program.ts'
import { Samples } from '../src/core/samples.ts'
import { ClientCall } from '../src/protocols/rime-grpc/client-call.ts'
import { TextToSpeech } from '../src/protocols/rime-messages/text-to-speech_pb.ts'
import type { Speak } from './api/test-service.ts'
import { startTestService, TEST_KEY, type TestService } from './api/test-service.ts'
import { runProxy } from './proxy-process.ts'
import { writeCertificate } from './write-certificate.ts'

// The configurations of docs/operating.md in front of the service, with other addresses and a certificate of our own.

const HOST = 'tts.example.com'
const PAGE = readFileSync(new URL('../docs/operating.md', import.meta.url), 'utf8')
const SPEECH = { modelId: 'coda', speaker: 'luna' }
const HEADERS = { authorization: `Bearer ${TEST_KEY}`, accept: 'audio/wav' }

const PROXIES = [
  {
    name: 'nginx',
    isInstalled: spawnSync('nginx', ['-v']).status === 0,
    arguments: (directory: string) => ['-p', directory, '-e', 'stderr', '-c', join(directory, 'nginx')],
    configure: (block: string, { port, directory }: Place) => {
      const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (of) => `${of}_temp_path ${directory}/${of};`,
      )
      const server = replaced(block, [
        ['127.0.0.1:8000', `127.0.0.1:${port}`],
        ['listen 443 ssl http2', `listen unix:${directory}/socket ssl http2`],
        [`/etc/ssl/${HOST}.pem`, `${directory}/certificate.pem`],
        [`/etc/ssl/${HOST}.key`, `${directory}/key.pem`],
      ])
      const main = 'daemon off; master_process off; pid pid; events {}'
      return `${main} http { access_log off; ${paths.join(' ')} ${server} }`
    },
  },
  {
    name: 'caddy',
    isInstalled: spawnSync('caddy', ['version']).status === 0,
    arguments: (directory: string) => ['run', '--config', join(directory, 'caddy'), '--adapter', 'caddyfile'],
    configure: (block: string, { port, directory }: Place) => {
      const site = replaced(block, [
        ['127.0.0.1:8000', `127.0.0.1:${port}`],
        [
          `${HOST} {`,
          `https://${HOST} {\nbind unix/${directory}/socket\ntls ${directory}/certificate.pem ${directory}/key.pem`,
        ],
      ])
      return `{\nadmin off\nauto_https off\n}\n${site}`
    },
  },
] as const

interface Place {
  readonly port: number
  readonly directory: string
}

const codeBlock = (language: string): string => PAGE.split(`\`\`\`${language}\n`)[1]?.split('```')[0] ?? ''

function replaced(text: string, pairs: readonly (readonly [string, string])[]): string {
  return pairs.reduce((result, [from, to]) => {
    expect(result).toContain(from)
    return result.replaceAll(from, to)
  }, text)
}

/** The proxy in front of the service; both end with the test. Answers how to connect to it. */
async function startProxy(proxy: (typeof PROXIES)[number], { port }: TestService): Promise<RequestOptions> {
  const directory = mkdtempSync(join(tmpdir(), 'hoarfrost-proxy-'))
  writeCertificate({ cert: join(directory, 'certificate.pem'), key: join(directory, 'key.pem') }, HOST)
  writeFileSync(join(directory, proxy.name), proxy.configure(codeBlock(proxy.name), { port, directory }))
  const options = {
    socketPath: join(directory, 'socket'),
    servername: HOST,
    ca: readFileSync(join(directory, 'certificate.pem')),
    headers: { ...HEADERS, host: HOST },
  }
  await runProxy({ name: proxy.name, arguments: proxy.arguments(directory), directory }, async () => {
    expect((await ask(options, '/livez')).statusCode).toBe(200)
  })
  return options
}

/** A GET without a body, a POST of JSON with one. */
async function ask(options: RequestOptions, path: string, body?: object): Promise<IncomingMessage> {
  const request = httpsRequest({ ...options, path, method: body === undefined ? 'GET' : 'POST' })
  request.end(body && JSON.stringify(body))
  const [response] = await once(request, 'response')
  return response
}

/** Speaks two seconds of noise, then one more whenever `goOn` is called, until it has been `pieces` seconds. */
function createSpeaker(pieces: number) {
  let goOn: () => void = () => {}
  const ended = vi.fn<(spoken: number) => void>()
  const speak: Speak = async function* ({ sampleRateHz }, signal) {
    let spoken = 0
    try {
      for (; spoken < pieces; spoken++) {
        if (spoken > 1) {
          await new Promise<void>((resolve, reject) => {
            goOn = resolve
            signal.addEventListener('abort', () => reject(signal.reason), { once: true })
          })
        }
        yield {
          kind: 'audio',
          samples: new Samples(Int16Array.from({ length: sampleRateHz }, () => 20_000 * Math.random())),
        }
      }
    } finally {
      ended(spoken)
    }
  }
  return { speak, ended, goOn: () => goOn() }
}

const BYTES_OF_A_PIECE = 2 * 24_000

for (const proxy of PROXIES)
  describe.runIf(canTestWith(proxy.name, proxy.isInstalled))(`behind ${proxy.name}`, () => {
    test('the first audio comes while the rest is being made, and a client that goes away ends it', async () => {
      const speaker = createSpeaker(1000)
      const options = await startProxy(proxy, await startTestService({ speak: speaker.speak }))
      const response = await ask(options, '/v1/rime-tts', { ...SPEECH, text: 'Hello.' })
      expect(response.statusCode).toBe(200)
      // All that has been spoken is here although there is more to come.
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      await expect.poll(() => bytes).toBe(44 + 2 * BYTES_OF_A_PIECE)
      speaker.goOn()
      await expect.poll(() => bytes).toBe(44 + 3 * BYTES_OF_A_PIECE)
      expect(speaker.ended).not.toHaveBeenCalled()
      response.destroy()
      await expect.poll(() => speaker.ended.mock.calls).toEqual([[3]])
    })

    test('a long answer arrives whole', async () => {
      const text = 'word '.repeat(6000) // ten minutes
      const options = await startProxy(proxy, await startTestService())
      const bytes = await buffer(await ask(options, '/v1/rime-tts', { ...SPEECH, text }))
      expect(bytes.length).toBe(44 + (6000 * BYTES_OF_A_PIECE) / 10)
    })

    test('errors come through as they are, metrics do not', async () => {
      const options = await startProxy(proxy, await startTestService())
      const refused = await ask({ ...options, headers: { host: HOST } }, '/v1/rime-tts', SPEECH)
      expect([refused.statusCode, await readText(refused)]).toEqual([401, 'Missing Authorization header'])
      expect((await ask(options, '/metrics')).statusCode).toBe(404)
    })

    // Caddy passes the scheme by default, but not of clients on a Unix socket, which these are.
    test.skipIf(proxy.name === 'caddy')('documents have the URL of the proxy', async () => {
      const options = await startProxy(proxy, await startTestService())
      const { servers } = JSON.parse(await readText(await ask(options, '/openapi.json')))
      expect(servers).toEqual([{ url: `https://${HOST}` }])
    })

    test('/ws3 sends audio as it is made, turn after turn', async () => {
      const speaker = createSpeaker(3)
      const { socketPath, servername, ca } = await startProxy(proxy, await startTestService({ speak: speaker.speak }))
      const socket = new WebSocket(`wss://${HOST}/ws3?${new URLSearchParams(SPEECH)}`, {
        headers: HEADERS,
        createConnection: () =>
          connect({ path: socketPath as string, servername: servername as string, ca: ca as Buffer }),
      })
      onTestFinished(() => socket.terminate())
      const events: { readonly type: string; readonly data?: string }[] = []
      socket.on('message', (json) => events.push(JSON.parse(String(json))))
      await once(socket, 'open')
      const heard = () => events.reduce((sum, { data }) => sum + Buffer.from(data ?? '', 'base64').length, 0)
      for (let turn = 1; turn <= 2; turn++) {
        socket.send(JSON.stringify({ text: 'Hello there.', contextId: `turn ${turn}` }))
        socket.send(JSON.stringify({ operation: 'flush' }))
        await expect.poll(heard).toBe((3 * turn - 1) * BYTES_OF_A_PIECE)
        speaker.goOn()
        await expect.poll(() => events.filter(({ type }) => type === 'done').length).toBe(turn)
        expect(heard()).toBe(3 * turn * BYTES_OF_A_PIECE)
      }
    })

    test('gRPC goes both ways while its call is open, and a client that leaves stops synthesis', async () => {
      const speaker = createSpeaker(3)
      const service = await startTestService({ speak: speaker.speak })
      const { socketPath, servername, ca } = await startProxy(proxy, service)
      const tls = {
        path: socketPath as string,
        servername: servername as string,
        ca: ca as Buffer,
        ALPNProtocols: ['h2'],
      }
      const session = connectHttp2(`https://${HOST}`, { createConnection: () => connect(tls) })
      onTestFinished(() => session.destroy())
      const call = () => {
        const opened = new ClientCall(session, TextToSpeech.method.synthesizeStreaming, HEADERS)
        opened.send({
          payload: { case: 'header', value: { speaker: 'luna', audioParameters: { audioFormat: 'audio/pcm' } } },
        })
        opened.send({ payload: { case: 'textChunk', value: 'Hello there.' } })
        return opened
      }
      const first = call()
      let length = 0
      const hear = async () => {
        const message = await first.next()
        length += message?.payload.case === 'audio' ? message.payload.value.length : 0
        return message
      }
      while (length < 2 * BYTES_OF_A_PIECE) await hear() // while its input is open
      speaker.goOn()
      first.end()
      while ((await hear()) !== undefined);
      expect(length).toBe(3 * BYTES_OF_A_PIECE)
      const second = call()
      await second.next()
      second.cancel()
      await vi.waitFor(() => expect(speaker.ended).toHaveBeenCalledTimes(2))
    })
  })
