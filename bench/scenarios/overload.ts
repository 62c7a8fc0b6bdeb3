import { setTimeout as sleep } from 'node:timers/promises'
import { median, quantile } from '../../src/benchmark/statistics.ts'
import { type CalledAnswer, type CallersAtOnceOrder, callOnce } from '../callers-at-once.ts'
import { LOOP_COLUMNS, watchEventLoop } from '../event-loop.ts'
import { forkClients } from '../fork-clients.ts'
import type { Column, Row } from '../report.ts'
import type { Scenario } from '../scenario.ts'
import type { BenchServer } from '../server.ts'
import { createSpeechClient } from '../speech-client.ts'
import { ENGLISH_SENTENCES } from '../texts.ts'
import { ENGLISH_VOICE } from '../voices.ts'

const CALLERS = new URL('../callers-at-once.ts', import.meta.url)
/** About 20 s of speech. */
const TEXT = ENGLISH_SENTENCES.slice(0, 5).join(' ')
const FULL = { calls: [60, 180, 600], seconds: 20, atOnce: [12, 60, 300] }
const SMOKE = { calls: [6], seconds: 1, atOnce: [6] }
const OVER = ['HTTP', 'WebSocket'] as const

/** More callers than the machine can speak for: those who are accepted should hear no gap, the others a quick refusal. */
export const overload: Scenario = {
  name: 'overload',
  summary: 'three and ten times as many calls as threads can speak, with admission on and off, and all in one instant',
  isLong: true,
  run: async ({ isSmoke, startServer, tell }) => {
    const { calls: counts, seconds, atOnce } = isSmoke ? SMOKE : FULL
    const startWith = (admission: string) =>
      startServer('aria', {
        HOARFROST_MAX_WAIT_MS: admission === 'on' ? '1500' : 'unlimited',
        HOARFROST_MAX_STREAMS: '10000',
      })
    const simultaneous: Row[] = []
    for (const over of OVER) {
      for (const calls of atOnce) {
        tell(`${calls} calls over ${over} in one instant`)
        await using server = await startWith('on')
        simultaneous.push({ over, ...(await measureCalls(server, calls, () => callAtOnce(server, calls, over))) })
      }
    }
    const spread: Row[] = []
    for (const admission of ['on', 'off']) {
      for (const over of OVER) {
        for (const calls of counts) {
          tell(`${calls} calls over ${over}, admission ${admission}`)
          await using server = await startWith(admission)
          const call = () => callEvenly(server, { calls, over, seconds })
          spread.push({ admission, over, ...(await measureCalls(server, calls, call)) })
        }
      }
    }
    return [
      {
        title: 'Calls in one instant, each of 20 s, from a process of its own',
        columns: COLUMNS,
        rows: simultaneous,
      },
      { title: 'Calls that all begin within 20 s, each of 20 s', columns: [ADMISSION, ...COLUMNS], rows: spread },
    ]
  },
}

const ADMISSION: Column = { key: 'admission', heading: 'admission' }
const COLUMNS: readonly Column[] = [
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

const callEvenly = (server: BenchServer, { calls, over, seconds }: Calls): Promise<CalledAnswer[]> =>
  Promise.all(
    Array.from({ length: calls }, async (_, i) => {
      await sleep((1000 * seconds * i) / calls)
      const startedAt = performance.now()
      const answer = await callOnce(over, server, TEXT)
      return { answer, tookMs: performance.now() - startedAt }
    }),
  )

async function callAtOnce({ host, port, apiKey }: BenchServer, count: number, over: 'HTTP' | 'WebSocket') {
  using callers = forkClients<CallersAtOnceOrder, CalledAnswer[]>(CALLERS, { isPrompt: true })
  return await callers.ask({ target: { host, port, apiKey }, text: TEXT, count, over })
}

async function measureCalls(server: BenchServer, calls: number, call: () => Promise<CalledAnswer[]>): Promise<Row> {
  const warm = createSpeechClient(server, ENGLISH_VOICE)
  for (const sentence of ENGLISH_SENTENCES) await warm.speak(sentence)
  warm[Symbol.dispose]()
  const loopDelay = await watchEventLoop(server)
  const called = await call()
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
