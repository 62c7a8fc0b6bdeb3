/** Tag and length of a protobuf field of bytes, which follow. By hand, so that audio is copied once. */
export const headOfBytes = (fieldNumber: number, length: number): Buffer =>
  Buffer.from([...varint((fieldNumber << 3) | LENGTH_DELIMITED), ...varint(length)])

const LENGTH_DELIMITED = 2

/** Seven bits a byte, the lowest first; all but the last have the high bit. */
function varint(value: number): number[] {
  const bytes: number[] = []
  let rest = value
  for (; rest > 0x7f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80)
  return [...bytes, rest]
}
