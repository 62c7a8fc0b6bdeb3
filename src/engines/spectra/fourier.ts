import { KERNEL_BASE64 } from './fourier/kernel-binary.ts'

/** Number of complex numbers that are transformed. */
export const FOURIER_SIZE = 1024

export interface ComplexNumbers {
  readonly re: Float32Array
  readonly im: Float32Array
}

type FirstPass = (input: number, output: number, weights: number, turns: number) => void
type LaterPass = (input: number, output: number, strideBytes: number, turns: number) => void

// Layout of the kernel's memory, in numbers.
const INPUT_AT = 0
const SCRATCH_AT = [2 * FOURIER_SIZE, 4 * FOURIER_SIZE] as const
const WINDOW_AT = 6 * FOURIER_SIZE
const ONES_AT = 7 * FOURIER_SIZE
const TURNS_AT = 8 * FOURIER_SIZE
const OUTPUTS_AT = 10 * FOURIER_SIZE
const MAX_OUTPUTS = 3
/** From here on the memory is free: as many numbers again. */
export const FREE_AT = OUTPUTS_AT + 2 * FOURIER_SIZE * MAX_OUTPUTS

/** Fourier transforms of `FOURIER_SIZE` complex numbers, in 32 bits. Input and outputs lie in memory of its own. */
export class FourierTransform {
  /** A transform leaves it as it is. */
  readonly input: ComplexNumbers
  readonly outputs: readonly ComplexNumbers[]
  /** Of the input, the outputs and others. */
  readonly memory: WebAssembly.Memory
  readonly #numbers: Float32Array
  readonly #first: FirstPass
  readonly #later: LaterPass

  /** `window` has a weight for each number of the input. At most `MAX_OUTPUTS`. */
  constructor(window: ArrayLike<number>, outputs: number) {
    const module = new WebAssembly.Module(Buffer.from(KERNEL_BASE64, 'base64'))
    const { first, later, memory } = new WebAssembly.Instance(module, {}).exports
    this.#first = first as FirstPass
    this.#later = later as LaterPass
    this.memory = memory as WebAssembly.Memory
    this.#numbers = new Float32Array(this.memory.buffer)
    this.#numbers.set(window, WINDOW_AT)
    this.#numbers.fill(1, ONES_AT, ONES_AT + FOURIER_SIZE)
    this.#numbers.set(turns(), TURNS_AT)
    this.input = this.#numbersAt(INPUT_AT)
    this.outputs = Array.from({ length: outputs }, (_, i) => this.#numbersAt(outputAt(i)))
  }

  /** Writes the unscaled spectrum (kernel e^(-i)) of the input to an output. */
  transform(output: number): void {
    this.#run(ONES_AT, output)
  }

  /** Like `transform`, of the input times the window. */
  transformWindowed(output: number): void {
    this.#run(WINDOW_AT, output)
  }

  #run(weights: number, output: number): void {
    const [one, other] = [bytes(SCRATCH_AT[0]), bytes(SCRATCH_AT[1])]
    const turnsAt = bytes(TURNS_AT)
    this.#first(bytes(INPUT_AT), one, bytes(weights), turnsAt)
    this.#later(one, other, bytes(4), turnsAt)
    this.#later(other, one, bytes(16), turnsAt)
    this.#later(one, other, bytes(64), turnsAt)
    this.#later(other, bytes(outputAt(output)), bytes(256), turnsAt)
  }

  #numbersAt(at: number): ComplexNumbers {
    return {
      re: this.#numbers.subarray(at, at + FOURIER_SIZE),
      im: this.#numbers.subarray(at + FOURIER_SIZE, at + 2 * FOURIER_SIZE),
    }
  }
}

const outputAt = (output: number): number => OUTPUTS_AT + 2 * FOURIER_SIZE * output

/** The kernel's turns: e^(-i angle), e^(-2i angle) and e^(-3i angle), real parts first. */
function turns(): Float32Array {
  const quarter = FOURIER_SIZE / 4
  return Float32Array.from({ length: 6 * quarter }, (_, i) => {
    const times = (Math.floor(i / quarter) % 3) + 1
    const angle = (-2 * Math.PI * times * (i % quarter)) / FOURIER_SIZE
    return i < 3 * quarter ? Math.cos(angle) : Math.sin(angle)
  })
}

const bytes = (numbers: number): number => numbers * Float32Array.BYTES_PER_ELEMENT
