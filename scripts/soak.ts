import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { describeMachine } from '../bench/machine.ts'
import { median, quantile } from '../bench/statistics.ts'
import { FAULTS, type Fault } from './soak/faults.ts'
import { type Asked, Refusal, readSlowly, SPEECH_CASES, vanish } from './soak/load.ts'
import { createRecords } from './soak/records.ts'
import { faultRows, type InjectedFault, pictureOf, type Sample } from './soak/report.ts'
import { type SoakServer, startSoakServer } from './soak/server.ts'

const HELP = `npm run soak -- [options]
  --minutes N    how long faults are injected under load (1)
  --report FILE  where the report goes, as Markdown, with pictures beside it (.cache/soak/report.md)
Starts a server of its own, speaks with it in all languages, formats and protocols while it injects faults, and checks that
nothing acknowledged is lost and that no answer ends early without an error. Exits with 1 if something was wrong.`

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    report: { type: 'string', default: '.cache/soak/report.md' },
    help: { type: 'boolean', default: false },
  },
})
const minutes = Number(options.minutes)
if (!(minutes > 0 && minutes <= 24 * 60)) throw new Error('--minutes must be a number from 0 to 1440')

/** Callers at once; the machine has to keep up with them, since late answers are no fault. */
const CALLERS = 3
/** Between two faults, so that the effects of one are not taken for those of the next. */
const CALM_MS = 3000
const PROBE_MS = 20
const ANSWER_MS = 60_000
/** What a killed server may forget of the usage. */
const FORGOTTEN_MS = 1500
/** Restarts end before this share of the time, so that the rest shows what a process gathers. */
const RESTARTING_SHARE = 0.6
const MOST_MORE = { residentMb: 100, descriptors: 20, threads: 4 }
/** In its first minutes, a process still loads and compiles what speaks each language. */
const WARM_S = 300
const MOST_PROBLEMS = 50

interface Whole {
  readonly atMs: number
  readonly ms: number
  readonly characters: number
}

