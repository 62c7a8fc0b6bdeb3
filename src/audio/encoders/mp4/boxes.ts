// What boxes of MP4 (ISO/IEC 14496-12) consist of. Numbers are big-endian.

export const MAX_UINT32 = 2 ** 32 - 1

export function box(type: string, ...content: readonly Uint8Array[]): Uint8Array {
  const size = content.reduce((sum, { length }) => sum + length, 8)
  return Buffer.concat([uint32(size), fourBytes(type), ...content])
}

export const fullBox = (type: string, version: number, flags: number, ...content: readonly Uint8Array[]): Uint8Array =>
  box(type, uint32(version * 2 ** 24 + flags), ...content)

/** The 16 bytes before media of so many bytes. */
export const mediaDataHeader = (length: number): Uint8Array =>
  Buffer.concat([uint32(1), fourBytes('mdat'), uint64(16 + length)])

/** `©` is one byte. */
export const fourBytes = (type: string): Uint8Array => Buffer.from(type, 'latin1')
export const zeros = (length: number): Uint8Array => new Uint8Array(length)
export const uint8 = (...values: readonly number[]): Uint8Array => Uint8Array.from(values)

export function uint16(...values: readonly number[]): Uint8Array {
  const bytes = Buffer.alloc(2 * values.length)
  for (const [i, value] of values.entries()) bytes.writeUInt16BE(value, 2 * i)
  return bytes
}

export const uint32 = (...values: readonly number[]): Uint8Array => table32(values)
export const uint64 = (...values: readonly number[]): Uint8Array => table64(values)

/** Numbers of 32 bits, too many for arguments. */
export function table32(values: readonly number[]): Uint8Array {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [i, value] of values.entries()) bytes.writeUInt32BE(value, 4 * i)
  return bytes
}

/** Numbers of 64 bits, too many for arguments. */
export function table64(values: readonly number[]): Uint8Array {
  const bytes = Buffer.alloc(8 * values.length)
  for (const [i, value] of values.entries()) bytes.writeBigUInt64BE(BigInt(value), 8 * i)
  return bytes
}
