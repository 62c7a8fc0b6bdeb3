import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { POSTGRES_PROGRAMS } from '../test/postgres.ts'
import type { Fault } from './soak/fault.ts'
import { PICTURES, pictureOf } from './soak/picture.ts'
import { type Findings, reportOf } from './soak/report.ts'
import { STORES } from './soak/server.ts'
import { soakOn } from './soak/soak-on.ts'

const HELP = `npm run soak -- [options]
  --minutes N    how long faults are injected under load (1)
  --store LIST   sqlite, postgres, or both, each for half the time (both, where PostgreSQL is installed)
  --report FILE  where the report goes, as Markdown, with pictures beside it (.cache/soak/report.md)
Starts a server of its own, speaks with it in all languages, formats and protocols while it injects faults, and checks that
nothing acknowledged is lost and that no answer ends early without an error. Exits with 1 if something was wrong.`

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    store: { type: 'string', default: POSTGRES_PROGRAMS === undefined ? 'sqlite' : STORES.join() },
    report: { type: 'string', default: '.cache/soak/report.md' },
    help: { type: 'boolean', default: false },
  },
})

async function soak(): Promise<number> {
  const minutes = Number(options.minutes)
  if (!(minutes > 0 && minutes <= 24 * 60)) throw new Error('--minutes must be a number from 0 to 1440')
  const stores = STORES.filter((store) => options.store.split(',').includes(store))
  if (stores.length !== options.store.split(',').length) throw new Error('--store must be sqlite, postgres, or both')
  const injected = new Map<Fault, number>()
  const all: Findings[] = []
  for (const store of stores) {
    console.error(`store: ${store}`)
    all.push(await soakOn({ store, seconds: (60 * minutes) / stores.length, injected }))
  }
  const folder = dirname(options.report)
  const name = basename(options.report, '.md')
  mkdirSync(folder, { recursive: true })
  const pictures = all.flatMap((findings) =>
    PICTURES.map((picture) => {
      const file = `${name}-${findings.store}-${picture.name}.svg`
      writeFileSync(join(folder, file), pictureOf(findings, picture))
      return { store: findings.store, file, title: picture.title }
    }),
  )
  const report = reportOf({ minutes, all, pictures })
  writeFileSync(options.report, report)
  console.log(report)
  return all.every(({ problems }) => problems.length === 0) ? 0 : 1
}

if (options.help) console.log(HELP)
else process.exitCode = await soak()
