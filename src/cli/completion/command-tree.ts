import type { Command, Option } from 'commander'

/** A command as a shell completes it. */
export interface CompletedCommand {
  /** The words before what is completed, such as `keys create`; empty for the program. */
  readonly path: string
  readonly subcommands: readonly Described[]
  readonly options: readonly CompletedOption[]
  /** What its arguments may be, such as `bash`; empty if any word or file may. */
  readonly words: readonly string[]
}

export interface Described {
  readonly name: string
  readonly description: string
}

export interface CompletedOption {
  /** `--model` and `-m`; the long names first. */
  readonly flags: readonly string[]
  readonly description: string
  /** What may follow; undefined for an option without a value, empty if any word or file may. */
  readonly values: readonly string[] | undefined
}

/** Values of options by their long flag, where the option itself does not list them. */
export type KnownValues = Readonly<Record<string, readonly string[]>>

/** A program and all of its commands, the program first. */
export function commandTree(program: Command, known: KnownValues, path = ''): readonly CompletedCommand[] {
  const help: CompletedOption = { flags: ['--help', '-h'], description: 'display help for command', values: undefined }
  const command: CompletedCommand = {
    path,
    subcommands: program.commands.map((each) => ({ name: each.name(), description: each.description() })),
    options: [...program.options.filter(({ hidden }) => !hidden).map((option) => completed(option, known)), help],
    words: program.registeredArguments.flatMap(({ argChoices = [] }) => argChoices),
  }
  const below = program.commands.map((each) =>
    commandTree(each, known, path === '' ? each.name() : `${path} ${each.name()}`),
  )
  return [command, ...below.flat()]
}

function completed(option: Option, known: KnownValues): CompletedOption {
  const { flags, description, required, optional, argChoices } = option
  return {
    flags: (flags.match(/(?<![\w-])--?[a-z][\w-]*/g) ?? []).sort((a, b) => b.length - a.length),
    description,
    values: required || optional ? (argChoices ?? known[option.long ?? ''] ?? []) : undefined,
  }
}
