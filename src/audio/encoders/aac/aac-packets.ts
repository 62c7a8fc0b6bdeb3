import { type AacProgram, loadAacProgram } from './aac-program.ts'

/** Samples of a frame, and silence before the audio. */
export const FRAME_SAMPLES = 1024

const BYTES_PER_FLOAT = 4

/** About as good as MP3 at the same rate. A frame has at most 6144 bits. */
export function bitsPerSecond(sampleRateHz: number): number {
  if (sampleRateHz <= 12_000) return 32_000
  return sampleRateHz <= 24_000 ? 64_000 : 96_000
}

let program: Promise<AacProgram> | undefined

/** Throws a RangeError for a rate that AAC does not have. */
export async function createAacPackets(sampleRateHz: number): Promise<AacPackets> {
  program ??= loadAacProgram()
  return new AacPackets(await program, sampleRateHz)
}

/** Packets of AAC-LC, each a frame, without headers. */
export class AacPackets implements Disposable {
  readonly #program: AacProgram
  /** The incomplete frame. */
  readonly #frame = new Float32Array(FRAME_SAMPLES)
  #encoder: number
  #filled = 0
  #sent = 0

  constructor(program: AacProgram, sampleRateHz: number) {
    this.#program = program
    this.#encoder = program._init_encoder(1, sampleRateHz, bitsPerSecond(sampleRateHz))
    if (this.#encoder === 0 || program._get_encoder_frame_size(this.#encoder) !== FRAME_SAMPLES) {
      this[Symbol.dispose]()
      throw new RangeError(`AAC has no sampling rate of ${sampleRateHz} Hz`)
    }
  }

  encode(samples: Int16Array): readonly Uint8Array[] {
    const packets: Uint8Array[] = []
    for (const sample of samples) {
      this.#frame[this.#filled++] = sample / 32_768
      if (this.#filled === FRAME_SAMPLES) packets.push(...this.#sendFrame())
    }
    return packets
  }

  finish(): readonly Uint8Array[] {
    const packets = this.#filled > 0 ? [...this.#sendFrame()] : []
    this.#program._flush_encoder_start(this.#requireEncoder())
    packets.push(...this.#receive())
    return packets
  }

  [Symbol.dispose](): void {
    if (this.#encoder !== 0) this.#program._close_encoder(this.#encoder)
    this.#encoder = 0
  }

  /** Encodes the frame, padded with silence. */
  #sendFrame(): Uint8Array[] {
    const encoder = this.#requireEncoder()
    const input = this.#program._get_encode_input_ptr(encoder, BYTES_PER_FLOAT * FRAME_SAMPLES)
    if (input === 0) throw new Error('the AAC encoder has no memory')
    new Float32Array(this.#program.HEAPU8.buffer, input, FRAME_SAMPLES).set(this.#frame.fill(0, this.#filled))
    if (this.#program._send_frame(encoder, BigInt(this.#sent)) < 0) throw new Error('the AAC encoder failed')
    this.#sent += FRAME_SAMPLES
    this.#filled = 0
    return this.#receive()
  }

  #receive(): Uint8Array[] {
    const encoder = this.#requireEncoder()
    const packets: Uint8Array[] = []
    for (;;) {
      const length = this.#program._receive_packet(encoder)
      if (length < 0) throw new Error('the AAC encoder failed')
      if (length === 0) return packets
      const start = this.#program._get_encoded_data(encoder)
      packets.push(this.#program.HEAPU8.slice(start, start + length))
    }
  }

  #requireEncoder(): number {
    if (this.#encoder === 0) throw new Error('the encoder has been disposed of')
    return this.#encoder
  }
}
