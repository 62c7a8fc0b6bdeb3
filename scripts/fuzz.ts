import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startServer } from '../bench/server.ts'
import { deadline } from '../src/core/abort.ts'
import { Random } from './fuzz/mutate.ts'
import { FUZZ_TARGETS } from './fuzz/targets.ts'

// `npm run fuzz -- --seconds 60 --seed 1`: sends changed requests to a server of its own on this machine, without looking at coverage. The
// server must live, answer, stay within its memory, and fail for no reason of its own. The same seed sends the same requests to
// each target, in each of the side-by-side runs.

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '30' }, seed: { type: 'string', default: String(Date.now() % 1e6) } },
})
const seconds = Number(values.seconds)
const seed = Number(values.seed)
if (!(seconds > 0 && seconds <= 3600 && Number.isInteger(seed))) {
  throw new Error('--seconds must be a number up to 3600, --seed a whole number')
}

const SIDE_BY_SIDE = 4
const MAX_MEGABYTES = 1500
const LIVE_MS = 5000

console.log(`seed ${seed}`)
await using server = await startServer('flite', [], {
  LOG_LEVEL: 'info', // the port of Wyoming is read from it
  HOARFROST_MAX_TEXT_CHARACTERS: '400',
  HOARFROST_CACHE_MEGABYTES: '8',
})
const problems: string[] = []
for (const target of FUZZ_TARGETS) {
  const until = performance.now() + (1000 * seconds) / FUZZ_TARGETS.length
  let count = 0
  const run = async (stream: number): Promise<void> => {
    const random = new Random(seed + stream)
    while (performance.now() < until && problems.length < 20) {
      const wrong = await target.run(server, random).catch((error: Error) => `${error.message}: ${error.cause ?? ''}`)
      count++
      if (wrong !== undefined) problems.push(`${target.name}: ${wrong}`)
    }
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, (_, i) => run(i)))
  if (!(await isAlive())) problems.push(`${target.name}: the server does not answer any more`)
  const { now: residentMb = 0 } = (await server.residentMb()) ?? {}
  if (residentMb > MAX_MEGABYTES) problems.push(`${target.name}: the server takes ${residentMb} MB`)
  console.log(`${target.name}: ${count} times, ${Math.round(residentMb)} MB`)
}
for (const problem of problems) console.error(problem.slice(0, 2000))
console.log(`${problems.length} problems`)
process.exitCode = problems.length === 0 ? 0 : 1

async function isAlive(): Promise<boolean> {
  for (let tries = 0; tries < 3; tries++) {
    using signal = deadline(null, LIVE_MS)
    const isOk = await fetch(`http://${server.host}:${server.port}/livez`, { signal }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isOk) return true
    await sleep(500)
  }
  return false
}
