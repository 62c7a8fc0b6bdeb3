import type { SpeexModule } from '@echogarden/speex-resampler-wasm/simd'
import loadSpeex from '@echogarden/speex-resampler-wasm/simd'

/** Changes the sampling rate of one utterance, chunk by chunk. The chunks' borders leave no trace in the samples. */
export interface Resampler extends Disposable {
  /**
   * What the samples so far decide: nothing yet where the filter still waits for more. Where the rates are the same it
   * is the argument itself, else a new array.
   */
  process(samples: Float32Array): Float32Array
  /** The rest, so that the lengths relate as the rates do. Nothing is processed after it. */
  finish(): Float32Array
}

/** Rates are integers from 1000 to 384000 Hz. */
export type CreateResampler = (fromHz: number, toHz: number) => Resampler

// 0 to 10; each step widens the filter. The lowest that is flat up to 0.44 of the rate; its images are 95 dB down.
const QUALITY = 4
const INPUT_CAPACITY = 4096
const OUTPUT_CAPACITY = 16_384

/** Loads the WebAssembly instance that all resamplers of a thread share. */
export async function loadResampling(): Promise<CreateResampler> {
  const speex = await loadSpeex()
  const memory: SharedMemory = {
    input: speex._malloc(INPUT_CAPACITY * Float32Array.BYTES_PER_ELEMENT),
    output: speex._malloc(OUTPUT_CAPACITY * Float32Array.BYTES_PER_ELEMENT),
    lengths: speex._malloc(2 * Uint32Array.BYTES_PER_ELEMENT),
  }
  return (fromHz, toHz) => (fromHz === toHz ? passThrough : new SpeexResampler(speex, memory, fromHz, toHz))
}

const passThrough: Resampler = {
  process: (samples) => samples,
  finish: () => new Float32Array(0),
  [Symbol.dispose]: () => {},
}

/** Byte addresses of buffers that one call at a time uses. */
interface SharedMemory {
  readonly input: number
  readonly output: number
  readonly lengths: number
}

class SpeexResampler implements Resampler {
  readonly #speex: SpeexModule
  readonly #memory: SharedMemory
  readonly #fromHz: number
  readonly #toHz: number
  #state: number
  #consumed = 0
  #produced = 0

  constructor(speex: SpeexModule, memory: SharedMemory, fromHz: number, toHz: number) {
    this.#speex = speex
    this.#memory = memory
    this.#fromHz = fromHz
    this.#toHz = toHz
    this.#state = speex._speex_resampler_init(1, fromHz, toHz, QUALITY, memory.lengths)
    if (this.#state === 0) throw new RangeError(`cannot resample from ${fromHz} to ${toHz} Hz`)
    // Starts where the filter's delay ends, so that the first sample out is the first sample in.
    speex._speex_resampler_skip_zeros(this.#state)
  }

  process(samples: Float32Array): Float32Array {
    // A sample out never comes before the sample in of the same moment.
    const output = new Float32Array(Math.ceil(this.#lengthAt(this.#consumed + samples.length)) - this.#produced)
    const written = this.#run(samples, output)
    this.#consumed += samples.length
    this.#produced += written
    return output.subarray(0, written)
  }

  finish(): Float32Array {
    const output = new Float32Array(Math.round(this.#lengthAt(this.#consumed)) - this.#produced)
    const silence = new Float32Array(INPUT_CAPACITY)
    for (let written = 0; written < output.length; ) written += this.#run(silence, output.subarray(written))
    return output
  }

  [Symbol.dispose](): void {
    if (this.#state !== 0) this.#speex._speex_resampler_destroy(this.#state)
    this.#state = 0
  }

  #lengthAt(consumed: number): number {
    return (consumed * this.#toHz) / this.#fromHz
  }

  /** Writes as much of what the samples decide as fits; returns how much that is. */
  #run(samples: Float32Array, output: Float32Array): number {
    const speex = this.#speex
    const { input: inputAddress, output: outputAddress, lengths } = this.#memory
    let read = 0
    let written = 0
    while (read < samples.length && written < output.length) {
      const piece = samples.subarray(read, read + INPUT_CAPACITY)
      speex.HEAPF32.set(piece, inputAddress / 4)
      speex.HEAPU32[lengths / 4] = piece.length
      speex.HEAPU32[lengths / 4 + 1] = Math.min(OUTPUT_CAPACITY, output.length - written)
      speex._speex_resampler_process_float(this.#state, 0, inputAddress, lengths, outputAddress, lengths + 4)
      read += speex.HEAPU32[lengths / 4] as number
      const count = speex.HEAPU32[lengths / 4 + 1] as number
      output.set(speex.HEAPF32.subarray(outputAddress / 4, outputAddress / 4 + count), written)
      written += count
    }
    return written
  }
}
