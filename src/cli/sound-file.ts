import { open, rm } from 'node:fs/promises'
import { extname } from 'node:path'
import type { Encoder } from '../audio/codec.ts'
import { CODEC_NAMES, CODECS, type Codec } from '../audio/codecs.ts'
import { encodeStream } from '../audio/encoder.ts'

const CODEC_BY_EXTENSION: ReadonlyMap<string, Codec> = new Map(
  CODEC_NAMES.flatMap((codec) => CODECS[codec].extensions.map((extension) => [extension, codec])),
)

/** Extensions of the files that can be written, with their dots. */
export const SOUND_EXTENSIONS: readonly string[] = [...CODEC_BY_EXTENSION.keys()]

/** WAV for a name without an extension; undefined where nothing is known that ends so. */
export function codecOfFile(path: string): Codec | undefined {
  const extension = extname(path).toLowerCase()
  return extension === '' ? 'wav' : CODEC_BY_EXTENSION.get(extension)
}

/** Writes audio while it is made and, at the end, how long it is into its header. What fails half-way leaves no file. */
export async function writeSoundFile(path: string, audio: AsyncIterable<Int16Array>, encoder: Encoder): Promise<void> {
  await using file = await open(path, 'w')
  const isRegular = (await file.stat()).isFile() // a device or a pipe takes the bytes once and in order
  try {
    for await (const bytes of encodeStream(audio, encoder)) await file.writeFile(bytes)
    const header = encoder.finalHeader()
    if (isRegular) await file.write(header, 0, header.length, 0)
  } catch (error) {
    if (isRegular) await rm(path)
    throw error
  }
}
