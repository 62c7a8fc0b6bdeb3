import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent, type RequestOptions, request as requestHttps } from 'node:https'
import { connect as connectTcp } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { buffer, text as readText } from 'node:stream/consumers'
import { type ConnectionOptions, connect, type PeerCertificate } from 'node:tls'
import { credentials } from '@grpc/grpc-js'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { Samples } from '../src/core/samples.ts'
import { TextToSpeech } from '../src/protocols/rime-messages/text-to-speech_pb.ts'
import { createTlsServers } from '../src/server/connections/tls-servers.ts'
import { openGrpc } from './api/grpc-client.ts'
import type { Speak } from './api/test-service.ts'
import { startTestService, TEST_KEY } from './api/test-service.ts'
import { createCertificate } from './certificates.ts'
import { CLI, SPEAK_TONES } from './command-line.ts'
import { QUICK_ENGINE } from './quick-engine.ts'
import { AUTHORIZATION, KEY, openWholeService, TONE_THREAD } from './whole-service.ts'
import { type CertificateFiles, writeCertificate } from './write-certificate.ts'

const settingsOf = ({ cert, key }: CertificateFiles) => ({ HOARFROST_TLS_CERT: cert, HOARFROST_TLS_KEY: key })

interface LogLine {
  readonly msg: string
  readonly [field: string]: unknown
}

async function start(files: CertificateFiles, env: Readonly<Record<string, string>> = {}) {
  const log: LogLine[] = []
  const logger = pino({}, { write: (line) => log.push(JSON.parse(line)) })
  const { remove, ...service } = await openWholeService({ ...settingsOf(files), ...env }, TONE_THREAD, logger)
  onTestFinished(remove)
  return { ...service, log }
}

/** A request to a URL, trusting one certificate. */
async function ask(
  url: string,
  { cert }: CertificateFiles,
  body?: object,
  options: RequestOptions = {},
): Promise<IncomingMessage> {
  const method = body === undefined ? 'GET' : 'POST'
  const headers = { ...AUTHORIZATION, accept: 'audio/pcm', ...options.headers }
  const request = requestHttps(url, { ca: readFileSync(cert), method, agent: false, ...options, headers })
  request.end(body && JSON.stringify(body))
  const [response] = await once(request, 'response')
  return response
}

/** The subject of the certificate that a server shows. */
async function subjectAt(url: string): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port), rejectUnauthorized: false })
  await once(socket, 'secureConnect')
  const { subject }: PeerCertificate = socket.getPeerCertificate()
  socket.destroy()
  return String(subject.CN)
}

const SPEECH = { modelId: 'coda', speaker: 'luna' }
const LONG_TEXT = 'This sentence takes about three seconds to be read aloud. '.repeat(100)

