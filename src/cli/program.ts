import { Command, CommanderError } from 'commander'
import type { PronounceParts } from '../app/dictionary/pronounce-word.ts'
import type { BenchParts } from './bench-command.ts'
import type { CheckEntitiesParts } from './check-entities-command.ts'
import { type CommandStores, commandStores, type OpenStore } from './command-store.ts'
import type { DoctorParts } from './doctor-command.ts'
import type { JobsParts } from './jobs-parts.ts'
import type { McpCommandParts } from './mcp-command.ts'
import type { OpenCommandParts } from './open-command.ts'
import type { PacksParts } from './packs-parts.ts'
import type { SayParts } from './say-command.ts'
import type { DocumentedSetting } from './serve-command.ts'
import type { StoreCopies } from './store-command.ts'
import { USAGE_EXIT_CODE } from './usage-error.ts'

/** Parts of the commands, opened by the commands that need them. */
export interface ProgramParts
  extends SayParts,
    McpCommandParts,
    DoctorParts,
    JobsParts,
    BenchParts,
    CheckEntitiesParts,
    OpenCommandParts {
  readonly version: string
  readonly settings: readonly DocumentedSetting[]
  readonly serve: () => Promise<void>
  readonly openStore: OpenStore
  readonly openPronouncing: () => Promise<PronounceParts>
  readonly openPacks: () => PacksParts
  readonly openCopies: () => Promise<StoreCopies>
}

type LoadCommand = (parts: ProgramParts) => Promise<Command>

const COMMANDS: Readonly<Record<string, LoadCommand>> = {
  serve: async ({ serve, settings }) => (await import('./serve-command.ts')).serveCommand(serve, settings),
  open: async (parts) => (await import('./open-command.ts')).openCommand(storesOf(parts), parts),
  say: async (parts) => (await import('./say-command.ts')).sayCommand(parts),
  mcp: async (parts) => (await import('./mcp-command.ts')).mcpCommand(parts),
  jobs: async (parts) => (await import('./jobs-command.ts')).jobsCommand(parts),
  doctor: async (parts) => (await import('./doctor-command.ts')).doctorCommand(parts),
  bench: async (parts) => (await import('./bench-command.ts')).benchCommand(parts),
  diff: async (parts) => (await import('./diff-command.ts')).diffCommand(parts),
  'check-entities': async (parts) => (await import('./check-entities-command.ts')).checkEntitiesCommand(parts),
  verify: async () => (await import('./verify-command.ts')).verifyCommand(),
  voices: async ({ readCatalogue }) => (await import('./voices-command.ts')).voicesCommand(readCatalogue),
  textnorm: async ({ openReadings, signal }) =>
    (await import('./textnorm-command.ts')).textnormCommand(openReadings, signal),
  pronounce: async ({ openPronouncing, signal }) =>
    (await import('./pronounce-command.ts')).pronounceCommand(openPronouncing, signal),
  dictionary: async (parts) =>
    (await import('./dictionary-command.ts')).dictionaryCommand(storesOf(parts), parts.signal),
  keys: async (parts) => (await import('./keys-command.ts')).keysCommand(storesOf(parts), parts.readConfiguredKey),
  store: async ({ openCopies }) => (await import('./store-command.ts')).storeCommand(openCopies),
  packs: async ({ openPacks }) => (await import('./packs-command.ts')).packsCommand(openPacks),
  completion: async (parts) =>
    (await import('./completion-command.ts')).completionCommand(
      () => openProgram(parts, Object.values(COMMANDS)),
      parts.readCatalogue,
    ),
}

const storesOf = ({ openStore, readServer }: ProgramParts): CommandStores =>
  commandStores(openStore, () => readServer().url)

/**
 * Runs the command line `argv`, without the program's own name. Rejects if the command fails. What is wrong with an invalid
 * command line is written, and sets the exit code.
 */
export async function runProgram(parts: ProgramParts, argv: readonly string[]): Promise<void> {
  // Loading a command takes up to 200 ms, so only the help, errors and completion load all of them.
  const [name = ''] = argv
  const named = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  const program = await openProgram(parts, named === undefined ? Object.values(COMMANDS) : [named])
  for (const command of withSubcommands(program))
    command.configureOutput({ outputError: writeInOneLine }).exitOverride()
  try {
    await program.parseAsync(argv, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode !== 0) process.exitCode = USAGE_EXIT_CODE
  }
}

async function openProgram(parts: ProgramParts, commands: readonly LoadCommand[]): Promise<Command> {
  const program = new Command('hoarfrost')
    .description('Self-hosted text-to-speech server and command line for voice agents')
    .version(parts.version)
  for (const command of await Promise.all(commands.map((load) => load(parts)))) program.addCommand(command)
  return program
}

const withSubcommands = (command: Command): readonly Command[] => [
  command,
  ...command.commands.flatMap(withSubcommands),
]

/** Commander puts "(Did you mean …?)" on a second line. */
function writeInOneLine(sentence: string, write: (line: string) => void): void {
  write(
    `${sentence
      .trim()
      .replace(/^error:/, 'hoarfrost:')
      .replaceAll(/\s*\n\s*/g, ' ')}\n`,
  )
}
