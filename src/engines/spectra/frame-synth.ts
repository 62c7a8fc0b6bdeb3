import { type ComplexNumbers, FOURIER_SIZE, FourierTransform } from './fourier.ts'

/** Window size in samples, centred on the frame. */
export const WINDOW = FOURIER_SIZE
/** Frequency bins of a frame, from 0 Hz to half the rate. */
export const BINS = WINDOW / 2 + 1
/** Points of the noise's envelope within a frame. */
export const ENVELOPE_POINTS = 16

/** Where a frame's filters lie among the numbers of the frame, each BINS numbers but the envelope. */
export interface FilterLayout {
  /** Real part of what filters the pulses; the imaginary part follows. */
  readonly pulse: number
  readonly noise: number
  /** For each beat what filters the noise times its cosine; that times its sine follows. */
  readonly beats: readonly number[]
  /** Real part of a spectrum that is added as it is; the imaginary part follows. */
  readonly free?: number
  /** `ENVELOPE_POINTS` numbers. */
  readonly envelope: number
}

/** Highest frequency of harmonics. */
const HIGHEST_HARMONIC_HZ = 11_800
/** Closer to a pulse's peak the formula is 0 / 0. */
const MIN_SINE = 1e-3
/** Scales signed 32-bit integers to noise of variance 1. */
const NOISE_SCALE = Math.sqrt(3) / 2 ** 31
const NOISE_SEED = 0x2545f491
const MAX_BEATS = 2

const window = Float64Array.from({ length: WINDOW }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / WINDOW))
const outputWindow = Float32Array.from(window, (weight) => weight / WINDOW)
/** Between which points of the envelope a sample of the window lies, and how far on the way. */
const envelopeAt = Float64Array.from({ length: WINDOW }, (_, i) =>
  Math.min(Math.max(((i + 0.5) / WINDOW) * ENVELOPE_POINTS - 0.5, 0), ENVELOPE_POINTS - 1.000001),
)
const envelopePoint = Uint8Array.from(envelopeAt, Math.floor)
const envelopeShare = envelopeAt.map((at) => at - Math.floor(at))
const fourier = new FourierTransform(window, 1 + MAX_BEATS)
const [plain, ...beatSpectra] = fourier.outputs as readonly [ComplexNumbers, ...ComplexNumbers[]]
/** The filtered frame, in the place of the plain sources. */
const frame = plain
/** The filtered beats of a frame. */
const [beatRe, beatIm] = [new Float64Array(BINS), new Float64Array(BINS)]

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
 * a hop. Allocates no memory after construction.
 */
export class FrameSynth {
  readonly pulses = signal()
  readonly noise = signal()
  /** The noise times cosine and sine of multiples of the fundamental's phase: how it swells with the glottis. */
  readonly beats: readonly { readonly cos: Float32Array; readonly sin: Float32Array }[]
  readonly #hop: number
  readonly #layout: FilterLayout
  readonly #overlapped = signal()
  /** One over the sum of the squared windows, for each sample of a hop: windows may overlap unevenly. */
  readonly #overlapGain: Float32Array
  #noiseState = NOISE_SEED

