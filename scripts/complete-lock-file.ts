import { readFileSync, writeFileSync } from 'node:fs'

// Adds to package-lock.json the packages of other platforms that npm left out. npm writes only what its registry has;
// where a mirror lacks the package of some platform, `npm ci` then refuses the file. It never loads these packages here.

interface LockedPackage {
  readonly version: string
  readonly dev?: true
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const LOCK_FILE = new URL('../package-lock.json', import.meta.url)
const FOLDER = 'node_modules/'

const lock: { packages: Record<string, LockedPackage> } = JSON.parse(readFileSync(LOCK_FILE, 'utf8'))

for (const [path, { dev, optionalDependencies = {} }] of Object.entries(lock.packages)) {
  if (!path.includes(FOLDER)) continue // ours may have no build for this platform
  for (const [name, version] of Object.entries(optionalDependencies)) {
    const isLocked = [`${FOLDER}${name}`, `${path}/${FOLDER}${name}`].some((place) => place in lock.packages)
    const platform = platformOf(name)
    if (isLocked || platform === undefined) continue
    lock.packages[`${FOLDER}${name}`] = { version, ...platform, ...(dev && { dev }), optional: true } as LockedPackage
    console.log(`${name} ${version}`)
  }
}

const inOrder = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en'))
writeFileSync(LOCK_FILE, `${JSON.stringify({ ...lock, packages: Object.fromEntries(inOrder) }, null, 2)}\n`)

/** Platform of a package name such as `@biomejs/cli-linux-x64-musl`. */
function platformOf(name: string) {
  const pattern =
    /-(aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32)-([a-z\d]+)(?:-(gnu|musl))?/
  const [, os, cpu, libc] = pattern.exec(name) ?? []
  if (os === undefined || cpu === undefined) return undefined
  return { os: [os], cpu: [cpu], ...(libc !== undefined && { libc: [libc === 'gnu' ? 'glibc' : libc] }) }
}
