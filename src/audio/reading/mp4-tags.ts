import {
  type ByteSource,
  type ContainerTags,
  DamagedFile,
  MAX_STEPS,
  MAX_TAG_BYTES,
  readAll,
  readSome,
  type Tag,
} from '../byte-source.ts'

/** Items by the names that other containers have for them. `©` is one byte. */
const NAMES: Readonly<Record<string, string>> = { '©too': 'ENCODER', '©cmt': 'COMMENT' }
const UTF8 = 1

/** Tags of MP4, M4A, M4B and QuickTime, as iTunes has them; undefined for other files. */
export async function mp4Tags(source: ByteSource): Promise<ContainerTags | undefined> {
  if ((await boxAt(source, 0))?.type !== 'ftyp') return undefined
  const movie = await find(source, whole, ['moov'])
  if (movie === undefined) throw new DamagedFile('it has no index')
  const meta = await find(source, movie, ['udta', 'meta'])
  // QuickTime's has no version before its boxes.
  const isPlain = meta !== undefined && (await boxAt(source, meta.start))?.type === 'hdlr'
  const list = meta && (await find(source, { ...meta, start: meta.start + (isPlain ? 0 : 4) }, ['ilst']))
  const tags: Tag[] = []
  if (list !== undefined) {
    for await (const item of boxesIn(source, list)) {
      if (item.end - item.start > MAX_TAG_BYTES) continue // a picture
      const tag = tagOf(item.type, await readAll(source, item.start, item.end - item.start))
      if (tag !== undefined) tags.push(tag)
    }
  }
  return { container: 'MP4', tags }
}

interface Span {
  /** Of the content. */
  readonly start: number
  readonly end: number
}

interface Box extends Span {
  readonly type: string
}

const whole: Span = { start: 0, end: Number.MAX_SAFE_INTEGER }

/** The first box on a path. */
async function find(source: ByteSource, span: Span, path: readonly string[]): Promise<Span | undefined> {
  const [type, ...rest] = path
  if (type === undefined) return span
  for await (const box of boxesIn(source, span)) {
    if (box.type === type) return find(source, box, rest)
  }
  return undefined
}

async function* boxesIn(source: ByteSource, { start, end }: Span): AsyncGenerator<Box> {
  let at = start
  for (let steps = 0; steps < MAX_STEPS && at + 8 <= end; steps++) {
    const box = await boxAt(source, at)
    if (box === undefined) return
    yield { ...box, end: Math.min(box.end, end) }
    at = box.end
  }
}

/** The box that begins here; undefined at the end of the file or if there is none. */
async function boxAt(source: ByteSource, at: number): Promise<Box | undefined> {
  if (!Number.isSafeInteger(at)) return undefined
  return boxIn(await readSome(source, at, 16), at)
}

/** The box at the start of bytes, which are at `at`. */
function boxIn(bytes: Buffer, at: number): Box | undefined {
  if (bytes.length < 8) return undefined
  const short = bytes.readUInt32BE()
  const isLong = short === 1 && bytes.length >= 16
  const size = isLong ? Number(bytes.readBigUInt64BE(8)) : short
  const head = isLong ? 16 : 8
  if (size !== 0 && size < head) return undefined
  const end = size === 0 ? Number.MAX_SAFE_INTEGER : at + size // 0: to the end of the file
  return { type: bytes.toString('latin1', 4, 8), start: at + head, end }
}

/** An item with a text; its name is its type, or given in it. */
function tagOf(type: string, item: Buffer): Tag | undefined {
  const parts = new Map<string, Buffer>()
  for (let at = 0; at < item.length; ) {
    const part = boxIn(item.subarray(at), at)
    if (part === undefined) break
    parts.set(part.type, item.subarray(part.start, part.end))
    at = part.end
  }
  const data = parts.get('data')
  if (data === undefined || data.length < 8 || data.readUInt32BE() !== UTF8) return undefined
  const name = type === '----' ? parts.get('name')?.toString('utf8', 4) : type
  return [NAMES[type] ?? name ?? type, data.toString('utf8', 8)]
}
