import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import type { Mixture } from './neural-model.ts'

export const STYLE_WIDTH = 256

/** The styles of one speaker: rows of 256 numbers, one for each length of a phrase. */
type StyleRows = Float32Array

/**
 * The styles of a pack's speakers: a folder of `SPEAKER.bin` (rows of 256 float32, little-endian) or an `.npz` file.
 * Read when a speaker is first used. Throws an Error of one line.
 */
export class Styles {
  readonly #path: string
  readonly #bySpeaker = new Map<string, StyleRows>()

  constructor(path: string) {
    this.#path = path
  }

  /** How many rows the speaker has. */
  rowsOf(speaker: string): number {
    return this.#rows(speaker).length / STYLE_WIDTH
  }

  /** The weighted mean of the speakers' styles for a phrase of a length; longer ones get the last row. */
  mix({ parts }: Mixture, row: number): Float32Array {
    const style = new Float32Array(STYLE_WIDTH)
    for (const { name, weight } of parts) {
      const rows = this.#rows(name)
      const start = Math.min(Math.max(row, 0), rows.length / STYLE_WIDTH - 1) * STYLE_WIDTH
      for (let i = 0; i < STYLE_WIDTH; i++) style[i] = (style[i] as number) + weight * (rows[start + i] as number)
    }
    return style
  }

  #rows(speaker: string): StyleRows {
    const known = this.#bySpeaker.get(speaker)
    if (known) return known
    const isFolder = statSync(this.#path).isDirectory()
    const read = isFolder ? floatsOf(readFileSync(join(this.#path, `${speaker}.bin`))) : readNpz(this.#path, speaker)
    const isWhole = read.length > 0 && read.length % STYLE_WIDTH === 0
    if (!isWhole || !read.every((value) => Math.abs(value) < MOST_STYLE)) {
      throw new Error(`the style of ${speaker} is not rows of ${STYLE_WIDTH} numbers`)
    }
    this.#bySpeaker.set(speaker, read)
    return read
  }
}

const MOST_STYLE = 1e4
/** 510 rows of 256 numbers are half a megabyte. */
const MOST_MEMBER_BYTES = 1 << 24
const MOST_DIRECTORY_BYTES = 1 << 20

function floatsOf(bytes: Buffer): StyleRows {
  if (bytes.length % 4 !== 0) throw new Error('a style is not rows of numbers')
  const floats = new Float32Array(bytes.length / 4)
  for (let i = 0; i < floats.length; i++) floats[i] = bytes.readFloatLE(4 * i)
  return floats
}

/** The array `NAME.npy` of a zip file, stored or deflated. */
function readNpz(path: string, name: string): StyleRows {
  const file = openSync(path, 'r')
  try {
    const member = membersOf(file, statSync(path).size).get(`${name}.npy`)
    if (member === undefined) throw new Error(`there is no style ${name}`)
    const header = readAt(file, member.headerAt, 30)
    const start = member.headerAt + 30 + header.readUInt16LE(26) + header.readUInt16LE(28)
    const packed = readAt(file, start, member.packedBytes)
    const bytes = member.method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: MOST_MEMBER_BYTES })
    return npyFloats(bytes, name)
  } finally {
    closeSync(file)
  }
}

interface Member {
  readonly headerAt: number
  readonly packedBytes: number
  readonly method: number
}

const END_OF_DIRECTORY = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50

function membersOf(file: number, bytes: number): ReadonlyMap<string, Member> {
  const tail = readAt(file, Math.max(0, bytes - 65_557), Math.min(bytes, 65_557))
  let at = tail.length - 22
  while (at >= 0 && tail.readUInt32LE(at) !== END_OF_DIRECTORY) at--
  if (at < 0) throw new Error('the styles are no zip file')
  const length = tail.readUInt32LE(at + 12)
  if (length > MOST_DIRECTORY_BYTES) throw new Error('the zip file of the styles has too many members')
  const directory = readAt(file, tail.readUInt32LE(at + 16), length)
  const members = new Map<string, Member>()
  for (let entry = 0; entry + 46 <= length && directory.readUInt32LE(entry) === DIRECTORY_ENTRY; ) {
    const nameLength = directory.readUInt16LE(entry + 28)
    const name = directory.toString('utf8', entry + 46, entry + 46 + nameLength)
    const packedBytes = directory.readUInt32LE(entry + 20)
    const method = directory.readUInt16LE(entry + 10)
    members.set(name, { headerAt: directory.readUInt32LE(entry + 42), packedBytes, method })
    entry += 46 + nameLength + directory.readUInt16LE(entry + 30) + directory.readUInt16LE(entry + 32)
  }
  return members
}

function readAt(file: number, at: number, length: number): Buffer {
  if (length > MOST_MEMBER_BYTES) throw new Error('a member of the zip file of the styles is too large')
  const bytes = Buffer.alloc(length)
  if (readSync(file, bytes, 0, length, at) < length) throw new Error('the zip file of the styles was cut off')
  return bytes
}

function npyFloats(bytes: Buffer, name: string): StyleRows {
  const isNpy = bytes.length > 12 && bytes.toString('latin1', 1, 6) === 'NUMPY'
  const isLong = isNpy && (bytes[6] as number) >= 2
  const headerAt = isLong ? 12 : 10
  const dataAt = isNpy ? headerAt + (isLong ? bytes.readUInt32LE(8) : bytes.readUInt16LE(8)) : 0
  const header = bytes.toString('latin1', headerAt, dataAt)
  if (!isNpy || !header.includes("'<f4'") || header.includes("'fortran_order': True")) {
    throw new Error(`the style of ${name} is no array of float32`)
  }
  return floatsOf(bytes.subarray(dataAt))
}
