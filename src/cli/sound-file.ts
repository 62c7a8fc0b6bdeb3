import { open, rm, stat } from 'node:fs/promises'
import { extname } from 'node:path'
import { CODEC_NAMES, CODECS, type Codec } from '../audio/codecs.ts'
import { didYouMean } from '../core/closest-name.ts'
import { UsageError } from './usage-error.ts'

const CODEC_BY_EXTENSION: ReadonlyMap<string, Codec> = new Map(
  CODEC_NAMES.flatMap((codec) => CODECS[codec].extensions.map((extension) => [extension, codec])),
)

/** File extensions that can be written, with the dot. */
export const SOUND_EXTENSIONS: readonly string[] = [...CODEC_BY_EXTENSION.keys()]

/** The codec of a file name; WAV for one without an extension. Throws an Error of one line for an unknown extension. */
export function codecOfFile(path: string): Codec {
  const extension = extname(path).toLowerCase()
  const codec = extension === '' ? 'wav' : CODEC_BY_EXTENSION.get(extension)
  if (codec !== undefined) return codec
  const hint = didYouMean(extension, SOUND_EXTENSIONS)
  throw new UsageError(`${path}: the file name must end in one of ${SOUND_EXTENSIONS.join(' ')}${hint && `.${hint}`}`)
}

/**
 * Whether `writeSoundFile` writes a file, at whose start it can write again. Throws a UsageError if not, and the codec has to.
 */
export async function isSoundFile(path: string | undefined, codec: Codec): Promise<boolean> {
  if (path === undefined || path === '-') return false
  const isFile = (await stat(path).catch(() => undefined))?.isFile() ?? true // a new one
  if (!isFile && isFileOnly(codec))
    throw new UsageError(`${path}: ${CODECS[codec].title} can only be written to a file`)
  return isFile
}

const isFileOnly = (codec: Codec): boolean => CODECS[codec].isFileOnly === true

/**
 * Writes bytes while they are produced and, at the end, the complete file's header over the first of them. Removes the
 * file on failure.
 */
export async function writeSoundFile(
  path: string,
  bytes: AsyncIterable<Uint8Array>,
  finalHeader: () => Uint8Array,
): Promise<void> {
  await using file = await open(path, 'w')
  const isRegular = (await file.stat()).isFile() // a device or a pipe takes the bytes once and in order
  try {
    for await (const piece of bytes) await file.writeFile(piece)
    const header = finalHeader()
    if (isRegular) await file.write(header, 0, header.length, 0)
  } catch (error) {
    if (isRegular) await rm(path)
    throw error
  }
}
