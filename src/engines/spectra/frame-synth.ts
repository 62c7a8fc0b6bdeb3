import { filterFrame, overlapGains, type Sources } from './frame-filter.ts'
import { BINS, ENVELOPE_POINTS, type FilterLayout, WINDOW } from './frame-layout.ts'

/** Highest frequency of harmonics. */
const HIGHEST_HARMONIC_HZ = 11_800
/** Closer to a pulse's peak the formula is 0 / 0. */
const MIN_SINE = 1e-3
/** Scales signed 32-bit integers to noise of variance 1. */
const NOISE_SCALE = Math.sqrt(3) / 2 ** 31
const NOISE_SEED = 0x2545f491

const signal = (): Float32Array => new Float32Array(WINDOW)

/**
 * Pulses with all harmonics up to 11.8 kHz, of the same power density at any pitch. `halfSine` is the sine of half the
 * phase of the fundamental.
 */
export function pulseAt(phase: number, halfSine: number, pitchHz: number, sampleRateHz: number): number {
  const harmonics = Math.floor(HIGHEST_HARMONIC_HZ / pitchHz)
  const pulse = Math.abs(halfSine) > MIN_SINE ? Math.sin((harmonics + 0.5) * phase) / (2 * halfSine) - 0.5 : harmonics
  return pulse * 2 * Math.sqrt(pitchHz / sampleRateHz)
}

/**
 * Filters pulses and noise frame by frame, overlaps and adds. The owner fills the sources: after each frame they move by
 * a hop.
 */
export class FrameSynth implements Sources {
  readonly pulses = signal()
  readonly noise = signal()
  /** The noise times cosine and sine of multiples of the fundamental's phase: how it swells with the glottis. */
  readonly beats: readonly { readonly cos: Float32Array; readonly sin: Float32Array }[]
  readonly #hop: number
  readonly #layout: FilterLayout
  readonly #overlapped = signal()
  readonly #overlapGain: Float32Array
  #noiseState = NOISE_SEED

  constructor(hop: number, layout: FilterLayout) {
    this.#hop = hop
    this.#layout = layout
    this.beats = layout.beats.map(() => ({ cos: signal(), sin: signal() }))
    this.#overlapGain = overlapGains(hop)
  }

  restart(): void {
    for (const source of [this.pulses, this.noise, ...this.beats.flatMap(({ cos, sin }) => [cos, sin])]) source.fill(0)
    this.#overlapped.fill(0)
    this.#noiseState = NOISE_SEED
  }

  /** Moves the sources by a hop. */
  shift(): void {
    this.pulses.copyWithin(0, this.#hop)
    this.noise.copyWithin(0, this.#hop)
    for (const { cos, sin } of this.beats) {
      cos.copyWithin(0, this.#hop)
      sin.copyWithin(0, this.#hop)
    }
  }

  /** Fills the plain noise from a sample of the window on. */
  fillNoise(start: number): void {
    let state = this.#noiseState
    for (let i = start; i < WINDOW; i++) {
      state ^= state << 13
      state ^= state >>> 17
      state ^= state << 5
      this.noise[i] = state * NOISE_SCALE
    }
    this.#noiseState = state
  }

  /** Silences all sources but the plain noise in a part of the window. */
  unvoice(start: number, end: number): void {
    this.pulses.fill(0, start, end)
    for (const { cos, sin } of this.beats) {
      cos.fill(0, start, end)
      sin.fill(0, start, end)
    }
  }

  /** Adds a frame, given its filters from `offset` on. Without voice there are no pulses and no beats. */
  add(filters: Float32Array, offset: number, isVoiced: boolean): void {
    const { envelope } = this.#layout
    const numbers = filters.subarray(offset, offset + envelope * BINS + ENVELOPE_POINTS)
    const samples = filterFrame(this, numbers, this.#layout, isVoiced)
    const overlapped = this.#overlapped
    for (let i = 0; i < WINDOW; i++) overlapped[i] = (overlapped[i] as number) + (samples[i] as number)
  }

  /** Writes the next hop as far as it is known: the first one is complete WINDOW samples after a frame's begin. */
  writeHop(output: Float32Array, at: number): void {
    const overlapped = this.#overlapped
    for (let i = 0; i < this.#hop; i++) output[at + i] = (overlapped[i] as number) * (this.#overlapGain[i] as number)
    overlapped.copyWithin(0, this.#hop)
    overlapped.fill(0, WINDOW - this.#hop)
  }
}