async function soak(): Promise<number> {
  await using server = await startSoakServer({
    LOG_LEVEL: 'info',
    HOARFROST_CACHE_MEGABYTES: '0',
    HOARFROST_DRAIN_S: '8',
  })
  const problems: string[] = []
  const note = (problem: string): void => {
    console.error(`problem: ${problem}`)
    if (problems.length < MOST_PROBLEMS) problems.push(problem)
  }
  const asked: Asked = { url: server.url, key: await makeKey(server, 'callers') }
  const leaving: Asked = { url: server.url, key: await makeKey(server, 'callers who leave') }
  const lengths = new Map<string, number>()
  for (const { name, ask } of SPEECH_CASES) lengths.set(name, await ask(asked, AbortSignal.timeout(ANSWER_MS)))

  const startedAtMs = performance.now()
  const untilMs = startedAtMs + minutes * 60_000
  const sinceS = () => (performance.now() - startedAtMs) / 1000
  const ending = new AbortController()
  const state = { fault: undefined as Fault | undefined, calmSinceMs: startedAtMs, attempted: 0, broken: 0, refused: 0 }
  const whole: Whole[] = []
  const killedAtMs: number[] = []
  const samples: Sample[] = []
  const faults: InjectedFault[] = []
  const records = createRecords(server)

  const speakOn = async (caller: number): Promise<void> => {
    for (let i = caller; !ending.signal.aborted; i += CALLERS) {
      const { name, text, ask } = SPEECH_CASES[i % SPEECH_CASES.length] as (typeof SPEECH_CASES)[number]
      const fromMs = performance.now()
      const faultBefore = state.fault
      state.attempted += text.length
      try {
        const bytes = await ask(asked, AbortSignal.timeout(ANSWER_MS))
        const atMs = performance.now()
        whole.push({ atMs, ms: atMs - fromMs, characters: text.length })
        if (bytes !== lengths.get(name))
          note(`${name}: ${bytes} bytes instead of ${lengths.get(name)}, without an error`)
      } catch (error) {
        const during = [faultBefore, state.fault].filter((fault) => fault !== undefined)
        const isRefused = error instanceof Refusal || isConnectionRefused(error)
        if (isRefused) state.refused++
        else state.broken++
        // A busy machine may have no time for another stream.
        const isBusy = error instanceof Refusal && error.message.startsWith('503')
        const isCalm = fromMs > state.calmSinceMs && during.length === 0
        const isExpected = during.some(({ refuses, breaksAnswers }) => (isRefused ? refuses : breaksAnswers))
        if (!isBusy && (isCalm || (during.length > 0 && !isExpected)))
          note(`${name} ${during[0]?.name ?? 'without a fault'}: ${reasonOf(error)}`)
        await sleep(50)
      }
    }
  }
  const repeat = async (act: () => Promise<unknown>, pauseMs: number): Promise<void> => {
    while (!ending.signal.aborted) {
      await act().catch(() => {})
      await sleep(pauseMs, undefined, { signal: ending.signal }).catch(() => {})
    }
  }
  const running = [
    ...Array.from({ length: CALLERS }, (_, caller) => speakOn(caller)),
    repeat(() => readSlowly(leaving, ending.signal), 1000),
    repeat(() => vanish(leaving, ending.signal), 500),
    repeat(() => records.change(), 100),
    repeat(async () => samples.push({ atS: sinceS(), holdings: server.holdings() }), 1000),
  ]

  const possible = FAULTS.filter((fault) => fault.isPossible(server))
  for (let n = 0; performance.now() < untilMs; n++) {
    await sleep(CALM_MS)
    const mayRestart = sinceS() < minutes * 60 * RESTARTING_SHARE
    const now = possible.filter(({ restarts }) => mayRestart || !restarts)
    const fault = now[n % now.length] as Fault
    const fromMs = performance.now()
    const fromS = sinceS()
    state.fault = fault
    if (fault.restarts) killedAtMs.push(fromMs)
    await fault.inject(server)
    const toS = sinceS()
    await untilAnswered(asked)
    const recoveryMs = performance.now() - fromMs
    state.fault = undefined
    state.calmSinceMs = performance.now()
    faults.push({ name: fault.name, fromS, toS, recoveryMs })
    console.error(`${fromS.toFixed(0)} s: ${fault.name}, good answers after ${recoveryMs.toFixed(0)} ms`)
  }
  ending.abort()
  await Promise.all(running)

  for (const missing of await records.missing()) note(`${missing} is not as it was acknowledged`)
  const used = await usedCharacters(asked)
  const mayBeForgotten = ({ atMs }: Whole) =>
    killedAtMs.some((ms) => atMs > ms - FORGOTTEN_MS && atMs < ms + FORGOTTEN_MS)
  const least = charactersOf(whole.filter((answer) => !mayBeForgotten(answer)))
  const referenced = SPEECH_CASES.reduce((total, { text }) => total + text.length, 0)
  if (used < least + referenced) note(`usage counts ${used} characters of ${least + referenced} that were answered`)
  if (used > state.attempted + referenced) note(`usage counts ${used} characters of ${state.attempted} that were sent`)
  const growth = growthOf(samples, faults)
  for (const [name, more] of Object.entries(growth ?? {})) {
    if (more > MOST_MORE[name as keyof typeof MOST_MORE]) note(`${name} grew by ${more.toFixed(0)} within one process`)
  }
  const ms = whole.map((answer) => answer.ms)
  const report = [
    `# Soak of ${minutes} minutes`,
    '',
    `\`npm run soak -- --minutes ${minutes}\`, ${new Date().toISOString().slice(0, 10)}; ${Object.entries(
      describeMachine(),
    )
      .map(([name, value]) => `${name} ${value}`)
      .join(', ')}.`,
    '',
    '| | |',
    '| --- | --: |',
    `| Answers that were complete, each as long as without faults | ${whole.length} |`,
    `| Their median and 99th percentile of time to the last byte, ms | ${median(ms).toFixed(0)}, ${quantile(ms, 0.99).toFixed(0)} |`,
    `| Answers that broke off, with an error | ${state.broken} |`,
    `| Requests that were refused | ${state.refused} |`,
    `| Keys and dictionary entries that were acknowledged, all as acknowledged | ${records.acknowledged} |`,
    `| Characters in the usage, between those answered for certain and those sent | ${least + referenced} ≤ ${used} ≤ ${state.attempted + referenced} |`,
    `| Growth of the last process: MB, descriptors, threads | ${
      growth === undefined
        ? '–'
        : Object.values(growth)
            .map((more) => more.toFixed(0))
            .join(', ')
    } |`,
    `| Problems | ${problems.length} |`,
    '',
    '| Fault | times | it lasted, ms | first good answer after its start, ms: median | worst |',
    '| --- | --: | --: | --: | --: |',
    ...faultRows(faults),
    '',
    ...problems.map((problem) => `- ${problem}`),
    ...PICTURES.map(({ name, title }) => `![${title}](${basename(options.report, '.md')}-${name}.svg)`),
    '',
  ].join('\n')
  const folder = dirname(options.report)
  mkdirSync(folder, { recursive: true })
  writeFileSync(options.report, report)
  for (const { name, ...picture } of PICTURES) {
    writeFileSync(join(folder, `${basename(options.report, '.md')}-${name}.svg`), pictureOf(samples, faults, picture))
  }
  console.log(report)
  return problems.length === 0 ? 0 : 1
}

