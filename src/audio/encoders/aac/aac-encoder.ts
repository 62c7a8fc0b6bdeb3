import type { Samples } from '../../../core/samples.ts'
import type { LocalEncoder, Marking } from '../../codec.ts'
import { someRates } from '../../sample-rates.ts'
import { id3Tag } from '../tags/id3.ts'
import { type AacProgram, loadAacProgram } from './aac-program.ts'
import { adtsHeader, RATES_HZ } from './adts.ts'

export const AAC_RATES = someRates(RATES_HZ)

const FRAME_SAMPLES = 1024

/** A packet comes when the frame after it is known. */
export const samplesBeforeAac = (): number => 2 * FRAME_SAMPLES

const NOTHING = new Uint8Array(0)
const BYTES_PER_FLOAT = 4

/** About as good as MP3 at the same rate. A frame has at most 6144 bits. */
const bitsPerSecond = (sampleRateHz: number): number => {
  if (sampleRateHz <= 12_000) return 32_000
  return sampleRateHz <= 24_000 ? 64_000 : 96_000
}

let program: Promise<AacProgram> | undefined

export async function createAacEncoder(sampleRateHz: number, { mark }: Marking): Promise<LocalEncoder> {
  program ??= loadAacProgram()
  return new AacEncoder(await program, sampleRateHz, mark === undefined ? NOTHING : id3Tag(mark))
}

/** AAC-LC in ADTS frames, which need no header of the file, after a tag. */
class AacEncoder implements LocalEncoder {
  readonly header: Uint8Array
  readonly #program: AacProgram
  readonly #sampleRateHz: number
  /** The incomplete frame. */
  readonly #frame = new Float32Array(FRAME_SAMPLES)
  #encoder: number
  #filled = 0
  #sent = 0

  constructor(program: AacProgram, sampleRateHz: number, tag: Uint8Array) {
    this.header = tag
    this.#program = program
    this.#sampleRateHz = sampleRateHz
    this.#encoder = program._init_encoder(1, sampleRateHz, bitsPerSecond(sampleRateHz))
    if (this.#encoder === 0 || program._get_encoder_frame_size(this.#encoder) !== FRAME_SAMPLES) {
      this[Symbol.dispose]()
      throw new RangeError(`AAC has no sampling rate of ${sampleRateHz} Hz`)
    }
  }

  encode(given: Samples): Uint8Array {
    const samples = given.take()
    const packets: Uint8Array[] = []
    for (const sample of samples) {
      this.#frame[this.#filled++] = sample / 32_768
      if (this.#filled === FRAME_SAMPLES) packets.push(...this.#sendFrame())
    }
    return Buffer.concat(packets)
  }

  finish(): Uint8Array {
    const packets = this.#filled > 0 ? [...this.#sendFrame()] : []
    this.#program._flush_encoder_start(this.#requireEncoder())
    packets.push(...this.#receivePackets())
    return Buffer.concat(packets)
  }

  finalHeader(): Uint8Array {
    return this.header
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
    return this.#receivePackets()
  }

  #receivePackets(): Uint8Array[] {
    const encoder = this.#requireEncoder()
    const packets: Uint8Array[] = []
    for (;;) {
      const length = this.#program._receive_packet(encoder)
      if (length < 0) throw new Error('the AAC encoder failed')
      if (length === 0) return packets
      const start = this.#program._get_encoded_data(encoder)
      packets.push(adtsHeader(this.#sampleRateHz, length), this.#program.HEAPU8.slice(start, start + length))
    }
  }

  #requireEncoder(): number {
    if (this.#encoder === 0) throw new Error('the encoder has been disposed of')
    return this.#encoder
  }
}
