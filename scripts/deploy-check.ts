import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { validate as validateDockerfile } from 'dockerfile-utils'
import { parse, parseAllDocuments } from 'yaml'
import { SETTING_LIST } from '../src/main/config.ts'
import { deployTool } from './deploy-tools.ts'
import { canTestWith } from './needed-program.ts'

// `npm run deploy:check`: finds mistakes in deploy/ without a cluster, a registry or root. Helm, kustomize and promtool are built by Go
// at the first run; what needs a program that is missing is skipped, and said. In CI it is an error, but for Docker.

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const DEPLOY = join(ROOT, 'deploy')
/** The most that `systemd-analyze security` may say: 0 is no exposure, 10 is all. */
const MAX_EXPOSURE = 2
const problems: string[] = []
const skipped: string[] = []
const note = (file: string, message: string): void => void problems.push(`${relative(ROOT, file)}: ${message}`)

interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: object
}

const files = readdirSync(DEPLOY, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => join(parentPath, name))

checkYaml()
checkSettings()
checkDockerfile()
checkCompose()
checkUnit()
checkKubernetes()
checkAlerts()

for (const what of skipped) console.log(`skipped: ${what}`)
for (const problem of problems) console.error(problem)
console.log(`${files.length} files checked, ${problems.length} problems`)
process.exitCode = problems.length === 0 ? 0 : 1

/** Duplicate keys and syntax; templates of Helm are no YAML. */
function checkYaml(): void {
  for (const file of files.filter((path) => /\.ya?ml$/.test(path) && !path.includes('/templates/'))) {
    for (const { errors, warnings } of parseAllDocuments(readFileSync(file, 'utf8'), { merge: true })) {
      for (const { message } of [...errors, ...warnings]) note(file, message)
    }
  }
}

/** Every setting that a file names must exist. */
function checkSettings(): void {
  const known = new Set(SETTING_LIST.map(({ variable }) => variable))
  for (const file of files) {
    for (const [name] of readFileSync(file, 'utf8').matchAll(/\bHOARFROST_[A-Z_]+\b/g)) {
      if (!known.has(name)) note(file, `${name} is not a setting`)
    }
  }
}

function checkDockerfile(): void {
  const file = join(DEPLOY, 'docker/Dockerfile')
  const text = readFileSync(file, 'utf8')
  for (const { range, message } of validateDockerfile(text)) note(file, `line ${range.start.line + 1}: ${message}`)
  const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n')
  const copied = text.split('\n').flatMap((line) => (/^COPY (?!--from)/.test(line) ? line.split(' ').slice(1, -1) : []))
  for (const path of copied) {
    if (path !== '.' && !ignored.includes(`!${path}`)) note(file, `${path} is left out by .dockerignore`)
  }
}

interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>
  readonly volumes?: object
  readonly secrets?: object
}

interface ComposeService {
  readonly image?: string
  readonly volumes?: readonly string[]
  readonly secrets?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly depends_on?: readonly string[] | object
}

/** What a service names must be declared; `docker compose config` says the same where Docker is installed. */
function checkCompose(): void {
  for (const file of files.filter((path) => /\/compose\/[\w-]+\.yaml$/.test(path))) {
    const { services, volumes = {}, secrets = {} }: ComposeFile = parse(readFileSync(file, 'utf8'), { merge: true })
    for (const [name, service] of Object.entries(services)) {
      const { depends_on: needed = [] } = service
      const named = (service.volumes ?? []).map((volume) => volume.split(':')[0] ?? '').filter((of) => /^\w/.test(of))
      for (const volume of named) if (!(volume in volumes)) note(file, `${name}: there is no volume ${volume}`)
      for (const secret of service.secrets ?? []) {
        if (!(secret in secrets)) note(file, `${name}: there is no secret ${secret}`)
      }
      for (const value of Object.values(service.environment ?? {})) {
        const [, secret] = /^\/run\/secrets\/(.+)$/.exec(value) ?? []
        if (secret && !service.secrets?.includes(secret)) note(file, `${name} is not given the secret ${secret}`)
      }
      for (const other of Array.isArray(needed) ? needed : Object.keys(needed)) {
        if (!(other in services)) note(file, `${name}: there is no service ${other}`)
      }
      if (service.image === undefined) note(file, `${name} has no image`)
    }
    if (spawnSync('docker', ['compose', 'version']).status !== 0)
      skipped.push(`docker compose config (${relative(ROOT, file)})`)
    else run('docker', ['compose', '-f', file, 'config', '--quiet'], file)
  }
}

