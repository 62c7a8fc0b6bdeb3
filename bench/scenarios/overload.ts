import { setTimeout as sleep } from 'node:timers/promises'
import { LOOP_COLUMNS, watchEventLoop } from '../event-loop.ts'
import type { Column, Row } from '../report.ts'
import type { Scenario } from '../scenario.ts'
import type { BenchServer } from '../server.ts'
import { openSpeechSocket } from '../socket-client.ts'
import { type Answer, createSpeechClient } from '../speech-client.ts'
import { median, quantile } from '../statistics.ts'
import { ENGLISH_SENTENCES } from '../texts.ts'
import { ENGLISH_VOICE } from '../voices.ts'

/** About 20 s of speech. */
const TEXT = ENGLISH_SENTENCES.slice(0, 5).join(' ')
const FULL = { calls: [60, 180, 600], seconds: 20 }
const SMOKE = { calls: [6], seconds: 1 }

/** More callers than the machine can speak for: those who are accepted should hear no gap, the others a quick refusal. */
export const overload: Scenario = {
  name: 'overload',
  summary: 'three and ten times as many calls as threads can speak, with admission on and off',
  isLong: true,
  run: async ({ isSmoke, startServer, tell }) => {
    const size = isSmoke ? SMOKE : FULL
    const rows: Row[] = []
    for (const admission of ['on', 'off']) {
      for (const over of ['HTTP', 'WebSocket'] as const) {
        for (const calls of size.calls) {
          tell(`${calls} calls over ${over}, admission ${admission}`)
          await using server = await startServer('aria', {
            HOARFROST_MAX_WAIT_MS: admission === 'on' ? '1500' : 'unlimited',
            HOARFROST_MAX_STREAMS: '10000',
          })
          rows.push({ admission, over, ...(await measureCalls(server, { calls, over, seconds: size.seconds })) })
        }
      }
    }
    return [{ title: 'Calls that all begin within 20 s, each of 20 s', columns: COLUMNS, rows }]
  },
}

const COLUMNS: readonly Column[] = [
  { key: 'admission', heading: 'admission' },
  { key: 'over', heading: 'over' },
  { key: 'calls', heading: 'calls' },
  { key: 'accepted', heading: 'accepted' },
  { key: 'broken', heading: 'broken off' },
  { key: 'late', heading: 'late' },
  { key: 'latePercent', heading: '% late of accepted', digits: 1 },
  { key: 'firstAudioMedianMs', heading: 'first audio ms: median', digits: 1 },
  { key: 'firstAudioP99Ms', heading: 'p99', digits: 1 },
  { key: 'worstDelayMs', heading: 'longest gap ms', digits: 0 },
  { key: 'refusalMedianMs', heading: 'refused after ms: median', digits: 1 },
  ...LOOP_COLUMNS,
]

interface Calls {
  readonly calls: number
  readonly over: 'HTTP' | 'WebSocket'
  /** Within which they begin, evenly. */
  readonly seconds: number
}

async function measureCalls(server: BenchServer, { calls, over, seconds }: Calls): Promise<Row> {
  const warm = createSpeechClient(server, ENGLISH_VOICE)
  for (const sentence of ENGLISH_SENTENCES) await warm.speak(sentence)
  warm[Symbol.dispose]()
  const loopDelay = await watchEventLoop(server)
  const called = await Promise.all(
    Array.from({ length: calls }, async (_, i) => {
      await sleep((1000 * seconds * i) / calls)
      const startedAt = performance.now()
      const answer = await (over === 'HTTP' ? callHttp : callSocket)(server)
      return { answer, tookMs: performance.now() - startedAt }
    }),
  )
  const refusals = called.filter(({ answer }) => answer.kind === 'failed' && /503/.test(answer.reason))
  const spoken = called.flatMap(({ answer }) => (answer.kind === 'spoken' ? [answer] : []))
  const late = spoken.filter(({ worstDelayMs }) => worstDelayMs > 0).length
  const broken = called.length - refusals.length - spoken.length
  const firstAudioMs = spoken.map((answer) => answer.firstAudioMs)
  return {
    calls,
    accepted: spoken.length,
    broken,
    late,
    latePercent: (100 * late) / Math.max(1, spoken.length + broken),
    firstAudioMedianMs: median(firstAudioMs),
    firstAudioP99Ms: quantile(firstAudioMs, 0.99),
    worstDelayMs: Math.max(0, ...spoken.map(({ worstDelayMs }) => worstDelayMs)),
    refusalMedianMs: refusals.length === 0 ? undefined : median(refusals.map(({ tookMs }) => tookMs)),
    ...(await loopDelay()),
  }
}

async function callHttp(server: BenchServer): Promise<Answer> {
  using client = createSpeechClient(server, ENGLISH_VOICE)
  return await client.speak(TEXT)
}

async function callSocket(server: BenchServer): Promise<Answer> {
  try {
    using socket = await openSpeechSocket(server, ENGLISH_VOICE)
    return await socket.speak(TEXT)
  } catch (error) {
    return { kind: 'failed', reason: (error as Error).message }
  }
}
