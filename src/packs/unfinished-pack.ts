import { existsSync } from 'node:fs'
import { mkdir, open, readFile, rename, rm, rmdir, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import Database from 'libsql'
import { MANIFEST_NAME, type PackFile, type PackManifest } from '../core/pack.ts'
import { digestOf, type FileDigest } from './file-digest.ts'
import { difference } from './installed-packs.ts'
import { formatManifest } from './manifest.ts'
import { megabytes } from './megabytes.ts'

/** A pack that is being put together, in a folder that servers do not look at. */
export interface UnfinishedPack {
  readonly manifest: PackManifest
  /** For downloads and archives; kept when the process dies. */
  readonly workFolder: string
  /** Of the files that are in the pack by now, by path. */
  readonly digests: ReadonlyMap<string, FileDigest>
  /** Whether an earlier process has added the file. */
  has(file: PackFile, signal: AbortSignal): Promise<boolean>
  /** Moves a complete file into the pack. Throws an Error of one line if it is not the one of the manifest. */
  add(file: PackFile, from: string, digest: FileDigest): Promise<void>
}

const MEBIBYTE = 2 ** 20
/** Left free on the disk for others. */
const RESERVE_BYTES = 16 * MEBIBYTE

/**
 * Puts a pack together: `fill` adds all its files. Then it appears as `PACKS/NAME/VERSION` by one rename. Whatever
 * ends the process before leaves a state that the next call continues. Returns the folder. Throws an Error of one line.
 */
export async function finishPack(
  packsFolder: string,
  manifest: PackManifest,
  fill: (pack: UnfinishedPack) => Promise<void>,
): Promise<string> {
  const { name, version } = manifest
  const folder = join(packsFolder, name, version)
  requireMissing(folder, manifest)
  const partial = join(packsFolder, '.partial', `${name}-${version}`)
  const [workFolder, packFolder] = [join(partial, 'work'), join(partial, 'pack')]
  await mkdir(partial, { recursive: true })
  using _ = lock(join(partial, 'lock.db'), name)
  requireMissing(folder, manifest) // the process that had the lock may have finished it
  await startAfresh(partial, manifest)
  for (const path of [workFolder, packFolder]) await mkdir(path, { recursive: true })

  const digests = new Map<string, FileDigest>()
  await fill({
    manifest,
    workFolder,
    digests,
    async has(file, signal) {
      const path = join(packFolder, file.path)
      if (!existsSync(path)) return false
      const digest = await digestOf(path, signal)
      const isRight = whyWrong(file, digest) === undefined
      if (isRight) digests.set(file.path, digest)
      return isRight
    },
    async add(file, from, digest) {
      const problem = whyWrong(file, digest)
      if (problem !== undefined) throw new Error(`${file.path} ${problem}`)
      await mkdir(dirname(join(packFolder, file.path)), { recursive: true })
      await sync(from)
      await rename(from, join(packFolder, file.path))
      digests.set(file.path, digest)
    },
  })
  const files = manifest.files.map((file) => ({ ...file, ...(digests.get(file.path) as FileDigest) }))
  await writeFile(join(packFolder, MANIFEST_NAME), formatManifest({ ...manifest, files }))
  await sync(join(packFolder, MANIFEST_NAME))
  await mkdir(join(packsFolder, name), { recursive: true })
  await rename(packFolder, folder)
  await sync(join(packsFolder, name))
  await rm(partial, { recursive: true, force: true })
  await rmdir(join(packsFolder, '.partial')).catch(() => {}) // others may be in it
  return folder
}

/** Empties the folder if it was begun for another manifest of that name and version. */
async function startAfresh(partial: string, manifest: PackManifest): Promise<void> {
  const path = join(partial, 'manifest.json')
  const text = formatManifest(manifest)
  if ((await readFile(path, 'utf8').catch(() => '')) === text) return
  for (const name of ['work', 'pack']) await rm(join(partial, name), { recursive: true, force: true })
  await writeFile(path, text)
}

/** How a file differs from its description: from a rounded size by more than half, where the exact one is unknown. */
function whyWrong(file: PackFile, digest: FileDigest): string | undefined {
  const { bytes, aboutBytes = 0 } = file
  if (bytes === null && (digest.bytes > maxBytesOf(file) || digest.bytes < aboutBytes / 2)) {
    return `has ${digest.bytes} bytes instead of about ${aboutBytes}`
  }
  return difference(digest, file)
}

/** Size above which a file cannot be the one of the manifest. */
export const maxBytesOf = ({ bytes, aboutBytes = 0 }: PackFile): number =>
  bytes ?? Math.ceil(aboutBytes * 1.5) + MEBIBYTE

/** Throws an Error of one line if the disk has less space than that. */
export async function requireSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  if (free >= bytes + RESERVE_BYTES) return
  throw new Error(`this needs ${megabytes(bytes + RESERVE_BYTES)} of disk space; ${folder} has ${megabytes(free)}`)
}

/**
 * One process at a time, by a lock of SQLite on a file that it leaves empty. The kernel ends it with its process, also if that is
 * killed, and knows the processes of other containers.
 */
function lock(path: string, name: string): Disposable {
  let database: Database.Database | undefined
  try {
    database = new Database(path, { timeout: 0 })
    database.exec('pragma journal_mode = memory; begin exclusive')
  } catch (cause) {
    database?.close()
    const { code = '' } = cause as { readonly code?: string }
    if (code.startsWith('SQLITE_BUSY')) throw new Error(`another process installs ${name} at the moment`)
    throw new Error(`${path} cannot be locked`, { cause })
  }
  return { [Symbol.dispose]: () => void database?.close() }
}

function requireMissing(folder: string, { name, version }: PackManifest): void {
  if (!existsSync(folder)) return
  throw new Error(`${name} ${version} is installed already; remove it first with: hoarfrost packs remove ${name}`)
}

async function sync(path: string): Promise<void> {
  await using file = await open(path)
  await file.sync()
}
