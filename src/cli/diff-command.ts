import { extname } from 'node:path'
import { Command, Option } from 'commander'
import type { Subject } from '../benchmark/plan.ts'
import { FILE_MARK } from '../benchmark/recognizer.ts'
import { sentenceOf } from '../core/errors.ts'
import { type Baseline, readBaseline, writeBaseline } from '../diff/baseline.ts'
import { DEFAULT_LIMITS, isChanged, type Limits } from '../diff/compare-lines.ts'
import { diffPage } from '../diff/diff-page.ts'
import type { DiffReport } from '../diff/diff-report.ts'
import { DIFF_HEADER, diffJson, diffRows, summaryOf } from '../diff/diff-table.ts'
import { type FirstSide, runDiff } from '../diff/run-diff.ts'
import { PROTOCOL_NAMES, type ProtocolName } from '../endpoints/protocol-names.ts'
import { AUTO_PROTOCOL } from './auto-protocol.ts'
import { showCalls } from './call-progress.ts'
import { chosenServer, type DefaultServers } from './chosen-server.ts'
import { MAX_TIMEOUT_S, numberTo, repeated, TIMEOUT_S, wholeNumber } from './option-values.ts'
import { openPage } from './page-file.ts'
import { readLines, STDIN } from './read-text.ts'
import { requireFileMark } from './recognizer-option.ts'
import { chooseSubjects } from './subjects.ts'
import { formatTable } from './table.ts'
import { TroubleError, UsageError } from './usage-error.ts'

export interface DiffParts extends DefaultServers {
  readonly version: string
  /** Fires when the user cancels. */
  readonly signal: AbortSignal
}

interface DiffOptions {
  readonly url?: readonly string[]
  readonly protocol?: readonly (ProtocolName | typeof AUTO_PROTOCOL)[]
  readonly keyFile?: readonly string[]
  readonly voice?: readonly string[]
  readonly model?: readonly string[]
  readonly lang?: string
  readonly against?: string
  readonly accept?: true
  readonly exact?: true
  readonly maxShift: number
  readonly maxDuration: number
  readonly maxLoudness: number
  readonly maxSpectrum: number
  readonly timeout: number
  readonly recognizer?: string
  readonly out?: string
  readonly json?: true
}

/** Of percent, LU and dB. */
const MAX_LIMIT = 1000
const MAX_SHIFT_MS = 60_000

/** Exit codes, as of diff(1). A failure is a `TroubleError`. */
const CHANGED = 1

export const diffCommand = (parts: DiffParts): Command =>
  new Command('diff')
    .description('compare how prompts are spoken with an accepted baseline, or by two servers or voices')
    .argument('<prompts>', 'texts to speak, one a line; - is standard input')
    .option(
      '--url <url>',
      'URL of the server (default: HOARFROST_URL, or HOST and PORT); two URLs are compared',
      repeated(),
    )
    .addOption(
      new Option('--protocol <name>', `${[AUTO_PROTOCOL, ...PROTOCOL_NAMES].join(', ')} (default: auto)`).argParser(
        repeated([AUTO_PROTOCOL, ...PROTOCOL_NAMES]),
      ),
    )
    .option('--key-file <file>', 'file that contains the API key', repeated())
    .option('--voice <name>', 'voice (default: a common one of the protocol); two voices are compared', repeated())
    .option('--model <name>', 'model (default: a common one of the protocol); two models are compared', repeated())
    .option('--lang <code>', 'language of the texts, as the server names it')
    .option('--against <folder>', 'folder of the baseline (default: PROMPTS.baseline beside the prompts)')
    .option('--accept', 'write how the prompts are spoken now as the baseline')
    .option('--exact', 'any other sample is a change')
    .option('--max-shift <ms>', 'shift of a word that is no change', wholeNumber(MAX_SHIFT_MS), DEFAULT_LIMITS.timeMs)
    .option(
      '--max-duration <percent>',
      'other duration that is no change',
      numberTo(MAX_LIMIT),
      DEFAULT_LIMITS.durationPercent,
    )
    .option('--max-loudness <LU>', 'other loudness that is no change', numberTo(MAX_LIMIT), DEFAULT_LIMITS.loudnessLu)
    .option('--max-spectrum <dB>', 'other spectrum that is no change', numberTo(MAX_LIMIT), DEFAULT_LIMITS.distanceDb)
    .option('--timeout <seconds>', 'time for a line, after which it has failed', wholeNumber(MAX_TIMEOUT_S), TIMEOUT_S)
    .option('--recognizer <command>', `compare words with a command that writes what is said in ${FILE_MARK}`)
    .option('-o, --out <file>', 'HTML page with the sounds of the lines that changed')
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action((prompts: string, options: DiffOptions) => diff(prompts, options, parts))

const HELP = `
Texts are spoken at temperature 0 where the protocol has it (rime, rime-ws3). A Hoarfrost then repeats its samples.
Options given twice are for the two sides that are compared, the first side first; there is no baseline then.
Exits with 0 if nothing changed, with 1 if a line did, with 2 if a line failed or for a wrong command line, and
with 130 after Ctrl-C.`

async function diff(prompts: string, options: DiffOptions, parts: DiffParts): Promise<void> {
  const { signal } = parts
  try {
    await compare(prompts, options, parts)
  } catch (error) {
    if (signal.aborted || error instanceof UsageError) throw error
    throw new TroubleError(sentenceOf(error))
  }
}

