import { describeAnswers } from '../load.ts'
import type { Column, Row } from '../report.ts'
import type { Scenario } from '../scenario.ts'
import { openService, type ServiceSubject } from '../service-subject.ts'
import { ENGLISH_SENTENCES } from '../texts.ts'
import { ENGLISH_VOICE } from '../voices.ts'
import { answersOfListeners } from './live-streams.ts'

const ENGINES = 'natural,aria,flite'
const FULL = { callers: [1, 2, 4, 8, 12, 16, 20, 30, 40, 60, 80, 100], sentences: 4, warmUp: 40 }
const SMOKE = { callers: [2], sentences: 1, warmUp: 2 }
/** About the length of a sentence, so that starts are spread evenly over it. */
const SPREAD_MS = 4000

/** Callers who speak with the service all the time: which engine speaks for them, how early, and whether they hear gaps. */
export const natural: Scenario = {
  name: 'natural',
  summary: '1 to 100 callers: how many natural speaks for, first audio and gaps',
  isLong: true,
  run: async ({ isSmoke, startServer, tell }) => {
    const { callers: counts, sentences, warmUp } = isSmoke ? SMOKE : FULL
    const rows: Row[] = []
    for (const quality of ['auto', 'fast']) {
      await using service = openService(await startServer(ENGINES, { HOARFROST_QUALITY: quality }), ENGLISH_VOICE)
      await service.warmUp(ENGLISH_SENTENCES, warmUp)
      for (const callers of counts) {
        tell(`${callers} callers, ${quality}`)
        rows.push({ quality, ...(await measureCallers(service, callers, sentences)) })
      }
    }
    return [{ title: 'Callers who hear sentence after sentence', columns: COLUMNS, rows }]
  },
}

const COLUMNS: readonly Column[] = [
  { key: 'quality', heading: 'quality' },
  { key: 'callers', heading: 'callers' },
  { key: 'requests', heading: 'requests' },
  { key: 'refused', heading: 'refused' },
  { key: 'naturalPercent', heading: '% by natural' },
  { key: 'firstAudioMedianMs', heading: 'first audio ms: median', digits: 1 },
  { key: 'firstAudioP99Ms', heading: 'p99', digits: 1 },
  { key: 'late', heading: 'late' },
  { key: 'longestGapMs', heading: 'longest gap ms' },
  { key: 'cpuMsPerAudioSecond', heading: 'CPU ms/s', digits: 1 },
]

async function measureCallers(service: ServiceSubject, callers: number, sentences: number): Promise<Row> {
  const before = await naturalStreams(service)
  const cpuBefore = service.cpuMs()
  const answers = await answersOfListeners(service, { listeners: callers, sentences, spreadMs: SPREAD_MS })
  const { requests, failures, audioS, ...figures } = describeAnswers(answers)
  const gapsMs = answers.flatMap((answer) => (answer.kind === 'spoken' ? [answer.worstDelayMs] : []))
  const byNatural = (await naturalStreams(service)) - before
  const cpuAfter = service.cpuMs()
  return {
    ...figures,
    callers,
    requests,
    refused: failures,
    naturalPercent: (100 * byNatural) / Math.max(1, requests - failures),
    late: gapsMs.filter((ms) => ms > 0).length,
    longestGapMs: Math.max(0, ...gapsMs),
    cpuMsPerAudioSecond:
      cpuBefore === undefined || cpuAfter === undefined ? undefined : (cpuAfter - cpuBefore) / audioS,
  }
}

/** Streams that natural has begun since the start of the server. */
async function naturalStreams({ server }: ServiceSubject): Promise<number> {
  const metrics = await (await fetch(`http://${server.host}:${server.port}/metrics`)).text()
  return Number(/^hoarfrost_stream_wait_seconds_count\{engine="natural"\} (\d+)$/m.exec(metrics)?.[1] ?? 0)
}
