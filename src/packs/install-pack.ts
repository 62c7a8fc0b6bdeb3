import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Dispatcher } from 'undici'
import { joinUrl } from '../core/join-url.ts'
import type { PackFile, PackManifest, PackSource } from '../core/pack.ts'
import { archiveEntries } from './archive.ts'
import { download, forgetOrigin } from './download.ts'
import { digestOf, sizeOf } from './file-digest.ts'
import { packBytes } from './manifest.ts'
import { finishPack, maxBytesOf, requireSpace, type UnfinishedPack } from './unfinished-pack.ts'

/** Where files are downloaded from. */
export interface PackPlaces {
  /** Base URL under which the files of all packs are at `NAME/VERSION/PATH`; null to use the sources of manifests. */
  readonly mirror: string | null
  /** Base URL of the Hugging Face hub or a mirror of it. */
  readonly hubEndpoint: string
}

/** What happens during an installation, in order; for the user. */
export type InstallEvent =
  /** A file begins, at so many bytes of an earlier download. */
  | { readonly kind: 'file'; readonly path: string; readonly url: string; readonly keptBytes: number }
  /** Bytes of the pack so far, of about so many. */
  | { readonly kind: 'bytes'; readonly bytes: number; readonly ofBytes: number }
  /** Nobody knew the hash of the file, so this one is taken for right. */
  | { readonly kind: 'trusted'; readonly path: string; readonly sha256: string }

export interface InstallOptions {
  readonly packsFolder: string
  readonly places: PackPlaces
  readonly dispatcher: Dispatcher
  readonly report: (event: InstallEvent) => void
  readonly signal: AbortSignal
  readonly retryMs?: number
}

/**
 * Downloads a pack, or the rest of it, and installs it. Returns its folder. Throws an Error of one line; what was
 * downloaded stays for the next try.
 */
export async function installPack(manifest: PackManifest, options: InstallOptions): Promise<string> {
  const { packsFolder, places, report, signal } = options
  const groups = groupByUrl(manifest, places)
  await mkdir(packsFolder, { recursive: true })
  return finishPack(packsFolder, manifest, async (pack) => {
    const missing: FileGroup[] = []
    let leftBytes = 0
    for (const group of groups) {
      const isThere = []
      for (const file of group.files) isThere.push(await pack.has(file, signal))
      if (isThere.every((is) => is)) continue
      missing.push(group)
      leftBytes += Math.max(0, neededBytes(group) - (await sizeOf(partOf(pack, group))))
    }
    await requireSpace(packsFolder, leftBytes)

    const ofBytes = packBytes(manifest)
    let doneBytes = ofBytes - packBytes({ files: missing.flatMap(({ files }) => files) })
    for (const group of missing) {
      const path = partOf(pack, group)
      report({ kind: 'file', path: group.label, url: group.url, keptBytes: await sizeOf(path) })
      const onBytes = (bytes: number) => report({ kind: 'bytes', bytes: doneBytes + bytes, ofBytes })
      const digest = await download(taskOf(group, path), { ...options, onBytes })
      doneBytes += digest.bytes
      if (group.isArchive) await unpack(pack, group, path, signal)
      else await pack.add(group.files[0] as PackFile, path, digest)
      await forgetOrigin(path)
    }
    for (const { path, sha256 } of manifest.files) {
      if (sha256 === null) report({ kind: 'trusted', path, sha256: pack.digests.get(path)?.sha256 ?? '' })
    }
  })
}

/** What one URL brings: a file, or an archive with several. */
interface FileGroup {
  readonly url: string
  readonly isArchive: boolean
  readonly files: readonly PackFile[]
  /** Name for the user. */
  readonly label: string
}

/** Throws an Error of one line if a file cannot be downloaded from anywhere. */
function groupByUrl(manifest: PackManifest, places: PackPlaces): readonly FileGroup[] {
  const groups = new Map<string, FileGroup>()
  for (const file of manifest.files) {
    const source = file.from.find(({ kind }) => kind !== 'import')
    const isArchive = places.mirror === null && source?.kind === 'archive'
    const url = places.mirror === null ? sourceUrl(file, source, places) : mirrorUrl(places.mirror, manifest, file)
    const files = [...(groups.get(url)?.files ?? []), file]
    groups.set(url, { url, isArchive, files, label: isArchive ? (url.split('/').at(-1) ?? url) : file.path })
  }
  return [...groups.values()]
}

const mirrorUrl = (mirror: string, { name, version }: PackManifest, { path }: PackFile): string =>
  joinUrl(mirror, `${name}/${version}/${path}`)

function sourceUrl({ from }: PackFile, source: PackSource | undefined, { hubEndpoint }: PackPlaces): string {
  if (source?.kind === 'hub') {
    return joinUrl(hubEndpoint, `${source.repository}/resolve/${source.revision}/${source.file}`)
  }
  if (source?.kind === 'url' || source?.kind === 'archive') return source.url
  const how = from.flatMap((one) => (one.kind === 'import' ? [one.how] : []))
  throw new Error(['this pack cannot be downloaded, only imported', ...how].join('. '))
}

/** An archive and its files are on the disk at the same time. */
const neededBytes = ({ isArchive, files }: FileGroup): number => packBytes({ files }) * (isArchive ? 2 : 1)

const partOf = ({ workFolder }: UnfinishedPack, { label }: FileGroup): string =>
  join(workFolder, `${label.replaceAll('/', '_')}.part`)

function taskOf({ url, isArchive, files }: FileGroup, path: string) {
  const [file] = files as readonly [PackFile, ...PackFile[]]
  if (!isArchive) return { url, path, bytes: file.bytes, sha256: file.sha256, maxBytes: maxBytesOf(file) }
  return { url, path, bytes: null, sha256: null, maxBytes: 2 * sumOfMost(files) }
}

const sumOfMost = (files: readonly PackFile[]): number => files.reduce((sum, file) => sum + maxBytesOf(file), 0)

const MAX_ENTRIES = 100_000

const membersOf = ({ from }: PackFile): readonly string[] =>
  from.flatMap((source) => (source.kind === 'archive' ? [source.member] : [])).slice(0, 1)

/** Takes the files of the pack out of an archive. */
async function unpack(pack: UnfinishedPack, group: FileGroup, path: string, signal: AbortSignal): Promise<void> {
  const byMember = new Map(group.files.flatMap((file) => membersOf(file).map((member) => [member, file] as const)))
  const limits = { maxEntries: MAX_ENTRIES, maxBytes: 4 * sumOfMost(group.files) }
  for await (const entry of archiveEntries(path, limits, signal)) {
    const file = byMember.get(entry.name)
    if (file === undefined) continue
    byMember.delete(entry.name)
    if (!entry.isFile) throw new Error(`${entry.name} in ${group.url} is not a regular file`)
    if (entry.bytes > maxBytesOf(file)) throw new Error(`${entry.name} in ${group.url} has ${entry.bytes} bytes`)
    const unpacked = join(pack.workFolder, 'unpacked')
    await pipeline(await entry.read(), createWriteStream(unpacked), { signal })
    await pack.add(file, unpacked, await digestOf(unpacked, signal))
  }
  for (const name of byMember.keys()) throw new Error(`${group.url} has no ${name}`)
  await rm(path)
}
