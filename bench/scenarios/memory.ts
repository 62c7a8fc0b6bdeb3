import { LOAD_COLUMNS, measureLoad } from '../load.ts'
import type { Row } from '../report.ts'
import type { Scenario } from '../scenario.ts'
import { openService } from '../service-subject.ts'
import { ENGLISH_SENTENCES } from '../texts.ts'
import { ENGLISH_VOICE } from '../voices.ts'

const REQUESTS = 10_000
const STEP = 1000

export const memory: Scenario = {
  name: 'memory',
  summary: 'Resident memory over 10,000 requests, 12 at a time',
  isLong: true,
  run: async ({ isSmoke, startServer, tell }) => {
    await using service = openService(await startServer(), ENGLISH_VOICE)
    const step = isSmoke ? 10 : STEP
    const rows: Row[] = [{ served: 0, failures: 0, ...residentMb(service.residentMb()) }]
    for (let served = step; served <= (isSmoke ? 2 * step : REQUESTS); served += step) {
      tell(`${served} requests`)
      const figures = await measureLoad(service, { concurrency: 12, requests: step, texts: ENGLISH_SENTENCES })
      rows.push({ ...figures, served, ...residentMb(service.residentMb()) })
    }
    return [{ title: 'Memory of the server', columns: COLUMNS, rows }]
  },
}

const COLUMNS = [
  { key: 'served', heading: 'requests so far' },
  { key: 'residentMb', heading: 'RSS MB' },
  { key: 'peakMb', heading: 'peak MB' },
  ...LOAD_COLUMNS.filter(({ key }) => ['failures', 'firstAudioMedianMs', 'audioPerSecond'].includes(key)),
]

const residentMb = (memory: { now: number; peak: number } | undefined) => ({
  residentMb: memory?.now,
  peakMb: memory?.peak,
})
