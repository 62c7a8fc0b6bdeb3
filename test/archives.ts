import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32, deflateRawSync } from 'node:zlib'
import { type Header, pack } from 'tar-stream'

/** An entry of an archive; a string is the target of a link. */
export interface TestEntry {
  readonly name: string
  readonly content?: Uint8Array
  readonly type?: Header['type']
}

/** A .tar of the entries, whatever their names. */
export function tarOf(entries: readonly TestEntry[]): Promise<Buffer> {
  const tar = pack()
  for (const { name, content = new Uint8Array(0), type = 'file' } of entries) {
    if (type === 'file') tar.entry({ name, type }, content)
    else tar.entry({ name, type, linkname: '/etc/passwd', size: 0 })
  }
  tar.finalize()
  return buffer(Readable.from(tar))
}

const UNIX = 3 << 8
const SYMLINK = 0o120777
const REGULAR = 0o100644

/** A .zip of the entries, whatever their names. */
export function zipOf(entries: readonly TestEntry[]): Buffer {
  const records = entries.map(({ name, content = new Uint8Array(0), type = 'file' }) => {
    const bytes = Buffer.from(name)
    const packed = deflateRawSync(content)
    const sizes = Buffer.alloc(16)
    sizes.writeUInt32LE(crc32(content), 0)
    sizes.writeUInt32LE(packed.length, 4)
    sizes.writeUInt32LE(content.length, 8)
    sizes.writeUInt16LE(bytes.length, 12)
    return { bytes, packed, sizes, mode: type === 'symlink' ? SYMLINK : REGULAR }
  })
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { bytes, packed, sizes, mode } of records) {
    const local = Buffer.alloc(14)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(20, 4)
    local.writeUInt16LE(0x0800, 6) // names in UTF-8
    local.writeUInt16LE(8, 8)
    const central = Buffer.alloc(16)
    central.writeUInt32LE(0x02014b50, 0)
    central.writeUInt16LE(UNIX | 20, 4)
    central.writeUInt16LE(20, 6)
    central.writeUInt16LE(0x0800, 8)
    central.writeUInt16LE(8, 10)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE((mode << 16) >>> 0, 6)
    rest.writeUInt32LE(offset, 10)
    directory.push(central, sizes, rest, bytes)
    parts.push(local, sizes, bytes, packed)
    offset += local.length + sizes.length + bytes.length + packed.length
  }
  const centralBytes = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(records.length, 8)
  end.writeUInt16LE(records.length, 10)
  end.writeUInt32LE(centralBytes.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, centralBytes, end])
}

/** A .tar.bz2 with `model.onnx` ("model") and `voices/one.bin` ("style"). */
export const SMALL_TAR_BZ2 = Buffer.from(
  'QlpoOTFBWSZTWblKbFsAAJv7hMkAAGBAAf+AEQB+J59gAACASCAAkoSqANqAANAZBoCqRTTQ9TRoA0GgaaPL9fhYqVL5A75oRELa9yhNvSZS1JEE0Sib0mz095VMyFEg6dNAuLLq1TOmumQhJTAVGo0EEHwvFs6LltGxNzPXMmkE8Hd1cis+tzBrxa6z3GL9bzoiD+LuSKcKEhcpTYtg',
  'base64',
)

/** 900 MB of zeros in 658 bytes. */
export const BZ2_BOMB = Buffer.from(
  'QlpoOTFBWSZTWQ4J4t8BX45AAMAAAAggADCATUZCoCWpCoCXMUFZJlNZDgni3wFfjkAAwAAACCAAMIBNRkKgJakKgJcxQVkmU1kOCeLfAV+OQADAAAAIIAAwgE1GQqAlqQqAlzFBWSZTWQ4J4t8BX45AAMAAAAggADCATUZCoCWpCoCXMUFZJlNZDgni3wFfjkAAwAAACCAAMIBNRkKgJakKgJcxQVkmU1kOCeLfAV+OQADAAAAIIAAwgE1GQqAlqQqAlzFBWSZTWQ4J4t8BX45AAMAAAAggADCATUZCoCWpCoCXMUFZJlNZDgni3wFfjkAAwAAACCAAMIBNRkKgJakKgJcxQVkmU1kOCeLfAV+OQADAAAAIIAAwgE1GQqAlqQqAlzFBWSZTWQ4J4t8BX45AAMAAAAggADCATUZCoCWpCoCXMUFZJlNZDgni3wFfjkAAwAAACCAAMIBNRkKgJakKgJcxQVkmU1kOCeLfAV+OQADAAAAIIAAwgE1GQqAlqQqAlzFBWSZTWQ4J4t8BX45AAMAAAAggADCATUZCoCWpCoCXMUFZJlNZDgni3wFfjkAAwAAACCAAMIBNRkKgJakKgJcxQVkmU1kOCeLfAV+OQADAAAAIIAAwgE1GQqAlqQqAlzFBWSZTWQ4J4t8BX45AAMAAAAggADCATUZCoCWpCoCXMUFZJlNZDgni3wFfjkAAwAAACCAAMIBNRkKgJakKgJcxQVkmU1kOCeLfAV+OQADAAAAIIAAwgE1GQqAlqQqAlzFBWSZTWQ4J4t8BX45AAMAAAAggADCATUZCoCWpCoCXMUFZJlNZ7r4suwDVzkAIwAAAAIAIIAAwzAmqaahQkm1IUJJ4u5IpwoSH8PmC2A==',
  'base64',
)
