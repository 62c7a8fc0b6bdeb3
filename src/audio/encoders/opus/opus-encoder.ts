import type { OpusEncoderHandle, SampleRate } from 'libopus-wasm'
import type { Samples } from '../../../core/samples.ts'
import type { LocalEncoder, Marking } from '../../codec.ts'
import { someRates } from '../../sample-rates.ts'
import type { CreateOpusContainer, OpusContainer, OpusStream } from './container.ts'

const CLOCK_HZ = 48_000
// Half of the maximum; more costs twice as much with little gain.
const COMPLEXITY = 5

/** Bits per second by sampling rate. */
const BITRATES: Readonly<Record<number, number>> = {
  8000: 24_000,
  12000: 32_000,
  16000: 40_000,
  24000: 48_000,
  48000: 64_000,
}

export const OPUS_RATES = someRates(Object.keys(BITRATES).map(Number))

const PACKET_S = 0.02

export const samplesBeforeOpus = (sampleRateHz: number): number => PACKET_S * sampleRateHz

export async function createOpusEncoder(
  sampleRateHz: number,
  createContainer: CreateOpusContainer,
  { mark }: Marking,
): Promise<LocalEncoder> {
  const { Application, createEncoder } = await import('libopus-wasm')
  const codec = await createEncoder({
    channels: 1,
    sampleRate: sampleRateHz as SampleRate,
    // Without the speech modes: it sounds as good at 1.5 times the bit rate, for a third of the processor time.
    application: Application.RestrictedLowDelay,
    bitrate: BITRATES[sampleRateHz] as number,
    complexity: COMPLEXITY,
  })
  return new OpusEncoder(codec, (stream) => createContainer({ ...stream, mark }))
}

class OpusEncoder implements LocalEncoder {
  readonly header: Uint8Array
  readonly #codec: OpusEncoderHandle
  readonly #container: OpusContainer
  /** Decoded samples before the audio. */
  readonly #delay: number
  /** Samples of the incomplete packet. */
  readonly #frame: Int16Array
  #filled = 0
  #samples = 0

  constructor(codec: OpusEncoderHandle, createContainer: (stream: Omit<OpusStream, 'mark'>) => OpusContainer) {
    this.#codec = codec
    this.#delay = codec.getLookahead()
    this.#frame = new Int16Array(codec.frameSize)
    this.#container = createContainer({ preSkip: this.#onClock(this.#delay), inputRateHz: codec.sampleRate })
    this.header = this.#container.header
  }

  encode(given: Samples): Uint8Array {
    const samples = given.take()
    const parts: Uint8Array[] = []
    for (let at = 0; at < samples.length; ) {
      const piece = samples.subarray(at, at + this.#frame.length - this.#filled)
      this.#frame.set(piece, this.#filled)
      this.#filled += piece.length
      at += piece.length
      if (this.#filled === this.#frame.length) parts.push(this.#container.add(this.#takePacket()))
    }
    this.#samples += samples.length
    return Buffer.concat(parts)
  }

  finish(): Uint8Array {
    const parts: Uint8Array[] = []
    // Silence flushes the codec's delay.
    let missing = this.#delay
    if (this.#filled + missing > this.#frame.length) {
      missing -= this.#frame.length - this.#filled
      parts.push(this.#container.add(this.#takePacket()))
    }
    const padding = this.#onClock(this.#frame.length - this.#filled - missing)
    parts.push(this.#container.finish(this.#takePacket(), padding))
    return Buffer.concat(parts)
  }

  finalHeader(): Uint8Array {
    return this.#container.finalHeader(this.#onClock(this.#samples))
  }

  [Symbol.dispose](): void {
    this.#codec.free()
  }

  /** Encodes the frame, padded with silence. */
  #takePacket(): Uint8Array {
    const packet = this.#codec.encode(this.#frame.fill(0, this.#filled))
    this.#filled = 0
    return packet
  }

  #onClock(samples: number): number {
    return (samples * CLOCK_HZ) / this.#codec.sampleRate
  }
}
