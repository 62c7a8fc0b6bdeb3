import { setTimeout as sleep } from 'node:timers/promises'
import { median, quantile } from '../../src/benchmark/statistics.ts'
import { writeBook } from '../book.ts'
import type { Column, Row } from '../report.ts'
import type { Scenario } from '../scenario.ts'
import type { BenchServer } from '../server.ts'
import { createSpeechClient } from '../speech-client.ts'
import { ENGLISH_SENTENCES } from '../texts.ts'
import { ENGLISH_VOICE } from '../voices.ts'

const BOOK_CHARACTERS = 500_000
const SMOKE_CHARACTERS = 5000
/** Requests before the job and after it, and the time between two requests. */
const REQUESTS = 60
const PAUSE_MS = 200
const POLL_MS = 250

/** A book as a job, and what listeners notice of it: requests one after the other, before, beside and after it. */
export const jobs: Scenario = {
  name: 'jobs',
  summary: `a book of ${BOOK_CHARACTERS} characters as a job (less with --book), and live requests beside it`,
  isLong: true,
  run: async ({ isSmoke, bookLength, startServer, tell }) => {
    const characters = isSmoke ? SMOKE_CHARACTERS : Math.min(bookLength, BOOK_CHARACTERS)
    const requests = isSmoke ? 4 : REQUESTS
    // Without the cache, since the same sentences are asked for again and again.
    await using server = await startServer(undefined, { HOARFROST_WORKERS: '2', HOARFROST_CACHE_MEGABYTES: '0' })
    tell('requests without a job')
    await listen(server, () => false, 8)
    const before = await listen(server, () => false, requests)
    const idleMb = server.residentMb()?.now
    const startedAt = performance.now()
    const id = await submit(server, writeBook(characters))
    tell(`requests beside a job of ${characters} characters`)
    const watching = watch(server, id, tell)
    let hasEnded = false
    const ended = watching.then((state) => {
      hasEnded = true
      return { state, wallS: (performance.now() - startedAt) / 1000 }
    })
    const beside = await listen(server, () => hasEnded)
    const { state, wallS } = await ended
    const peakMb = server.residentMb()?.peak
    const after = await listen(server, () => false, requests)
    const alone = median([...before, ...after])
    const job: Row = {
      characters,
      wallS,
      charactersPerS: characters / wallS,
      bookMin: (BOOK_CHARACTERS / characters) * (wallS / 60),
      idleMb,
      peakMb,
      failures: state === 'done' ? 0 : 1,
    }
    const rows = [
      ['before', before],
      ['beside the job', beside],
      ['after', after],
    ] as const
    return [
      { title: 'A book as a job', columns: JOB_COLUMNS, rows: [job] },
      {
        title: 'First audio of live requests',
        columns: LIVE_COLUMNS,
        rows: rows.map(([when, firstAudioMs]) => ({
          when,
          requests: firstAudioMs.length,
          median: median(firstAudioMs),
          p90: quantile(firstAudioMs, 0.9),
          p99: quantile(firstAudioMs, 0.99),
          ratio: median(firstAudioMs) / alone,
        })),
      },
    ]
  },
}

const JOB_COLUMNS: readonly Column[] = [
  { key: 'characters', heading: 'characters' },
  { key: 'wallS', heading: 'wall s', digits: 1 },
  { key: 'charactersPerS', heading: 'characters/s', digits: 0 },
  { key: 'bookMin', heading: `min for ${BOOK_CHARACTERS}`, digits: 1 },
  { key: 'idleMb', heading: 'RSS MB: before', digits: 0 },
  { key: 'peakMb', heading: 'peak', digits: 0 },
]

const LIVE_COLUMNS: readonly Column[] = [
  { key: 'when', heading: 'when' },
  { key: 'requests', heading: 'requests' },
  { key: 'median', heading: 'first audio ms: median', digits: 1 },
  { key: 'p90', heading: 'p90', digits: 1 },
  { key: 'p99', heading: 'p99', digits: 1 },
  { key: 'ratio', heading: 'median / without', digits: 2 },
]

/** First audio of one request after the other, in ms; an error ends the bench. */
async function listen(server: BenchServer, isOver: () => boolean, max = Number.POSITIVE_INFINITY): Promise<number[]> {
  using client = createSpeechClient(server, ENGLISH_VOICE)
  const firstAudioMs: number[] = []
  for (let i = 0; i < max && !isOver(); i++) {
    const answer = await client.speak(ENGLISH_SENTENCES[i % ENGLISH_SENTENCES.length] ?? '')
    if (answer.kind === 'failed') throw new Error(answer.reason)
    firstAudioMs.push(answer.firstAudioMs)
    await sleep(PAUSE_MS)
  }
  return firstAudioMs
}

const ask = async ({ host, port, apiKey }: BenchServer, path: string, body?: object): Promise<Job> => {
  const answer = await fetch(`http://${host}:${port}/v1/jobs${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${apiKey}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Job
}

interface Job {
  readonly id: string
  readonly state: string
  readonly charactersDone: number
}

async function submit(server: BenchServer, text: string): Promise<string> {
  const { id } = await ask(server, '', { ...ENGLISH_VOICE, captions: ['srt'], audioFormat: 'mp3', text })
  return id
}

async function watch(server: BenchServer, id: string, tell: (what: string) => void): Promise<string> {
  for (let polls = 1; ; polls++) {
    const { state, charactersDone } = await ask(server, `/${id}`)
    if (state !== 'queued' && state !== 'running') return state
    if (polls % 120 === 0) tell(`${charactersDone} characters`)
    await sleep(POLL_MS)
  }
}
