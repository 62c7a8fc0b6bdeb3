/** Width of a notch at -3 dB, in Hz. */
const WIDTH_HZ = 40

/**
 * Takes steady tones out of speech, a part at a time: how it is cut does not change the samples. Each notch is the one of
 * R. Bristow-Johnson's "Cookbook formulae for audio equalizer biquad filter coefficients".
 */
export class NotchFilter {
  readonly #notches: readonly Notch[]

  constructor(tonesHz: readonly number[], sampleRateHz: number) {
    this.#notches = tonesHz.map((hz) => new Notch(hz, sampleRateHz))
  }

  /** Filters samples in place. The results are within -1 to 1: at the peaks of loud speech a filter overshoots. */
  filter(samples: Float32Array): void {
    for (const notch of this.#notches) notch.filter(samples)
    for (let i = 0; i < samples.length; i++) samples[i] = Math.min(Math.max(samples[i] as number, -1), 1)
  }
}

class Notch {
  readonly #gain: number
  /** Of the samples before; those of the result are in `#pole`. */
  readonly #middle: number
  readonly #pole: number
  #first = 0
  #second = 0

  constructor(hz: number, sampleRateHz: number) {
    const angle = (2 * Math.PI * hz) / sampleRateHz
    const alpha = Math.sin(angle) * Math.sinh((Math.LN2 / 2) * octaves(hz) * (angle / Math.sin(angle)))
    this.#gain = 1 / (1 + alpha)
    this.#middle = (-2 * Math.cos(angle)) / (1 + alpha)
    this.#pole = (1 - alpha) / (1 + alpha)
  }

  /** Transposed direct form II. */
  filter(samples: Float32Array): void {
    let [first, second] = [this.#first, this.#second]
    for (let i = 0; i < samples.length; i++) {
      const sample = samples[i] as number
      const result = this.#gain * sample + first
      first = this.#middle * (sample - result) + second
      second = this.#gain * sample - this.#pole * result
      samples[i] = result
    }
    this.#first = first
    this.#second = second
  }
}

const octaves = (hz: number): number => Math.log2((hz + WIDTH_HZ / 2) / (hz - WIDTH_HZ / 2))
