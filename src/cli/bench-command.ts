import { Command, Option } from 'commander'
import { ARRIVALS, type Arrivals } from '../benchmark/arrivals.ts'
import { compareReports, parseReport } from '../benchmark/compare-reports.ts'
import { defaultTexts } from '../benchmark/default-texts.ts'
import { figureTables } from '../benchmark/figures.ts'
import { callsOf, DEFAULT_PLAN, type Plan } from '../benchmark/plan.ts'
import { FILE_MARK } from '../benchmark/recognizer.ts'
import { runBenchmark } from '../benchmark/run-benchmark.ts'
import { PROTOCOL_NAMES, type ProtocolName } from '../endpoints/protocol-names.ts'
import { AUTO_PROTOCOL } from './auto-protocol.ts'
import { openReportFiles } from './bench/report-files.ts'
import { showCalls } from './call-progress.ts'
import type { DefaultServers } from './chosen-server.ts'
import { eachNumber, MAX_TIMEOUT_S, repeated, wholeNumber, withChoices } from './option-values.ts'
import { readLines, readText } from './read-text.ts'
import { requireFileMark } from './recognizer-option.ts'
import { chooseSubjects } from './subjects.ts'
import { formatTable } from './table.ts'
import { UsageError } from './usage-error.ts'

export interface BenchParts extends DefaultServers {
  readonly version: string
  /** Fires when the user cancels. */
  readonly signal: AbortSignal
}

interface BenchOptions {
  readonly protocol?: readonly (ProtocolName | typeof AUTO_PROTOCOL)[]
  readonly keyFile?: readonly string[]
  readonly voice?: readonly string[]
  readonly model?: readonly string[]
  readonly lang?: string
  readonly callers: readonly number[]
  readonly arrivals: Arrivals
  readonly calls: number
  /** False for `--no-pace`. */
  readonly pace: number | false
  readonly warmUp: number
  readonly timeout: number
  readonly texts?: string
  readonly recognizer?: string
  readonly out?: string
  readonly compare?: readonly string[]
}

const MAX_CALLERS = 1000
const MAX_CALLS = 100_000
const MAX_TOKENS_PER_SECOND = 10_000

export const benchCommand = (parts: BenchParts): Command =>
  new Command('bench')
    .description('measure how fast and how evenly speech servers answer, by their protocols, and write a report')
    .argument('[urls...]', 'URLs of the servers (default: HOARFROST_URL, or HOST and PORT)')
    .addOption(
      new Option('--protocol <name>', `${[AUTO_PROTOCOL, ...PROTOCOL_NAMES].join(', ')} (default: auto)`).argParser(
        repeated([AUTO_PROTOCOL, ...PROTOCOL_NAMES]),
      ),
    )
    .option('--key-file <file>', 'file that contains the API key', repeated())
    .option('--voice <name>', 'voice (default: a common one of the protocol)', repeated())
    .option('--model <name>', 'model (default: a common one of the protocol)', repeated())
    .option('--lang <code>', 'language of the texts, as the servers name it')
    .addOption(
      new Option('--callers <numbers>', 'numbers of callers to measure with')
        .argParser(eachNumber(MAX_CALLERS))
        .default(DEFAULT_PLAN.callers, DEFAULT_PLAN.callers.join(',')),
    )
    .addOption(
      withChoices(
        new Option('--arrivals <how>', 'several callers arrive by chance, or at one instant'),
        ARRIVALS,
      ).default(DEFAULT_PLAN.arrivals),
    )
    .option('--calls <count>', 'calls for each number of callers', wholeNumber(MAX_CALLS), DEFAULT_PLAN.calls)
    .option(
      '--pace <tokens>',
      'tokens a second of the language model whose output is spoken',
      wholeNumber(MAX_TOKENS_PER_SECOND),
      DEFAULT_PLAN.pace,
    )
    .option('--no-pace', 'leave out the output of a language model')
    .option('--warm-up <count>', 'calls before the measurement', wholeNumber(MAX_CALLS), DEFAULT_PLAN.warmUpCalls)
    .option(
      '--timeout <seconds>',
      'time for a call, after which it has failed',
      wholeNumber(MAX_TIMEOUT_S),
      DEFAULT_PLAN.timeoutMs / 1000,
    )
    .option('--texts <file>', 'texts to speak, one a line; - is standard input (default: English sentences)')
    .option('--recognizer <command>', `count wrong words with a command that writes what is said in ${FILE_MARK}`)
    .option('-o, --out <file>', 'HTML file of the report (default: hoarfrost-bench-TIME.html)')
    .option('--compare <reports...>', 'compare two reports (JSON) instead of measuring')
    .addHelpText('after', HELP)
    .action((urls: readonly string[], options: BenchOptions) =>
      options.compare === undefined ? bench(urls, options, parts) : compare(options.compare, parts.signal),
    )

