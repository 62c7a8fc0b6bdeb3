/** Bytes of a file, of any length. */
export interface ByteSource {
  /** Fewer bytes at the end of the file, none behind it. */
  read(start: number, length: number): Promise<Uint8Array>
}

/** Names and values of a container's tags, in order; several may have one name. */
export interface ContainerTags {
  readonly container: string
  readonly tags: readonly Tag[]
}

export type Tag = readonly [name: string, value: string]

/** Thrown if a file ends within its tags, or they contradict themselves. */
export class DamagedFile extends Error {}

/** Of tags in a file; pictures may be larger and are not read. */
export const MAX_TAG_BYTES = 2 ** 20
/** Of chunks, blocks, pages and elements that are looked at. */
export const MAX_STEPS = 10_000

/** Exactly so many bytes, at most `MAX_TAG_BYTES`. Throws `DamagedFile`. */
export async function readAll(source: ByteSource, start: number, length: number): Promise<Buffer> {
  if (length > MAX_TAG_BYTES) throw new DamagedFile('its tags are too long')
  const bytes = await readSome(source, start, length)
  if (bytes.length < length) throw new DamagedFile('it ends within its tags')
  return bytes
}

/** So many bytes, or fewer at the end of the file. */
export async function readSome(source: ByteSource, start: number, length: number): Promise<Buffer> {
  const { buffer, byteOffset, byteLength } = await source.read(start, length)
  return Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength)
}
