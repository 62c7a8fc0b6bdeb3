import type { Stats } from 'node:fs'
import { lstat, readdir, realpath, rename, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type InstalledPack, MANIFEST_NAME, PACK_FAMILIES, type PackManifest } from '../core/pack.ts'
import { readBoundedText } from '../input/read-bounded.ts'
import { digestOf, type FileDigest } from './file-digest.ts'
import { MAX_MANIFEST_BYTES, parseManifest } from './manifest.ts'

/** A folder that cannot be used as a pack, and why, in one line. */
export interface BrokenPack {
  readonly folder: string
  readonly message: string
}

export interface PackScan {
  /** One version of each pack, the one that was installed last; by name. */
  readonly packs: readonly InstalledPack[]
  /** Versions that a later one replaces. */
  readonly replaced: readonly InstalledPack[]
  readonly broken: readonly BrokenPack[]
}

/** A text that differs when a pack was installed, removed or replaced. Reads no files. */
export async function packSignature(packsFolder: string): Promise<string> {
  const installations: string[] = []
  for (const { name, version, folder } of await packFolders(packsFolder)) {
    const found = await stat(join(folder, MANIFEST_NAME)).catch(() => ({ mtimeMs: 0, ino: 0 }))
    installations.push(`${name}/${version}/${installationOf(found)}`)
  }
  return installations.join('\n')
}

const installationOf = ({ mtimeMs, ino }: Pick<Stats, 'mtimeMs' | 'ino'>): string => `${mtimeMs}/${ino}`

/**
 * Reads the installed packs. Sizes of files are checked, hashes are not. Names that begin with a dot belong to
 * unfinished installations. Throws only if a folder cannot be listed or no more files can be opened.
 */
export async function scanPacks(packsFolder: string): Promise<PackScan> {
  const found: (InstalledPack & { readonly installedAtMs: number })[] = []
  const broken: BrokenPack[] = []
  for (const { name, version, folder } of await packFolders(packsFolder)) {
    try {
      const stats = await stat(join(folder, MANIFEST_NAME))
      const manifest = await readInstalled(folder, name, version)
      found.push({ folder, manifest, installation: installationOf(stats), installedAtMs: stats.mtimeMs })
    } catch (error) {
      // The pack may be right.
      if (['EMFILE', 'ENFILE'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
      broken.push({ folder, message: (error as Error).message })
    }
  }
  const newestFirst = found.toSorted((one, other) => other.installedAtMs - one.installedAtMs)
  const isNewest = ({ folder, manifest: { name } }: InstalledPack): boolean =>
    newestFirst.find(({ manifest }) => manifest.name === name)?.folder === folder
  return { packs: found.filter(isNewest), replaced: found.filter((pack) => !isNewest(pack)), broken }
}

async function packFolders(packsFolder: string) {
  const folders = []
  for (const name of await foldersIn(packsFolder)) {
    for (const version of await foldersIn(join(packsFolder, name))) {
      folders.push({ name, version, folder: resolve(packsFolder, name, version) })
    }
  }
  return folders
}

async function foldersIn(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    return entries
      .filter((entry) => (entry.isDirectory() || entry.isSymbolicLink()) && !entry.name.startsWith('.'))
      .map(({ name }) => name)
      .sort()
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return []
    throw error
  }
}

async function readInstalled(folder: string, name: string, version: string): Promise<PackManifest> {
  const manifest = await readManifestFile(join(folder, MANIFEST_NAME))
  if (manifest.name !== name || manifest.version !== version) {
    throw new Error(`the manifest is of ${manifest.name} ${manifest.version}`)
  }
  for (const file of manifest.files) {
    const { size } = await lstat(join(folder, file.path)).catch(() => ({ size: -1 }))
    if (size < 0) throw new Error(`${file.path} is missing`)
    if (size !== file.bytes) throw new Error(`${file.path} has ${size} bytes instead of ${file.bytes}`)
  }
  return manifest
}

/** Reads a manifest from a file. Throws an Error of one line. */
export async function readManifestFile(path: string): Promise<PackManifest> {
  return parseManifest(readBoundedText(path, MAX_MANIFEST_BYTES))
}

/** Reads the manifests that ship, `*.json` of a folder without `schema.json`; by name. */
export async function readShippedManifests(folder: string): Promise<readonly PackManifest[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json') && name !== 'schema.json')
  const manifests = await Promise.all(names.map((name) => readManifestFile(join(folder, name))))
  return manifests.sort((one, other) => (one.name < other.name ? -1 : 1))
}

/**
 * The packs of a list of names, in its order; for `all`, every pack by family, then by name.
 */
export function orderPacks<Pack extends InstalledPack>(
  packs: readonly Pack[],
  order: readonly string[] | 'all',
): readonly Pack[] {
  if (order !== 'all') return order.flatMap((name) => packs.filter(({ manifest }) => manifest.name === name))
  return PACK_FAMILIES.flatMap((family) => packs.filter(({ manifest }) => manifest.family === family))
}

export interface FileCheck {
  readonly path: string
  /** Undefined if the file is as the manifest says. */
  readonly problem: string | undefined
}

/** Compares every file of an installed pack with its manifest, one after the other. */
export async function* verifyPack(
  { folder, manifest }: InstalledPack,
  signal: AbortSignal,
): AsyncGenerator<FileCheck, void, undefined> {
  for (const { path, bytes, sha256 } of manifest.files) {
    const digest = await digestOf(join(folder, path), signal).catch((error) => {
      signal.throwIfAborted()
      return error as Error
    })
    yield { path, problem: digest instanceof Error ? digest.message : difference(digest, { bytes, sha256 }) }
  }
}

/** How a file differs from what was expected; null is not compared. */
export function difference(
  found: FileDigest,
  expected: { readonly bytes: number | null; readonly sha256: string | null },
): string | undefined {
  if (expected.bytes !== null && found.bytes !== expected.bytes) {
    return `has ${found.bytes} bytes instead of ${expected.bytes}`
  }
  if (expected.sha256 !== null && found.sha256 !== expected.sha256) {
    return `has the SHA-256 ${found.sha256} instead of ${expected.sha256}`
  }
  return undefined
}

/**
 * Deletes an installed pack. It disappears for servers at once, by a rename; files that one has open stay readable to
 * it.
 */
export async function removePack(packsFolder: string, folder: string): Promise<void> {
  const grave = join(await realpath(packsFolder), `.removed-${process.pid}-${Date.now()}`)
  await rename(folder, grave)
  await rm(grave, { recursive: true, force: true })
}
