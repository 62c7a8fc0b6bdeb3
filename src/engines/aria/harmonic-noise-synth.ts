import { type ComplexNumbers, FourierTransform } from '../spectra/fourier.ts'
import { BINS, ENVELOPE_POINTS, FILTER, FRAMES_PER_WINDOW, HOP, SAMPLE_RATE_HZ, WINDOW } from './frame-sizes.ts'

/** Highest frequency of harmonics. */
const HIGHEST_HARMONIC_HZ = 11_800
/** Closer to a pulse's peak the formula is 0 / 0. */
const LEAST_SINE = 1e-3
/** Scales signed 32-bit integers to noise of variance 1. */
const NOISE_SCALE = Math.sqrt(3) / 2 ** 31
const NOISE_SEED = 0x2545f491
/** Sum of the squared windows at a sample. */
const OVERLAP = 1.5

const window = Float64Array.from({ length: WINDOW }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / WINDOW))
const outputWindow = Float32Array.from(window, (weight) => weight / (OVERLAP * WINDOW))
const envelopeAt = Float64Array.from({ length: WINDOW }, (_, i) =>
  Math.min(Math.max(((i + 0.5) / WINDOW) * ENVELOPE_POINTS - 0.5, 0), ENVELOPE_POINTS - 1.000001),
)
const fourier = new FourierTransform(window, 3)
const [plain, beat, twice] = fourier.outputs as readonly [ComplexNumbers, ComplexNumbers, ComplexNumbers]
/** The filtered frame, in the place of the plain sources. */
const frame = plain

/** How a frame is voiced. */
export interface Voicing {
  readonly pitchHz: number
  /** From 0 (noise only) to 1. */
  readonly voiced: number
}

const signal = (): Float32Array => new Float32Array(WINDOW)

/**
 * Harmonic-plus-noise synthesis: pulses and noise, filtered frame by frame, overlapped and added. A frame can be added
 * when the voicing of the next two is known; it completes the hop that begins two hops before its centre. Allocates no
 * memory after construction.
 */
