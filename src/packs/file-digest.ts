import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'

/** Size and SHA-256 of a whole file. */
export interface FileDigest {
  readonly bytes: number
  readonly sha256: string
}

export async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch {
    return 0
  }
}

/** Adds a file to a hash, piece by piece. Throws the signal's reason when it fires. */
export async function hashFile(path: string, hash: Hash, signal: AbortSignal): Promise<void> {
  for await (const chunk of createReadStream(path, { highWaterMark: 2 ** 18, signal })) hash.update(chunk)
}

/** Size and SHA-256 of a file on disk. */
export async function digestOf(path: string, signal: AbortSignal): Promise<FileDigest> {
  const hash = createHash('sha256')
  await hashFile(path, hash, signal)
  return { bytes: await sizeOf(path), sha256: hash.digest('hex') }
}
