import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { constants, copyFile, mkdir, readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { MANIFEST_NAME, type PackFile, type PackManifest, type PackSource } from '../core/pack.ts'
import { archiveEntries, archiveKind } from './archive.ts'
import { boundedText } from './bounded-text.ts'
import { digestOf } from './file-digest.ts'
import { readManifestFile } from './installed-packs.ts'
import { MAX_MANIFEST_BYTES, packBytes, parseManifest } from './manifest.ts'
import { finishPack, maxBytesOf, requireSpace, type UnfinishedPack } from './unfinished-pack.ts'

export interface ImportOptions {
  readonly packsFolder: string
  readonly signal: AbortSignal
}

const GIBIBYTE = 2 ** 30
const MAX_ENTRIES = 100_000

/**
 * Installs a pack from folders, archives and files on this machine. A file is known by its path in the pack or at its
 * source, in any folder. Returns the folder of the pack. Throws an Error of one line.
 */
export async function importPack(
  manifest: PackManifest,
  inputs: readonly string[],
  { packsFolder, signal }: ImportOptions,
): Promise<string> {
  await mkdir(packsFolder, { recursive: true })
  return finishPack(packsFolder, manifest, async (pack) => {
    await requireSpace(packsFolder, packBytes(manifest))
    const files = manifest.files.map((file) => waysOf(file, pack))
    const take = takerOf(files.flatMap(({ ways }) => ways.flat()))
    for (const input of inputs) await visitInput(input, take, { maxBytes: 4 * packBytes(manifest) + GIBIBYTE, signal })
    for (const { file, ways } of files) {
      const way = ways.find((pieces) => pieces.every(({ isTaken }) => isTaken))
      if (way === undefined) throw new Error(whatIsMissing(file, ways, inputs))
      const [first, ...others] = way.map(({ path }) => path) as [string, ...string[]]
      for (const path of others)
        await pipeline(createReadStream(path), createWriteStream(first, { flags: 'a' }), { signal })
      await pack.add(file, first, await digestOf(first, signal))
    }
  })
}

/** A file of a pack, or one of the files that are joined to it. */
interface Piece {
  readonly file: PackFile
  /** Names under which it may be found. */
  readonly names: readonly string[]
  /** Where it is copied to. */
  readonly path: string
  isTaken: boolean
}

interface FileToFind {
  readonly file: PackFile
  /** The file as a whole, or the pieces that are joined to it. */
  readonly ways: readonly (readonly Piece[])[]
}

function waysOf(file: PackFile, { workFolder }: UnfinishedPack): FileToFind {
  const start = join(workFolder, file.path.replaceAll('/', '_'))
  const whole: Piece = { file, names: [file.path, ...file.from.flatMap(namesOf)], path: start, isTaken: false }
  const joined = file.from.flatMap((source, way) =>
    source.kind !== 'import' || source.members.length === 1
      ? []
      : [source.members.map((name, i) => ({ file, names: [name], path: `${start}.${way}.${i}`, isTaken: false }))],
  )
  return { file, ways: [[whole], ...joined] }
}

function namesOf(source: PackSource): readonly string[] {
  switch (source.kind) {
    case 'url':
      return [basename(new URL(source.url).pathname)]
    case 'hub':
      return [source.file]
    case 'archive':
      return [source.member]
    case 'import':
      return source.members.length === 1 ? source.members : []
    default:
      return source satisfies never
  }
}

/** A file that the user has, in a folder or an archive. */
interface FoundFile {
  /** Relative to the folder or archive, with `/`. */
  readonly name: string
  readonly isFile: boolean
  readonly bytes: number
  copyTo(path: string): Promise<void>
}

/** Copies a file if it is a piece that is still missing; returns whether it is. */
type TakeFile = (found: FoundFile) => Promise<boolean>

const takerOf =
  (pieces: readonly Piece[]): TakeFile =>
  async ({ name, isFile, bytes, copyTo }) => {
    const piece = pieces.find(({ names, isTaken }) => !isTaken && names.some((one) => `/${name}`.endsWith(`/${one}`)))
    if (piece === undefined) return false
    if (!isFile) throw new Error(`${name} is not a regular file`)
    if (bytes > maxBytesOf(piece.file)) {
      throw new Error(`${name} has ${bytes} bytes, more than ${piece.file.path} can have`)
    }
    await copyTo(piece.path)
    piece.isTaken = true
    return true
  }

interface VisitOptions {
  /** Decompressed, of one archive. */
  readonly maxBytes: number
  readonly signal: AbortSignal
}

/** Offers every file of a folder, and of the archives in it. Follows links to files, not to folders. */
async function visitInput(path: string, take: TakeFile, options: VisitOptions, name = basename(path)): Promise<void> {
  options.signal.throwIfAborted()
  const info = await stat(path)
  if (info.isDirectory()) {
    for (const entry of await readdir(path, { withFileTypes: true })) {
      const below = join(path, entry.name)
      const isLinkToFolder = entry.isSymbolicLink() && (await stat(below)).isDirectory()
      if (!isLinkToFolder) await visitInput(below, take, options, `${name}/${entry.name}`)
    }
    return
  }
  if (!info.isFile()) return
  // A copy on a file system that can share blocks takes no space.
  const copyTo = (to: string) => copyFile(path, to, constants.COPYFILE_FICLONE)
  if (await take({ name, isFile: true, bytes: info.size, copyTo })) return
  if ((await archiveKind(path)) === undefined) return
  const limits = { maxEntries: MAX_ENTRIES, maxBytes: options.maxBytes }
  for await (const { name: member, isFile, bytes, read } of archiveEntries(path, limits, options.signal)) {
    const copyTo = async (to: string) => pipeline(await read(), createWriteStream(to), { signal: options.signal })
    await take({ name: member, isFile, bytes, copyTo })
  }
}

function whatIsMissing(file: PackFile, ways: FileToFind['ways'], inputs: readonly string[]): string {
  const missing = ways.flat().filter(({ isTaken }) => !isTaken)
  const how = file.from.flatMap((source) => (source.kind === 'import' ? [source.how] : []))
  return [`${missing.at(-1)?.names[0]} is not in ${inputs.join(', ')}`, ...how].join('. ')
}

/** The manifest in a folder or archive of a whole pack, such as a copy of an installed one; undefined if it has none. */
export async function bundledManifest(input: string, signal: AbortSignal): Promise<PackManifest | undefined> {
  if ((await stat(input)).isDirectory()) {
    const path = join(input, MANIFEST_NAME)
    return existsSync(path) ? readManifestFile(path) : undefined
  }
  if ((await archiveKind(input)) === undefined) return undefined
  const limits = { maxEntries: MAX_ENTRIES, maxBytes: 64 * GIBIBYTE }
  for await (const entry of archiveEntries(input, limits, signal)) {
    if (!entry.isFile || basename(entry.name) !== MANIFEST_NAME) continue
    const text = await boundedText(await entry.read(), MAX_MANIFEST_BYTES).catch(({ message }) => {
      throw new Error(`${input}: ${MANIFEST_NAME} is ${message}`)
    })
    return parseManifest(text)
  }
  return undefined
}
