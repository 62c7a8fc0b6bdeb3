import { SpeechError } from '../../core/errors.ts'

/** Of a message; clients of Rime send at most 131,072. */
export const MAX_MESSAGE_BYTES = 2 ** 20
/** A flag and the length, before each message. */
export const PREFIX_BYTES = 5
const UNCOMPRESSED = 0
const COMPRESSED = 1

/** Cuts the bytes of a call into messages. */
export class MessageReader {
  #chunks: Uint8Array[] = []
  #length = 0

  add(chunk: Uint8Array): void {
    this.#chunks.push(chunk)
    this.#length += chunk.length
  }

  /**
   * The next whole message; undefined if there is none yet. Throws `request.unsupported-type` if it is compressed,
   * `request.too-large` as soon as its length is known, and `request.invalid` for another flag.
   */
  next(): Uint8Array | undefined {
    if (this.#length < PREFIX_BYTES) return undefined
    const prefix = this.#first(PREFIX_BYTES)
    const flag = prefix[0]
    if (flag === COMPRESSED) throw refusal('request.unsupported-type', 'compressed messages are not supported')
    if (flag !== UNCOMPRESSED) throw refusal('request.invalid', 'the flag of a message must be 0')
    const length = prefix.readUInt32BE(1)
    if (length > MAX_MESSAGE_BYTES) {
      throw refusal('request.too-large', `a message must have at most ${MAX_MESSAGE_BYTES} bytes`)
    }
    if (this.#length < PREFIX_BYTES + length) return undefined
    const joined = this.#first(PREFIX_BYTES + length)
    const rest = joined.subarray(PREFIX_BYTES + length)
    this.#chunks = rest.length > 0 ? [rest, ...this.#chunks.slice(1)] : this.#chunks.slice(1)
    this.#length -= PREFIX_BYTES + length
    return joined.subarray(PREFIX_BYTES, PREFIX_BYTES + length)
  }

  /** Throws `request.invalid` if the bytes end within a message. */
  end(): void {
    if (this.#length > 0) throw refusal('request.invalid', 'the last message is incomplete')
  }

  /** The first chunk, with at least so many bytes. */
  #first(length: number): Buffer {
    let first = this.#chunks[0] as Uint8Array
    if (first.length < length) {
      first = Buffer.concat(this.#chunks)
      this.#chunks = [first]
    }
    return Buffer.from(first.buffer, first.byteOffset, first.byteLength)
  }
}

const refusal = (code: 'request.unsupported-type' | 'request.too-large' | 'request.invalid', message: string) =>
  new SpeechError(code, message, { isFixed: true })
