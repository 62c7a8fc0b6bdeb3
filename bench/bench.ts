import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { describeMachine } from '../src/benchmark/machine.ts'
import { watchOthers } from './others.ts'
import { formatTable, type Table } from './report.ts'
import type { Scenario } from './scenario.ts'
import { balancer } from './scenarios/balancer.ts'
import { book } from './scenarios/book.ts'
import { dashboard } from './scenarios/dashboard.ts'
import { english } from './scenarios/english.ts'
import { fairShares } from './scenarios/fair-shares.ts'
import { formats } from './scenarios/formats.ts'
import { heard } from './scenarios/heard.ts'
import { hostileText } from './scenarios/hostile-text.ts'
import { jobs } from './scenarios/jobs.ts'
import { lexicon } from './scenarios/lexicon.ts'
import { liveStreams } from './scenarios/live-streams.ts'
import { memory } from './scenarios/memory.ts'
import { natural } from './scenarios/natural.ts'
import { normalization } from './scenarios/normalization.ts'
import { overload } from './scenarios/overload.ts'
import { packInstall } from './scenarios/pack-install.ts'
import { packs } from './scenarios/packs.ts'
import { protocols } from './scenarios/protocols.ts'
import { repeats } from './scenarios/repeats.ts'
import { socketFloods } from './scenarios/socket-floods.ts'
import { spanish } from './scenarios/spanish.ts'
import { start } from './scenarios/start.ts'
import { voice } from './scenarios/voice.ts'
import { websocket } from './scenarios/websocket.ts'
import { websocketMemory } from './scenarios/websocket-memory.ts'
import { startServer } from './server.ts'

const SCENARIOS: readonly Scenario[] = [
  start,
  english,
  voice,
  spanish,
  liveStreams,
  formats,
  repeats,
  normalization,
  websocket,
  protocols,
  socketFloods,
  hostileText,
  lexicon,
  memory,
  book,
  websocketMemory,
  heard,
  natural,
  packs,
  packInstall,
  overload,
  fairShares,
  balancer,
  jobs,
  dashboard,
]
const LATEST = fileURLToPath(new URL('results/latest.json', import.meta.url))

const HELP = `npm run bench -- [options]
  --smoke         a few seconds of each scenario, to see that everything works
  --long          the scenarios that take minutes, too
  --only NAME     this scenario alone (again for more)
  --json FILE     where the figures go (bench/results/latest.json)
  --cpu-prof DIR  have node write CPU profiles of the servers' main threads there
  --engines LIST  the servers' HOARFROST_ENGINE_PREFERENCE (flite), but in the scenario voice
  --book LENGTH   characters of the book (1000000)
scenarios
${SCENARIOS.map(({ name, summary, isLong }) => `  ${name.padEnd(14)}  ${summary}${isLong ? ' (--long)' : ''}`).join('\n')}`

const { values: options } = parseArgs({
  options: {
    smoke: { type: 'boolean', default: false },
    long: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
    json: { type: 'string', default: LATEST },
    'cpu-prof': { type: 'string' },
    engines: { type: 'string', default: 'flite' },
    book: { type: 'string', default: '1000000' },
    help: { type: 'boolean', default: false },
  },
})

if (options.help) console.log(HELP)
else process.exitCode = await runBench()

/** Returns the exit code: 1 if a request failed, regardless of the figures. */
async function runBench(): Promise<number> {
  // Ends the server with the bench.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  const machine = describeMachine()
  console.log(
    Object.entries(machine)
      .map(([name, value]) => `${name} ${value}`)
      .join(', '),
  )
  const scenarios: { name: string; othersShare: number | undefined; tables: readonly Table[] }[] = []
  for (const { name, run } of chooseScenarios()) {
    const shareOfOthers = watchOthers()
    const tables = await run({
      isSmoke: options.smoke,
      bookLength: Number(options.book),
      startServer: (engines = options.engines, settings = {}) => startServer(engines, profilingOptions(), settings),
      tell: (what) => console.error(`${name}: ${what}`),
    })
    for (const table of tables) console.log(`\n${formatTable(table)}`)
    const othersShare = shareOfOthers()
    if (othersShare !== undefined)
      console.log(`(other programs had ${(100 * othersShare).toFixed(0)} % of the processor)`)
    scenarios.push({ name, othersShare, tables })
  }
  mkdirSync(dirname(options.json), { recursive: true })
  writeFileSync(
    options.json,
    `${JSON.stringify({ measuredAt: new Date().toISOString(), machine, scenarios }, null, 2)}\n`,
  )
  return reportFailures(scenarios.flatMap(({ tables }) => tables))
}

function chooseScenarios(): readonly Scenario[] {
  if (options.only.length === 0) return SCENARIOS.filter(({ isLong }) => options.long || !isLong)
  return options.only.map((wanted) => {
    const scenario = SCENARIOS.find(({ name }) => name === wanted)
    if (scenario === undefined) throw new Error(`there is no scenario ${wanted}\n${HELP}`)
    return scenario
  })
}

function profilingOptions(): readonly string[] {
  const directory = options['cpu-prof']
  return directory === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${resolve(directory)}`]
}

function reportFailures(tables: readonly Table[]): number {
  const failing = tables.flatMap(({ title, rows }) =>
    rows.filter(({ failures }) => failures).map((row) => ({ title, row })),
  )
  for (const { title, row } of failing) console.error(`${title}: ${row.failures} failed: ${row.failureReasons}`)
  return failing.length === 0 ? 0 : 1
}