async function compare(prompts: string, options: DiffOptions, parts: DiffParts): Promise<void> {
  const { signal } = parts
  const isBetween = REPEATED.some((name) => options[name]?.length === 2)
  requireOptions(options, isBetween)
  const folder = isBetween ? undefined : folderOf(prompts, options)
  const texts = [...new Set(await readLines(prompts, signal))]
  const baseline = folder === undefined ? undefined : await baselineIn(folder, options)
  const page = options.out === undefined ? undefined : await openPage(options.out)
  const timeoutMs = options.timeout * 1000
  const given = options.url ?? [(await chosenServer({ url: undefined, keyFile: undefined }, parts)).url]
  const urls = isBetween && given.length === 1 ? [...given, ...given] : given
  const [subject, other] = await chooseSubjects({ ...options, urls, temperature: 0, timeoutMs }, parts)
  if (subject === undefined) throw new Error('no server to speak')
  const first: FirstSide =
    other === undefined ? { kind: 'baseline', baseline: baseline ?? EMPTY } : { kind: 'endpoint', subject }
  using progress = await showCalls('lines')
  const report = await runDiff(first, other ?? subject, texts, {
    version: parts.version,
    limits: limitsOf(options),
    timeoutMs,
    recognizer: options.recognizer ?? null,
    signal,
    onLine: (doneCalls) => progress.report({ phase: 'speaking', doneCalls, allCalls: texts.length }),
  })
  progress[Symbol.dispose]()
  print(report, options)
  warnOfReadings(report)
  const pageFault = await faultOf(page?.write(diffPage(report)))
  signal.throwIfAborted()
  requireWhole(report, options)
  if (options.accept && folder !== undefined) {
    await writeBaseline(folder, acceptedIn(report, subject, options))
    process.stderr.write(`accepted: ${folder}\n`)
  }
  if (pageFault !== undefined) throw new Error(`${page?.path} cannot be written`, { cause: pageFault })
  if (options.accept || !report.lines.some(isChanged)) return
  if (page === undefined) process.stderr.write('give --out FILE.html for a page with the sounds\n')
  process.exitCode = CHANGED
}

/** With which a promise rejects: a page that cannot be written does not keep a baseline from being so. */
async function faultOf(work: Promise<void> | undefined): Promise<unknown> {
  return work?.then(
    () => undefined,
    (error: unknown) => error,
  )
}

const REPEATED = ['url', 'protocol', 'voice', 'model', 'keyFile'] as const
const EMPTY: Baseline = { spokenBy: 'none', lines: [] }

function requireOptions(options: DiffOptions, isBetween: boolean): void {
  const tooMany = REPEATED.find((name) => (options[name]?.length ?? 0) > 2)
  if (tooMany !== undefined) throw new UsageError(`two sides are compared: give ${FLAGS[tooMany]} once or twice`)
  if (isBetween && (options.accept || options.against !== undefined)) {
    throw new UsageError(
      'two servers, voices or models are compared without a baseline: leave out --against and --accept',
    )
  }
  if (/^(?:https?|wss?|tcp):/.test(options.against ?? '')) {
    throw new UsageError('--against takes the folder of a baseline; to compare two servers, give --url twice')
  }
  requireFileMark(options.recognizer)
}

const FLAGS: Readonly<Record<(typeof REPEATED)[number], string>> = {
  url: '--url',
  protocol: '--protocol',
  voice: '--voice',
  model: '--model',
  keyFile: '--key-file',
}

function folderOf(prompts: string, { against }: DiffOptions): string {
  if (against !== undefined) return against
  if (prompts === STDIN) throw new UsageError('prompts of standard input need --against FOLDER')
  return `${prompts.slice(0, prompts.length - extname(prompts).length)}.baseline`
}

async function baselineIn(folder: string, { accept }: DiffOptions): Promise<Baseline | undefined> {
  const baseline = await readBaseline(folder)
  if (baseline !== undefined || accept) return baseline
  throw new Error(`${folder} has no baseline; write one with --accept`)
}

const limitsOf = (options: DiffOptions): Limits => ({
  isExact: options.exact === true,
  timeMs: options.maxShift,
  durationPercent: options.maxDuration,
  loudnessLu: options.maxLoudness,
  distanceDb: options.maxSpectrum,
})

function print(report: DiffReport, { json }: DiffOptions): void {
  if (json) {
    process.stdout.write(`${JSON.stringify(diffJson(report))}\n`)
    return
  }
  const rows = diffRows(report)
  const table = rows.length === 0 ? '' : formatTable(DIFF_HEADER, rows)
  process.stdout.write(`${table}${summaryOf(report)}\n`)
}

/** A reading that is gone is no change, since other servers tell none. */
function warnOfReadings({ lines }: DiffReport): void {
  const count = lines.filter(
    (line) => 'differences' in line && line.before.reading !== null && line.after.reading === null,
  ).length
  if (count === 0) return
  const they = count === 1 ? '1 line has' : `${count} lines have`
  process.stderr.write(`warning: ${they} a reading on the first side alone, so readings were not compared there\n`)
}

/** Throws if a line failed. What was compared is shown already. */
function requireWhole({ lines, stopped }: DiffReport, { accept }: DiffOptions): void {
  const failed = lines.filter(({ status }) => status === 'failed').length
  if (failed === 0 && stopped === null) return
  const count = failed === 1 ? '1 line was not spoken' : `${failed} lines were not spoken`
  throw new Error(accept ? `${count}; the baseline is as it was` : count)
}

function acceptedIn({ lines }: DiffReport, { endpoint, voice }: Subject, { model, lang }: DiffOptions): Baseline {
  const spokenBy = [endpoint.protocol, voice ?? 'default voice', model?.[0], lang].filter(Boolean).join(', ')
  return { spokenBy, lines: lines.flatMap((line) => ('after' in line ? [line.after] : [])) }
}
