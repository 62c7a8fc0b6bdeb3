// The elements of EBML (RFC 8794) that an audio file needs. Identifiers include their length marker.

const UNKNOWN_SIZE = Uint8Array.of(0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff)

export function element(id: number, ...content: readonly Uint8Array[]): Uint8Array {
  const size = content.reduce((sum, { length }) => sum + length, 0)
  return Buffer.concat([bigEndian(id), sizeField(size), ...content])
}

/** Start of an element of unknown size, which ends where the next one starts. */
export const openElement = (id: number): Uint8Array => Buffer.concat([bigEndian(id), UNKNOWN_SIZE])

/** A void element of `length` bytes, at least 2. */
export const voidElement = (length: number): Uint8Array => element(0xec, new Uint8Array(length - 2))

/** An integer in as few bytes as possible with one spare bit, so that signed and unsigned readings agree. */
export const integer = (value: number): Uint8Array => bigEndian(value, value.toString(2).length + 1)

export function float(value: number): Uint8Array {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(value)
  return bytes
}

export const text = (value: string): Uint8Array => Buffer.from(value)

/** Variable-length size: the position of the first 1 bit gives the number of bytes. */
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
