/** The text of a stream. Throws an Error, `longer than 1 MiB`, at the first bytes too many. */
export async function boundedText(stream: AsyncIterable<Uint8Array>, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of stream) {
    length += chunk.byteLength
    if (length > maxBytes) throw new Error(`longer than ${maxBytes / 2 ** 20} MiB`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
