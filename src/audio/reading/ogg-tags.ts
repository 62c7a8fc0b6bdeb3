import { type ByteSource, type ContainerTags, DamagedFile, MAX_STEPS, MAX_TAG_BYTES, readAll } from '../byte-source.ts'
import { readVorbisComments } from './vorbis-comments.ts'

/** Codecs by the start of their first packet, and what precedes the comments in the second one. */
const CODECS = [
  { name: 'Opus', head: 'OpusHead', tags: 'OpusTags' },
  { name: 'Vorbis', head: '\x01vorbis', tags: '\x03vorbis' },
  { name: 'FLAC', head: '\x7fFLAC', tags: '\x04...' },
] as const

/** Tags of the first stream of an Ogg file; undefined if it is none. */
export async function oggTags(source: ByteSource): Promise<ContainerTags | undefined> {
  const packets = firstPackets(source)
  const { value: head } = await packets.next()
  if (head === undefined) return undefined
  const start = head.toString('latin1', 0, 8)
  const codec = CODECS.find((each) => start.startsWith(each.head))
  if (codec === undefined) return { container: 'Ogg', tags: [] }
  const { value: comments } = await packets.next()
  if (comments === undefined) throw new DamagedFile('it ends within its tags')
  // Of FLAC, the second packet is the block of the comments, whose length follows its kind.
  const isComments = codec.name === 'FLAC' ? (comments[0] ?? 0) % 0x80 === 4 : comments.indexOf(codec.tags) === 0
  if (!isComments) throw new DamagedFile('its comments are missing')
  return { container: `Ogg ${codec.name}`, tags: readVorbisComments(comments, codec.tags.length) }
}

/** Packets of the stream that begins first. */
async function* firstPackets(source: ByteSource): AsyncGenerator<Buffer, undefined> {
  let serial: number | undefined
  let parts: Buffer[] = []
  let length = 0
  for (let at = 0, steps = 0; steps < MAX_STEPS; steps++) {
    const header = Buffer.from(await source.read(at, 27))
    if (header.toString('latin1', 0, 4) !== 'OggS') return
    if (header.length < 27) throw new DamagedFile('it ends within its tags')
    const lacing = await readAll(source, at + 27, header.readUInt8(26))
    const body = await readAll(
      source,
      at + 27 + lacing.length,
      lacing.reduce((sum, each) => sum + each, 0),
    )
    at += 27 + lacing.length + body.length
    serial ??= header.readUInt32LE(14)
    if (serial !== header.readUInt32LE(14)) continue
    let from = 0
    for (const segment of lacing) {
      parts.push(body.subarray(from, from + segment))
      from += segment
      length += segment
      if (length > MAX_TAG_BYTES) throw new DamagedFile('its tags are too long')
      if (segment === 255) continue
      yield Buffer.concat(parts)
      parts = []
      length = 0
    }
  }
}
