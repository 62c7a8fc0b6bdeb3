import { Command } from 'commander'
import type { PronounceParts } from '../app/pronounce-word.ts'
import type { FindGivenReading } from '../core/lexicon.ts'
import { announceStore, type CommandStore } from './command-store.ts'
import { dictionaryCommand } from './dictionary-command.ts'
import { keysCommand } from './keys-command.ts'
import { pronounceCommand } from './pronounce-command.ts'
import { type SayParts, sayCommand } from './say-command.ts'
import { type DocumentedSetting, serveCommand } from './serve-command.ts'
import { textnormCommand } from './textnorm-command.ts'
import { voicesCommand } from './voices-command.ts'

/** What the commands work with. Opened when a command needs it, so that the others start at once. */
export interface ProgramParts extends SayParts {
  readonly version: string
  readonly settings: readonly DocumentedSetting[]
  readonly serve: () => Promise<void>
  readonly openStore: () => Promise<CommandStore>
  /** The key that the environment lets in beside those of the store. */
  readonly readConfiguredKey: () => string | null
  readonly openReadings: () => Promise<FindGivenReading>
  readonly openPronouncing: () => Promise<PronounceParts>
}

/** The command line. A command that fails rejects `parseAsync`; a wrong command line ends the process. */
export function createProgram(parts: ProgramParts): Command {
  const openStore = async () => {
    const store = await parts.openStore()
    await announceStore(store, parts.readServer().url)
    return store
  }
  const program = new Command('hoarfrost')
    .description('Self-hosted text-to-speech server and command line for voice agents')
    .version(parts.version)
    .addCommand(serveCommand(parts.serve, parts.settings))
    .addCommand(sayCommand(parts))
    .addCommand(voicesCommand(parts.readCatalogue))
    .addCommand(textnormCommand(parts.openReadings))
    .addCommand(pronounceCommand(parts.openPronouncing))
    .addCommand(dictionaryCommand(openStore))
    .addCommand(keysCommand(openStore, parts.readConfiguredKey))
  for (const command of withSubcommands(program)) command.configureOutput({ outputError: writeInOneLine })
  return program
}

const withSubcommands = (command: Command): readonly Command[] => [
  command,
  ...command.commands.flatMap(withSubcommands),
]

/** Commander breaks its sentence before "(Did you mean …?)". */
function writeInOneLine(sentence: string, write: (line: string) => void): void {
  write(
    `${sentence
      .trim()
      .replace(/^error:/, 'hoarfrost:')
      .replaceAll(/\s*\n\s*/g, ' ')}\n`,
  )
}