export class HarmonicNoiseSynth {
  readonly #pulses = signal()
  readonly #noise = signal()
  readonly #cosNoise = signal()
  readonly #sinNoise = signal()
  readonly #cosTwiceNoise = signal()
  readonly #sinTwiceNoise = signal()
  readonly #sources = [
    this.#pulses,
    this.#noise,
    this.#cosNoise,
    this.#sinNoise,
    this.#cosTwiceNoise,
    this.#sinTwiceNoise,
  ]
  readonly #overlapped = signal()
  #phase = 0
  #noiseState = NOISE_SEED
  /** Number of unvoiced hops at the end of the sources. */
  #unvoicedHops = 0

  /** Resets the state; `first` and `second` are the voicing of the first two frames. */
  restart(first: Voicing, second: Voicing): void {
    for (const source of this.#sources) source.fill(0)
    this.#overlapped.fill(0)
    this.#phase = 0
    this.#noiseState = NOISE_SEED
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
    this.#transform()
    this.#filter(filters, offset)
    this.#overlap(filters, offset + FILTER.envelope * BINS)
    this.writeHop(output, at)
  }

  /** Writes the next completed hop. */
  writeHop(output: Float32Array, at: number): void {
    const overlapped = this.#overlapped
    for (let i = 0; i < HOP; i++) output[at + i] = overlapped[i] as number
    overlapped.copyWithin(0, HOP)
    overlapped.fill(0, WINDOW - HOP)
  }

  /** Shifts the sources by a hop and generates the new one, interpolating between two frames' voicing. */
  #excite(from: Voicing, to: Voicing): void {
    for (const source of this.#sources) source.copyWithin(0, HOP)
    const isVoiced = from.voiced > 0 || to.voiced > 0
    this.#unvoicedHops = isVoiced ? 0 : this.#unvoicedHops + 1
    const start = WINDOW - HOP
    const noise = this.#noise
    let state = this.#noiseState
    for (let i = start; i < WINDOW; i++) {
      state ^= state << 13
      state ^= state >>> 17
      state ^= state << 5
      noise[i] = state * NOISE_SCALE
    }
    this.#noiseState = state
    if (isVoiced) return this.#voice(from, to)
    for (const source of this.#sources) if (source !== noise) source.fill(0, start)
    const turned = this.#phase + (Math.PI * HOP * (from.pitchHz + to.pitchHz)) / SAMPLE_RATE_HZ
    this.#phase = turned % (2 * Math.PI)
  }

  #voice(from: Voicing, to: Voicing): void {
    const noise = this.#noise
    let phase = this.#phase
    for (let i = 0; i < HOP; i++) {
      const at = WINDOW - HOP + i
      const part = i / HOP
      const pitchHz = from.pitchHz + (to.pitchHz - from.pitchHz) * part
      const voiced = from.voiced + (to.voiced - from.voiced) * part
      phase += (2 * Math.PI * pitchHz) / SAMPLE_RATE_HZ
      if (phase >= 2 * Math.PI) phase -= 2 * Math.PI
      const halfSine = Math.sin(phase / 2)
      const harmonics = Math.floor(HIGHEST_HARMONIC_HZ / pitchHz)
      const pulse = halfSine > LEAST_SINE ? Math.sin((harmonics + 0.5) * phase) / (2 * halfSine) - 0.5 : harmonics
      this.#pulses[at] = pulse * 2 * Math.sqrt(pitchHz / SAMPLE_RATE_HZ) * voiced
      const breath = (noise[at] as number) * voiced
      const cos = 1 - 2 * halfSine * halfSine
      const halfCosine = Math.sqrt(1 - halfSine * halfSine) * (phase < Math.PI ? 1 : -1)
      const sin = 2 * halfSine * halfCosine
      this.#cosNoise[at] = breath * cos
      this.#sinNoise[at] = breath * sin
      this.#cosTwiceNoise[at] = breath * (2 * cos * cos - 1)
      this.#sinTwiceNoise[at] = breath * 2 * sin * cos
    }
    this.#phase = phase
  }

  /** Computes the sources' spectra, two real signals per complex transform. */
  #transform(): void {
    transformPair(this.#pulses, this.#noise, 0)
    if (!this.#isVoiced) return
    transformPair(this.#cosNoise, this.#sinNoise, 1)
    transformPair(this.#cosTwiceNoise, this.#sinTwiceNoise, 2)
  }

  get #isVoiced(): boolean {
    return this.#unvoicedHops < FRAMES_PER_WINDOW
  }

  /**
   * Filters the spectra and transforms them back: afterwards `frame.re` is the harmonic part and `-frame.im` the noise,
   * both scaled by the window length (the transform of the conjugate of harmonic + i noise).
   */
  #filter(filters: Float32Array, offset: number): void {
    const { re: plainRe, im: plainIm } = plain
    const { re: beatRe, im: beatIm } = beat
    const { re: twiceRe, im: twiceIm } = twice
    const { re: filteredRe, im: filteredIm } = fourier.input
    const isVoiced = this.#isVoiced
    for (let bin = 0; bin < BINS; bin++) {
      const mirrored = (WINDOW - bin) & (WINDOW - 1)
      const at = offset + bin
      const gain = filters[at + FILTER.noise * BINS] as number
      let noiseRe = (gain * ((plainIm[bin] as number) + (plainIm[mirrored] as number))) / 2
      let noiseIm = (gain * ((plainRe[mirrored] as number) - (plainRe[bin] as number))) / 2
      let harmonicRe = 0
      let harmonicIm = 0
      if (isVoiced) {
        const pulseRe = ((plainRe[bin] as number) + (plainRe[mirrored] as number)) / 2
        const pulseIm = ((plainIm[bin] as number) - (plainIm[mirrored] as number)) / 2
        const re = filters[at + FILTER.pulse * BINS] as number
        const im = filters[at + FILTER.pulseTurn * BINS] as number
        harmonicRe = pulseRe * re - pulseIm * im
        harmonicIm = pulseRe * im + pulseIm * re
        const cos = (filters[at + FILTER.cos * BINS] as number) / 2
        const sin = (filters[at + FILTER.sin * BINS] as number) / 2
        noiseRe +=
          cos * ((beatRe[bin] as number) + (beatRe[mirrored] as number)) +
          sin * ((beatIm[bin] as number) + (beatIm[mirrored] as number))
        noiseIm +=
          cos * ((beatIm[bin] as number) - (beatIm[mirrored] as number)) +
          sin * ((beatRe[mirrored] as number) - (beatRe[bin] as number))
        const cosTwice = (filters[at + FILTER.cosTwice * BINS] as number) / 2
        const sinTwice = (filters[at + FILTER.sinTwice * BINS] as number) / 2
        noiseRe +=
          cosTwice * ((twiceRe[bin] as number) + (twiceRe[mirrored] as number)) +
          sinTwice * ((twiceIm[bin] as number) + (twiceIm[mirrored] as number))
        noiseIm +=
          cosTwice * ((twiceIm[bin] as number) - (twiceIm[mirrored] as number)) +
          sinTwice * ((twiceRe[mirrored] as number) - (twiceRe[bin] as number))
      }
      if (mirrored === bin) {
        harmonicIm = 0
        noiseIm = 0
      }
      filteredRe[bin] = harmonicRe - noiseIm
      filteredIm[bin] = -harmonicIm - noiseRe
      filteredRe[mirrored] = harmonicRe + noiseIm
      filteredIm[mirrored] = harmonicIm - noiseRe
    }
    fourier.transform(0)
  }

  #overlap(filters: Float32Array, envelope: number): void {
    const overlapped = this.#overlapped
    const { re: frameRe, im: frameIm } = frame
    for (let i = 0; i < WINDOW; i++) {
      const at = envelopeAt[i] as number
      const point = Math.floor(at)
      const from = filters[envelope + point] as number
      const level = from + ((filters[envelope + point + 1] as number) - from) * (at - point)
      overlapped[i] =
        (overlapped[i] as number) +
        ((frameRe[i] as number) - level * (frameIm[i] as number)) * (outputWindow[i] as number)
    }
  }
}

/** The spectrum of two real signals: that of `one` + i `other`. */
function transformPair(one: Float32Array, other: Float32Array, output: number): void {
  fourier.input.re.set(one)
  fourier.input.im.set(other)
  fourier.transformWindowed(output)
}