  constructor(hop: number, layout: FilterLayout) {
    this.#hop = hop
    this.#layout = layout
    this.beats = layout.beats.map(() => ({ cos: signal(), sin: signal() }))
    this.#overlapGain = Float32Array.from({ length: hop }, (_, sample) => {
      let sum = 0
      for (let at = sample; at < WINDOW; at += hop) sum += (window[at] as number) ** 2
      return 1 / sum
    })
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
    transformPair(this.pulses, this.noise, 0)
    beatRe.fill(0)
    beatIm.fill(0)
    if (isVoiced) for (let beat = 0; beat < this.beats.length; beat++) this.#filterBeat(beat, filters, offset)
    this.#filter(filters, offset, isVoiced)
    this.#overlap(filters, offset + this.#layout.envelope * BINS)
  }

  /** Writes the next hop as far as it is known: the first one is complete WINDOW samples after a frame's begin. */
  writeHop(output: Float32Array, at: number): void {
    const overlapped = this.#overlapped
    for (let i = 0; i < this.#hop; i++) output[at + i] = (overlapped[i] as number) * (this.#overlapGain[i] as number)
    overlapped.copyWithin(0, this.#hop)
    overlapped.fill(0, WINDOW - this.#hop)
  }

  #filterBeat(beat: number, filters: Float32Array, offset: number): void {
    const { cos, sin } = this.beats[beat] as (typeof this.beats)[number]
    const { re, im } = beatSpectra[beat] as ComplexNumbers
    transformPair(cos, sin, 1 + beat)
    const ofCos = offset + (this.#layout.beats[beat] as number) * BINS
    const ofSin = ofCos + BINS
    for (let bin = 0; bin < BINS; bin++) {
      const mirrored = (WINDOW - bin) & (WINDOW - 1)
      const cosGain = (filters[ofCos + bin] as number) / 2
      const sinGain = (filters[ofSin + bin] as number) / 2
      beatRe[bin] =
        (beatRe[bin] as number) +
        cosGain * ((re[bin] as number) + (re[mirrored] as number)) +
        sinGain * ((im[bin] as number) + (im[mirrored] as number))
      beatIm[bin] =
        (beatIm[bin] as number) +
        cosGain * ((im[bin] as number) - (im[mirrored] as number)) +
        sinGain * ((re[mirrored] as number) - (re[bin] as number))
    }
  }

  /**
   * Filters pulses and plain noise and transforms all back: afterwards `frame.re` is what is predictable and `-frame.im` the noise,
   * both scaled by the window length (the transform of the conjugate of the one + i the other).
   */
  #filter(filters: Float32Array, offset: number, isVoiced: boolean): void {
    const { re: plainRe, im: plainIm } = plain
    const { re: filteredRe, im: filteredIm } = fourier.input
    const { pulse, noise, free } = this.#layout
    const noiseGains = offset + noise * BINS
    const pulseRe = offset + pulse * BINS
    const freeRe = free === undefined ? -1 : offset + free * BINS
    for (let bin = 0; bin < BINS; bin++) {
      const mirrored = (WINDOW - bin) & (WINDOW - 1)
      let certainRe = freeRe < 0 ? 0 : (filters[freeRe + bin] as number)
      let certainIm = freeRe < 0 ? 0 : (filters[freeRe + BINS + bin] as number)
      if (isVoiced) {
        const sourceRe = ((plainRe[bin] as number) + (plainRe[mirrored] as number)) / 2
        const sourceIm = ((plainIm[bin] as number) - (plainIm[mirrored] as number)) / 2
        const re = filters[pulseRe + bin] as number
        const im = filters[pulseRe + BINS + bin] as number
        certainRe += sourceRe * re - sourceIm * im
        certainIm += sourceRe * im + sourceIm * re
      }
      const gain = (filters[noiseGains + bin] as number) / 2
      const noiseRe = gain * ((plainIm[bin] as number) + (plainIm[mirrored] as number)) + (beatRe[bin] as number)
      let noiseIm = gain * ((plainRe[mirrored] as number) - (plainRe[bin] as number)) + (beatIm[bin] as number)
      if (mirrored === bin) {
        certainIm = 0
        noiseIm = 0
      }
      filteredRe[bin] = certainRe - noiseIm
      filteredIm[bin] = -certainIm - noiseRe
      filteredRe[mirrored] = certainRe + noiseIm
      filteredIm[mirrored] = certainIm - noiseRe
    }
    fourier.transform(0)
  }

  #overlap(filters: Float32Array, envelope: number): void {
    const overlapped = this.#overlapped
    const { re: frameRe, im: frameIm } = frame
    for (let i = 0; i < WINDOW; i++) {
      const point = envelope + (envelopePoint[i] as number)
      const from = filters[point] as number
      const level = from + ((filters[point + 1] as number) - from) * (envelopeShare[i] as number)
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
