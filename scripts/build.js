// Bundles src/ into dist/, copies the word lists of languages, and compiles the dictionary into lexicon/. JavaScript, because
// it runs before anything is compiled.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const SOURCES = ['src', 'scripts/build.js', 'scripts/compile-dictionary.ts', 'package.json', 'package-lock.json']
/** The command line, and what runs in threads. */
const ENTRIES = [
  'main/cli.ts',
  'main/thread.ts',
  'main/text-thread.ts',
  'main/encoder-thread.ts',
  'store/sqlite/sqlite-thread.ts',
]
const DICTIONARY = join(ROOT, 'lexicon/dictionary.bin')
/** Its modification time is the start of the last build. */
const STAMP = join(ROOT, 'dist/.built')

/** Builds if anything changed since the last build. On failure it prints the reason and ends the process. */
export async function buildIfChanged() {
  if (existsSync(STAMP) && existsSync(DICTIONARY)) {
    const builtMs = statSync(STAMP).mtimeMs
    if (SOURCES.every((path) => newestMs(join(ROOT, path)) < builtMs)) return
  }
  await build()
}

async function build() {
  const began = new Date()
  process.stderr.write('hoarfrost: compiling the sources\n')
  await bundle()
  copyWordLists()
  run('--import', 'tsx', 'scripts/compile-dictionary.ts')
  writeFileSync(STAMP, '')
  utimesSync(STAMP, began, began)
}

/**
 * Dependencies that have no native code or other files to load at run time are part of the bundle: loading some 600
 * modules one by one takes half of the time to start. Everything lands in dist/main, since threads find each other by
 * their place beside it.
 */
async function bundle() {
  const { build } = await import('esbuild').catch(() =>
    fail('the sources have changed and the compiler is not installed: run npm install'),
  )
  const { dependencies, optionalDependencies } = readJson('package.json')
  try {
    const { metafile } = await build({
      absWorkingDir: ROOT,
      entryPoints: ENTRIES.map((entry) => join('src', entry)).filter((path) => existsSync(join(ROOT, path))),
      entryNames: '[name]',
      chunkNames: '[name]-[hash]',
      outdir: 'dist/main',
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      target: 'node20.19',
      sourcemap: true,
      sourcesContent: false,
      metafile: true,
      logOverride: { 'empty-import-meta': 'error' },
      external: [...Object.keys({ ...dependencies, ...optionalDependencies }), '#sqlite-thread'],
      // For dependencies in CommonJS, which load the modules of Node by it.
      banner: {
        js: "import { createRequire as $createRequire } from 'node:module'\nconst require = $createRequire(import.meta.url)",
      },
      plugins: [PLACES_OF_SOURCES],
    })
    writeFileSync(join(ROOT, 'dist/LICENSES.txt'), licencesOf(metafile))
  } catch {
    fail('the build failed') // esbuild has printed the errors
  }
}

/** Modules find files beside them by `import.meta.url`: it stays what it would be if each module were compiled alone. */
const PLACES_OF_SOURCES = {
  name: 'places of sources',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
      const place = `../${relative(join(ROOT, 'src'), path).split(sep).join('/')}`
      const source = readFileSync(path, 'utf8')
      return {
        contents: source.replaceAll('import.meta.url', `new URL(${JSON.stringify(place)}, import.meta.url).href`),
        loader: 'ts',
      }
    })
  },
}

/** The licences of the dependencies in the bundle, each with the name and version of its package. */
function licencesOf({ inputs }) {
  const folders = new Set(Object.keys(inputs).flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []))
  const texts = [...folders].sort().map((folder) => {
    const { name, version, license } = readJson(join(folder, 'package.json'))
    const file = readdirSync(join(ROOT, folder)).find((path) => /^(licen[cs]e|copying)/i.test(path))
    const text = file === undefined ? `Licence: ${license}\n` : readFileSync(join(ROOT, folder, file), 'utf8')
    return `${name} ${version}\n\n${text.trim()}\n`
  })
  return texts.join(`\n${'-'.repeat(80)}\n\n`)
}

const readJson = (path) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'))

/** The modules of a language read them from the folder `words` beside them. */
function copyWordLists() {
  const isWordList = (path) => statSync(path).isDirectory() || basename(dirname(path)) === 'words'
  cpSync(join(ROOT, 'src/languages'), join(ROOT, 'dist/languages'), { recursive: true, filter: isWordList })
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv[2] === '--if-changed') await buildIfChanged()
  else {
    // Otherwise a server that runs may still load parts of an earlier build.
    rmSync(join(ROOT, 'dist'), { recursive: true, force: true })
    await build()
  }
}
