import { LOAD_COLUMNS, measureLoad } from '../load.ts'
import type { Row, Table } from '../report.ts'
import type { Scenario, ScenarioOptions } from '../scenario.ts'
import { openService, type ServiceSubject } from '../service-subject.ts'
import { ENGLISH_SENTENCES } from '../texts.ts'
import { ENGLISH_VOICE } from '../voices.ts'
import { LISTENER_COLUMNS, measureListeners } from './live-streams.ts'

/** Values of `--engines`, by the engine that they select. */
const PREFERENCES = { flite: 'flite', aria: 'aria,flite' }
const FULL = { rounds: 3, warmUp: 60, requests: { 1: 42, 12: 168 }, listeners: 30, sentences: 6, spreadMs: 4000 }
const SMOKE = { rounds: 1, warmUp: 4, requests: { 1: 3, 12: 12 }, listeners: 4, sentences: 1, spreadMs: 0 }

/** Both engines in alternation, so that other load affects both. */
export const voice: Scenario = {
  name: 'voice',
  summary: 'our own voice beside Flite: start, memory, first audio at 1 and 12, 30 listeners',
  isLong: false,
  run: async (options) => {
    await using flite = await open('flite', options)
    await using aria = await open('aria', options)
    return await measure([flite, aria], options)
  },
}

async function open(engine: keyof typeof PREFERENCES, { startServer }: ScenarioOptions): Promise<ServiceSubject> {
  return { ...openService(await startServer(PREFERENCES[engine]), ENGLISH_VOICE), name: engine }
}

async function measure(subjects: readonly ServiceSubject[], { isSmoke, tell }: ScenarioOptions): Promise<Table[]> {
  const { rounds, warmUp, requests, ...listeners } = isSmoke ? SMOKE : FULL
  const starts: Row[] = subjects.map(({ name, server }) => ({
    subject: name,
    readyMs: server.readyMs,
    cpuMs: server.cpuMs(),
    residentMb: server.residentMb()?.now,
  }))
  for (const subject of subjects) await subject.warmUp(ENGLISH_SENTENCES, warmUp)
  const loads: Row[] = []
  for (let round = 1; round <= rounds; round++) {
    for (const [concurrency, count] of Object.entries(requests)) {
      for (const subject of subjects) {
        tell(`${subject.name}, ${concurrency} at a time, round ${round}`)
        const load = { concurrency: Number(concurrency), requests: count, texts: ENGLISH_SENTENCES }
        loads.push({ ...(await measureLoad(subject, load)), round })
      }
    }
  }
  const heard: Row[] = []
  for (const subject of subjects) {
    tell(`${subject.name}, ${listeners.listeners} listeners`)
    heard.push({ start: subject.name, ...(await measureListeners(subject, listeners)) })
  }
  return [
    { title: 'Voice: start, with an empty data directory', columns: START_COLUMNS, rows: starts },
    { title: 'Voice: ordinary texts', columns: ROUND_COLUMNS, rows: loads },
    { title: 'Voice: listeners, each through sentence after sentence', columns: ENGINE_LISTENER_COLUMNS, rows: heard },
  ]
}

const START_COLUMNS = [
  { key: 'subject', heading: 'system' },
  { key: 'readyMs', heading: 'ready after, ms' },
  { key: 'cpuMs', heading: 'CPU ms' },
  { key: 'residentMb', heading: 'RSS MB' },
]
const ROUND_COLUMNS = LOAD_COLUMNS.map((column) =>
  column.key === 'texts' ? { key: 'round', heading: 'round' } : column,
)
const ENGINE_LISTENER_COLUMNS = LISTENER_COLUMNS.map((column) =>
  column.key === 'start' ? { ...column, heading: 'system' } : column,
)
