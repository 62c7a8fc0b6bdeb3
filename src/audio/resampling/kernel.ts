import { KERNEL_BASE64 } from './kernel-binary.ts'
import type { SincFilter } from './sinc-filter.ts'

/** `interpolation` outputs for every `decimation` inputs, in lowest terms. */
export interface Conversion {
  readonly interpolation: number
  readonly decimation: number
  readonly filter: SincFilter
}

// Layout of the kernel's memory, in samples. One output needs at most 18,432 inputs (from 384,000 to 1000 Hz); the
// largest table has less than 136,000 weights.
const INPUT = { at: 0, length: 24_576 } as const
const OUTPUT = { at: 24_576, length: 16_384 } as const
const TABLE_AT = 40_960

type Filter = (
  input: number,
  output: number,
  outputEnd: number,
  table: number,
  rowBytes: number,
  rows: number,
  place: number,
  parts: number,
  stepBytes: number,
  stepParts: number,
) => void

/** The WebAssembly instance that all resamplers of a thread share, one call at a time. */
export class Kernel {
  readonly #filter: Filter
  readonly #memory: Float32Array
  /** The filter whose table is loaded. */
  #loaded: SincFilter | undefined

  static async load(): Promise<Kernel> {
    const module = await WebAssembly.compile(Buffer.from(KERNEL_BASE64, 'base64'))
    const { filter, memory } = new WebAssembly.Instance(module, {}).exports
    return new Kernel(filter as Filter, new Float32Array((memory as WebAssembly.Memory).buffer))
  }

  private constructor(filter: Filter, memory: Float32Array) {
    this.#filter = filter
    this.#memory = memory
  }

  /**
   * Fills `outputs`. The first output lies `place` / `interpolation` after the middle of its inputs; the inputs must
   * suffice for the last output.
   */
  filter(inputs: Float32Array, outputs: Float32Array, place: number, conversion: Conversion): void {
    const { interpolation, decimation, filter } = conversion
    this.#load(filter)
    let parts = place
    for (let written = 0; written < outputs.length; ) {
      const first = Math.floor(parts / interpolation)
      const within = parts % interpolation
      const startsWithin = INPUT.length - filter.taps + 1
      const max = Math.min(OUTPUT.length, Math.ceil((startsWithin * interpolation - within) / decimation))
      const output = outputs.subarray(written, written + max)
      this.#memory.set(inputs.subarray(first, first + INPUT.length), INPUT.at)
      this.#filter(
        bytes(INPUT.at),
        bytes(OUTPUT.at),
        bytes(OUTPUT.at + output.length),
        bytes(TABLE_AT),
        bytes(filter.taps),
        filter.rows,
        within,
        interpolation,
        bytes(Math.floor(decimation / interpolation)),
        decimation % interpolation,
      )
      output.set(this.#memory.subarray(OUTPUT.at, OUTPUT.at + output.length))
      written += output.length
      parts += output.length * decimation
    }
  }

  #load(filter: SincFilter): void {
    if (filter === this.#loaded) return
    this.#memory.set(filter.table, TABLE_AT)
    this.#loaded = filter
  }
}

const bytes = (samples: number): number => samples * Float32Array.BYTES_PER_ELEMENT
