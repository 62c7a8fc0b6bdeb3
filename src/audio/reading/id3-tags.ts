import { type ByteSource, MAX_TAG_BYTES, readAll, readSome, type Tag } from '../byte-source.ts'

/** Frames by the names that other containers have for them; those of ID3v2.2 have three letters. */
const NAMES: Readonly<Record<string, string>> = {
  TSSE: 'ENCODER',
  TSS: 'ENCODER',
  COMM: 'COMMENT',
  COM: 'COMMENT',
}
const OWN_NAMES = ['TXXX', 'TXX']
const MAX_TAGS = 4
const FLAGS = { unsynchronised: 0x80, extended: 0x40, footer: 0x10 }
/** Of a frame: compressed or encrypted, in ID3v2.3 and 2.4. */
const UNREADABLE: Readonly<Record<number, number>> = { 3: 0xc0, 4: 0x0c }
const FRAME_FLAGS_V4 = { unsynchronised: 2, hasLength: 1 }

/** Tags of ID3v2 at the start of a file, and where they end: 0 if there is none. Some programs put one before another. */
export async function id3Tags(source: ByteSource): Promise<{ readonly tags: readonly Tag[]; readonly end: number }> {
  const tags: Tag[] = []
  let end = 0
  for (let count = 0; count < MAX_TAGS; count++) {
    const header = await readSome(source, end, 10)
    if (header.length < 10 || header.toString('latin1', 0, 3) !== 'ID3') break
    const [version = 0, flags = 0] = [header[3], header[5]]
    const length = syncSafe(header, 6)
    // Texts come before pictures.
    const content = await readAll(source, end + 10, Math.min(length, MAX_TAG_BYTES))
    if (version >= 2 && version <= 4) tags.push(...framesOf(content, version, flags))
    end += 10 + length + (flags & FLAGS.footer ? 10 : 0)
  }
  return { tags, end }
}

function framesOf(content: Buffer, version: number, flags: number): readonly Tag[] {
  const bytes = version < 4 && flags & FLAGS.unsynchronised ? synchronised(content) : content
  const idLength = version === 2 ? 3 : 4
  const headerLength = version === 2 ? 6 : 10
  const tags: Tag[] = []
  for (let at = afterExtension(bytes, version, flags); at + headerLength <= bytes.length; ) {
    const id = bytes.toString('latin1', at, at + idLength)
    if (!/^[0-9A-Z]+$/.test(id)) break // padding
    const start = at + headerLength
    const end = start + frameLength(bytes, at, version)
    const frameFlags = version === 2 ? 0 : (bytes[at + 9] as number)
    if (end <= bytes.length && !(frameFlags & (UNREADABLE[version] ?? 0))) {
      tags.push(...tagOf(id, contentOf(bytes.subarray(start, end), version, frameFlags)))
    }
    at = end
  }
  return tags
}

function afterExtension(bytes: Buffer, version: number, flags: number): number {
  if (version < 3 || !(flags & FLAGS.extended) || bytes.length < 4) return 0
  return version === 3 ? 4 + bytes.readUInt32BE() : syncSafe(bytes, 0)
}

function frameLength(bytes: Buffer, at: number, version: number): number {
  if (version === 2) return bytes.readUIntBE(at + 3, 3)
  return version === 3 ? bytes.readUInt32BE(at + 4) : syncSafe(bytes, at + 4)
}

function contentOf(bytes: Buffer, version: number, flags: number): Buffer {
  if (version < 4) return bytes
  const content = flags & FRAME_FLAGS_V4.hasLength ? bytes.subarray(4) : bytes
  return flags & FRAME_FLAGS_V4.unsynchronised ? synchronised(content) : content
}

/** Texts, comments, and texts that are named by their first one. */
function tagOf(id: string, content: Buffer): readonly Tag[] {
  const isComment = NAMES[id] === 'COMMENT'
  if (!isComment && !id.startsWith('T')) return []
  const text = decoded(content.subarray(isComment ? 4 : 1), content[0] ?? 0)
  const [first = '', ...others] = text.split('\0')
  if (OWN_NAMES.includes(id)) return [[first, others[0] ?? '']]
  return [[NAMES[id] ?? id, isComment ? (others[0] ?? '') : first]]
}

function decoded(bytes: Buffer, encoding: number): string {
  if (encoding === 0) return bytes.toString('latin1')
  if (encoding === 3) return bytes.toString('utf8')
  const isBigEndian = encoding === 2 || (bytes[0] === 0xfe && bytes[1] === 0xff)
  const even = Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2)))
  return (isBigEndian ? even.swap16() : even).toString('utf16le').replaceAll('\ufeff', '')
}

/** Without the zeros that were put after each 0xff. */
function synchronised(bytes: Buffer): Buffer {
  const kept = bytes.filter((byte, i) => byte !== 0 || bytes[i - 1] !== 0xff)
  return Buffer.from(kept.buffer, kept.byteOffset, kept.byteLength)
}

const syncSafe = (bytes: Buffer, at: number): number =>
  [0, 1, 2, 3].reduce((value, i) => value * 128 + ((bytes[at + i] as number) & 0x7f), 0)
