// Bundles src/ into dist/, copies the word lists of languages, compiles the word list into lexicon/, and bundles dashboard/
// into dist/dashboard/. JavaScript, because it runs before anything is compiled.
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const SOURCES = [
  'src',
  'scripts/build.js',
  'scripts/compile-word-list.ts',
  'lexicon/supplement',
  'package.json',
  'package-lock.json',
]
/** The command line, and what runs in threads. */
const ENTRIES = [
  'main/cli.ts',
  'main/thread.ts',
  'main/text-thread.ts',
  'main/encoder-thread.ts',
  'store/sqlite/sqlite-thread.ts',
]
const WORD_LIST = join(ROOT, 'lexicon/word-list.bin')
const PROGRAM = join(ROOT, 'dist/main/cli.js')
/** Its modification time is the start of the last build. */
const STAMP = join(ROOT, 'dist/.built')
/** Stale where only the service was built, which is enough for most tests. */
const DASHBOARD_STAMP = join(ROOT, 'dist/.built-dashboard')
const DASHBOARD_SOURCES = ['dashboard', 'src/core', 'scripts/build.js', 'package.json', 'package-lock.json']

/**
 * Builds what changed since its last build, or leaves it as it is where the compiler is not installed. On failure it prints
 * the reason and ends the process.
 */
export async function buildIfChanged({ withDashboard = true } = {}) {
  if (!Object.keys(readJson('package.json').dependencies).every(isInstalled)) {
    fail('the dependencies are not installed: run npm install')
  }
  removeForeignRuntimes()
  if (!existsSync(WORD_LIST) || !isCurrent(STAMP, SOURCES)) {
    if (isInstalled('rolldown')) await build()
    else if (existsSync(WORD_LIST) && existsSync(PROGRAM)) leave('the sources', 'the compiler')
    else fail(`dist/ is missing, and ${NO_COMPILER}`)
  }
  if (withDashboard && !isCurrent(DASHBOARD_STAMP, DASHBOARD_SOURCES)) {
    if (isInstalled('vite')) await buildDashboard()
    else leave('the sources of the dashboard', 'Vite')
  }
}

/** Of the native code that onnxruntime-node brings for all systems, 290 MB, keeps that of this one: `bin/napi-v6/linux/x64`. */
function removeForeignRuntimes() {
  const runtime = join(ROOT, 'node_modules/onnxruntime-node')
  const own = join(process.platform, process.arch)
  try {
    if (lstatSync(runtime).isSymbolicLink()) return // other programs use it too
    const folders = readdirSync(join(runtime, 'bin'), { recursive: true }).filter(
      (path) => path.split(sep).length === 3,
    )
    for (const path of folders) if (!path.endsWith(own)) rmSync(join(runtime, 'bin', path), { recursive: true })
  } catch {
    // It is missing, or belongs to another user: the files only take space.
  }
}

const NO_COMPILER =
  'the compiler is not installed, as after npm ci --omit=dev; run npm ci && npm run build && npm prune --omit=dev'

function isInstalled(name) {
  try {
    import.meta.resolve(name)
    return true
  } catch (error) {
    return error.code !== 'ERR_MODULE_NOT_FOUND'
  }
}

const leave = (sources, tool) =>
  process.stderr.write(
    `hoarfrost: dist/ is not compiled from ${sources} as they are now, and ${tool} is not installed\n`,
  )

const isCurrent = (stamp, sources) =>
  existsSync(stamp) && sources.every((path) => newestMs(join(ROOT, path)) < statSync(stamp).mtimeMs)

function writeStamp(path, began) {
  writeFileSync(path, '')
  utimesSync(path, began, began)
}

async function build() {
  const began = new Date()
  process.stderr.write('hoarfrost: compiling the sources\n')
  await bundle()
  copyWordLists()
  copyPage()
  run('--import', './scripts/typescript.js', 'scripts/compile-word-list.ts')
  writeStamp(STAMP, began)
}

