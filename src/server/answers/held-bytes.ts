const SLAB_BYTES = 2 ** 20

/**
 * Collects bytes until they are complete, in memory that is returned to the system on disposal. The process would keep
 * most of the memory of many small buffers.
 */
export class HeldBytes implements Disposable {
  readonly #slabs: Uint8Array[] = []
  /** Bytes used of the last slab. */
  #used = SLAB_BYTES
  length = 0

  add(bytes: Uint8Array): void {
    for (let from = 0; from < bytes.length; ) {
      if (this.#used === SLAB_BYTES) {
        // A resizable buffer is mapped separately and can be returned before it is collected.
        this.#slabs.push(new Uint8Array(new ArrayBuffer(SLAB_BYTES, { maxByteLength: SLAB_BYTES })))
        this.#used = 0
      }
      const piece = bytes.subarray(from, from + SLAB_BYTES - this.#used)
      this.#slabs.at(-1)?.set(piece, this.#used)
      this.#used += piece.length
      from += piece.length
    }
    this.length += bytes.length
  }

  /** Replaces the first bytes: at most one mebibyte, and not more than were added. */
  overwriteStart(bytes: Uint8Array): void {
    if (bytes.length > 0) this.#slabs[0]?.set(bytes)
  }

  /** The bytes, in pieces of any length. */
  *pieces(): Generator<Uint8Array> {
    for (const [i, slab] of this.#slabs.entries()) {
      yield i < this.#slabs.length - 1 ? slab : slab.subarray(0, this.#used)
    }
  }

  [Symbol.dispose](): void {
    for (const { buffer } of this.#slabs.splice(0)) (buffer as ArrayBuffer).resize(0)
  }
}
