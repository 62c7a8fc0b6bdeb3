import { open as openFile, stat } from 'node:fs/promises'
import { Readable, Transform, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { type Entry, openPromise as openZip } from 'yauzl'
import { bunzip } from './bunzip.ts'
import { isInside } from './manifest.ts'

/** An entry of an archive. */
export interface ArchiveEntry {
  /** Relative path with `/`. */
  readonly name: string
  /** False for folders, links, devices and the like. */
  readonly isFile: boolean
  /** Length when decompressed, of which `read` yields no more. */
  readonly bytes: number
  /** The bytes. Call it once at most, and read them before the next entry. */
  read(): Promise<AsyncIterable<Uint8Array>>
}

export interface ArchiveLimits {
  readonly maxEntries: number
  /** Decompressed, of all entries that are read; in a .tar of all entries. */
  readonly maxBytes: number
}

type ArchiveKind = 'zip' | 'tar.gz' | 'tar.bz2' | 'tar'

/** The kind of an archive, by its first bytes; undefined if it is none. */
export async function archiveKind(path: string): Promise<ArchiveKind | undefined> {
  await using file = await openFile(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(262), 0, 262, 0)
  const start = buffer.toString('latin1', 0, bytesRead)
  if (start.startsWith('PK\x03\x04')) return 'zip'
  if (start.startsWith('\x1f\x8b')) return 'tar.gz'
  if (start.startsWith('BZh')) return 'tar.bz2'
  return start.slice(257) === 'ustar' ? 'tar' : undefined
}

/** No voice is packed more tightly; what is, such as gigabytes of zeros, is there to fill a disk. */
const MAX_RATIO = 50
const ALWAYS_ALLOWED_BYTES = 2 ** 26

/**
 * Yields the entries of a .zip, .tar, .tar.gz or .tar.bz2, whatever its name, in constant memory. Writes nothing.
 * Throws an Error of one line if the archive is corrupt, exceeds the limits or names a path outside; the signal's
 * reason when it fires.
 */
export async function* archiveEntries(
  path: string,
  { maxEntries, ...limits }: ArchiveLimits,
  signal: AbortSignal,
): AsyncGenerator<ArchiveEntry, void, undefined> {
  const kind = await archiveKind(path)
  if (kind === undefined) throw new Error(`${path} is neither a .zip nor a .tar, .tar.gz or .tar.bz2`)
  const maxBytes = Math.min(limits.maxBytes, MAX_RATIO * (await stat(path)).size + ALWAYS_ALLOWED_BYTES)
  let count = 0
  try {
    for await (const entry of kind === 'zip' ? zipEntries(path, maxBytes) : tarEntries(path, kind, maxBytes, signal)) {
      signal.throwIfAborted()
      if (++count > maxEntries) throw new Error(`has more than ${maxEntries} entries`)
      // Short and without control characters: whoever made the archive chose it.
      if (!isInside(entry.name)) throw new Error(`${JSON.stringify(entry.name.slice(0, 100))} leads out of its folder`)
      yield entry
    }
  } catch (error) {
    signal.throwIfAborted()
    throw new Error(`${path}: ${(error as Error).message}`)
  }
}

async function* tarEntries(
  path: string,
  kind: Exclude<ArchiveKind, 'zip'>,
  maxBytes: number,
  signal: AbortSignal,
): AsyncGenerator<ArchiveEntry, void, undefined> {
  await using file = await openFile(path)
  const { size } = await file.stat()
  const packed =
    kind === 'tar.bz2'
      ? Readable.from(bunzip(file.fd, size), { objectMode: false })
      : file.createReadStream({ start: 0, autoClose: false })
  const unpacker = extract()
  const limit = limitBytes(maxBytes)
  const sink = unpacker as unknown as Writable
  const reading =
    kind === 'tar.gz'
      ? pipeline(packed, createGunzip(), limit, sink, { signal })
      : pipeline(packed, limit, sink, { signal })
  reading.catch(() => {}) // it ends the iteration below with the same error
  let statedBytes = 0
  try {
    for await (const source of unpacker) {
      const { name, type, size: bytes = 0 } = source.header
      const isFile = type === 'file' || type === 'contiguous-file'
      statedBytes += bytes // before it is decompressed, which takes minutes for a hostile archive
      if (statedBytes > maxBytes) throw tooLong(maxBytes)
      const read = async () => source as AsyncIterable<Uint8Array>
      yield { name: name.replace(/^(?:\.\/)+/, ''), isFile, bytes, read }
      source.resume() // what was not read
    }
    await reading
  } finally {
    unpacker.destroy()
    await reading.catch(() => {})
  }
}

const tooLong = (maxBytes: number): Error => new Error(`has more than ${maxBytes} bytes when decompressed`)

function limitBytes(maxBytes: number): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > maxBytes) done(tooLong(maxBytes))
      else done(null, chunk)
    },
  })
}

async function* zipEntries(path: string, maxBytes: number): AsyncGenerator<ArchiveEntry, void, undefined> {
  const zip = await openZip(path, { lazyEntries: true, autoClose: false })
  let bytes = 0
  try {
    for await (const entry of zip.eachEntry()) {
      yield {
        name: entry.fileName,
        isFile: isRegular(entry),
        bytes: entry.uncompressedSize,
        read: async () => {
          bytes += entry.uncompressedSize // which the stream holds
          if (bytes > maxBytes) throw tooLong(maxBytes)
          return zip.openReadStreamPromise(entry)
        },
      }
    }
  } finally {
    zip.close()
  }
}

const FILE_TYPE = 0o170000
const REGULAR = 0o100000

/** Archives of systems other than Unix have no type. */
function isRegular({ fileName, externalFileAttributes }: Entry): boolean {
  const type = (externalFileAttributes >>> 16) & FILE_TYPE
  return !fileName.endsWith('/') && (type === 0 || type === REGULAR)
}
