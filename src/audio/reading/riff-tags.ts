import { type ByteSource, type ContainerTags, MAX_STEPS, readAll, readSome, type Tag } from '../byte-source.ts'

/** Chunks of INFO by the names that other containers have for them. */
const NAMES: Readonly<Record<string, string>> = { ISFT: 'ENCODER', ICMT: 'COMMENT' }
/** The others are longer than 4 GiB. */
const CONTAINERS = ['RIFF', 'RF64', 'BW64']
const UNKNOWN_LENGTH = 0xffffffff

/** Tags of a WAVE file, wherever they are; undefined if it is none. */
export async function riffTags(source: ByteSource): Promise<ContainerTags | undefined> {
  const head = (await readSome(source, 0, 12)).toString('latin1')
  if (!CONTAINERS.includes(head.slice(0, 4)) || head.slice(8) !== 'WAVE') return undefined
  const tags: Tag[] = []
  let dataLength = Number.POSITIVE_INFINITY
  for (let at = 12, steps = 0; steps < MAX_STEPS; steps++) {
    const header = await readSome(source, at, 8)
    if (header.length < 8) break
    const id = header.toString('latin1', 0, 4)
    const length = header.readUInt32LE(4)
    at += 8
    if (id === 'ds64') dataLength = Number((await readAll(source, at, 16)).readBigUInt64LE(8))
    if (id === 'LIST') tags.push(...(await infoOf(source, at, length)))
    const skipped = id === 'data' && length === UNKNOWN_LENGTH ? dataLength : length
    if (!Number.isSafeInteger(at + skipped)) break
    at += skipped + (skipped % 2)
  }
  return { container: 'WAV', tags }
}

async function infoOf(source: ByteSource, start: number, length: number): Promise<readonly Tag[]> {
  if ((await readSome(source, start, 4)).toString('latin1') !== 'INFO') return []
  const list = await readAll(source, start, length)
  const tags: Tag[] = []
  for (let at = 4; at + 8 <= list.length; ) {
    const id = list.toString('latin1', at, at + 4)
    const end = at + 8 + list.readUInt32LE(at + 4)
    const [value = ''] = list.toString('utf8', at + 8, Math.min(end, list.length)).split('\0')
    tags.push([NAMES[id] ?? id, value])
    at = end + (end % 2)
  }
  return tags
}
