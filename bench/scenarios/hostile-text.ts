import { setTimeout as sleep } from 'node:timers/promises'
import { median, quantile } from '../../src/benchmark/statistics.ts'
import { forkClients } from '../fork-clients.ts'
import type { HostileOrder, HostileReport } from '../hostile-clients.ts'
import { HOSTILE_JSON, HOSTILE_TEXTS } from '../hostile-texts.ts'
import type { Row } from '../report.ts'
import type { Scenario } from '../scenario.ts'
import type { BenchServer } from '../server.ts'
import { openService, type ServiceSubject } from '../service-subject.ts'
import { ENGLISH_SENTENCES } from '../texts.ts'
import { ENGLISH_VOICE } from '../voices.ts'

const CLIENTS = new URL('../hostile-clients.ts', import.meta.url)
const FULL = { warmUp: 60, durationMs: 6000, settleMs: 3000 }
const SMOKE = { warmUp: 4, durationMs: 400, settleMs: 0 }
const PROBE_EVERY_MS = 20
const SPEAK_EVERY_MS = 100

/** First audio and event loop delay while other clients send adversarial texts. */
export const hostileText: Scenario = {
  name: 'hostile-text',
  summary: 'First audio, /livez and the event loop while others send hostile texts over HTTP and sockets',
  isLong: false,
  run: async ({ isSmoke, startServer, tell }) => {
    const { warmUp, durationMs, settleMs } = isSmoke ? SMOKE : FULL
    const server = await startServer()
    await using service = openService(server, ENGLISH_VOICE)
    await service.warmUp(ENGLISH_SENTENCES, warmUp)
    using clients = forkClients<HostileOrder, HostileReport>(CLIENTS)
    const all = [...Object.keys(HOSTILE_TEXTS), ...Object.keys(HOSTILE_JSON)]
    const rows: Row[] = []
    for (const text of ['nothing', ...(isSmoke ? all.filter((_, i) => i % 5 === 0) : all)]) {
      tell(text)
      const startMb = server.residentMb()?.now
      const attack =
        text === 'nothing' ? sleep(durationMs, undefined) : clients.ask({ target: targetOf(server), text, durationMs })
      const row = await measureBeside(service, attack)
      await sleep(settleMs)
      rows.push({ text, ...row, startMb, ...memoryAfter(server) })
    }
    return [{ title: 'Beside six clients who send 8 MB of:', columns: COLUMNS, rows }]
  },
}

const targetOf = ({ host, port, apiKey }: BenchServer): HostileOrder['target'] => ({ host, port, apiKey })

const memoryAfter = (server: BenchServer) => {
  const memory = server.residentMb()
  return { endMb: memory?.now, peakMb: memory?.peak }
}

/** Measures one ordinary client until the attack ends. */
async function measureBeside(service: ServiceSubject, attack: Promise<HostileReport | undefined>): Promise<Row> {
  const { server, speak } = service
  let isOver = false
  const firstAudioMs: number[] = []
  const livezMs: number[] = []
  const reasons: string[] = []
  const speaking = async () => {
    for (let i = 0; !isOver; i++) {
      const answer = await speak(ENGLISH_SENTENCES[i % ENGLISH_SENTENCES.length] ?? '')
      if (answer.kind === 'failed') reasons.push(answer.reason)
      else firstAudioMs.push(answer.firstAudioMs)
      await sleep(SPEAK_EVERY_MS)
    }
  }
  const probing = async () => {
    while (!isOver) {
      const askedAt = performance.now()
      const { ok } = await fetch(`http://${server.host}:${server.port}/livez`)
      if (ok) livezMs.push(performance.now() - askedAt)
      else reasons.push('livez')
      await sleep(PROBE_EVERY_MS)
    }
  }
  await server.eventLoopDelay()
  const measuring = Promise.all([speaking(), probing()])
  const report = await attack
  const { p50, p99, p999, max } = await server.eventLoopDelay()
  isOver = true
  await measuring
  return {
    failures: reasons.length,
    failureReasons: [...new Set(reasons)].join('; '),
    loopP50Ms: p50,
    loopP99Ms: p99,
    loopP999Ms: p999,
    loopMaxMs: max,
    firstAudioMedianMs: median(firstAudioMs),
    firstAudioP99Ms: quantile(firstAudioMs, 0.99),
    livezMedianMs: median(livezMs),
    livezP99Ms: quantile(livezMs, 0.99),
    answers: Object.entries(report ?? {})
      .map(([what, count]) => `${what}: ${count}`)
      .join(', '),
  }
}

const COLUMNS = [
  { key: 'text', heading: 'text' },
  { key: 'failures', heading: 'failed' },
  { key: 'loopP50Ms', heading: 'event loop late ms: p50', digits: 1 },
  { key: 'loopP99Ms', heading: 'p99', digits: 1 },
  { key: 'loopP999Ms', heading: 'p99.9', digits: 1 },
  { key: 'loopMaxMs', heading: 'max', digits: 1 },
  { key: 'firstAudioMedianMs', heading: 'first audio ms: median', digits: 1 },
  { key: 'firstAudioP99Ms', heading: 'p99', digits: 1 },
  { key: 'livezMedianMs', heading: '/livez ms: median', digits: 1 },
  { key: 'livezP99Ms', heading: 'p99', digits: 1 },
  { key: 'startMb', heading: 'RSS MB: before' },
  { key: 'endMb', heading: 'after' },
  { key: 'peakMb', heading: 'peak' },
  { key: 'answers', heading: 'what they were answered' },
]
