import { LRUCache } from 'lru-cache'
import { type Conversion, Kernel } from './resampling/kernel.ts'
import { designFilter } from './resampling/sinc-filter.ts'

/** Resamples one utterance, chunk by chunk. The output does not depend on how the chunks are cut. */
export interface Resampler {
  /**
   * Returns the output that is complete so far, possibly empty. If the rates are equal it is the argument itself, else
   * a new array.
   */
  process(samples: Float32Array): Float32Array
  /** The rest, so that the lengths are in the ratio of the rates. Last call. */
  finish(): Float32Array
}

/** Rates are integers from 1000 to 384000 Hz. */
export type CreateResampler = (fromHz: number, toHz: number) => Resampler

/** Maximum number of cached filters. Each takes at most half a megabyte, one between common rates 5 to 100 kB. */
const MAX_FILTERS = 16

/** Loads the WebAssembly instance that all resamplers of a thread share. */
export async function loadResampling(): Promise<CreateResampler> {
  const kernel = await Kernel.load()
  const conversions = new LRUCache<string, Conversion>({ max: MAX_FILTERS })
  const conversionOf = (fromHz: number, toHz: number): Conversion => {
    const divisor = greatestCommonDivisor(fromHz, toHz)
    const [decimation, interpolation] = [fromHz / divisor, toHz / divisor]
    const key = `${interpolation}/${decimation}`
    const known = conversions.get(key)
    if (known) return known
    const conversion = {
      interpolation,
      decimation,
      filter: designFilter(interpolation / decimation, interpolation),
    }
    conversions.set(key, conversion)
    return conversion
  }
  return (fromHz, toHz) => (fromHz === toHz ? passThrough : new PolyphaseResampler(kernel, conversionOf(fromHz, toHz)))
}

const passThrough: Resampler = {
  process: (samples) => samples,
  finish: () => new Float32Array(0),
}

class PolyphaseResampler implements Resampler {
  readonly #kernel: Kernel
  readonly #conversion: Conversion
  /** Inputs from the first one that the next output needs; silence before the first of all. */
  #held: Float32Array
  /** Position of the next output between two inputs, in units of 1 / `interpolation`. */
  #place = 0
  #consumed = 0
  #produced = 0

  constructor(kernel: Kernel, conversion: Conversion) {
    this.#kernel = kernel
    this.#conversion = conversion
    this.#held = new Float32Array(conversion.filter.taps / 2 - 1)
  }

  process(samples: Float32Array): Float32Array {
    const { interpolation, decimation, filter } = this.#conversion
    const inputs = new Float32Array(this.#held.length + samples.length)
    inputs.set(this.#held)
    inputs.set(samples, this.#held.length)
    const startsWithin = inputs.length - filter.taps + 1
    const outputs = new Float32Array(Math.max(0, Math.ceil((startsWithin * interpolation - this.#place) / decimation)))
    this.#kernel.filter(inputs, outputs, this.#place, this.#conversion)
    const end = this.#place + outputs.length * decimation
    this.#place = end % interpolation
    this.#held = inputs.subarray(Math.floor(end / interpolation))
    this.#consumed += samples.length
    this.#produced += outputs.length
    return outputs
  }

  finish(): Float32Array {
    const { interpolation, decimation, filter } = this.#conversion
    const rest = Math.round((this.#consumed * interpolation) / decimation) - this.#produced
    return this.process(new Float32Array(filter.taps / 2 + Math.ceil(decimation / interpolation))).subarray(0, rest)
  }
}

const greatestCommonDivisor = (a: number, b: number): number => (b === 0 ? a : greatestCommonDivisor(b, a % b))
