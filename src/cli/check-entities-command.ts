import { Command, Option } from 'commander'
import type { Subject } from '../benchmark/plan.ts'
import { FILE_MARK } from '../benchmark/recognizer.ts'
import { sentenceOf } from '../core/errors.ts'
import { type Language, languageOfCode, shortCodeOf } from '../core/language.ts'
import type { FindGivenIn } from '../core/lexicon.ts'
import { PROTOCOL_NAMES, type ProtocolName } from '../endpoints/protocol-names.ts'
import { type AskSpoken, type CheckedLines, checkLines, spokenBy } from '../entities/check-lines.ts'
import { type EntityLine, parseEntities } from '../entities/entity-line.ts'
import { scoreOf, scoreSentence, scoreTable, wrongTable } from '../entities/entity-tables.ts'
import { spokenText } from '../text/spoken-tokens.ts'
import { AUTO_PROTOCOL } from './auto-protocol.ts'
import { showCalls } from './call-progress.ts'
import type { DefaultServers } from './chosen-server.ts'
import { languageCode, MAX_TIMEOUT_S, numberTo, TIMEOUT_S, wholeNumber, withChoices } from './option-values.ts'
import { readText } from './read-text.ts'
import { requireFileMark } from './recognizer-option.ts'
import { chooseSubjects } from './subjects.ts'
import { formatTable } from './table.ts'
import { TroubleError, UsageError } from './usage-error.ts'

export interface CheckEntitiesParts extends DefaultServers {
  /** The set that ships with the program. */
  readonly readEntities: () => Promise<string>
  readonly openReadings: () => Promise<FindGivenIn>
  /** Fires when the user cancels. */
  readonly signal: AbortSignal
}

interface CheckEntitiesOptions {
  readonly lang?: readonly Language[]
  readonly entities?: string
  readonly protocol: ProtocolName | typeof AUTO_PROTOCOL
  readonly keyFile?: string
  readonly voice?: string
  readonly model?: string
  readonly recognizer?: string
  readonly minPercent: number
  readonly timeout: number
  readonly json?: true
}

/** The exit code if fewer lines are right than `--min-percent` asks for. A failure is a `TroubleError`. */
const TOO_FEW = 1

export const checkEntitiesCommand = (parts: CheckEntitiesParts): Command =>
  new Command('check-entities')
    .description(
      'check how codes, addresses, amounts, dates, times, numbers, names and units are read, in ten languages',
    )
    .argument('[url]', 'URL of a server (default: the rules of this program, without a server)')
    .option('-l, --lang <codes>', 'languages to check, separated by commas (default: all of the set)', languages)
    .option('--entities <file>', 'a set of your own, in the format of entities/entities.tsv')
    .addOption(
      withChoices(new Option('--protocol <name>', 'protocol of the server'), [
        AUTO_PROTOCOL,
        ...PROTOCOL_NAMES,
      ]).default(AUTO_PROTOCOL),
    )
    .option('--key-file <file>', 'file that contains the API key')
    .option('--voice <name>', 'voice (default: a common one of the protocol)')
    .option('--model <name>', 'model (default: a common one of the protocol)')
    .option('--recognizer <command>', `check what is heard by a command that writes what is said in ${FILE_MARK}`)
    .option('--min-percent <percent>', 'exit with 1 if fewer lines are right', numberTo(100), 0)
    .option('--timeout <seconds>', 'time for a line, after which it has failed', wholeNumber(MAX_TIMEOUT_S), TIMEOUT_S)
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action(async (url: string | undefined, options: CheckEntitiesOptions) => {
      try {
        await checkEntities(url, options, parts)
      } catch (error) {
        if (parts.signal.aborted || error instanceof UsageError) throw error
        throw new TroubleError(sentenceOf(error))
      }
    })

const HELP = `
A Hoarfrost tells how it reads a text. Other servers are checked by --recognizer, or by their word times where these have spoken words.
Exits with 0, with 1 below --min-percent, with 2 if a line failed, nothing could be checked or the command line is wrong,
and with 130 after Ctrl-C.`

const languages = (typed: string): readonly Language[] =>
  typed.split(',').map((code) => languageOfCode(languageCode()(code.trim())) as Language)

