import { readSync } from 'node:fs'
import bitIterator from 'unbzip2-stream/lib/bit_iterator.js'
import bzip2 from 'unbzip2-stream/lib/bzip2.js'

const PIECE_BYTES = 2 ** 16
/** Of one block of 900,000 symbols: five of them may stand for 259 bytes. */
const BLOCK_UNIT = 100_000

/**
 * Decompresses an open bzip2 file, block by block. The stream of `unbzip2-stream` would decompress all blocks of its
 * input at once, which are gigabytes in a hostile file; so its decoder is called for one block at a time. Throws an
 * Error if the file is cut or corrupt.
 */
export function* bunzip(fd: number, bytes: number): Generator<Buffer> {
  let position = 0
  const bits = bitIterator(() => {
    const piece = Buffer.allocUnsafe(PIECE_BYTES)
    const length = readSync(fd, piece, 0, PIECE_BYTES, position)
    if (length === 0) throw new Error('the archive ends too early')
    position += length
    return piece.subarray(0, length)
  })
  while (bits.bytesRead < bytes) {
    const symbols = new Int32Array(BLOCK_UNIT * bzip2.header(bits))
    for (let checksum: number | null = 0; checksum !== null; ) {
      const block = new GrowingBuffer(symbols.length)
      checksum = bzip2.decompress(bits, (byte) => block.add(byte), symbols, symbols.length, checksum)
      if (checksum !== null) yield block.whole()
    }
  }
}

class GrowingBuffer {
  #buffer: Buffer
  #length = 0

  constructor(bytes: number) {
    this.#buffer = Buffer.allocUnsafe(bytes)
  }

  add(byte: number): void {
    if (this.#length === this.#buffer.length) {
      this.#buffer = Buffer.concat([this.#buffer, Buffer.allocUnsafe(this.#length)])
    }
    this.#buffer[this.#length++] = byte
  }

  whole(): Buffer {
    return this.#buffer.subarray(0, this.#length)
  }
}
