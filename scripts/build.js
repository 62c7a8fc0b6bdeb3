// Compiles src/ into dist/, with the word lists of languages, and the dictionary into lexicon/. JavaScript, because it runs before there is anything compiled.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const SOURCES = [
  'src',
  'scripts/build.js',
  'scripts/compile-dictionary.ts',
  'tsconfig.json',
  'tsconfig.build.json',
  'package-lock.json',
]
const DICTIONARY = join(ROOT, 'lexicon/dictionary.bin')
/** Its modification time is the start of the last build. */
const STAMP = join(ROOT, 'dist/.built')

/** Builds if anything changed since the last build. On failure it prints the reason and ends the process. */
export function buildIfChanged() {
  if (existsSync(STAMP) && existsSync(DICTIONARY)) {
    const builtMs = statSync(STAMP).mtimeMs
    if (SOURCES.every((path) => newestMs(join(ROOT, path)) < builtMs)) return
  }
  build()
}

function build() {
  const began = new Date()
  process.stderr.write('hoarfrost: compiling the sources\n')
  run(compilerPath(), '-p', 'tsconfig.build.json')
  copyWordLists()
  run('--import', 'tsx', 'scripts/compile-dictionary.ts')
  writeFileSync(STAMP, '')
  utimesSync(STAMP, began, began)
}

/** The modules of a language read them from the folder `words` beside them. */
function copyWordLists() {
  const isWordList = (path) => statSync(path).isDirectory() || basename(dirname(path)) === 'words'
  cpSync(join(ROOT, 'src'), join(ROOT, 'dist'), { recursive: true, filter: isWordList })
}

function compilerPath() {
  try {
    return createRequire(import.meta.url).resolve('typescript/bin/tsc')
  } catch {
    return fail('the sources have changed and the compiler is not installed: run npm install')
  }
}

/** Keeps standard output for the command that waits for the build. */
function run(...args) {
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 2, 2] })
  if (status !== 0) fail('the build failed')
}

function fail(sentence) {
  process.stderr.write(`hoarfrost: ${sentence}\n`)
  process.exit(1)
}

/** Latest modification of a file or anything in a directory; removing a file changes its directory. */
function newestMs(path) {
  const { mtimeMs } = statSync(path)
  const entries = statSync(path).isDirectory() ? readdirSync(path, { withFileTypes: true }) : []
  return Math.max(mtimeMs, ...entries.map(({ name }) => newestMs(join(path, name))))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.argv[2] === '--if-changed' ? buildIfChanged() : build()
