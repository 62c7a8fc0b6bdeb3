import { median, quantile } from '../../src/benchmark/statistics.ts'
import type { Row, Table } from '../report.ts'
import type { Scenario } from '../scenario.ts'
import type { BenchServer } from '../server.ts'
import { TURN_CLIENTS } from '../turn-clients.ts'
import { openV1Connection, type V1Connection } from '../v1-client.ts'
import { ENGLISH_VOICE } from '../voices.ts'

const FULL = { warmUp: 30, turns: 200, connections: 100, contexts: 10, speakEvery: 1 }
const SMOKE = { warmUp: 2, turns: 5, connections: 10, contexts: 10, speakEvery: 10 }
const TEXT = 'Your train now leaves from platform two.'

/** Latency of the protocols on the same server, in turns that take place one after another. */
export const protocols: Scenario = {
  name: 'protocols',
  summary: 'first audio of each protocol in turn, and 1,000 open v1 contexts on 100 connections',
  isLong: false,
  run: async ({ isSmoke, startServer, tell }) => {
    const size = isSmoke ? SMOKE : FULL
    await using server = await startServer()
    tell('first audio')
    const turns = await measureTurns(server, size)
    tell(`${size.connections * size.contexts} contexts`)
    return [turns, await measureContexts(server, size)]
  },
}

async function measureTurns(server: BenchServer, { warmUp, turns }: typeof FULL): Promise<Table> {
  const clients = await Promise.all(
    Object.entries(TURN_CLIENTS).map(async ([name, open]) => ({
      name,
      client: await open(server, ENGLISH_VOICE),
      firstAudioMs: [] as number[],
    })),
  )
  try {
    for (let turn = -warmUp; turn < turns; turn++) {
      // In another order each time, since a turn after a pause of the server is slower.
      for (const { client, firstAudioMs } of shuffled(clients)) {
        const ms = await client.speak(TEXT).catch(() => Number.NaN)
        if (turn >= 0) firstAudioMs.push(ms)
      }
    }
  } finally {
    for (const { client } of clients) client[Symbol.dispose]()
  }
  const heard = clients.map(({ name, firstAudioMs }) => {
    const ms = firstAudioMs.filter((each) => !Number.isNaN(each))
    return { protocol: name, failures: turns - ms.length, medianMs: median(ms), p95Ms: quantile(ms, 0.95) }
  })
  return {
    title: `First audio of a sentence of ${TEXT.length} characters, alone; over sockets from its text, on an open one`,
    columns: [
      { key: 'protocol', heading: 'protocol' },
      { key: 'turns', heading: 'turns' },
      { key: 'failures', heading: 'failed' },
      { key: 'medianMs', heading: 'first audio ms: median', digits: 1 },
      { key: 'p95Ms', heading: 'p95', digits: 1 },
      { key: 'behindMs', heading: 'median behind the first', digits: 1 },
    ],
    rows: heard.map((row): Row => ({ ...row, turns, behindMs: row.medianMs - (heard[0]?.medianMs ?? Number.NaN) })),
  }
}

const shuffled = <T>(items: readonly T[]): readonly T[] =>
  items
    .map((item) => ({ item, key: Math.random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item)

/** Opens all contexts, then speaks in them, one context of each connection at a time. */
async function measureContexts(
  server: BenchServer,
  { connections, contexts, speakEvery }: typeof FULL,
): Promise<Table> {
  const open: V1Connection[] = []
  try {
    for (let i = 0; i < connections; i++) open.push(await openV1Connection(server, ENGLISH_VOICE, 'binary'))
    const ids = Array.from({ length: contexts }, (_, i) => `context-${i}`)
    const startedAt = performance.now()
    await Promise.all(open.flatMap((connection) => ids.map((id) => connection.start(id))))
    const openedMs = performance.now() - startedAt
    const firstAudioMs: number[] = []
    let failures = 0
    for (const id of ids.filter((_, i) => i % speakEvery === 0)) {
      const answers = await Promise.allSettled(open.map((connection) => connection.speak(id, 'Yes.')))
      for (const answer of answers) {
        if (answer.status === 'fulfilled') firstAudioMs.push(answer.value)
        else failures++
      }
    }
    const row = { contexts: connections * contexts, connections, openedMs, spoken: firstAudioMs.length, failures }
    return {
      title: `Contexts that are open at once; then one of each connection speaks at a time`,
      columns: [
        { key: 'contexts', heading: 'contexts' },
        { key: 'connections', heading: 'connections' },
        { key: 'openedMs', heading: 'all open after ms', digits: 0 },
        { key: 'spoken', heading: 'spoken' },
        { key: 'failures', heading: 'failed' },
        { key: 'medianMs', heading: 'first audio ms: median', digits: 0 },
        { key: 'p95Ms', heading: 'p95', digits: 0 },
      ],
      rows: [{ ...row, medianMs: median(firstAudioMs), p95Ms: quantile(firstAudioMs, 0.95) }],
    }
  } finally {
    for (const connection of open) connection[Symbol.dispose]()
  }
}
