import { setTimeout as sleep } from 'node:timers/promises'
import { median, quantile } from '../../src/benchmark/statistics.ts'
import { LOOP_COLUMNS, watchEventLoop } from '../event-loop.ts'
import { applyLoad, LOAD_COLUMNS, measureLoad } from '../load.ts'
import type { Row, Table } from '../report.ts'
import type { Scenario, ScenarioOptions } from '../scenario.ts'
import type { BenchServer } from '../server.ts'
import { openService } from '../service-subject.ts'
import { openSpeechSocket } from '../socket-client.ts'
import { openSockets } from '../socket-subject.ts'
import { ENGLISH_SENTENCES } from '../texts.ts'
import { ENGLISH_VOICE } from '../voices.ts'
import { LISTENER_COLUMNS, measureListeners } from './live-streams.ts'

const FULL = {
  warmUp: 60,
  turns: { 1: 63, 12: 252 },
  listeners: { listeners: 100, sentences: 4, spreadMs: 4000 },
  interruptions: 30,
  idleSockets: 1000,
}
const SMOKE = {
  warmUp: 4,
  turns: { 1: 3, 12: 12 },
  listeners: { listeners: 10, sentences: 1, spreadMs: 0 },
  interruptions: 2,
  idleSockets: 20,
}
const SHORT_TEXT = 'Your train now leaves from platform two.' // 40 characters
const LONG_TEXT = ENGLISH_SENTENCES.join(' ').repeat(3)
const INTERRUPTED_AFTER_MS = 100
const SETTLE_MS = 500

/** Latencies of a voice agent: first chunk after a flush, silence after a clear. */
export const websocket: Scenario = {
  name: 'websocket',
  summary: 'turns over /ws3: flush to first chunk, 100 sessions, clear to silence, idle sockets',
  isLong: false,
  run: async ({ isSmoke, startServer, tell }) => {
    const size = isSmoke ? SMOKE : FULL
    const server = await startServer()
    await using service = openService(server, ENGLISH_VOICE)
    using sockets = openSockets(server, ENGLISH_VOICE)
    await applyLoad(sockets, { concurrency: 12, requests: size.warmUp, texts: ENGLISH_SENTENCES })
    await service.warmUp(ENGLISH_SENTENCES, size.warmUp)

    const turns: Row[] = []
    const requestsAlone = size.turns[1]
    for (const subject of [{ ...service, name: 'HTTP' }, sockets]) {
      tell(`turns over ${subject.name}`)
      const alone = { concurrency: 1, requests: requestsAlone, texts: [SHORT_TEXT] }
      turns.push({ ...(await measureLoad(subject, alone)), texts: '40 characters' })
      for (const [concurrency, requests] of Object.entries(size.turns)) {
        const load = { concurrency: Number(concurrency), requests, texts: ENGLISH_SENTENCES }
        turns.push({ ...(await measureLoad(subject, load)), texts: 'mixed' })
      }
    }
    tell(`${size.listeners.listeners} sessions`)
    const listeners = await measureListeners(sockets, size.listeners)
    return [
      { title: 'Turns: first audio counts from the flush, or from the request', columns: LOAD_COLUMNS, rows: turns },
      {
        title: 'Sessions at once, each through sentence after sentence',
        columns: LISTENER_COLUMNS,
        rows: [{ start: 'spread', ...listeners }],
      },
      await measureInterruptions(server, size.interruptions, tell),
      await measureIdleSockets(startServer, size, tell),
    ]
  },
}

async function measureInterruptions(server: BenchServer, count: number, tell: (what: string) => void): Promise<Table> {
  const rows: Row[] = []
  for (const others of [0, 11]) {
    tell(`interruptions while ${others} others speak`)
    using sockets = openSockets(server, ENGLISH_VOICE)
    using interrupted = await openSpeechSocket(server, ENGLISH_VOICE)
    let isOver = false
    const noise = Promise.all(
      Array.from({ length: others }, async (_, i) => {
        for (let turn = i; !isOver; turn++)
          await sockets.speak(ENGLISH_SENTENCES[turn % ENGLISH_SENTENCES.length] ?? '')
      }),
    )
    const silentAfterMs: number[] = []
    const loopDelay = await watchEventLoop(server)
    while (silentAfterMs.length < count)
      silentAfterMs.push(await interrupted.interrupt(LONG_TEXT, INTERRUPTED_AFTER_MS))
    isOver = true
    await noise
    rows.push({
      others,
      count,
      median: median(silentAfterMs),
      p99: quantile(silentAfterMs, 0.99),
      ...(await loopDelay()),
    })
  }
  const columns = [
    { key: 'others', heading: 'others speaking' },
    { key: 'count', heading: 'interruptions' },
    { key: 'median', heading: 'last audio after clear ms: median', digits: 1 },
    { key: 'p99', heading: 'p99', digits: 1 },
    ...LOOP_COLUMNS,
  ]
  return { title: 'Clear to silence, in the middle of a long answer', columns, rows }
}

/** On a server that has spoken, but was not under load before. */
async function measureIdleSockets(
  startServer: ScenarioOptions['startServer'],
  { warmUp, idleSockets: count }: Pick<typeof FULL, 'warmUp' | 'idleSockets'>,
  tell: (what: string) => void,
): Promise<Table> {
  tell(`${count} idle sockets`)
  await using server = await startServer()
  using warm = openSockets(server, ENGLISH_VOICE)
  await applyLoad(warm, { concurrency: 1, requests: warmUp, texts: ENGLISH_SENTENCES })
  await sleep(SETTLE_MS)
  const before = server.residentMb()?.now
  const loopDelay = await watchEventLoop(server)
  const sockets = await Promise.all(Array.from({ length: count }, () => openSpeechSocket(server, ENGLISH_VOICE)))
  await sleep(SETTLE_MS)
  const after = server.residentMb()?.now
  const late = await loopDelay()
  for (const socket of sockets) socket[Symbol.dispose]()
  const megabytes = before === undefined || after === undefined ? undefined : after - before
  const columns = [
    { key: 'count', heading: 'idle sockets' },
    { key: 'before', heading: 'RSS MB before' },
    { key: 'after', heading: 'after' },
    { key: 'megabytes', heading: 'MB more', digits: 1 },
    ...LOOP_COLUMNS,
  ]
  return { title: 'Idle sockets', columns, rows: [{ count, before, after, megabytes, ...late }] }
}
