import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { fileFault } from '../core/file-errors.ts'

const PIECE_BYTES = 2 ** 16
/** How long a pipe has to end. */
const PATIENCE_MS = 10_000
const LOOK_MS = 10

/**
 * The content of a file that a user named: a regular file, or a pipe, whose end it waits for. Blocks its caller. Throws an Error
 * of a few words, such as `longer than 64 KiB`, if the file is longer or has no end, and the system's error if it cannot be read.
 */
export function readBounded(path: string, maxBytes: number, patienceMs = PATIENCE_MS): Buffer {
  // A pipe that nobody writes to would not open otherwise.
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    const isPipe = fstatSync(file).isFIFO()
    const pieces: Buffer[] = []
    let length = 0
    for (const untilMs = performance.now() + patienceMs; performance.now() < untilMs; ) {
      const piece = readPiece(file)
      if (piece === undefined || (piece.length === 0 && isPipe && length === 0)) {
        wait(LOOK_MS)
        continue
      }
      if (piece.length === 0) return Buffer.concat(pieces)
      length += piece.length
      if (length > maxBytes) throw new Error(`longer than ${sizeOf(maxBytes)}`)
      pieces.push(piece)
    }
    throw new Error(`no end within ${patienceMs / 1000} s`)
  } finally {
    closeSync(file)
  }
}

/** Undefined if there may be more later. */
function readPiece(file: number): Buffer | undefined {
  const piece = Buffer.allocUnsafe(PIECE_BYTES)
  try {
    return piece.subarray(0, readSync(file, piece))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return undefined
    throw error
  }
}

const wait = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

const sizeOf = (bytes: number): string => (bytes < 2 ** 20 ? `${bytes / 2 ** 10} KiB` : `${bytes / 2 ** 20} MiB`)

/** The text of a file as `readBounded` reads it. Throws an Error of one line that begins with the name. */
export function readBoundedText(path: string, maxBytes: number, name = path): string {
  try {
    return readBounded(path, maxBytes).toString()
  } catch (error) {
    throw new Error(`${name} cannot be read (${fileFault(error)})`)
  }
}

const MAX_SECRET_BYTES = 2 ** 16

/** A file with a key, a password or a URL. */
export const readSecretFile = (path: string, name = path): string => readBoundedText(path, MAX_SECRET_BYTES, name)
