import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

// `npm run audit`: checks package-lock.json, then asks the registry for known vulnerabilities of what is in it. Fails for a lock file that
// does not pin what is installed, and for vulnerabilities of the level high or critical. A registry without advisories is no failure;
// `npm run audit -- --strict` makes it one.

interface LockedPackage {
  readonly version?: string
  readonly resolved?: string
  readonly integrity?: string
  readonly link?: boolean
  readonly os?: readonly string[]
  readonly hasInstallScript?: boolean
  readonly dev?: boolean
}

const readJson = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))
const lock: { readonly packages: Readonly<Record<string, LockedPackage>> } = readJson('../package-lock.json')
const { allowScripts }: { readonly allowScripts: Readonly<Record<string, boolean>> } = readJson('../package.json')
const problems: string[] = []
const packages = Object.entries(lock.packages).filter(
  ([path, { link }]) => path.includes('node_modules/') && link !== true,
)

for (const [path, one] of packages) {
  const name = path.replace(/^.*node_modules\//, '')
  // A mirror may lack packages of other platforms; `npm run lock:complete` then adds them without their hashes.
  if (one.integrity === undefined && one.os === undefined) problems.push(`${name} has no hash`)
  if (one.integrity !== undefined && !/^sha512-/.test(one.integrity))
    problems.push(`${name} has a hash other than SHA-512`)
  if (one.resolved !== undefined && !one.resolved.startsWith('https:')) problems.push(`${name} is from ${one.resolved}`)
  if (one.hasInstallScript === true && !(name in allowScripts) && one.dev !== true) {
    problems.push(`${name} has an install script; decide in allowScripts of package.json`)
  }
}
console.log(`${packages.length} packages in the lock file`)

const isStrict = process.argv.includes('--strict')
const { stdout } = spawnSync(
  'npm',
  ['audit', '--workspaces=true', '--include-workspace-root', '--package-lock-only', '--json', '--audit-level=none'],
  {
    cwd: new URL('..', import.meta.url),
    encoding: 'utf8',
    timeout: 60_000,
  },
)
const report = readReport(stdout)
if (report === undefined) {
  const told = 'the registry tells no vulnerabilities or cannot be reached: only the lock file was checked'
  if (isStrict) problems.push(told)
  else console.log(told)
} else {
  for (const { name, severity, range } of Object.values(report)) {
    const line = `${name} ${range}: a vulnerability of the level ${severity}`
    if (severity === 'high' || severity === 'critical') problems.push(line)
    else console.log(line)
  }
  console.log(`${Object.keys(report).length} packages with known vulnerabilities`)
}
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1

interface Vulnerability {
  readonly name: string
  readonly severity: string
  readonly range: string
}

function readReport(json: string): Readonly<Record<string, Vulnerability>> | undefined {
  try {
    return JSON.parse(json).vulnerabilities
  } catch {
    return undefined
  }
}
