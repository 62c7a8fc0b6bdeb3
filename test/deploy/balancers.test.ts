import { once } from 'node:events'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { connect } from 'node:net'
import { buffer, text as readText } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { canTestWith } from '../../scripts/needed-program.ts'
import { Samples } from '../../src/core/samples.ts'
import type { Speak } from '../api/test-service.ts'
import { startTestService, TEST_KEY } from '../api/test-service.ts'
import { BALANCERS, startBalancer } from './balancer.ts'
import { KEY, type ServerProcess, startServerProcess } from './server-process.ts'

// The files of deploy/, run by the real programs in front of real servers.

const SPEECH = { modelId: 'coda', speaker: 'luna' }
/** More than all buffers on the way to a client that does not read, so that it is spoken while the client waits. */
const LONG_TEXT = 'This sentence takes about three seconds to be read aloud. '.repeat(150)
/** Refuses at once when it is busy. */
const IMPATIENT = { HOARFROST_MAX_WAIT_MS: '100', HOARFROST_BUSY_UPGRADES: 'refuse' }

async function ask(
  socketPath: string,
  path: string,
  { body, key = KEY }: { readonly body?: object; readonly key?: string } = {},
): Promise<IncomingMessage> {
  const request = requestHttp({
    socketPath,
    path,
    method: body === undefined ? 'GET' : 'POST',
    agent: false,
    headers: { authorization: `Bearer ${key}`, accept: 'audio/pcm' },
  })
  request.end(body && JSON.stringify(body))
  const [response] = await once(request, 'response')
  return response
}

const say = (socketPath: string, text = 'Hello there.') =>
  ask(socketPath, '/v1/rime-tts', { body: { ...SPEECH, text } })

async function statusOf(socketPath: string): Promise<number> {
  const response = await say(socketPath)
  await buffer(response)
  return response.statusCode ?? 0
}

/** One after the other, since a single server may have no time for ten at once. */
async function statusesOf(socketPath: string): Promise<readonly number[]> {
  const statuses: number[] = []
  for (let i = 0; i < ALL_WELL.length; i++) statuses.push(await statusOf(socketPath))
  return statuses
}
const ALL_WELL = Array.from({ length: 10 }, () => 200)

function openSocket(at: { readonly url: string } | { readonly socketPath: string }, key = KEY): WebSocket {
  const url = 'url' in at ? at.url.replace('http', 'ws') : 'ws://balancer'
  const socket = new WebSocket(`${url}/ws3?${new URLSearchParams(SPEECH)}`, {
    headers: { authorization: `Bearer ${key}` },
    ...('socketPath' in at && { createConnection: () => connect(at.socketPath) }),
  })
  socket.on('error', () => {})
  onTestFinished(() => socket.terminate())
  return socket
}

/** The status of the upgrade. */
async function upgrade(at: Parameters<typeof openSocket>[0]): Promise<number> {
  const socket = openSocket(at)
  return new Promise((resolve) => {
    socket.once('open', () => resolve(101))
    socket.once('unexpected-response', (_, response) => resolve(response.statusCode ?? 0))
  })
}

/**
 * Opens sockets until the server has no room for another, and goes on: a socket that says nothing keeps its room for some
 * seconds only. Ends with the test.
 */
async function keepFull({ url }: ServerProcess): Promise<void> {
  let isOver = false
  onTestFinished(() => {
    isOver = true
  })
  const open = async () => (await Promise.all(Array.from({ length: 20 }, () => upgrade({ url })))).includes(503)
  for (let i = 0; !(await open()); i++) if (i === 200) throw new Error('the server has room for all')
  const goOn = async (): Promise<void> => {
    // Each round opens few sockets once the server is full.
    for (let i = 0; !isOver && i < 1000; i++) await sleep((await open()) ? 100 : 0)
  }
  goOn().catch(() => {}) // after the test, no socket can be opened any more
}

const REFUSALS = 'hoarfrost_overload_refusals_total'
const openStreams = (server: ServerProcess) => server.metric('hoarfrost_open_streams')

async function startServers(
  env: Readonly<Record<string, string>> = {},
): Promise<readonly [ServerProcess, ServerProcess]> {
  return Promise.all([startServerProcess({ ...IMPATIENT, ...env }), startServerProcess({ ...IMPATIENT, ...env })])
}

/** Starts a long stream, whose client reads no further than its first bytes; and tells which server speaks it. */
async function beginStream(socketPath: string, servers: readonly [ServerProcess, ServerProcess]) {
  const response = await say(socketPath, LONG_TEXT)
  expect(response.statusCode).toBe(200)
  const isFirst = (await openStreams(servers[0])) === 1
  const [speaking, other] = isFirst ? servers : [servers[1], servers[0]]
  expect(await openStreams(speaking)).toBe(1)
  return { response, speaking, other }
}

