import { setTimeout as sleep } from 'node:timers/promises'
import { median, quantile } from '../../src/benchmark/statistics.ts'
import type { CallersOrder } from '../callers.ts'
import { forkClients } from '../fork-clients.ts'
import { measureNewcomer } from '../newcomer.ts'
import type { Column, Row } from '../report.ts'
import type { Scenario } from '../scenario.ts'
import type { BenchServer } from '../server.ts'
import { type Answer, createSpeechClient } from '../speech-client.ts'
import { ENGLISH_SENTENCES } from '../texts.ts'
import { ENGLISH_VOICE } from '../voices.ts'

const CALLERS = new URL('../callers.ts', import.meta.url)
/** About 20 s of speech. */
const TEXT = ENGLISH_SENTENCES.slice(0, 5).join(' ')
/** `rounds`: so that a slow minute of the machine meets both. */
const FULL = { others: 60, requests: 32, rounds: 6, settleMs: 5000 }
const SMOKE = { others: 4, requests: 4, rounds: 1, settleMs: 200 }

/** First audio of one caller beside many streams, of the same key or of another. */
export const fairShares: Scenario = {
  name: 'fair-shares',
  summary: 'first audio of one caller beside 60 streams of another key and of its own',
  isLong: true,
  run: async ({ isSmoke, startServer, tell }) => {
    const { others, requests, rounds, settleMs } = isSmoke ? SMOKE : FULL
    tell('a new stream in a thread that speaks others')
    const newcomer = await measureNewcomer(requests)
    await using server = await startServer('aria')
    const besides = [
      { beside: 'nobody', apiKey: undefined },
      { beside: `${others} streams of another key`, apiKey: await createKey(server) },
      { beside: `${others} streams of its key`, apiKey: server.apiKey },
    ] as const
    const answers = new Map<string, Answer[]>(besides.map(({ beside }) => [beside, []]))
    for (let round = 0; round < rounds; round++) {
      for (const { beside, apiKey } of besides) {
        tell(`one caller beside ${beside}`)
        using _ = apiKey === undefined ? undefined : await startStreams({ ...server, apiKey }, others)
        await sleep(settleMs)
        using client = createSpeechClient(server, ENGLISH_VOICE)
        for (let i = 0; i < requests; i++) {
          answers.get(beside)?.push(await client.speak(ENGLISH_SENTENCES[i % ENGLISH_SENTENCES.length] ?? ''))
        }
      }
    }
    const firstAudiosMs = (beside: string) =>
      (answers.get(beside) ?? []).flatMap((answer) => (answer.kind === 'spoken' ? [answer.firstAudioMs] : []))
    const rows = besides.map(({ beside }): Row => {
      const ms = firstAudiosMs(beside)
      return {
        beside,
        requests: requests * rounds,
        refused: requests * rounds - ms.length,
        median: median(ms),
        ratio: median(ms) / median(firstAudiosMs(besides[0].beside)),
        p90: quantile(ms, 0.9),
        p99: quantile(ms, 0.99),
      }
    })
    return [{ title: 'One caller, sentence after sentence', columns: COLUMNS, rows }, newcomer]
  },
}

const COLUMNS: readonly Column[] = [
  { key: 'beside', heading: 'beside' },
  { key: 'requests', heading: 'requests' },
  { key: 'refused', heading: 'refused' },
  { key: 'median', heading: 'first audio ms: median', digits: 1 },
  { key: 'ratio', heading: 'of that beside nobody', digits: 2 },
  { key: 'p90', heading: 'p90', digits: 1 },
  { key: 'p99', heading: 'p99', digits: 1 },
]

/** Callers who ask again when they have heard all, until it is disposed. */
async function startStreams({ host, port, apiKey }: BenchServer, count: number): Promise<Disposable> {
  const callers = forkClients<CallersOrder, string>(CALLERS)
  await callers.ask({ target: { host, port, apiKey }, text: TEXT, count })
  return callers
}

async function createKey({ host, port, apiKey }: BenchServer): Promise<string> {
  const answer = await fetch(`http://${host}:${port}/v1/keys`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}` },
    body: JSON.stringify({ name: 'other' }),
  })
  return ((await answer.json()) as { key: string }).key
}
