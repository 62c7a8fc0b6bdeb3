import { Argument, Command } from 'commander'
import { LANGUAGES } from '../core/language.ts'
import type { Catalogue } from '../core/voice.ts'
import { commandTree } from './completion/command-tree.ts'
import { completionScript, SHELLS, type Shell } from './completion/shell-scripts.ts'

const HELP = `
To install it:
  bash  hoarfrost completion bash > ~/.local/share/bash-completion/completions/hoarfrost
  zsh   hoarfrost completion zsh > "\${fpath[1]}/_hoarfrost"
  fish  hoarfrost completion fish > ~/.config/fish/completions/hoarfrost.fish
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
      const tree = commandTree(await openProgram(), { '--speaker': speakers, '--lang': LANGUAGES })
      process.stdout.write(completionScript(shell, tree))
    })
