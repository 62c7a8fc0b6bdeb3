/** What an audiobook in MP4 says, read by other code than that which writes it. */
export interface ReadMp4 {
  readonly brand: string
  /** Names of the boxes of the file, in order. */
  readonly boxes: readonly string[]
  readonly timescale: number
  /** Of the sound, in units of `timescale`, as the edit leaves it. */
  readonly heard: { readonly start: number; readonly length: number }
  /** Of all packets, in units of `timescale`. */
  readonly duration: number
  readonly packets: readonly Buffer[]
  /** Those of the track that the sound refers to. */
  readonly chapters: readonly ReadChapter[]
  readonly neroChapters: readonly ReadChapter[]
  /** Texts of iTunes' list by their names. */
  readonly items: Readonly<Record<string, string>>
}

export interface ReadChapter {
  readonly title: string
  readonly startS: number
}

/** Throws if boxes do not fit into each other. */
export function readMp4(file: Buffer): ReadMp4 {
  const top = boxesIn(file)
  const movie = boxesIn(only(top, 'moov'))
  const tracks = movie.filter(({ type }) => type === 'trak').map(({ content }) => trackIn(file, content))
  const [sound] = tracks.filter(({ handler }) => handler === 'soun')
  if (sound === undefined) throw new Error('it has no sound')
  const titles = tracks.find(({ id }) => id === sound.chaptersId)
  const user = boxesIn(only(movie, 'udta'))
  return {
    brand: only(top, 'ftyp').toString('latin1', 0, 4),
    boxes: top.map(({ type }) => type),
    ...{ timescale: sound.timescale, heard: sound.edit, duration: sum(sound.durations), packets: sound.samples },
    chapters: titles === undefined ? [] : chaptersOf(titles),
    neroChapters: user.some(({ type }) => type === 'chpl') ? neroChaptersOf(only(user, 'chpl')) : [],
    items: itemsOf(only(boxesIn(only(user, 'meta').subarray(4)), 'ilst')),
  }
}

interface Box {
  readonly type: string
  readonly content: Buffer
}

function boxesIn(bytes: Buffer): readonly Box[] {
  const boxes: Box[] = []
  for (let at = 0; at < bytes.length; ) {
    const short = bytes.readUInt32BE(at)
    const size = short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short
    if (size < 8 || at + size > bytes.length) throw new Error(`a box of ${size} bytes at ${at} of ${bytes.length}`)
    const type = bytes.toString('latin1', at + 4, at + 8)
    boxes.push({ type, content: bytes.subarray(at + (short === 1 ? 16 : 8), at + size) })
    at += size
  }
  return boxes
}

function only(boxes: readonly Box[], type: string): Buffer {
  const [found, ...others] = boxes.filter((box) => box.type === type)
  if (found === undefined || others.length > 0) throw new Error(`it has not one ${type}`)
  return found.content
}

/** Reads the fields of a full box in order, times by its version. */
function fieldsOf(content: Buffer) {
  const isLong = content[0] === 1
  let at = 4
  const uint32 = (): number => {
    at += 4
    return content.readUInt32BE(at - 4)
  }
  const uint64 = (): number => {
    at += 8
    return Number(content.readBigUInt64BE(at - 8))
  }
  return { uint32, uint64, time: () => (isLong ? uint64() : uint32()) }
}

type Track = ReturnType<typeof trackIn>

function trackIn(file: Buffer, track: Buffer) {
  const boxes = boxesIn(track)
  const media = boxesIn(only(boxes, 'mdia'))
  const table = boxesIn(only(boxesIn(only(media, 'minf')), 'stbl'))
  const header = fieldsOf(only(boxes, 'tkhd'))
  header.time()
  header.time()
  const mediaHeader = fieldsOf(only(media, 'mdhd'))
  mediaHeader.time()
  mediaHeader.time()
  const edit = fieldsOf(only(boxesIn(only(boxes, 'edts')), 'elst'))
  edit.uint32()
  const length = edit.time()
  const reference = boxes.find(({ type }) => type === 'tref')
  return {
    id: header.uint32(),
    handler: only(media, 'hdlr').toString('latin1', 8, 12),
    timescale: mediaHeader.uint32(),
    edit: { length, start: edit.time() },
    chaptersId: reference && only(boxesIn(reference.content), 'chap').readUInt32BE(),
    durations: durationsIn(only(table, 'stts')),
    samples: samplesIn(file, table),
  }
}

function durationsIn(content: Buffer): readonly number[] {
  const { uint32 } = fieldsOf(content)
  return Array.from({ length: uint32() }, () => [uint32(), uint32()] as const).flatMap(([count, duration]) =>
    new Array<number>(count).fill(duration),
  )
}

function samplesIn(file: Buffer, table: readonly Box[]): readonly Buffer[] {
  const isFar = table.some(({ type }) => type === 'co64')
  const places = fieldsOf(only(table, isFar ? 'co64' : 'stco'))
  const offsets = Array.from({ length: places.uint32() }, isFar ? places.uint64 : places.uint32)
  const runs = fieldsOf(only(table, 'stsc'))
  const ofChunks = Array.from({ length: runs.uint32() }, () => ({
    ...{ first: runs.uint32(), samples: runs.uint32(), entry: runs.uint32() },
  }))
  const sizes = fieldsOf(only(table, 'stsz'))
  sizes.uint32() // they have different ones
  let left = sizes.uint32()
  const samples: Buffer[] = []
  for (const [i, offset] of offsets.entries()) {
    let at = offset
    const inChunk = ofChunks.findLast(({ first }) => first <= i + 1)?.samples ?? 0
    for (let count = 0; count < inChunk; count++, left--) {
      const size = sizes.uint32()
      samples.push(file.subarray(at, at + size))
      at += size
    }
  }
  if (left !== 0) throw new Error(`${left} samples are in no chunk`)
  return samples
}

function chaptersOf({ durations, samples, timescale }: Track): readonly ReadChapter[] {
  let at = 0
  return samples.map((sample, i) => {
    const start = at
    at += durations[i] as number
    return { title: sample.toString('utf8', 2, 2 + sample.readUInt16BE()), startS: start / timescale }
  })
}

function neroChaptersOf(content: Buffer): readonly ReadChapter[] {
  let at = 9
  return Array.from({ length: content[8] as number }, () => {
    const startS = Number(content.readBigUInt64BE(at)) / 1e7
    const end = at + 9 + (content[at + 8] as number)
    const title = content.toString('utf8', at + 9, end)
    at = end
    return { title, startS }
  })
}

function itemsOf(list: Buffer): Readonly<Record<string, string>> {
  const items = boxesIn(list).map(({ type, content }) => {
    const parts = boxesIn(content)
    const name = type === '----' ? only(parts, 'name').toString('utf8', 4) : type
    return [name, only(parts, 'data').toString('utf8', 8)]
  })
  return Object.fromEntries(items)
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