const PICTURES = [
  { name: 'memory', title: 'Resident memory, MB', of: ({ residentMb }: { residentMb: number }) => residentMb },
  {
    name: 'descriptors',
    title: 'Open files and connections',
    of: ({ descriptors }: { descriptors: number }) => descriptors,
  },
  { name: 'threads', title: 'Threads', of: ({ threads }: { threads: number }) => threads },
] as const

async function makeKey({ url, adminKey }: SoakServer, name: string): Promise<string> {
  const headers = { authorization: `Bearer ${adminKey}` }
  const body = JSON.stringify({ name, roles: ['synthesis'] })
  const answer = await fetch(`${url}/v1/keys`, { method: 'POST', headers, body })
  return ((await answer.json()) as { key: string }).key
}

/** Resolves when a short text is spoken. */
async function untilAnswered(asked: Asked): Promise<void> {
  const [{ ask }] = SPEECH_CASES as [(typeof SPEECH_CASES)[number]]
  const until = performance.now() + ANSWER_MS
  while (performance.now() < until) {
    const isGood = await ask(asked, AbortSignal.timeout(ANSWER_MS)).then(
      () => true,
      () => false,
    )
    if (isGood) return
    await sleep(PROBE_MS)
  }
  throw new Error('the server gave no good answer any more')
}

async function usedCharacters({ url, key }: Asked): Promise<number> {
  const answer = await fetch(`${url}/v1/usage?by=day`, { headers: { authorization: `Bearer ${key}` } })
  const { data } = (await answer.json()) as { data: { characters: number }[] }
  return data.reduce((total, { characters }) => total + characters, 0)
}

function charactersOf(answers: readonly Whole[]): number {
  return answers.reduce((total, { characters }) => total + characters, 0)
}

/** How much the last process grew, from the second quarter of its time to the last; undefined if it did not run for long. */
function growthOf(samples: readonly Sample[], faults: readonly InjectedFault[]) {
  const sinceS = faults.findLast(({ name }) => FAULTS.find((fault) => fault.name === name)?.restarts)?.toS ?? 0
  const own = samples.flatMap(({ atS, holdings }) => (holdings !== undefined && atS > sinceS + 2 ? [holdings] : []))
  const quarter = Math.floor(own.length / 4)
  if (own.length < WARM_S) return undefined
  const [early, late] = [own.slice(quarter, 2 * quarter), own.slice(-quarter)]
  const more = (name: 'residentMb' | 'descriptors' | 'threads') =>
    median(late.map((each) => each[name])) - median(early.map((each) => each[name]))
  return { residentMb: more('residentMb'), descriptors: more('descriptors'), threads: more('threads') }
}

const reasonOf = (error: unknown): string => {
  const { message, cause } = error as Error
  return cause instanceof Error ? `${message}: ${cause.message}` : message
}

function isConnectionRefused(error: unknown): boolean {
  const { code, cause } = error as NodeJS.ErrnoException & { cause?: { code?: string } }
  return code === 'ECONNREFUSED' || cause?.code === 'ECONNREFUSED'
}

if (options.help) console.log(HELP)
else process.exitCode = await soak()