describe.each(BALANCERS.filter(({ name, isInstalled }) => canTestWith(name, isInstalled)))(
  'behind $name',
  (balancer) => {
    test('audio and WebSocket messages come while the rest is being made', async () => {
      let goOn = () => {}
      const speak: Speak = async function* ({ sampleRateHz }) {
        yield { kind: 'audio', samples: new Samples(new Int16Array(sampleRateHz).fill(1000)) }
        await new Promise<void>((resolve) => {
          goOn = resolve
        })
        yield { kind: 'audio', samples: new Samples(new Int16Array(sampleRateHz).fill(1000)) }
      }
      const services = await Promise.all([startTestService({ speak }), startTestService({ speak })])
      const socketPath = await startBalancer(
        balancer,
        services.map(({ port }) => port),
      )
      const response = await ask(socketPath, '/v1/rime-tts', { body: { ...SPEECH, text: 'Hello.' }, key: TEST_KEY })
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      await expect.poll(() => bytes).toBe(48_000)
      goOn()
      await once(response, 'end')
      expect(bytes).toBe(96_000)

      const socket = openSocket({ socketPath }, TEST_KEY)
      const events: { readonly type: string }[] = []
      socket.on('message', (json) => events.push(JSON.parse(String(json))))
      await once(socket, 'open')
      socket.send(JSON.stringify({ text: 'Hello.', contextId: 'a' }))
      socket.send(JSON.stringify({ operation: 'flush' }))
      await expect
        .poll(() => services.some(({ spoken }) => spoken.length === 1 && spoken[0]?.text === 'Hello.'))
        .toBe(true)
      await vi.waitFor(() => {
        goOn()
        expect(events.map(({ type }) => type)).toContain('done')
      })
      expect(events.map(({ type }) => type)).toContain('chunk')
      expect((await ask(socketPath, '/metrics')).statusCode).toBe(404)
    })

    test('a full server gets no clients while another has room', async () => {
      const servers = await startServers()
      const [full, free] = servers
      const socketPath = await startBalancer(
        balancer,
        servers.map(({ port }) => port),
      )
      await keepFull(full)
      // Caddy notices it by its health checks.
      if (balancer.name === 'caddy')
        await vi.waitFor(async () => expect(await statusesOf(socketPath)).toEqual(ALL_WELL))
      const refusals = await full.metric(REFUSALS)
      expect(await statusesOf(socketPath)).toEqual(ALL_WELL)
      const upgrades = await Promise.all(Array.from({ length: 6 }, () => upgrade({ socketPath })))
      expect(upgrades).toEqual(Array.from({ length: 6 }, () => 101))
      // It refuses those who come to it, from the balancer or directly.
      expect(await full.metric(REFUSALS)).toBeGreaterThan(refusals)
      expect(await free.metric(REFUSALS)).toBe(0)
    })

    test.skipIf(balancer.name === 'caddy')('when all are full, clients get the refusal of a server', async () => {
      const servers = await startServers()
      const socketPath = await startBalancer(
        balancer,
        servers.map(({ port }) => port),
      )
      await Promise.all(servers.map(keepFull))
      await vi.waitFor(async () => {
        const refused = await say(socketPath)
        expect([refused.statusCode, await readText(refused)]).toEqual([503, 'service unavailable'])
        expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
      })
    })

    test('a server that stops finishes what it speaks, while others take its clients', async () => {
      const servers = await startServers()
      const socketPath = await startBalancer(
        balancer,
        servers.map(({ port }) => port),
      )
      const { response, speaking, other } = await beginStream(socketPath, servers)
      speaking.kill('SIGTERM')
      await expect
        .poll(() =>
          fetch(`${speaking.url}/livez`).then(
            () => 'open',
            () => 'closed',
          ),
        )
        .toBe('closed')
      expect(await statusesOf(socketPath)).toEqual(ALL_WELL)
      expect((await buffer(response)).length).toBeGreaterThan(150 * 2 * 48_000)
      await speaking.exit
      expect(await statusOf(socketPath)).toBe(200)
      expect(await openStreams(other)).toBe(0)
    })

    test('a server that is killed costs its streams only', async () => {
      const servers = await startServers()
      const socketPath = await startBalancer(
        balancer,
        servers.map(({ port }) => port),
      )
      const { response, speaking } = await beginStream(socketPath, servers)
      speaking.kill('SIGKILL')
      await speaking.exit
      expect(await statusesOf(socketPath)).toEqual(ALL_WELL)
      // No client takes the answer for complete, except behind Caddy 2.6, which ends it as if it were.
      response.on('error', () => {}).resume()
      if (!response.closed) await new Promise((resolve) => response.once('close', resolve))
      if (balancer.name !== 'caddy') expect(response.complete).toBe(false)
      expect(await upgrade({ socketPath })).toBe(101)
    })
  },
)

test('each balancer that is not installed is skipped, and this one test remains', () => {
  expect(BALANCERS.map(({ name }) => name)).toEqual(['haproxy', 'nginx', 'caddy'])
})
