declare module 'unbzip2-stream/lib/bit_iterator.js' {
  /** Reads numbers of some bits; `null` skips to the next byte. */
  interface Bits {
    (count: number | null): number
    bytesRead: number
  }
  const bitIterator: (nextBuffer: () => Uint8Array) => Bits
  export default bitIterator
}

declare module 'unbzip2-stream/lib/bzip2.js' {
  type Bits = import('unbzip2-stream/lib/bit_iterator.js').Bits
  const bzip2: {
    /** Reads the start of a file. Returns the size of its blocks, in units of 100,000 bytes. */
    header(bits: Bits): number
    /** Decompresses a block and returns the checksum so far, or null at the end of the file. */
    decompress(
      bits: Bits,
      add: (byte: number) => void,
      symbols: Int32Array,
      length: number,
      checksum: number,
    ): number | null
  }
  export default bzip2
}
