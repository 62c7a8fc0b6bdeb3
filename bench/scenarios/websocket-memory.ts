import { LOAD_COLUMNS, measureLoad } from '../load.ts'
import type { Row } from '../report.ts'
import type { Scenario } from '../scenario.ts'
import { openSockets } from '../socket-subject.ts'
import { ENGLISH_SENTENCES } from '../texts.ts'
import { ENGLISH_VOICE } from '../voices.ts'

const TURNS = 10_000
const STEP = 1000

export const websocketMemory: Scenario = {
  name: 'websocket-memory',
  summary: 'Resident memory over 10,000 turns on 12 sockets',
  isLong: true,
  run: async ({ isSmoke, startServer, tell }) => {
    await using server = await startServer()
    using sockets = openSockets(server, ENGLISH_VOICE)
    const step = isSmoke ? 12 : STEP
    const rows: Row[] = [{ turns: 0, failures: 0, ...memoryOf(server.residentMb()) }]
    for (let turns = step; turns <= (isSmoke ? 2 * step : TURNS); turns += step) {
      tell(`${turns} turns`)
      const figures = await measureLoad(sockets, { concurrency: 12, requests: step, texts: ENGLISH_SENTENCES })
      rows.push({ ...figures, turns, ...memoryOf(server.residentMb()) })
    }
    return [{ title: 'Memory of the server over turns of 12 sockets', columns: COLUMNS, rows }]
  },
}

const COLUMNS = [
  { key: 'turns', heading: 'turns' },
  { key: 'residentMb', heading: 'RSS MB' },
  { key: 'peakMb', heading: 'peak MB' },
  ...LOAD_COLUMNS.filter(({ key }) =>
    ['failures', 'firstAudioMedianMs', 'audioPerSecond', 'loopP999Ms', 'loopMaxMs'].includes(key),
  ),
]

const memoryOf = (memory: { now: number; peak: number } | undefined) => ({
  residentMb: memory?.now,
  peakMb: memory?.peak,
})