async function checkEntities(
  url: string | undefined,
  options: CheckEntitiesOptions,
  parts: CheckEntitiesParts,
): Promise<void> {
  const { signal } = parts
  requireFileMark(options.recognizer)
  const isLocal = url === undefined && options.recognizer === undefined && options.protocol === AUTO_PROTOCOL
  const { keyFile, voice, model } = options
  if (isLocal && [keyFile, voice, model].some((value) => value !== undefined)) {
    throw new UsageError('--key-file, --voice and --model are for a server: give its URL')
  }
  const lines = await chosenLines(options, parts)
  const ask = isLocal ? await ownReading(parts) : askServer(url, options, parts)
  using progress = await showCalls('lines')
  const checked = await checkLines(lines, ask, {
    signal,
    onLine: (doneCalls) => isLocal || progress.report({ phase: 'checking', doneCalls, allCalls: lines.length }),
  })
  progress[Symbol.dispose]()
  print(checked, options)
  signal.throwIfAborted()
  const { right, judged } = scoreOf(checked.lines)
  const failed = checked.lines.filter(({ outcome }) => outcome === 'failed').length
  if (failed > 0) throw new Error(failed === 1 ? '1 line was not spoken' : `${failed} lines were not spoken`)
  if (judged === 0) throw new Error('the server does not tell how it reads; give --recognizer COMMAND')
  if ((100 * right) / judged < options.minPercent) process.exitCode = TOO_FEW
}

async function chosenLines(
  { lang, entities }: CheckEntitiesOptions,
  { readEntities, signal }: CheckEntitiesParts,
): Promise<readonly EntityLine[]> {
  const [name, content] =
    entities === undefined ? (['the set', await readEntities()] as const) : [entities, await readText(entities, signal)]
  const all = parseEntities(name, content)
  const lines = lang === undefined ? all : all.filter(({ language }) => lang.includes(language))
  if (lines.length === 0) throw new UsageError(`${name} has no lines in ${lang?.join(', ')}`)
  return lines
}

/** The rules and the dictionary of this program. */
async function ownReading({ openReadings }: CheckEntitiesParts): Promise<AskSpoken> {
  const givenIn = await openReadings()
  return async ({ text, language }) => ({ evidence: 'reading', said: spokenText(text, givenIn, language) })
}

/** Languages have an endpoint each. The protocol is found once. */
function askServer(url: string | undefined, options: CheckEntitiesOptions, parts: CheckEntitiesParts): AskSpoken {
  const { keyFile, voice, model, timeout, recognizer = null } = options
  const timeoutMs = timeout * 1000
  const subjects = new Map<Language, Subject>()
  let protocol = options.protocol
  const subjectOf = async ({ language }: EntityLine): Promise<Subject> => {
    const known = subjects.get(language)
    if (known !== undefined) return known
    const given = {
      urls: url === undefined ? [] : [url],
      protocol: [protocol],
      lang: shortCodeOf(language),
      timeoutMs,
      ...(keyFile !== undefined && { keyFile: [keyFile] }),
      ...(voice !== undefined && { voice: [voice] }),
      ...(model !== undefined && { model: [model] }),
    }
    const [subject] = await chooseSubjects(given, parts)
    if (subject === undefined) throw new Error('no server to speak')
    protocol = subject.endpoint.protocol
    subjects.set(language, subject)
    return subject
  }
  return spokenBy(subjectOf, { recognizer, timeoutMs })
}

function print(checked: CheckedLines, { json }: CheckEntitiesOptions): void {
  if (json) {
    process.stdout.write(`${JSON.stringify({ ...scoreOf(checked.lines), ...checked })}\n`)
    return
  }
  const [score, wrong] = [scoreTable(checked.lines), wrongTable(checked.lines)]
  const table = scoreOf(checked.lines).judged === 0 ? '' : formatTable(score.header, score.rows)
  const shown = wrong.rows.length === 0 ? '' : `${formatTable(wrong.header, wrong.rows)}\n`
  process.stdout.write(`${shown}${table}${scoreSentence(checked)}\n`)
}
