import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { median, quantile } from '../../src/benchmark/statistics.ts'
import type { Row } from '../report.ts'
import type { Scenario } from '../scenario.ts'
import type { BenchServer } from '../server.ts'
import { createSpeechClient } from '../speech-client.ts'
import { ENGLISH_SENTENCES } from '../texts.ts'
import { ENGLISH_VOICE } from '../voices.ts'

const CONFIGURATION = new URL('../../deploy/haproxy/haproxy.cfg', import.meta.url)
const FULL = { requests: 400 }
const SMOKE = { requests: 6 }
const HOST = '127.0.0.1'

/** One caller, whose requests go to a server directly and through HAProxy in turn, so that other load affects both. */
export const balancer: Scenario = {
  name: 'balancer',
  summary: 'what deploy/haproxy/haproxy.cfg adds to the first audio, with one, two and three servers',
  isLong: true,
  run: async ({ isSmoke, startServer, tell }) => {
    if (spawnSync('haproxy', ['-v']).status !== 0) {
      tell('HAProxy is not installed')
      return []
    }
    const { requests } = isSmoke ? SMOKE : FULL
    const rows: Row[] = []
    for (const count of [1, 2, 3]) {
      tell(`${count} servers`)
      await using servers = await startServers(count, () => startServer(undefined, { HOARFROST_CACHE_MEGABYTES: '0' }))
      await using proxy = await startHaproxy(servers.list)
      const [direct] = servers.list as [BenchServer]
      for (const server of servers.list) await measure([server], 10)
      const [alone = [], through = []] = await measure([direct, { ...direct, port: proxy.port }], requests)
      rows.push({
        servers: count,
        requests: alone.length + through.length,
        failures: 2 * requests - alone.length - through.length,
        direct: median(alone),
        median: median(through),
        added: median(through) - median(alone),
        directP90: quantile(alone, 0.9),
        p90: quantile(through, 0.9),
      })
    }
    return [{ title: 'First audio through HAProxy, one caller, sentence after sentence', columns: COLUMNS, rows }]
  },
}

const COLUMNS = [
  { key: 'servers', heading: 'servers' },
  { key: 'requests', heading: 'requests' },
  { key: 'failures', heading: 'failed' },
  { key: 'direct', heading: 'first audio ms: direct, median', digits: 2 },
  { key: 'median', heading: 'through HAProxy', digits: 2 },
  { key: 'added', heading: 'added', digits: 2 },
  { key: 'directP90', heading: 'direct, p90', digits: 2 },
  { key: 'p90', heading: 'through HAProxy, p90', digits: 2 },
]

async function startServers(count: number, start: () => Promise<BenchServer>) {
  const list: BenchServer[] = []
  const stop = async () => void (await Promise.all(list.map((server) => server[Symbol.asyncDispose]())))
  try {
    while (list.length < count) list.push(await start())
  } catch (error) {
    await stop()
    throw error
  }
  return { list, [Symbol.asyncDispose]: stop }
}

/** First audio in milliseconds of each target's answers. */
async function measure(targets: readonly Pick<BenchServer, 'host' | 'port' | 'apiKey'>[], requests: number) {
  const clients = targets.map((target) => createSpeechClient(target, ENGLISH_VOICE))
  const times = targets.map((): number[] => [])
  for (let i = 0; i < requests; i++) {
    for (const [at, client] of clients.entries()) {
      const answer = await client.speak(ENGLISH_SENTENCES[i % ENGLISH_SENTENCES.length] ?? '')
      if (answer.kind === 'spoken') times[at]?.push(answer.firstAudioMs)
    }
  }
  for (const client of clients) client[Symbol.dispose]()
  return times
}

/** The file of `deploy/` with these servers, on a free port. */
async function startHaproxy(servers: readonly BenchServer[]) {
  const port = await freePort()
  const directory = mkdtempSync(join(tmpdir(), 'hoarfrost-bench-haproxy-'))
  const file = join(directory, 'haproxy.cfg')
  const text = readFileSync(CONFIGURATION, 'utf8')
    .replace('bind :8080', `bind ${HOST}:${port}`)
    .replaceAll(/^ {2}server hoarfrost-(\d) .*\n/gm, (_, number) => {
      const server = servers[Number(number) - 1]
      return server === undefined ? '' : `  server hoarfrost-${number} ${HOST}:${server.port}\n`
    })
  writeFileSync(file, text)
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' })
  const exit = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGKILL')
    await exit
    rmSync(directory, { recursive: true })
  }
  for (let tries = 0; tries < 100; tries++) {
    if (
      await fetch(`http://${HOST}:${port}/livez`).then(
        ({ ok }) => ok,
        () => false,
      )
    ) {
      return { port, [Symbol.asyncDispose]: stop }
    }
    await sleep(50)
  }
  await stop()
  throw new Error('HAProxy did not start')
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, HOST)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
