import type { Encoder } from '../../audio/codec.ts'
import type { Samples } from '../../core/samples.ts'

/** Encodes audio into the bytes of one file, whose first bytes are the header. Takes ownership of the encoder. */
export class WholeEncoder implements Disposable {
  readonly #encoder: Encoder
  #isBegun = false

  constructor(encoder: Encoder) {
    this.#encoder = encoder
  }

  /** Whether audio was encoded. */
  get isBegun(): boolean {
    return this.#isBegun
  }

  /** Takes the buffer of the samples. */
  async encode(samples: Samples): Promise<Uint8Array> {
    const encoded = await this.#encoder.encode(samples)
    const { header } = this.#encoder
    const isFirst = !this.#isBegun
    this.#isBegun = true
    return isFirst && header.length > 0 ? Buffer.concat([header, encoded]) : encoded
  }

  async finish(): Promise<Uint8Array> {
    return this.#encoder.finish()
  }

  /** The header of the complete file, in place of the first bytes and of the same length. */
  finalHeader(): Uint8Array {
    return this.#encoder.finalHeader()
  }

  [Symbol.dispose](): void {
    this.#encoder[Symbol.dispose]()
  }
}
