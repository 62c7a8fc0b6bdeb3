import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { makePackedSource } from './packed-source.ts'
import { changelogSection, requireReleasable } from './release/changelog-section.ts'
import { shippedSbom } from './release/sbom.ts'

// `npm run release:check`: makes and tries all files of a release in .cache/release/, and pushes nothing.
// The workflow `release.yml` gives the tag, and publishes these files.

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const CACHE = join(ROOT, '.cache')
const OUTPUT = join(CACHE, 'release')
const CHECKSUMS = 'SHA256SUMS'

const { tag } = parseArgs({ options: { tag: { type: 'string' } } }).values
const { version } = JSON.parse(read('package.json')) as { readonly version: string }
const changelog = read('CHANGELOG.md')
if (tag !== undefined) requireReleasable(tag, version, changelog)

rmSync(OUTPUT, { recursive: true, force: true })
mkdirSync(OUTPUT, { recursive: true })
const scratch = mkdtempSync(join(CACHE, 'release-')) // of the same file system as the modules, which are linked
try {
  step('changelog', writeNotes)
  step('package for npm', makePackage)
  step('SBOM', writeSbom)
  step('prebuilt tree', makeTree)
  step('checksums', writeChecksums)
  step('image', buildImage)
} finally {
  rmSync(scratch, { recursive: true })
}
for (const name of readdirSync(OUTPUT)) {
  console.log(`${name.padEnd(40)} ${(statSync(join(OUTPUT, name)).size / 1e6).toFixed(1)} MB`)
}

/** A step that is left out returns the reason. */
function step(name: string, make: () => unknown): void {
  const startMs = performance.now()
  const leftOut = make()
  const seconds = ((performance.now() - startMs) / 1000).toFixed(1)
  console.log(typeof leftOut !== 'string' ? `${name}: ${seconds} s` : `${name}: left out, since ${leftOut}`)
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}

function run(program: string, args: readonly string[], cwd = ROOT): string {
  return execFileSync(program, args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 2 ** 28,
  })
}

function writeNotes(): void {
  writeFileSync(join(OUTPUT, 'notes.md'), changelogSection(changelog, version))
}

function makePackage(): void {
  run('npm', ['pack', '--ignore-scripts=false', '--loglevel=error', '--pack-destination', OUTPUT])
}

function writeSbom(): void {
  const args = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application', '--loglevel=error']
  const sbom = shippedSbom(
    JSON.parse(run('npm', args)),
    'hoarfrost',
    `${read('dist/LICENSES.txt')}\n${read('dist/dashboard/LICENSES.md')}`,
  )
  writeFileSync(join(OUTPUT, `hoarfrost-${version}.cdx.json`), `${JSON.stringify(sbom, null, 2)}\n`)
}

/** The program with the modules that it loads, for this system: it needs Node alone. It is tried once. */
function makeTree(): string | undefined {
  if (process.platform !== 'linux') return 'it is made on Linux only'
  const source = join(scratch, 'source')
  const name = `hoarfrost-${version}-linux-${process.arch}`
  makePackedSource(source)
  run('sh', [join(ROOT, 'deploy/docker/assemble-app.sh'), source, join(scratch, name), 'true'])
  run('tar', ['-czf', join(OUTPUT, `${name}.tar.gz`), '-C', scratch, '--owner=0', '--group=0', name])
  const wav = join(scratch, 'out.wav')
  run(process.execPath, [join(scratch, name, 'bin/hoarfrost.js'), 'say', 'Good morning.', '-o', wav], scratch)
  if (readFileSync(wav).subarray(0, 4).toString() !== 'RIFF') throw new Error('the prebuilt tree writes no WAV')
  return undefined
}

function writeChecksums(): void {
  const lines = readdirSync(OUTPUT)
    .filter((name) => name.startsWith('hoarfrost-'))
    .map(
      (name) =>
        `${createHash('sha256')
          .update(readFileSync(join(OUTPUT, name)))
          .digest('hex')}  ${name}\n`,
    )
  writeFileSync(join(OUTPUT, CHECKSUMS), lines.join(''))
  run('sha256sum', ['--check', '--quiet', CHECKSUMS], OUTPUT)
}

function buildImage(): string | undefined {
  if (process.env.CI !== undefined) return 'the workflow builds it for both systems'
  if (spawnSync('docker', ['info']).status !== 0) return 'Docker does not run here'
  run('docker', ['build', '-f', 'deploy/docker/Dockerfile', '-t', `hoarfrost:${version}`, '.'])
  return undefined
}
