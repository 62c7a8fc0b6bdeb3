import type { Row, Table } from '../report.ts'
import type { Scenario } from '../scenario.ts'
import type { BenchServer } from '../server.ts'
import { createSpeechClient } from '../speech-client.ts'
import { median, quantile } from '../statistics.ts'
import { openV1Connection, type V1Connection } from '../v1-client.ts'
import { ENGLISH_VOICE } from '../voices.ts'

const FULL = { warmUp: 30, turns: 200, connections: 100, contexts: 10, speakEvery: 1 }
const SMOKE = { warmUp: 2, turns: 5, connections: 10, contexts: 10, speakEvery: 10 }
const TEXT = 'Your train now leaves from platform two.'

/** Latency of the protocols on the same server, in turns that take place one after another. */
export const protocols: Scenario = {
  name: 'protocols',
  summary: 'first audio of Rime v1 and of HTTP in turn, and 1,000 open v1 contexts on 100 connections',
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
  using http = createSpeechClient(server, ENGLISH_VOICE)
  using json = await openV1Connection(server, ENGLISH_VOICE, 'json')
  using binary = await openV1Connection(server, ENGLISH_VOICE, 'binary')
  const speakV1 = async (connection: V1Connection): Promise<number> => {
    await connection.start('turn')
    return connection.speak('turn', TEXT)
  }
  const subjects = {
    'POST /v1/rime-tts': async () => {
      const answer = await http.speak(TEXT)
      return answer.kind === 'spoken' ? answer.firstAudioMs : Number.NaN
    },
    'rime.v1.json': () => speakV1(json),
    'rime.v1.binary': () => speakV1(binary),
  }
  const firstAudioMs = new Map(Object.keys(subjects).map((name) => [name, [] as number[]]))
  for (let turn = -warmUp; turn < turns; turn++) {
    for (const [name, speak] of Object.entries(subjects)) {
      const ms = await speak()
      if (turn >= 0) firstAudioMs.get(name)?.push(ms)
    }
  }
  const rows = [...firstAudioMs].map(([protocol, all]): Row => {
    const heard = all.filter((ms) => !Number.isNaN(ms))
    return {
      protocol,
      turns,
      failures: all.length - heard.length,
      medianMs: median(heard),
      p95Ms: quantile(heard, 0.95),
    }
  })
  return {
    title: `First audio of a sentence of ${TEXT.length} characters, alone; of v1 from its text, in an open context`,
    columns: [
      { key: 'protocol', heading: 'protocol' },
      { key: 'turns', heading: 'turns' },
      { key: 'failures', heading: 'failed' },
      { key: 'medianMs', heading: 'first audio ms: median', digits: 1 },
      { key: 'p95Ms', heading: 'p95', digits: 1 },
    ],
    rows,
  }
}

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
