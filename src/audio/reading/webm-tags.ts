import {
  type ByteSource,
  type ContainerTags,
  DamagedFile,
  MAX_STEPS,
  readAll,
  readSome,
  type Tag,
} from '../byte-source.ts'

const ID = {
  ebml: 0x1a45dfa3,
  docType: 0x4282,
  segment: 0x18538067,
  tags: 0x1254c367,
  tag: 0x7373,
  simpleTag: 0x67c8,
  tagName: 0x45a3,
  tagString: 0x4487,
} as const

const CONTAINERS: Readonly<Record<string, string>> = { webm: 'WebM', matroska: 'Matroska' }
/** Bytes of an identifier and a size. */
const MAX_HEADER_BYTES = 12

/** Tags of WebM or Matroska; undefined if it is neither. Those after a cluster of unknown size are not found. */
export async function webmTags(source: ByteSource): Promise<ContainerTags | undefined> {
  const ebml = await headerAt(source, 0)
  if (ebml?.id !== ID.ebml) return undefined
  const docType = childrenOf(await readAll(source, ebml.start, ebml.length)).find(({ id }) => id === ID.docType)
  const container = CONTAINERS[docType?.content.toString('latin1').replaceAll('\0', '') ?? '']
  if (container === undefined) return undefined
  const tags: Tag[] = []
  const segment = await headerAt(source, ebml.start + ebml.length)
  if (segment?.id !== ID.segment) throw new DamagedFile('it has no segment')
  let at = segment.start
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    const child = await headerAt(source, at)
    if (child === undefined || !Number.isFinite(child.length)) break
    if (child.id === ID.tags) tags.push(...tagsIn(await readAll(source, child.start, child.length)))
    at = child.start + child.length
  }
  return { container, tags }
}

function tagsIn(bytes: Buffer): readonly Tag[] {
  const tags = childrenOf(bytes).filter(({ id }) => id === ID.tag)
  const simple = tags.flatMap(({ content }) => childrenOf(content)).filter(({ id }) => id === ID.simpleTag)
  return simple.map(({ content }) => {
    const fields = childrenOf(content)
    const textOf = (wanted: number) => fields.find(({ id }) => id === wanted)?.content.toString() ?? ''
    return [textOf(ID.tagName), textOf(ID.tagString)] as const
  })
}

interface Header {
  readonly id: number
  /** Infinite if it is unknown. */
  readonly length: number
  /** Of the content. */
  readonly start: number
}

async function headerAt(source: ByteSource, at: number): Promise<Header | undefined> {
  if (!Number.isSafeInteger(at)) return undefined
  return headerIn(await readSome(source, at, MAX_HEADER_BYTES), at)
}

/** The header of an element at the start of bytes, which are at `at`; undefined if there is none. */
function headerIn(bytes: Buffer, at: number): Header | undefined {
  const id = numberIn(bytes, 4)
  const size = id && numberIn(bytes.subarray(id.bytes), 8)
  if (id === undefined || size === undefined) return undefined
  const isUnknown = size.value === 2 ** (7 * size.bytes) - 1
  return {
    id: id.value + 2 ** (7 * id.bytes), // identifiers include their length marker
    length: isUnknown ? Number.POSITIVE_INFINITY : size.value,
    start: at + id.bytes + size.bytes,
  }
}

/** An integer whose first 1 bit tells its length. */
function numberIn(bytes: Buffer, maxBytes: number): { readonly value: number; readonly bytes: number } | undefined {
  const [first = 0] = bytes
  const length = Math.clz32(first) - 23
  if (length > Math.min(maxBytes, bytes.length)) return undefined
  let value = first - 2 ** (8 - length)
  for (const byte of bytes.subarray(1, length)) value = value * 256 + byte
  return { value, bytes: length }
}

/** Elements in the content of another one. */
function childrenOf(bytes: Buffer): readonly { readonly id: number; readonly content: Buffer }[] {
  const children: { readonly id: number; readonly content: Buffer }[] = []
  for (let at = 0; at < bytes.length; ) {
    const header = headerIn(bytes.subarray(at), at)
    if (header === undefined || header.start + header.length > bytes.length) break
    at = header.start + header.length
    children.push({ id: header.id, content: bytes.subarray(header.start, at) })
  }
  return children
}
