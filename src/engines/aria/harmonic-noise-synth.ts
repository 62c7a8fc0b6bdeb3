import { WINDOW } from '../spectra/frame-layout.ts'
import { FrameSynth, pulseAt } from '../spectra/frame-synth.ts'
import { FRAMES_PER_WINDOW, HOP, LAYOUT, SAMPLE_RATE_HZ } from './frame-sizes.ts'

/** How a frame is voiced. */
export interface Voicing {
  readonly pitchHz: number
  /** From 0 (noise only) to 1. */
  readonly voiced: number
}

/**
 * Harmonic-plus-noise synthesis. A frame can be added when the voicing of the next two is known; it completes the hop
 * that begins two hops before its centre.
 */
export class HarmonicNoiseSynth {
  readonly #synth = new FrameSynth(HOP, LAYOUT)
  #phase = 0
  /** Number of unvoiced hops at the end of the sources. */
  #unvoicedHops = 0

  /** Resets the state; `first` and `second` are the voicing of the first two frames. */
  restart(first: Voicing, second: Voicing): void {
    this.#synth.restart()
    this.#phase = 0
    this.#unvoicedHops = 0
    for (let hop = 0; hop < FRAMES_PER_WINDOW - 2; hop++) this.#excite(first, first)
    this.#excite(first, second)
  }

  /**
   * Adds the next frame, given its filters (`FILTER_WIDTH` numbers from `offset` on) and the voicing of the two frames
   * after it, and writes the completed hop. The first two hops after a restart lie before the first frame.
   */
  add(
    filters: Float32Array,
    offset: number,
    next: Voicing,
    afterNext: Voicing,
    output: Float32Array,
    at: number,
  ): void {
    this.#excite(next, afterNext)
    this.#synth.add(filters, offset, this.#unvoicedHops < FRAMES_PER_WINDOW)
    this.writeHop(output, at)
  }

  /** Writes the next completed hop. */
  writeHop(output: Float32Array, at: number): void {
    this.#synth.writeHop(output, at)
  }

  /** Shifts the sources by a hop and generates the new one, interpolating between two frames' voicing. */
  #excite(from: Voicing, to: Voicing): void {
    const isVoiced = from.voiced > 0 || to.voiced > 0
    this.#unvoicedHops = isVoiced ? 0 : this.#unvoicedHops + 1
    this.#synth.shift()
    this.#synth.fillNoise(WINDOW - HOP)
    if (isVoiced) return this.#voice(from, to)
    this.#synth.unvoice(WINDOW - HOP, WINDOW)
    const turned = this.#phase + (Math.PI * HOP * (from.pitchHz + to.pitchHz)) / SAMPLE_RATE_HZ
    this.#phase = turned % (2 * Math.PI)
  }

  #voice(from: Voicing, to: Voicing): void {
    const { pulses, noise, beats } = this.#synth
    const [once, twice] = beats as [(typeof beats)[number], (typeof beats)[number]]
    let phase = this.#phase
    for (let i = 0; i < HOP; i++) {
      const at = WINDOW - HOP + i
      const part = i / HOP
      const pitchHz = from.pitchHz + (to.pitchHz - from.pitchHz) * part
      const voiced = from.voiced + (to.voiced - from.voiced) * part
      phase += (2 * Math.PI * pitchHz) / SAMPLE_RATE_HZ
      if (phase >= 2 * Math.PI) phase -= 2 * Math.PI
      const halfSine = Math.sin(phase / 2)
      pulses[at] = pulseAt(phase, halfSine, pitchHz, SAMPLE_RATE_HZ) * voiced
      const breath = (noise[at] as number) * voiced
      const cos = 1 - 2 * halfSine * halfSine
      const halfCosine = Math.sqrt(1 - halfSine * halfSine) * (phase < Math.PI ? 1 : -1)
      const sin = 2 * halfSine * halfCosine
      once.cos[at] = breath * cos
      once.sin[at] = breath * sin
      twice.cos[at] = breath * (2 * cos * cos - 1)
      twice.sin[at] = breath * 2 * sin * cos
    }
    this.#phase = phase
  }
}
