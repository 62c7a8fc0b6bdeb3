import { SpeechError } from '../../core/errors.ts'

/** Of a message; clients of Rime send at most 131,072. */
export const MAX_MESSAGE_BYTES = 2 ** 20
/** A flag and the length, before each message. */
export const PREFIX_BYTES = 5
const UNCOMPRESSED = 0
const COMPRESSED = 1

/** Cuts the bytes of a call into messages. */
export class MessageReader {
  readonly #maxBytes: number
  /** What has come and was not taken lies between the two places. */
  #bytes: Buffer = Buffer.alloc(0)
  #start = 0
  #end = 0

  constructor(maxBytes = MAX_MESSAGE_BYTES) {
    this.#maxBytes = maxBytes
  }

  add(chunk: Uint8Array): void {
    const length = this.#end - this.#start
    if (length === 0) {
      this.#bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
      this.#start = 0
      this.#end = chunk.length
      return
    }
    if (this.#end + chunk.length > this.#bytes.length) {
      // A message may come in pieces of one byte, of which none may be kept by itself.
      const grown = Buffer.allocUnsafe(Math.max(2 * length, length + chunk.length))
      this.#bytes.copy(grown, 0, this.#start, this.#end)
      this.#bytes = grown
      this.#start = 0
      this.#end = length
    }
    this.#bytes.set(chunk, this.#end)
    this.#end += chunk.length
  }

  /**
   * The next whole message; undefined if there is none yet. Throws `request.unsupported-type` if it is compressed,
   * `request.too-large` as soon as its length is known, and `request.invalid` for another flag.
   */
  next(): Uint8Array | undefined {
    const from = this.#start + PREFIX_BYTES
    if (this.#end < from) return undefined
    const flag = this.#bytes[this.#start]
    if (flag === COMPRESSED) throw refusal('request.unsupported-type', 'compressed messages are not supported')
    if (flag !== UNCOMPRESSED) throw refusal('request.invalid', 'the flag of a message must be 0')
    const length = this.#bytes.readUInt32BE(this.#start + 1)
    if (length > this.#maxBytes) {
      throw refusal('request.too-large', `a message must have at most ${this.#maxBytes} bytes`)
    }
    if (this.#end < from + length) return undefined
    this.#start = from + length
    return this.#bytes.subarray(from, from + length)
  }

  /** Throws `request.invalid` if the bytes end within a message. */
  end(): void {
    if (this.#end > this.#start) throw refusal('request.invalid', 'the last message is incomplete')
  }
}

const refusal = (code: 'request.unsupported-type' | 'request.too-large' | 'request.invalid', message: string) =>
  new SpeechError(code, message, { isFixed: true })
