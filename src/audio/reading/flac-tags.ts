import { type ByteSource, type ContainerTags, MAX_STEPS, readAll, readSome, type Tag } from '../byte-source.ts'
import { readVorbisComments } from './vorbis-comments.ts'

const COMMENT_BLOCK = 4
const LAST_BLOCK = 0x80

/** Tags of native FLAC that starts at `start`; undefined if it is none. */
export async function flacTags(source: ByteSource, start = 0): Promise<ContainerTags | undefined> {
  if ((await readSome(source, start, 4)).toString('latin1') !== 'fLaC') return undefined
  const tags: Tag[] = []
  for (let at = start + 4, steps = 0; steps < MAX_STEPS; steps++) {
    const header = await readAll(source, at, 4)
    const kind = header.readUInt8()
    const length = header.readUIntBE(1, 3)
    if ((kind & ~LAST_BLOCK) === COMMENT_BLOCK) {
      tags.push(...readVorbisComments(await readAll(source, at + 4, length), 0))
    }
    if (kind & LAST_BLOCK) break
    at += 4 + length
  }
  return { container: 'FLAC', tags }
}
