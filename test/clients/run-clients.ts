import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { canTestWith } from '../../scripts/needed-program.ts'
import { type CertificateFiles, writeCertificate } from '../write-certificate.ts'
import { type Result, tableOf, tableRows, withTable } from './clients-table.ts'

// Runs the clients that people use against the service as it ships. They are kept in .cache/clients/. With --write, writes
// the table of docs/clients.md; without, fails if the table says something else. --only NAME runs one group.

const HERE = fileURLToPath(new URL('.', import.meta.url))
const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const CACHE = join(ROOT, '.cache/clients')
const DOCS = join(ROOT, 'docs/clients.md')
const KEY = 'the-key-of-all-clients'

/** A program that checks clients, or why it cannot run. */
type Group = { readonly name: string; readonly needsTls?: boolean } & (
  | { readonly command: readonly string[] }
  | { readonly missing: string }
)

const OFFLINE =
  /connection broken|timed out|could not fetch url|ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ENETUNREACH/i

/** Fills a folder of the cache, if it was not filled from the same pins. Returns why that is impossible offline. */
function install(name: string, pins: string, fill: (folder: string) => void): string | undefined {
  const folder = join(CACHE, name)
  const stamp = join(folder, '.pins')
  const digest = createHash('sha256').update(pins).digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return undefined
  console.log(`installing ${name}`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  try {
    fill(folder)
  } catch (error) {
    const { stderr = '', stdout = '' } = error as { stderr?: string; stdout?: string }
    if (OFFLINE.test(`${stderr}${stdout}`)) return 'its packages cannot be reached'
    throw new Error(`${name} cannot be installed: ${stderr || error}`)
  }
  writeFileSync(stamp, digest)
  return undefined
}

const run = (program: string, args: readonly string[], cwd = ROOT): string =>
  execFileSync(program, args, { cwd, encoding: 'utf8', stdio: 'pipe' })

function pythonGroups(): readonly Group[] {
  const names = ['livekit_checks', 'pipecat_checks', 'sdk_checks', 'flux_checks']
  const pins = ['requirements.txt', 'constraints.txt'].map((file) => readFileSync(join(HERE, file), 'utf8')).join('')
  const isPresent = spawnSync('python3', ['-c', 'import ensurepip, venv']).status === 0
  const missing = !canTestWith('python3 with venv', isPresent)
    ? 'python3 with venv is missing'
    : install('python', pins, (folder) => {
        run('python3', ['-m', 'venv', folder])
        run(join(folder, 'bin/python'), ['-m', 'pip', 'install', '-q', '-r', join(HERE, 'requirements.txt')])
      })
  const python = join(CACHE, 'python/bin/python')
  return names.map((name) => ({ name, ...(missing ? { missing } : { command: [python, join(HERE, `${name}.py`)] }) }))
}

/** Rime's SDK, which needs other versions of its dependencies than the rest, and TLS. */
function rimeGroup(): Group {
  const name = 'rime_checks'
  const pins = join(HERE, 'requirements-rime.txt')
  const isPresent = spawnSync('python3', ['-c', 'import ensurepip, venv']).status === 0
  const missing = !canTestWith('python3 with venv', isPresent)
    ? 'python3 with venv is missing'
    : install('python-rime', readFileSync(pins, 'utf8'), (folder) => {
        run('python3', ['-m', 'venv', folder])
        run(join(folder, 'bin/python'), ['-m', 'pip', 'install', '-q', '--no-deps', '-r', pins])
      })
  if (missing) return { name, missing }
  return { name, needsTls: true, command: [join(CACHE, 'python-rime/bin/python'), join(HERE, `${name}.py`)] }
}

/** A server with TLS, and how gRPC's clients trust it. */
async function startTlsServer() {
  const folder = mkdtempSync(join(tmpdir(), 'hoarfrost-clients-tls-'))
  const authority = { cert: join(folder, 'ca.pem'), key: join(folder, 'ca-key.pem') }
  const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }
  writeCertificate(authority, 'authority')
  writeCertificate(files, 'localhost', authority)
  const started = await startServer(files)
  return {
    env: { ...started.env, GRPC_DEFAULT_SSL_ROOTS_FILE_PATH: authority.cert },
    async stop() {
      await started.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

function npmGroup(): Group {
  const name = 'npm-checks'
  const folders: Record<string, object> = JSON.parse(readFileSync(join(HERE, 'npm.json'), 'utf8'))
  for (const [folder, dependencies] of Object.entries(folders)) {
    const manifest = JSON.stringify({ private: true, dependencies })
    const missing = install(`npm/${folder}`, manifest, (path) => {
      writeFileSync(join(path, 'package.json'), manifest)
      run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], path)
    })
    if (missing) return { name, missing }
  }
  return { name, command: [process.execPath, join(HERE, 'npm-checks.mjs'), join(CACHE, 'npm')] }
}

function chromiumGroup(): Group {
  const name = 'chromium-checks'
  const program = ['chromium', 'chromium-browser', 'google-chrome'].find(
    (each) => spawnSync(each, ['--version']).status === 0,
  )
  const isPresent = canTestWith('Chromium', program !== undefined)
  if (program === undefined || !isPresent) return { name, missing: 'Chromium is missing' }
  return { name, command: [process.execPath, join(HERE, 'chromium-checks.mjs'), program] }
}

/** The service on free ports, over TLS with a certificate, with the variables that checks read. */
async function startServer(tls?: CertificateFiles) {
  const dataDir = mkdtempSync(join(tmpdir(), 'hoarfrost-clients-'))
  const server = spawn(process.execPath, [join(ROOT, 'bin/hoarfrost.js'), 'serve'], {
    cwd: dataDir,
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      HOARFROST_DATA_DIR: dataDir,
      HOARFROST_API_KEY: KEY,
      HOARFROST_WYOMING_PORT: '0',
      HOARFROST_ENGINE_PREFERENCE: 'flite',
      ...(tls && { HOARFROST_TLS_CERT: tls.cert, HOARFROST_TLS_KEY: tls.key }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let url: string | undefined
  let wyomingPort: number | undefined
  await new Promise<void>((resolve, reject) => {
    server.once('exit', () => reject(new Error('the server did not start')))
    const read = (line: string) => {
      const { msg, port } = line.startsWith('{') ? JSON.parse(line) : {}
      if (msg === 'Wyoming listens') wyomingPort = port
      url ??= /^Hoarfrost listens on (\S+)/.exec(line)?.[1]
      if (url !== undefined && wyomingPort !== undefined) resolve()
    }
    for (const input of [server.stdout, server.stderr]) createInterface({ input }).on('line', read)
  })
  return {
    env: { HOARFROST_URL: url, HOARFROST_KEY: KEY, HOARFROST_API_KEY: KEY, HOARFROST_WYOMING_PORT: `${wyomingPort}` },
    async stop() {
      const exited = server.exitCode === null ? once(server, 'exit') : undefined
      server.kill()
      await exited
      rmSync(dataDir, { recursive: true })
    },
  }
}

/** Runs a program and adds the results that it prints; its errors are shown if it fails. */
async function check(command: readonly string[], env: NodeJS.ProcessEnv, results: Result[]): Promise<void> {
  const [program = '', ...args] = command
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  const exited = once(child, 'exit')
  let errors = ''
  let count = 0
  let failed = 0
  child.stderr.setEncoding('utf8').on('data', (text) => {
    errors += text
  })
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('{"client"')) continue
    const result: Result = JSON.parse(line)
    results.push(result)
    count++
    if (result.error !== '') failed++
    const { client, check: name, seconds, error } = result
    console.log(`${error === '' ? 'passed' : 'FAILED'}  ${client}: ${name} (${seconds} s) ${error}`)
  }
  const [code] = await exited
  if (code === 0 && count > 0 && failed === 0) return
  console.error(errors)
  if (code !== 0 || count === 0) throw new Error(`${args[0]} ended with ${code} after ${count} checks`)
}

const { values } = parseArgs({ options: { write: { type: 'boolean' }, only: { type: 'string' } } })
run(process.execPath, ['scripts/build.js', '--if-changed'])
const all = [...pythonGroups(), rimeGroup(), npmGroup(), chromiumGroup()]
const groups = all.filter(({ name }) => values.only === undefined || name.startsWith(values.only))
const plain = await startServer()
const secure = groups.some(({ needsTls }) => needsTls) ? await startTlsServer() : undefined
const results: Result[] = []
const broken: unknown[] = []
// One by one: clients give up when a busy machine keeps them waiting.
for (const group of groups) {
  const { env } = group.needsTls && secure ? secure : plain
  if ('command' in group) await check(group.command, env, results).catch((error: unknown) => broken.push(error))
}
await plain.stop()
await secure?.stop()

const table = tableOf(results)
console.log(`\n${table}\n`)
for (const error of broken) console.error(error)
const skipped = groups.flatMap((group) => ('missing' in group ? [`${group.name} skipped: ${group.missing}`] : []))
for (const line of skipped) console.log(line)

const docs = readFileSync(DOCS, 'utf8')
const failed = results.filter(({ error }) => error !== '').length + broken.length
if (values.write && failed + skipped.length === 0) writeFileSync(DOCS, withTable(docs, table))
const said = new Set(tableRows(values.write ? table : docs))
const unsaid = tableRows(table).filter((row) => !said.has(row) && !row.includes('| `chromium`'))
if (failed === 0 && unsaid.length > 0) {
  console.error('docs/clients.md says something else; write its table with: npm run test:clients -- --write')
  for (const row of unsaid) console.error(row)
}
console.log(`${results.length - failed} passed, ${failed} failed, ${skipped.length} skipped`)
process.exitCode = failed + unsaid.length > 0 ? 1 : 0
