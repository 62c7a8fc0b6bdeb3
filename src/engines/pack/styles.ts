import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { type Entry, openPromise as openZip, type ZipFile } from 'yauzl'
import type { Mixture } from './pack-model.ts'

export const STYLE_WIDTH = 256
const MAX_STYLE = 1e4
/** 510 rows of 256 numbers are half a megabyte. */
const MAX_STYLE_BYTES = 1 << 24
const MAX_STYLES = 10_000

/** The styles of one speaker: rows of 256 numbers, one for each length of a phrase. */
type StyleRows = Float32Array

/** The styles of a mixture's speakers. */
export interface MixedStyle {
  /** How many rows the first speaker has. */
  readonly rows: number
  /** The weighted mean for a phrase of a length; longer ones get the last row. */
  forLength(row: number): Float32Array
}

/** The styles of a pack's speakers. Each is read when it is first used. */
export class Styles {
  readonly #readBytes: (speaker: string) => Promise<Buffer>
  readonly #zip: ZipFile | undefined
  readonly #bySpeaker = new Map<string, StyleRows>()

  private constructor(readBytes: (speaker: string) => Promise<Buffer>, zip?: ZipFile) {
    this.#readBytes = readBytes
    this.#zip = zip
  }

  /**
   * Opens a folder of `SPEAKER.bin` (rows of 256 float32, little-endian) or an `.npz` file. The caller closes it. This
   * and `of` throw an Error of one line.
   */
  static async open(path: string): Promise<Styles> {
    if ((await stat(path)).isDirectory()) return new Styles((speaker) => readStyle(path, speaker))
    const zip = await openZip(path, { lazyEntries: true, autoClose: false })
    try {
      const entries = new Map<string, Entry>()
      if (zip.entryCount > MAX_STYLES) throw new Error(`the styles have more than ${MAX_STYLES} members`)
      for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
      return new Styles((speaker) => readNpy(zip, entries.get(`${speaker}.npy`), speaker), zip)
    } catch (error) {
      zip.close()
      throw error
    }
  }

  async of({ parts }: Mixture): Promise<MixedStyle> {
    const weighted: { readonly weight: number; readonly rows: StyleRows }[] = []
    for (const { name, weight } of parts) weighted.push({ weight, rows: await this.#rows(name) })
    return {
      rows: (weighted[0]?.rows.length ?? 0) / STYLE_WIDTH,
      forLength(row) {
        const style = new Float32Array(STYLE_WIDTH)
        for (const { weight, rows } of weighted) {
          const start = Math.min(Math.max(row, 0), rows.length / STYLE_WIDTH - 1) * STYLE_WIDTH
          for (let i = 0; i < STYLE_WIDTH; i++) style[i] = (style[i] as number) + weight * (rows[start + i] as number)
        }
        return style
      },
    }
  }

  close(): void {
    this.#zip?.close()
  }

  async #rows(speaker: string): Promise<StyleRows> {
    const known = this.#bySpeaker.get(speaker)
    if (known) return known
    const bytes = await this.#readBytes(speaker)
    const read = this.#zip ? npyFloats(bytes, speaker) : floatsOf(bytes)
    const isWhole = read.length > 0 && read.length % STYLE_WIDTH === 0
    if (!isWhole || !read.every((value) => Math.abs(value) < MAX_STYLE)) {
      throw new Error(`the style of ${speaker} is not rows of ${STYLE_WIDTH} numbers`)
    }
    this.#bySpeaker.set(speaker, read)
    return read
  }
}

async function readStyle(folder: string, speaker: string): Promise<Buffer> {
  const path = join(folder, `${speaker}.bin`)
  if ((await stat(path)).size > MAX_STYLE_BYTES) throw tooLarge(speaker)
  return readFile(path)
}

const tooLarge = (speaker: string): Error => new Error(`the style of ${speaker} is too large`)

/** Bytes of a member of an `.npz` file, stored or deflated. */
async function readNpy(zip: ZipFile, entry: Entry | undefined, speaker: string): Promise<Buffer> {
  if (entry === undefined) throw new Error(`there is no style ${speaker}`)
  if (entry.uncompressedSize > MAX_STYLE_BYTES) throw tooLarge(speaker)
  return buffer(await zip.openReadStreamPromise(entry))
}

function floatsOf(bytes: Buffer): StyleRows {
  if (bytes.length % 4 !== 0) throw new Error('a style is not rows of numbers')
  const floats = new Float32Array(bytes.length / 4)
  for (let i = 0; i < floats.length; i++) floats[i] = bytes.readFloatLE(4 * i)
  return floats
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