describe('with HOARFROST_TLS_CERT and HOARFROST_TLS_KEY', () => {
  test('HTTP and WebSockets are served over TLS on each port, and not without', async () => {
    const files = createCertificate()
    const { url, furtherUrls } = await start(files, { HOARFROST_LISTEN: '0=http,0=ws3' })
    const [http = '', ws3 = ''] = furtherUrls
    expect([url, http, ws3].map((each) => new URL(each).protocol)).toEqual(['https:', 'https:', 'https:'])
    for (const place of [`${url}/v1/rime-tts`, http]) {
      const response = await ask(place, files, { ...SPEECH, text: 'Hello there.' })
      expect([response.statusCode, (await buffer(response)).length > 0]).toEqual([200, true])
    }
    for (const place of [`${url}/ws3`, ws3]) {
      const socket = new WebSocket(`${place.replace('https', 'wss')}?${new URLSearchParams(SPEECH)}`, {
        headers: AUTHORIZATION,
        ca: readFileSync(files.cert),
      })
      const types: string[] = []
      socket.on('message', (json) => types.push(JSON.parse(String(json)).type))
      await once(socket, 'open')
      socket.send(JSON.stringify({ text: 'Hello there.' }))
      socket.send(JSON.stringify({ operation: 'eos' }))
      await once(socket, 'close')
      expect(new Set(types)).toEqual(new Set(['chunk', 'timestamps', 'done']))
    }
    const plain = requestHttp(url.replace('https', 'http'), { agent: false }).end()
    await expect(once(plain, 'response')).rejects.toThrow()
  })

  test('gRPC is served on each port to clients that ask for HTTP/2, also with a renewed certificate', async () => {
    const files = createCertificate()
    const { url, furtherUrls, renewCertificate } = await start(files, { HOARFROST_LISTEN: '0=http,0=ws3' })
    const languagesAt = async (place: string, { cert } = files) => {
      const channel = credentials.createSsl(readFileSync(cert))
      const client = openGrpc(new URL(place).host, { channel, headers: AUTHORIZATION })
      return (await client.unary(TextToSpeech.method.getSupportedLanguages, {}, { timeoutMs: 20_000 })).languages
    }
    for (const place of [url, ...furtherUrls]) expect(await languagesAt(place)).toContain('en')
    const protocolFor = async (ALPNProtocols: string[] | undefined) => {
      const port = Number(new URL(url).port)
      const socket = connect({
        host: '127.0.0.1',
        port,
        rejectUnauthorized: false,
        ...(ALPNProtocols && { ALPNProtocols }),
      })
      await once(socket, 'secureConnect')
      socket.destroy()
      return socket.alpnProtocol
    }
    // Browsers and curl stay with HTTP/1.1, whatever they prefer.
    expect(await protocolFor(['h2', 'http/1.1'])).toBe('http/1.1')
    expect(await protocolFor(['h2'])).toBe('h2')
    expect(await protocolFor(undefined)).toBe(false)
    writeCertificate(files)
    renewCertificate?.()
    expect(await languagesAt(url)).toContain('en')
    expect((await ask(`${url}/livez`, files)).statusCode).toBe(200)
  })

  test('documents and cookies are those of https', async () => {
    const files = createCertificate()
    const { url } = await start(files)
    const { servers } = JSON.parse(await readText(await ask(`${url}/openapi.json`, files)))
    expect(servers).toEqual([{ url }])
    const session = await ask(`${url}/dashboard/session`, files, { key: KEY }, { headers: { origin: url } })
    expect(session.headers['set-cookie']?.[0]).toMatch(/^__Host-hoarfrost=.+; Secure$/)
  })

  test('versions of TLS before 1.2 are refused', async () => {
    const { url } = await start(createCertificate())
    const versionOf = async (options: ConnectionOptions) => {
      const port = Number(new URL(url).port)
      // The lowest security level, since OpenSSL would otherwise not even offer old versions.
      const ciphers = 'DEFAULT@SECLEVEL=0'
      const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false, ciphers, ...options })
      try {
        await once(socket, 'secureConnect')
        return socket.getProtocol()
      } finally {
        socket.destroy()
      }
    }
    expect(await versionOf({})).toBe('TLSv1.3')
    expect(await versionOf({ maxVersion: 'TLSv1.2' })).toBe('TLSv1.2')
    for (const maxVersion of ['TLSv1.1', 'TLSv1'] as const) {
      await expect(versionOf({ minVersion: 'TLSv1', maxVersion })).rejects.toThrow(/protocol version/)
    }
  })

  test('a new certificate serves new connections while old ones go on', async () => {
    const files = createCertificate('old.example')
    const service = await start(files)
    const running = await ask(`${service.url}/v1/rime-tts`, files, { ...SPEECH, text: LONG_TEXT })
    const agent = new Agent({ keepAlive: true, ca: readFileSync(files.cert) })
    onTestFinished(() => agent.destroy())
    const kept = async () => (await readText(await ask(`${service.url}/livez`, files, undefined, { agent }))) !== ''
    expect(await kept()).toBe(true)
    expect(await subjectAt(service.url)).toBe('old.example')
    // As it is done by hand: first one file, then the other.
    const next = createCertificate('new.example')
    renameSync(next.cert, files.cert)
    await expect
      .poll(() => service.log.find(({ level }) => level === 40))
      .toMatchObject({
        msg: 'the new TLS certificate cannot be used; the old one stays in use',
        why: 'the key of HOARFROST_TLS_KEY does not belong to the first certificate of HOARFROST_TLS_CERT',
      })
    expect(await subjectAt(service.url)).toBe('old.example')
    renameSync(next.key, files.key)
    await expect.poll(() => subjectAt(service.url)).toBe('new.example')
    expect(await kept()).toBe(true)
    expect((await buffer(running)).length).toBeGreaterThan(200 * 48_000)
    const metrics = await readText(await ask(`${service.url}/metrics`, files))
    const [, expiry] = /^hoarfrost_tls_certificate_expiry_timestamp_seconds (\d+)$/m.exec(metrics) ?? []
    expect(Number(expiry) - Date.now() / 1000).toBeCloseTo(86_400, -3)
  })

  test('SIGHUP reads the files again, and the process goes on', async () => {
    const files = createCertificate('old.example')
    const directory = mkdtempSync(join(tmpdir(), 'hoarfrost-tls-serve-'))
    const child = spawn(process.execPath, [...SPEAK_TONES, CLI, 'serve'], {
      cwd: directory,
      env: {
        PATH: process.env.PATH,
        PORT: '0',
        HOARFROST_WORKERS: '1',
        ...QUICK_ENGINE,
        ...settingsOf(files),
        HOARFROST_API_KEY: KEY,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const exit = once(child, 'exit')
    onTestFinished(async () => {
      child.kill('SIGKILL')
      await exit
      rmSync(directory, { recursive: true })
    })
    const log: LogLine[] = []
    createInterface({ input: child.stderr }).on('line', (line) => log.push(JSON.parse(line)))
    const readAgain = () => log.filter(({ msg }) => msg === 'the TLS certificate was reloaded').length
    await expect.poll(() => log.find(({ msg }) => msg === 'started')).toBeDefined()
    const { address: url } = log.find(({ msg }) => msg === 'started') as LogLine & { readonly address: string }
    expect(readAgain()).toBe(0)
    child.kill('SIGHUP') // although no file has changed
    await expect.poll(readAgain).toBe(1)
    expect(await subjectAt(url)).toBe('old.example')
  })

  test('a failure after the first byte resets the connection', async () => {
    const speak: Speak = async function* ({ sampleRateHz }) {
      yield { kind: 'audio', samples: new Samples(new Int16Array(sampleRateHz)) }
      throw new Error('the engine failed')
    }
    const files = createCertificate()
    const { port, log } = await startTestService({ speak, tls: tlsOf(files) })
    const socket = connect({ host: '127.0.0.1', port, ca: readFileSync(files.cert) })
    const body = JSON.stringify({ ...SPEECH, text: 'Hello.' })
    const headers = `authorization: Bearer ${TEST_KEY}\r\naccept: audio/pcm\r\ncontent-length: ${body.length}`
    // An HTTP/1.0 client, which knows no other sign of an answer that is not whole.
    socket.write(`POST /v1/rime-tts HTTP/1.0\r\n${headers}\r\n\r\n${body}`)
    socket.resume()
    await expect(once(socket, 'end')).rejects.toThrow('ECONNRESET')
    await expect.poll(() => log.join()).toContain('speech aborted')
  })

  test('a server that closes waits for what is spoken, and not for connections without a request', async () => {
    const files = createCertificate()
    const service = await start(files)
    const port = Number(new URL(service.url).port)
    const withoutHandshake = connectTcp(port, '127.0.0.1')
    const unused = connect({ host: '127.0.0.1', port, ca: readFileSync(files.cert) })
    for (const socket of [withoutHandshake, unused]) socket.on('error', () => {}).resume()
    await Promise.all([once(withoutHandshake, 'connect'), once(unused, 'secureConnect')])
    const running = await ask(`${service.url}/v1/rime-tts`, files, { ...SPEECH, text: LONG_TEXT })
    const closing = service.close()
    await Promise.all([once(withoutHandshake, 'close'), once(unused, 'close')])
    expect((await buffer(running)).length).toBeGreaterThan(200 * 48_000)
    await closing
  })

  test('a client that offers HTTP/2 in the clear gets its answer', async () => {
    const files = createCertificate()
    const { url } = await start(files)
    const headers = {
      connection: 'Upgrade, HTTP2-Settings',
      upgrade: 'h2c',
      'http2-settings': 'AAMAAABkAAQAoAAAAAIAAAAA',
    }
    expect((await ask(`${url}/livez`, files, undefined, { headers })).statusCode).toBe(200)
  })

  test('what is not TLS is closed, and the log says so without its content', async () => {
    const { url, log } = await start(createCertificate())
    const socket = connectTcp(Number(new URL(url).port), '127.0.0.1')
    socket.on('error', () => {}).resume()
    socket.write('GET /secret HTTP/1.1\r\n\r\n')
    await once(socket, 'close')
    await expect.poll(() => log.map(({ msg }) => msg)).toContain('TLS handshake failed')
    expect(JSON.stringify(log)).not.toContain('secret')
  })
})

const tlsOf = ({ cert, key }: CertificateFiles) =>
  createTlsServers({ cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') })

describe('the start is refused in one line', () => {
  const refusal = async (change: (files: CertificateFiles) => Partial<Record<keyof CertificateFiles, string>>) => {
    const files = createCertificate()
    return (await start({ ...files, ...change(files) }).catch((error: Error) => error)) as Error
  }
  const written = (path: string, content: string): string => {
    writeFileSync(path, content)
    return path
  }

  test.each<[string, string, (files: CertificateFiles) => Partial<CertificateFiles>]>([
    [
      'without the certificate',
      'HOARFROST_TLS_CERT cannot be read (no such file or directory)',
      () => ({ cert: '/nowhere/cert.pem' }),
    ],
    ['without the key', 'HOARFROST_TLS_KEY cannot be read (is a directory)', () => ({ key: '/' })],
    ['without an end', 'HOARFROST_TLS_CERT cannot be read (longer than 1 MiB)', () => ({ cert: '/dev/zero' })],
    [
      'with a certificate that is none',
      'HOARFROST_TLS_CERT must be a file with certificates in PEM, that of the server first',
      ({ key }) => ({ cert: key }),
    ],
    [
      'with a key that is none',
      'HOARFROST_TLS_KEY must be a file with a private key in PEM, without a passphrase',
      ({ cert, key }) => ({ key: written(key, readFileSync(cert, 'utf8')) }),
    ],
    [
      'with a key that needs a passphrase',
      'HOARFROST_TLS_KEY must be a file with a private key in PEM, without a passphrase',
      ({ key }) => {
        const encrypted = `${key}.encrypted`
        const options = ['-aes256', '-passout', 'pass:secret', '-out', encrypted]
        execFileSync('openssl', ['pkey', '-in', key, ...options], { stdio: 'ignore' })
        return { key: encrypted }
      },
    ],
    [
      "with another certificate's key",
      'the key of HOARFROST_TLS_KEY does not belong to the first certificate of HOARFROST_TLS_CERT',
      () => ({ key: createCertificate().key }),
    ],
  ])('%s', async (_, sentence, change) => {
    expect((await refusal(change)).message).toBe(sentence)
  })
})

describe('the command line speaks https', () => {
  const run = (args: readonly string[], input: string, env: Readonly<Record<string, string>>) =>
    new Promise<{ readonly status: number; readonly stdout: string; readonly stderr: string }>((resolve) => {
      const directory = mkdtempSync(join(tmpdir(), 'hoarfrost-tls-cli-'))
      const options = {
        cwd: directory,
        env: { PATH: process.env.PATH, HOARFROST_API_KEY: KEY, ...QUICK_ENGINE, ...env },
      }
      const child = execFile(process.execPath, [CLI, ...args], options, (error, stdout, stderr) => {
        rmSync(directory, { recursive: true })
        resolve({ status: error === null ? 0 : Number(error.code), stdout, stderr })
      })
      child.stdin?.end(input)
    })

  test('to a server whose certificate it trusts, and tells what is wrong with others', async () => {
    const files = createCertificate()
    const { url } = await start(files)
    const trusting = { NODE_EXTRA_CA_CERTS: files.cert }
    const [said, trusted, refused] = await Promise.all([
      run(['say', '--ws', url, '-o', 'said.wav'], 'Hello there.', trusting),
      run(['doctor', url, '--client', 'rime-cli'], '', trusting),
      run(['doctor', url, '--client', 'rime-cli'], '', {}),
    ])
    expect(said).toMatchObject({ status: 0 })
    expect(trusted).toMatchObject({ status: 0 })
    expect(refused.status).toBe(1)
    expect(refused.stdout).toContain('NODE_EXTRA_CA_CERTS')
  })
})
