import type { Row } from '../report.ts'
import type { Scenario } from '../scenario.ts'

const STARTS = 5

export const start: Scenario = {
  name: 'start',
  summary: 'From starting the process, with an empty data directory, until it is ready',
  isLong: false,
  run: async ({ isSmoke, startServer, tell }) => {
    const rows: Row[] = []
    for (let i = 1; i <= (isSmoke ? 1 : STARTS); i++) {
      tell(`start ${i}`)
      await using server = await startServer()
      rows.push({
        start: i,
        failures: 0,
        readyMs: server.readyMs,
        cpuMs: server.cpuMs(),
        residentMb: server.residentMb()?.now,
      })
    }
    const columns = [
      { key: 'start', heading: 'start' },
      { key: 'readyMs', heading: 'ready after, ms' },
      { key: 'cpuMs', heading: 'CPU ms' },
      { key: 'residentMb', heading: 'RSS MB' },
    ]
    return [{ title: 'Start', columns, rows }]
  },
}
