import { setTimeout as sleep } from 'node:timers/promises'
import { LOAD_COLUMNS, measureLoad } from '../load.ts'
import type { Row, Table } from '../report.ts'
import type { Scenario, ScenarioOptions } from '../scenario.ts'
import type { BenchServer } from '../server.ts'
import { openService } from '../service-subject.ts'
import { ENGLISH_SENTENCES } from '../texts.ts'
import { ENGLISH_VOICE } from '../voices.ts'

const REQUESTS = 10_000
const STEP = 1000

export const memory: Scenario = {
  name: 'memory',
  summary: 'Resident memory over 10,000 requests, 12 at a time, and after 50 answers of 8 MB',
  isLong: true,
  run: async (options) => {
    const { isSmoke, startServer, tell } = options
    await using service = openService(await startServer(), ENGLISH_VOICE)
    const step = isSmoke ? 10 : STEP
    const rows: Row[] = [{ served: 0, failures: 0, ...residentMb(service.residentMb()) }]
    for (let served = step; served <= (isSmoke ? 2 * step : REQUESTS); served += step) {
      tell(`${served} requests`)
      const figures = await measureLoad(service, { concurrency: 12, requests: step, texts: ENGLISH_SENTENCES })
      rows.push({ ...figures, served, ...residentMb(service.residentMb()) })
    }
    return [{ title: 'Memory of the server', columns: COLUMNS, rows }, await measureLargeAnswers(options)]
  },
}

const LARGE = { warmUp: 60, answers: 50, concurrency: 12, sentences: 42, settleMs: 5000 }
const LARGE_SMOKE = { warmUp: 4, answers: 2, concurrency: 2, sentences: 2, settleMs: 0 }

/** JSON answers of 8 MB each, whose audio is held in memory until complete. */
async function measureLargeAnswers({ isSmoke, startServer, tell }: ScenarioOptions): Promise<Table> {
  const { warmUp, answers, concurrency, sentences, settleMs } = isSmoke ? LARGE_SMOKE : LARGE
  await using service = openService(await startServer(), ENGLISH_VOICE)
  await service.warmUp(ENGLISH_SENTENCES, warmUp)
  await sleep(settleMs)
  const before = service.residentMb()?.now ?? Number.NaN
  tell(`${answers} large answers`)
  const text = Array.from({ length: sentences }, (_, i) => ENGLISH_SENTENCES[i % ENGLISH_SENTENCES.length]).join(' ')
  let asked = 0
  let failures = 0
  let bytes = 0
  const askInTurn = async () => {
    while (asked++ < answers) {
      const length = await lengthOfJson(service.server, text)
      if (length === undefined) failures++
      else bytes += length
    }
  }
  await Promise.all(Array.from({ length: concurrency }, askInTurn))
  const after = service.residentMb()
  await sleep(settleMs)
  const settled = service.residentMb()?.now ?? Number.NaN
  const row = { answers, failures, megabytes: bytes / answers / 1e6, before, after: after?.now, peak: after?.peak }
  const columns = [
    { key: 'answers', heading: 'answers' },
    { key: 'failures', heading: 'failed' },
    { key: 'megabytes', heading: 'MB each', digits: 1 },
    { key: 'before', heading: 'RSS MB: before' },
    { key: 'peak', heading: 'peak' },
    { key: 'after', heading: 'after' },
    { key: 'settled', heading: '5 s later' },
    { key: 'grown', heading: 'growth' },
  ]
  return {
    title: `Memory after large answers in JSON, ${concurrency} at a time`,
    columns,
    rows: [{ ...row, settled, grown: settled - before }],
  }
}

/** Undefined if the request failed. */
async function lengthOfJson({ host, port, apiKey }: BenchServer, text: string): Promise<number | undefined> {
  const response = await fetch(`http://${host}:${port}/v1/rime-tts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, accept: 'application/json' },
    // The first is spoken, the others are cached.
    body: JSON.stringify({ ...ENGLISH_VOICE, text, temperature: 0 }),
  })
  const { byteLength } = await response.arrayBuffer()
  return response.ok ? byteLength : undefined
}

const COLUMNS = [
  { key: 'served', heading: 'requests' },
  { key: 'residentMb', heading: 'RSS MB' },
  { key: 'peakMb', heading: 'peak MB' },
  ...LOAD_COLUMNS.filter(({ key }) =>
    ['failures', 'firstAudioMedianMs', 'audioPerSecond', 'loopP999Ms', 'loopMaxMs'].includes(key),
  ),
]

const residentMb = (memory: { now: number; peak: number } | undefined) => ({
  residentMb: memory?.now,
  peakMb: memory?.peak,
})
