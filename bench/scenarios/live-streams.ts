import { setTimeout as sleep } from 'node:timers/promises'
import { quantile } from '../../src/benchmark/statistics.ts'
import { LOOP_COLUMNS, watchEventLoop } from '../event-loop.ts'
import { describeAnswers, type Subject } from '../load.ts'
import type { Column, Row } from '../report.ts'
import type { Scenario } from '../scenario.ts'
import { openService } from '../service-subject.ts'
import type { Answer } from '../speech-client.ts'
import { ENGLISH_SENTENCES } from '../texts.ts'
import { ENGLISH_VOICE } from '../voices.ts'

const FULL = {
  listeners: 100,
  sentences: 6,
  warmUp: 60,
  // About the length of a sentence, so that starts are spread evenly over it.
  spreadsMs: { spread: 4000, simultaneous: 0 },
}
const SMOKE = { listeners: 10, sentences: 1, warmUp: 4, spreadsMs: { simultaneous: 0 } }

/** Listeners that each request the next sentence when the previous one was played, as in a hundred concurrent calls. */
export const liveStreams: Scenario = {
  name: 'live-streams',
  summary: '100 listeners at once who must never wait in the middle of a sentence',
  isLong: false,
  run: async ({ isSmoke, startServer, tell }) => {
    const size = isSmoke ? SMOKE : FULL
    await using service = openService(await startServer(), ENGLISH_VOICE)
    await service.warmUp(ENGLISH_SENTENCES, size.warmUp)
    const rows: Row[] = []
    for (const [start, spreadMs] of Object.entries(size.spreadsMs)) {
      tell(`${size.listeners} listeners, start ${start}`)
      rows.push({ start, ...(await measureListeners(service, { ...size, spreadMs })) })
    }
    return [
      { title: 'English: listeners at once, each through sentence after sentence', columns: LISTENER_COLUMNS, rows },
    ]
  },
}

export const LISTENER_COLUMNS: readonly Column[] = [
  { key: 'start', heading: 'start' },
  { key: 'listeners', heading: 'listeners' },
  { key: 'requests', heading: 'requests' },
  { key: 'failures', heading: 'failed' },
  { key: 'firstAudioMedianMs', heading: 'first audio ms: median', digits: 1 },
  { key: 'firstAudioP99Ms', heading: 'p99', digits: 1 },
  { key: 'rtfMedian', heading: 'RTF: median', digits: 3 },
  { key: 'rtfP99', heading: 'p99', digits: 3 },
  { key: 'worstDelayP99Ms', heading: 'worst lateness ms: p99', digits: 1 },
  { key: 'underruns', heading: 'underruns' },
  { key: 'audioPerSecond', heading: 'audio s/s', digits: 1 },
  ...LOOP_COLUMNS,
]

interface Listeners {
  readonly listeners: number
  readonly sentences: number
  readonly spreadMs: number
}

/** Measures listeners that start spread over `spreadMs`; returns a row of LISTENER_COLUMNS. */
export async function measureListeners(subject: Subject, { listeners, sentences, spreadMs }: Listeners): Promise<Row> {
  const loopDelay = await watchEventLoop(subject)
  const startedAt = performance.now()
  const answers = await answersOfListeners(subject, { listeners, sentences, spreadMs })
  const wallS = (performance.now() - startedAt) / 1000
  const worstDelaysMs = answers.flatMap((answer) => (answer.kind === 'spoken' ? [answer.worstDelayMs] : []))
  const figures = describeAnswers(answers)
  return {
    listeners,
    ...figures,
    worstDelayP99Ms: quantile(worstDelaysMs, 0.99),
    underruns: worstDelaysMs.filter((ms) => ms > 0).length,
    audioPerSecond: figures.audioS / wallS,
    ...(await loopDelay()),
  }
}

/** What listeners hear that start spread over `spreadMs`. */
export async function answersOfListeners(
  subject: Subject,
  { listeners, sentences, spreadMs }: Listeners,
): Promise<Answer[]> {
  const heard = await Promise.all(
    Array.from({ length: listeners }, async (_, i) => {
      await sleep((spreadMs * i) / listeners)
      return listenInTurn(subject, i, sentences)
    }),
  )
  return heard.flat()
}

async function listenInTurn({ speak }: Subject, place: number, sentences: number): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let i = 0; i < sentences; i++) {
    const askedAt = performance.now()
    const answer = await speak(ENGLISH_SENTENCES[(place + i) % ENGLISH_SENTENCES.length] ?? '')
    answers.push(answer)
    if (answer.kind === 'spoken') {
      const heardAt = askedAt + answer.firstAudioMs + answer.audioS * 1000
      await sleep(heardAt - performance.now())
    }
  }
  return answers
}
