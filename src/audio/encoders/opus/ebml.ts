// The few kinds of elements of EBML (RFC 8794) that a file of audio is made of. Identifiers carry their length marker.

const UNKNOWN_SIZE = Uint8Array.of(0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff)

export function element(id: number, ...content: readonly Uint8Array[]): Uint8Array {
  const size = content.reduce((sum, { length }) => sum + length, 0)
  return Buffer.concat([bigEndian(id), sizeField(size), ...content])
}

/** The start of an element whose end is told by what follows. */
export const openElement = (id: number): Uint8Array => Buffer.concat([bigEndian(id), UNKNOWN_SIZE])

/** Room for an element of that many bytes, at least 2. */
export const voidElement = (length: number): Uint8Array => element(0xec, new Uint8Array(length - 2))

/** As few bytes as it takes, with one bit to spare: the same for those that are read as signed. */
export const integer = (value: number): Uint8Array => bigEndian(value, value.toString(2).length + 1)

export function float(value: number): Uint8Array {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(value)
  return bytes
}

export const text = (value: string): Uint8Array => Buffer.from(value, 'latin1')

/** The bits of a size begin with a 1 that tells by its place how many bytes they are. */
function sizeField(size: number): Uint8Array {
  let length = 1
  while (size >= 2 ** (7 * length) - 1) length++
  return bigEndian(size + 2 ** (7 * length), 8 * length)
}

function bigEndian(value: number, bits = value.toString(2).length): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(bits / 8))
  for (let i = bytes.length - 1, rest = value; i >= 0; i--, rest = Math.floor(rest / 256)) bytes[i] = rest % 256
  return bytes
}
