import { setTimeout as delay } from 'node:timers/promises'
import { writeBook } from '../book.ts'
import { LOOP_COLUMNS, watchEventLoop } from '../event-loop.ts'
import type { Row } from '../report.ts'
import type { Scenario } from '../scenario.ts'
import { openService, type ServiceSubject } from '../service-subject.ts'
import type { Answer, ReadingBreak } from '../speech-client.ts'
import { ENGLISH_SENTENCES } from '../texts.ts'
import { ENGLISH_VOICE } from '../voices.ts'

const MEMORY_EVERY_MS = 100
const CHARACTERS_PER_S = 15

/** Data in transit should have arrived after two thirds of a break. */
const FULL = { warmUp: 60, breakMs: 30_000 }
const SMOKE = { warmUp: 4, breakMs: 300 }
const SMOKE_LENGTH = 3000

export const book: Scenario = {
  name: 'book',
  summary: 'A whole book in one request: memory while it is read, and while its reader pauses',
  isLong: true,
  run: async ({ isSmoke, bookLength, startServer, tell }) => {
    const { warmUp, breakMs } = isSmoke ? SMOKE : FULL
    const length = isSmoke ? SMOKE_LENGTH : bookLength
    const breakLength = length / 5
    await using service = openService(await startServer(), ENGLISH_VOICE)
    await service.warmUp(ENGLISH_SENTENCES, warmUp)
    tell(`${length} characters`)
    const whole = await measureReading(service, length)
    tell(`${breakLength} characters, with a break of ${breakMs / 1000} s`)
    const broken = await measureReading(service, breakLength, breakMs)
    const title = `A book in one request: ${ENGLISH_VOICE.modelId} ${ENGLISH_VOICE.speaker}`
    return [{ title, columns: COLUMNS, rows: [whole, broken] }]
  },
}

async function measureReading(service: ServiceSubject, length: number, breakMs?: number): Promise<Row> {
  const text = writeBook(length)
  let idleCpuPercent: number | undefined
  const breakAfter = (ms: number): ReadingBreak => ({
    afterS: length / CHARACTERS_PER_S / 2,
    wait: async () => {
      await delay((2 / 3) * ms)
      const before = service.cpuMs() ?? Number.NaN
      await delay(ms / 3)
      idleCpuPercent = (100 * ((service.cpuMs() ?? Number.NaN) - before)) / (ms / 3)
    },
  })
  const memory = watchMemory(service)
  const loopDelay = await watchEventLoop(service)
  const cpuBefore = service.cpuMs()
  const answer = await service.speak(text, breakMs === undefined ? undefined : breakAfter(breakMs))
  const cpuMs = (service.cpuMs() ?? Number.NaN) - (cpuBefore ?? Number.NaN)
  return {
    characters: length,
    breakS: (breakMs ?? 0) / 1000,
    idleCpuPercent,
    ...figuresOf(answer, cpuMs, breakMs ?? 0),
    ...memory.stop(),
    ...(await loopDelay()),
  }
}

function figuresOf(answer: Answer, cpuMs: number, breakMs: number): Row {
  if (answer.kind === 'failed') return { failures: 1, failureReasons: answer.reason }
  const { audioS, totalMs, firstAudioMs } = answer
  return {
    failures: 0,
    firstAudioMs,
    audioS,
    audioPerSecond: (1000 * audioS) / (totalMs - breakMs),
    cpuMsPerAudioSecond: cpuMs / audioS,
  }
}

/** Samples resident memory until stopped. */
function watchMemory({ residentMb }: ServiceSubject): { stop(): Row } {
  const read = () => residentMb()?.now ?? Number.NaN
  const before = read()
  let max = before
  const timer = setInterval(() => {
    max = Math.max(max, read())
  }, MEMORY_EVERY_MS)
  return {
    stop: () => {
      clearInterval(timer)
      return { beforeMb: before, maxMb: max, afterMb: read(), grownMb: max - before }
    },
  }
}

const COLUMNS = [
  { key: 'characters', heading: 'characters' },
  { key: 'breakS', heading: 'pause s' },
  { key: 'failures', heading: 'failed' },
  { key: 'firstAudioMs', heading: 'first audio ms', digits: 1 },
  { key: 'audioS', heading: 'audio s' },
  { key: 'audioPerSecond', heading: 'audio s/s', digits: 1 },
  { key: 'cpuMsPerAudioSecond', heading: 'CPU ms/s', digits: 1 },
  { key: 'idleCpuPercent', heading: 'CPU during the pause, %', digits: 1 },
  { key: 'beforeMb', heading: 'RSS MB: before' },
  { key: 'maxMb', heading: 'peak' },
  { key: 'afterMb', heading: 'after' },
  { key: 'grownMb', heading: 'growth' },
  ...LOOP_COLUMNS,
]
