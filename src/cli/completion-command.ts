import { Argument, Command } from 'commander'
import { LANGUAGES } from '../core/language.ts'
import type { Catalogue } from '../core/voice.ts'
import { PROTOCOL_NAMES } from '../endpoints/protocol-names.ts'
import { AUTO_PROTOCOL } from './auto-protocol.ts'
import { commandTree } from './completion/command-tree.ts'
import { completionScript, SHELLS, type Shell } from './completion/shell-scripts.ts'

const HELP = `
To install it:
  bash  mkdir -p ~/.local/share/bash-completion/completions
        hoarfrost completion bash > ~/.local/share/bash-completion/completions/hoarfrost
  zsh   hoarfrost completion zsh > "\${fpath[1]}/_hoarfrost"
  fish  mkdir -p ~/.config/fish/completions
        hoarfrost completion fish > ~/.config/fish/completions/hoarfrost.fish
Write it again after an update.`

export const completionCommand = (
  openProgram: () => Promise<Command>,
  readCatalogue: () => Promise<Catalogue>,
): Command =>
  new Command('completion')
    .description('print a script that makes the shell complete commands, options and voices')
    .addArgument(new Argument('<shell>', 'shell to complete in').choices(SHELLS))
    .addHelpText('after', HELP)
    .action(async (shell: Shell) => {
      const { voices } = await readCatalogue()
      const speakers = [...new Set(voices.map(({ speaker }) => speaker))].sort()
      const tree = commandTree(await openProgram(), {
        '--speaker': speakers,
        '--lang': LANGUAGES,
        '--protocol': [AUTO_PROTOCOL, ...PROTOCOL_NAMES],
      })
      process.stdout.write(completionScript(shell, tree))
    })
