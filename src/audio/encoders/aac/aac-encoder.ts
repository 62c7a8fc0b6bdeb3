import type { Samples } from '../../../core/samples.ts'
import type { LocalEncoder, Marking } from '../../codec.ts'
import { someRates } from '../../sample-rates.ts'
import { id3Tag } from '../tags/id3.ts'
import { type AacPackets, createAacPackets, FRAME_SAMPLES } from './aac-packets.ts'
import { adtsHeader, RATES_HZ } from './adts.ts'

export const AAC_RATES = someRates(RATES_HZ)

/** A packet comes when the frame after it is known. */
export const samplesBeforeAac = (): number => 2 * FRAME_SAMPLES

const NOTHING = new Uint8Array(0)

export const createAacEncoder = async (sampleRateHz: number, { mark }: Marking): Promise<LocalEncoder> =>
  new AacEncoder(await createAacPackets(sampleRateHz), sampleRateHz, mark === undefined ? NOTHING : id3Tag(mark))

/** AAC-LC in ADTS frames, which need no header of the file, after a tag. */
class AacEncoder implements LocalEncoder {
  readonly header: Uint8Array
  readonly #packets: AacPackets
  readonly #sampleRateHz: number

  constructor(packets: AacPackets, sampleRateHz: number, tag: Uint8Array) {
    this.header = tag
    this.#packets = packets
    this.#sampleRateHz = sampleRateHz
  }

  encode(samples: Samples): Uint8Array {
    return this.#framed(this.#packets.encode(samples.take()))
  }

  finish(): Uint8Array {
    return this.#framed(this.#packets.finish())
  }

  finalHeader(): Uint8Array {
    return this.header
  }

  [Symbol.dispose](): void {
    this.#packets[Symbol.dispose]()
  }

  #framed(packets: readonly Uint8Array[]): Uint8Array {
    return Buffer.concat(packets.flatMap((packet) => [adtsHeader(this.#sampleRateHz, packet.length), packet]))
  }
}