const HELP = `
--protocol, --key-file, --voice and --model can be given once for all servers, or once for each in the order of the URLs.
HOARFROST_API_KEY is sent to this machine and to the server of the configuration only; other servers need --key-file.
The URL of a Wyoming server is tcp://HOST:PORT. Ctrl-C ends the measurement and writes what was measured.
The command exits with 1 if a server did not speak at all.`

async function bench(urls: readonly string[], options: BenchOptions, parts: BenchParts): Promise<void> {
  const { signal } = parts
  const tell = (line: string): void => void process.stderr.write(`${line}\n`)
  const plan = await planOf(options, signal)
  const files = await openReportFiles(options.out)
  const subjects = await chooseSubjects({ ...options, urls, timeoutMs: plan.timeoutMs }, parts)
  tell(`${callsOf(plan)} calls each: ${subjects.map(({ name }) => name).join(', ')}`)
  using progress = await showCalls()
  const report = await runBenchmark(subjects, plan, {
    version: parts.version,
    language: options.lang ?? 'eng',
    signal,
    onProgress: progress.report,
  })
  progress[Symbol.dispose]()
  for (const { title, header, rows } of figureTables(report)) {
    process.stdout.write(`${title}\n${formatTable(header, rows)}\n`)
  }
  await files.write(report)
  tell(`report: ${files.page}, ${files.json}`)
  const silent = report.endpoints.filter(({ calls }) => calls.every(({ kind }) => kind === 'failed'))
  signal.throwIfAborted()
  if (silent.length > 0) throw new Error(`no audio from ${silent.map(({ name }) => name).join(', ')}`)
}

async function planOf(options: BenchOptions, signal: AbortSignal): Promise<Plan> {
  const { callers, arrivals, calls, pace, recognizer } = options
  requireFileMark(recognizer)
  const plan = {
    callers,
    arrivals,
    calls,
    pace: pace === false ? null : pace,
    pacedCalls: Math.ceil(calls / 2),
    interruptions: Math.ceil(calls / 3),
    refusals: Math.ceil(calls / 6),
    warmUpCalls: options.warmUp,
    timeoutMs: options.timeout * 1000,
    recognizer: recognizer ?? null,
  }
  const texts =
    options.texts === undefined ? defaultTexts(callsOf({ ...plan, texts: [] })) : await readLines(options.texts, signal)
  return { ...plan, texts }
}

async function compare(files: readonly string[], signal: AbortSignal): Promise<void> {
  const [first, second, ...others] = files
  if (first === undefined || second === undefined || others.length > 0) {
    throw new UsageError('--compare takes two reports: the JSON files of two runs')
  }
  const before = parseReport(first, await readText(first, signal))
  const after = parseReport(second, await readText(second, signal))
  const { title, header, rows } = compareReports(before, after)
  if (rows.length === 0) throw new Error(`${first} and ${second} have no endpoint and number of callers in common`)
  process.stdout.write(`${title}\n${formatTable(header, rows)}`)
}