async function buildDashboard() {
  const began = new Date()
  process.stderr.write('hoarfrost: compiling the dashboard\n')
  const vite = await import('vite').catch(() => fail('Vite is not installed: run npm install'))
  // React would be bundled for development otherwise.
  const { NODE_ENV } = process.env
  process.env.NODE_ENV = 'production'
  try {
    await vite.build({ configFile: join(ROOT, 'dashboard/vite.config.ts'), logLevel: 'error' })
  } catch (error) {
    fail(`${error.message}\nhoarfrost: the build of the dashboard failed`)
  }
  if (NODE_ENV === undefined) delete process.env.NODE_ENV
  else process.env.NODE_ENV = NODE_ENV
  compressAssets()
  writeStamp(DASHBOARD_STAMP, began)
}

/** Writes `.br` and `.gz` beside the texts of the dashboard, so that the server compresses nothing. */
function compressAssets() {
  const folder = join(ROOT, 'dist/dashboard')
  const isText = (path) => /^assets.*\.(?:js|css|svg|json)$/.test(path)
  for (const file of readdirSync(folder, { recursive: true }).filter(isText)) {
    const bytes = readFileSync(join(folder, file))
    for (const [suffix, compressed] of [
      ['.br', brotliCompressSync(bytes)],
      ['.gz', gzipSync(bytes, { level: 9 })],
    ]) {
      if (compressed.length < bytes.length) writeFileSync(join(folder, file + suffix), compressed)
    }
  }
}

/**
 * Dependencies that have no native code or other files to load at run time are part of the bundle: loading some 600
 * modules one by one takes half of the time to start. Everything lands in dist/main, since threads find each other by
 * their place beside it.
 */
async function bundle() {
  const { rolldown } = await import('rolldown').catch(() => fail('the compiler is not installed: run npm install'))
  const { dependencies, optionalDependencies } = readJson('package.json')
  const external = Object.keys({ ...dependencies, ...optionalDependencies })
  try {
    const bundler = await rolldown({
      cwd: ROOT,
      input: ENTRIES.map((entry) => join(ROOT, 'src', entry)).filter((path) => existsSync(path)),
      platform: 'node',
      external: (id) => id.startsWith('#') || external.some((name) => id === name || id.startsWith(`${name}/`)),
      // Not esbuild: there (0.28), an error in one turn of a loop is thrown again by the next if the loop holds a `using`.
      transform: { target: 'node20.19' },
      plugins: [PLACES_OF_SOURCES],
    })
    const { output } = await bundler.write({
      dir: join(ROOT, 'dist/main'),
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: '[name]-[hash].js',
      sourcemap: true,
      sourcemapExcludeSources: true,
    })
    await bundler.close()
    writeFileSync(join(ROOT, 'dist/LICENSES.txt'), licencesOf(output))
  } catch (error) {
    fail(`${error.message}\nhoarfrost: the build failed`)
  }
}

/** Modules find files beside them by `import.meta.url`: it stays what it would be if each module were compiled alone. */
const PLACES_OF_SOURCES = {
  name: 'places of sources',
  load: {
    filter: { id: /[\\/]src[\\/].*\.ts$/ },
    handler(path) {
      const place = `../${relative(join(ROOT, 'src'), path).split(sep).join('/')}`
      const url = `new URL(${JSON.stringify(place)}, import.meta.url).href`
      return readFileSync(path, 'utf8').replaceAll('import.meta.url', url)
    },
  },
}

/** The licences of the dependencies in the bundle, each with the name and version of its package. */
function licencesOf(chunks) {
  const modules = chunks.flatMap(({ moduleIds = [] }) => moduleIds)
  const folders = new Set(
    modules.flatMap((path) => /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(path) ?? []),
  )
  const texts = [...folders].sort().map((folder) => {
    const { name, version, license } = readJson(relative(ROOT, join(folder, 'package.json')))
    const file = readdirSync(folder).find((path) => /^(licen[cs]e|copying)/i.test(path))
    const text = file === undefined ? `Licence: ${license}\n` : readFileSync(join(folder, file), 'utf8')
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

/** The style and the script of `/docs`, which the server puts into the page. */
function copyPage() {
  const page = 'protocols/reference/page'
  cpSync(join(ROOT, 'src', page), join(ROOT, 'dist', page), { recursive: true })
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
  if (process.argv[2] === '--if-changed') await buildIfChanged({ withDashboard: process.argv[3] !== '--no-dashboard' })
  else {
    // Otherwise a server that runs may still load parts of an earlier build.
    rmSync(join(ROOT, 'dist'), { recursive: true, force: true })
    removeForeignRuntimes()
    await build()
    await buildDashboard()
  }
}