function checkUnit(): void {
  const file = join(DEPLOY, 'systemd/hoarfrost.service')
  if (!canTestWith('systemd-analyze', spawnSync('systemd-analyze', ['--version']).status === 0)) return
  withFolder((folder) => {
    const unit = join(folder, 'hoarfrost.service')
    writeFileSync(unit, readFileSync(file, 'utf8').replace('/usr/local/bin/hoarfrost', process.execPath))
    run('systemd-analyze', ['verify', unit], file)
    const told = spawnSync('systemd-analyze', ['security', '--offline=true', unit], { encoding: 'utf8' }).stdout
    const exposure = Number(/exposure level for \S+: ([\d.]+)/.exec(told)?.[1] ?? Number.NaN)
    if (!(exposure <= MAX_EXPOSURE)) note(file, `its exposure is ${exposure}, more than ${MAX_EXPOSURE}`)
  })
}

/** What kustomize and Helm make is checked against the types of Kubernetes, and must be the same. */
function checkKubernetes(): void {
  const kustomize = deployTool('kustomize')
  const helm = deployTool('helm')
  canTestWith('kustomize', kustomize !== undefined)
  canTestWith('Helm', helm !== undefined)
  const chart = join(DEPLOY, 'helm/hoarfrost')
  if (helm !== undefined) run(helm, ['lint', '--strict', chart], chart)
  const volume = [
    '--set',
    'persistence.enabled=true,settings.HOARFROST_MAX_WAIT_MS=null,settings.HOARFROST_BUSY_UPGRADES=null',
  ]
  for (const [overlay, values] of [
    ['base', []],
    ['one-server', volume],
    ['postgres', ['--set', 'database.enabled=true']],
    ['jobs', ['--set', 'database.enabled=true,jobs.volume=true']],
  ] as const) {
    const folder = join(DEPLOY, 'kubernetes', overlay)
    const kustomized = kustomize === undefined ? undefined : manifestsOf(kustomize, ['build', folder])
    const templated = helm === undefined ? undefined : manifestsOf(helm, ['template', 'hoarfrost', chart, ...values])
    if (kustomized !== undefined) checkTypes(folder, kustomized)
    if (templated !== undefined) checkTypes(chart, templated)
    if (kustomized === undefined || templated === undefined) continue
    for (const kind of new Set([...kustomized, ...templated].map((manifest) => manifest.kind))) {
      const [one, other] = [kustomized, templated].map((all) => comparable(all.find((each) => each.kind === kind)))
      if (!isDeepStrictEqual(one, other)) note(chart, `its ${kind} differs from that of ${relative(ROOT, folder)}`)
    }
  }
  // Without the programs, the files of the base are still checked, as far as they go without kustomize.
  if (kustomize === undefined) {
    const base = join(DEPLOY, 'kubernetes/base')
    const manifests = readdirSync(base).map((name): Manifest => parse(readFileSync(join(base, name), 'utf8')))
    for (const { apiVersion, kind } of manifests) if (!apiVersion || !kind) note(base, 'a file is no manifest')
  }
}

function checkAlerts(): void {
  const promtool = deployTool('promtool')
  if (!canTestWith('promtool', promtool !== undefined) || promtool === undefined) return
  const file = join(DEPLOY, 'prometheus/alerts.yml')
  run(promtool, ['check', 'rules', file], file)
}

function manifestsOf(program: string, args: readonly string[]): readonly Manifest[] | undefined {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  if (status === 0) return parseAllDocuments(stdout).flatMap((document) => document.toJS() ?? [])
  note(DEPLOY, `${program} ${args[0]}: ${stderr.trim()}`)
  return undefined
}

/** The order of variables and of fields does not matter. */
function comparable(manifest: Manifest | undefined): unknown {
  const sorted = (_: string, value: unknown) =>
    Array.isArray(value) ? value.toSorted((a, b) => String(a?.name).localeCompare(String(b?.name))) : value
  return manifest && JSON.parse(JSON.stringify(manifest, sorted))
}

/** The compiler of TypeScript finds fields that are unknown, missing or of the wrong type. */
function checkTypes(place: string, manifests: readonly Manifest[]): void {
  const folder = join(ROOT, 'node_modules/.cache/deploy-check')
  mkdirSync(folder, { recursive: true })
  const lines = manifests.flatMap(({ apiVersion, kind, ...rest }, i) => [
    `import type { I${kind} as Kind${i} } from 'kubernetes-models/${apiVersion}/${kind}'`,
    `export const manifest${i}: Kind${i} = ${JSON.stringify({ apiVersion, kind, ...rest }, undefined, 2)}`,
  ])
  const file = join(folder, 'manifests.ts')
  writeFileSync(file, lines.join('\n'))
  const options = ['--noEmit', '--strict', '--skipLibCheck']
  const modules = ['--module', 'esnext', '--moduleResolution', 'bundler', '--types', 'node']
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
  const { status, stdout } = spawnSync(process.execPath, [tsc, ...options, ...modules, file], { encoding: 'utf8' })
  if (status !== 0) note(place, stdout.trim())
}

function run(program: string, args: readonly string[], file: string): void {
  try {
    execFileSync(program, args, { encoding: 'utf8', stdio: 'pipe' })
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    note(file, `${stdout}${stderr}`.trim())
  }
}

function withFolder(use: (folder: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), 'hoarfrost-deploy-'))
  try {
    use(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
