import type { CompletedCommand } from './command-tree.ts'

export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

/** The script that makes a shell complete the commands of `hoarfrost`. It runs nothing but the shell itself. */
export const completionScript = (shell: Shell, tree: readonly CompletedCommand[]): string => SCRIPTS[shell](tree)

const SCRIPTS: Readonly<Record<Shell, (tree: readonly CompletedCommand[]) => string>> = { bash, zsh, fish }

/** In single quotes, which bash and zsh share. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

const pathsOf = (tree: readonly CompletedCommand[]): string =>
  tree
    .filter(({ path }) => path !== '')
    .map(({ path }) => quoted(path))
    .join(' | ')

/** Patterns of `PATH|FLAG` for the options with the same values. */
function optionPatterns(tree: readonly CompletedCommand[]): ReadonlyMap<string, string> {
  const patterns = new Map<string, string[]>()
  for (const { path, options } of tree) {
    for (const { flags, values } of options) {
      if (values === undefined) continue
      const list = values.join('\n')
      patterns.set(list, [...(patterns.get(list) ?? []), ...flags.map((flag) => quoted(`${path}|${flag}`))])
    }
  }
  return new Map([...patterns].map(([list, all]) => [list, all.join(' | ')]))
}

function bash(tree: readonly CompletedCommand[]): string {
  const values = [...optionPatterns(tree)].map(([list, patterns]) => `    ${patterns}) words=${quoted(list)}; any=1 ;;`)
  const words = tree.map(({ path, subcommands, options, words: own }) => {
    const all = [...subcommands.map(({ name }) => name), ...own, ...options.flatMap(({ flags }) => flags)]
    return `    ${quoted(path)}) words=${quoted(all.join('\n'))} ;;`
  })
  return `# bash completion of hoarfrost
_hoarfrost() {
  local IFS=$'\\n' cur=\${COMP_WORDS[COMP_CWORD]} at='' words='' any='' i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "\${at:+$at }\${COMP_WORDS[i]}" in
    ${pathsOf(tree)}) at="\${at:+$at }\${COMP_WORDS[i]}" ;;
    esac
  done
  case "$at|\${COMP_WORDS[COMP_CWORD - 1]}" in
${values.join('\n')}
  esac
  if [[ -z $any ]]; then
    case "$at" in
${words.join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _hoarfrost hoarfrost
`
}

function zsh(tree: readonly CompletedCommand[]): string {
  const values = [...optionPatterns(tree)].map(([list, patterns]) => {
    const action = list === '' ? '_files; return' : `compadd -- ${list.split('\n').map(quoted).join(' ')}; return`
    return `  (${patterns}) ${action} ;;`
  })
  const words = tree.map(({ path, subcommands, options, words: own }) => {
    const all = [
      ...subcommands.map(({ name, description }) => `${name}:${description}`),
      ...own,
      ...options.flatMap(({ flags, description }) => flags.map((flag) => `${flag}:${description}`)),
    ]
    return `  (${quoted(path)}) candidates=(${all.map(quoted).join(' ')}) ;;`
  })
  return `#compdef hoarfrost
# zsh completion of hoarfrost
_hoarfrost() {
  local at='' word
  local -a candidates
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "\${at:+$at }$word" in
    (${pathsOf(tree)}) at="\${at:+$at }$word" ;;
    esac
  done
  case "$at|\${words[CURRENT-1]}" in
${values.join('\n')}
  esac
  case "$at" in
${words.join('\n')}
  esac
  _describe hoarfrost candidates || _files
}
if [[ $funcstack[1] == _hoarfrost ]]; then _hoarfrost "$@"; else compdef _hoarfrost hoarfrost; fi
`
}

/** In single quotes of fish, where a backslash counts. */
const fishQuoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`

function fish(tree: readonly CompletedCommand[]): string {
  const lines = tree.flatMap(({ path, subcommands, options, words }) => {
    const start = `complete -c hoarfrost -n ${fishQuoted(`__hoarfrost_at "${path}"`)}`
    return [
      ...subcommands.map(({ name, description }) => `${start} -f -a ${name} -d ${fishQuoted(description)}`),
      ...words.map((word) => `${start} -f -a ${fishQuoted(word)}`),
      ...options.map(({ flags, description, values }) => {
        const names = flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`))
        const value = values === undefined ? '' : values.length === 0 ? ' -r' : ` -x -a ${fishQuoted(values.join(' '))}`
        return `${start} ${names.join(' ')}${value} -d ${fishQuoted(description)}`
      }),
    ]
  })
  const paths = tree.filter(({ path }) => path !== '').map(({ path }) => fishQuoted(path))
  return `# fish completion of hoarfrost
function __hoarfrost_at
    set -l at ''
    for word in (commandline -opc)[2..-1]
        set -l next (string trim -- "$at $word")
        contains -- $next ${paths.join(' ')}
        and set at $next
    end
    test "$at" = "$argv[1]"
end
${lines.join('\n')}
`
}
