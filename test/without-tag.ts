/** An MP3 or AAC file without its tag of ID3v2. */
export function withoutTag(bytes: Buffer): Buffer {
  if (bytes.toString('latin1', 0, 3) !== 'ID3') return bytes
  const length = [...bytes.subarray(6, 10)].reduce((value, byte) => value * 128 + byte, 0)
  return bytes.subarray(10 + length)
}
