import { once } from 'node:events'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { median, quantile } from '../../src/benchmark/statistics.ts'
import type { Row } from '../report.ts'
import type { Scenario } from '../scenario.ts'
import type { BenchServer } from '../server.ts'
import { openSpeechSocket } from '../socket-client.ts'
import { ENGLISH_VOICE } from '../voices.ts'

const FULL = { warmUp: 30, quietMs: 3000, pairs: 20_000, messages: 3000, pings: 50_000 }
const SMOKE = { warmUp: 2, quietMs: 100, pairs: 200, messages: 30, pings: 500 }
const TURN = 'Your train now leaves from platform two.'
/** Leaves time for this process's other work. */
const MESSAGES_AT_ONCE = 50
const MAX_UNSENT_BYTES = 2 ** 20

type Send = (socket: WebSocket, i: number) => void

const FLOODS = (size: typeof FULL): readonly { name: string; count: number; segment: string; send: Send }[] => [
  { name: 'none', count: 0, segment: 'bySentence', send: () => {} },
  {
    name: 'text and clear',
    count: size.pairs,
    segment: 'bySentence',
    send: (socket) => {
      socket.send('{"text":"Hello there my friend. "}')
      socket.send('{"operation":"clear"}')
    },
  },
  {
    name: 'sentences',
    count: size.messages,
    segment: 'bySentence',
    send: (socket) => socket.send('{"text":"A dog. "}'),
  },
  { name: 'words', count: size.messages, segment: 'immediate', send: (socket) => socket.send('{"text":"dog "}') },
  {
    name: 'turns',
    count: size.messages,
    segment: 'bySentence',
    send: (socket) => socket.send('{"text":"A dog.","operation":"flush"}'),
  },
  { name: 'no messages', count: size.messages, segment: 'bySentence', send: (socket) => socket.send('nonsense') },
  { name: 'pings', count: size.pings, segment: 'bySentence', send: (socket) => socket.ping() },
]

/** Latency of others while one socket sends as fast as it can. */
export const socketFloods: Scenario = {
  name: 'socket-floods',
  summary: 'others while one WebSocket sends thousands of messages',
  isLong: false,
  run: async ({ isSmoke, startServer, tell }) => {
    const size = isSmoke ? SMOKE : FULL
    await using server = await startServer()
    using other = await openSpeechSocket(server, ENGLISH_VOICE)
    for (let i = 0; i < size.warmUp; i++) await other.speak(TURN)
    const rows: Row[] = []
    for (const { name, count, segment, send } of FLOODS(size)) {
      tell(`${count} of ${name}`)
      const socket = await openFlood(server, segment)
      const flooding = count === 0 ? sleep(size.quietMs) : flood(socket, count, send)
      rows.push({ name, count, ...(await measureOthers(server, other.speak, flooding)) })
      socket.terminate()
    }
    const columns = [
      { key: 'name', heading: 'flood' },
      { key: 'count', heading: 'times' },
      { key: 'floodMs', heading: 'taken after ms', digits: 0 },
      { key: 'failures', heading: 'failed' },
      { key: 'turns', heading: 'turns of another socket' },
      { key: 'firstAudioMedianMs', heading: 'first audio ms: median', digits: 1 },
      { key: 'firstAudioP99Ms', heading: 'p99', digits: 1 },
      { key: 'livezMedianMs', heading: '/livez ms: median', digits: 1 },
      { key: 'livezP99Ms', heading: 'p99', digits: 1 },
    ]
    return [{ title: 'Others while one WebSocket floods the server', columns, rows }]
  },
}

async function openFlood({ host, port, apiKey }: BenchServer, segment: string): Promise<WebSocket> {
  const { modelId, speaker } = ENGLISH_VOICE
  const query = new URLSearchParams({ modelId, speaker, segment, audioFormat: 'pcm' })
  const socket = new WebSocket(`ws://${host}:${port}/ws3?${query}`, { headers: { authorization: `Bearer ${apiKey}` } })
  await once(socket, 'open')
  return socket
}

/** Sends messages; resolves when the server has read the last one. */
async function flood(socket: WebSocket, count: number, send: Send): Promise<void> {
  const isTaken = new Promise<void>((resolve, reject) => {
    socket.on('message', (message: Buffer) => {
      if (message.includes('"contextId":"the last"')) resolve()
    })
    socket.on('close', (code) => reject(new Error(`the flood was closed with ${code}`)))
  })
  isTaken.catch(() => {}) // reported where it is awaited
  for (let i = 0; i < count && socket.readyState === WebSocket.OPEN; i++) {
    send(socket, i)
    while (i % MESSAGES_AT_ONCE === 0 && (await nextTurn(true)) && socket.bufferedAmount > MAX_UNSENT_BYTES);
  }
  socket.send('{"operation":"none","contextId":"the last"}')
  await isTaken
}

async function measureOthers(
  { host, port }: BenchServer,
  speak: (text: string) => ReturnType<Awaited<ReturnType<typeof openSpeechSocket>>['speak']>,
  flooding: Promise<void>,
): Promise<Row> {
  const startedAt = performance.now()
  let floodMs: number | undefined
  let failureReasons = ''
  const over = flooding
    .catch((error: Error) => {
      failureReasons = error.message
    })
    .then(() => {
      floodMs = performance.now() - startedAt
    })
  const firstAudioMs: number[] = []
  const livezMs: number[] = []
  const speaking = async () => {
    do {
      const answer = await speak(TURN)
      if (answer.kind === 'spoken') firstAudioMs.push(answer.firstAudioMs)
      else failureReasons = answer.reason
    } while (floodMs === undefined && failureReasons === '')
  }
  const asking = async () => {
    do {
      const askedAt = performance.now()
      await (await fetch(`http://${host}:${port}/livez`)).arrayBuffer()
      livezMs.push(performance.now() - askedAt)
    } while (floodMs === undefined)
  }
  await Promise.all([over, speaking(), asking()])
  return {
    floodMs,
    failures: failureReasons === '' ? 0 : 1,
    failureReasons,
    turns: firstAudioMs.length,
    firstAudioMedianMs: median(firstAudioMs),
    firstAudioP99Ms: quantile(firstAudioMs, 0.99),
    livezMedianMs: median(livezMs),
    livezP99Ms: quantile(livezMs, 0.99),
  }
}
