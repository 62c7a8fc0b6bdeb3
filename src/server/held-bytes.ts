const SLAB_BYTES = 2 ** 20

/**
 * Bytes that are kept until all of them are there. They are copied into memory that goes back to the system as soon as
 * this is disposed: of what many small pieces took, the process would keep most.
 */
export class HeldBytes implements Disposable {
  readonly #slabs: Uint8Array[] = []
  /** Of the last slab. */
  #used = SLAB_BYTES
  length = 0

  add(bytes: Uint8Array): void {
    for (let from = 0; from < bytes.length; ) {
      if (this.#used === SLAB_BYTES) {
        // One that may be resized is mapped on its own and can be given back before it is collected.
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

  /** Replaces the first bytes, at most as many as one mebibyte and as were added. */
  overwriteStart(bytes: Uint8Array): void {
    if (bytes.length > 0) this.#slabs[0]?.set(bytes)
  }

  /** What was added, in pieces of any length. */
  *pieces(): Generator<Uint8Array> {
    for (const [i, slab] of this.#slabs.entries()) {
      yield i < this.#slabs.length - 1 ? slab : slab.subarray(0, this.#used)
    }
  }

  [Symbol.dispose](): void {
    for (const { buffer } of this.#slabs.splice(0)) (buffer as ArrayBuffer).resize(0)
  }
}
