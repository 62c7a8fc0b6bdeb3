import { type ComplexNumbers, FourierTransform } from '../spectra/fourier.ts'
import { BINS, ENVELOPE_POINTS, FILTER, HOP, WINDOW } from './frame-sizes.ts'
import type { PitchTrack } from './pitch-track.ts'

/** Highest frequency of harmonics. */
const HIGHEST_HARMONIC_HZ = 11_800
const SAMPLE_RATE_HZ = 24_000
/** Closer to a pulse's peak the formula is 0 / 0. */
const LEAST_SINE = 1e-3
/** Scales signed 32-bit integers to noise of variance 1. */
const NOISE_SCALE = Math.sqrt(3) / 2 ** 31
const NOISE_SEED = 0x2545f491

const window = Float64Array.from({ length: WINDOW }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / WINDOW))
const outputWindow = Float32Array.from(window, (weight) => weight / WINDOW)
/** One over the sum of the squared windows, for each sample of a hop: the windows of frames overlap unevenly. */
const overlapGain = Float32Array.from({ length: HOP }, (_, sample) => {
  let sum = 0
  for (let at = sample; at < WINDOW; at += HOP) sum += (window[at] as number) ** 2
  return 1 / sum
})
const envelopeAt = Float64Array.from({ length: WINDOW }, (_, i) =>
  Math.min(Math.max(((i + 0.5) / WINDOW) * ENVELOPE_POINTS - 0.5, 0), ENVELOPE_POINTS - 1.000001),
)
const fourier = new FourierTransform(window, 2)
const [plain, beat] = fourier.outputs as readonly [ComplexNumbers, ComplexNumbers]
/** The filtered frame, in the place of the plain sources. */
const frame = plain

/**
 * Pulses and noise, filtered frame by frame, overlapped and added. Sample 0 is the centre of frame 0. Frames can begin
 * anywhere in a phrase: what lies before is silent.
 */
export class Synth {
  readonly #pulses = new Float32Array(WINDOW)
  readonly #noise = new Float32Array(WINDOW)
  readonly #cosNoise = new Float32Array(WINDOW)
  readonly #sinNoise = new Float32Array(WINDOW)
  readonly #sources = [this.#pulses, this.#noise, this.#cosNoise, this.#sinNoise]
  readonly #overlapped = new Float32Array(WINDOW)
  readonly #pitch: PitchTrack
  #noiseState = NOISE_SEED
  /** The next frame. */
  #frame: number

  constructor(pitch: PitchTrack, firstFrame: number) {
    this.#pitch = pitch
    this.#frame = firstFrame
    this.#excite(0, firstFrame * HOP - WINDOW / 2)
  }

  /**
   * Adds the next frame, given its filters (`FILTER_WIDTH` numbers from `offset` on), and writes the hop that it
   * completes: it begins WINDOW / 2 before the frame's centre.
   */
  add(filters: Float32Array, offset: number, output: Float32Array, at: number): void {
    this.#transform()
    this.#filter(filters, offset)
    this.#overlap(filters, offset + FILTER.envelope * BINS)
    this.writeHop(output, at)
    this.#frame++
    for (const source of this.#sources) source.copyWithin(0, HOP)
    this.#excite(WINDOW - HOP, this.#frame * HOP + WINDOW / 2 - HOP)
  }

  /** Writes the next hop as far as it is known. */
  writeHop(output: Float32Array, at: number): void {
    const overlapped = this.#overlapped
    for (let i = 0; i < HOP; i++) {
      const sample = (overlapped[i] as number) * (overlapGain[i] as number)
      output[at + i] = Math.min(Math.max(sample, -1), 1)
    }
    overlapped.copyWithin(0, HOP)
    overlapped.fill(0, WINDOW - HOP)
  }

  /** Fills the sources from `start` on; `sample` is where that lies in the phrase. */
  #excite(start: number, sample: number): void {
    const noise = this.#noise
    let state = this.#noiseState
    for (let i = start; i < WINDOW; i++) {
      state ^= state << 13
      state ^= state >>> 17
      state ^= state << 5
      noise[i] = state * NOISE_SCALE
    }
    this.#noiseState = state
    for (let i = start; i < WINDOW; ) {
      const at = (sample + i - start + 0.5) / HOP
      const from = Math.floor(at)
      const count = Math.min(WINDOW - i, Math.ceil((from + 1 - at) * HOP))
      const isVoiced = this.#pitch.voicedAt(from) + this.#pitch.voicedAt(from + 1) > 0
      if (isVoiced) this.#voice(i, count, from, at - from)
      else for (const source of this.#sources) if (source !== noise) source.fill(0, i, i + count)
      i += count
    }
  }

  /** `count` samples from `start` on, which begin at `share` of the way from one frame to the next. */
  #voice(start: number, count: number, from: number, share: number): void {
    const pitch = this.#pitch
    const [hz, voiced] = [pitch.hzAt(from), pitch.voicedAt(from)]
    const [hzStep, voicedStep] = [pitch.hzAt(from + 1) - hz, pitch.voicedAt(from + 1) - voiced]
    const [firstPhase, turn] = [pitch.phaseAt(from), pitch.turnTo(from + 1)]
    for (let i = 0; i < count; i++) {
      const at = start + i
      const part = share + i / HOP
      const pitchHz = hz + hzStep * part
      const level = voiced + voicedStep * part
      const phase = (firstPhase + turn * part) % (2 * Math.PI)
      const halfSine = Math.sin(phase / 2)
      const harmonics = Math.floor(HIGHEST_HARMONIC_HZ / pitchHz)
      const pulse =
        Math.abs(halfSine) > LEAST_SINE ? Math.sin((harmonics + 0.5) * phase) / (2 * halfSine) - 0.5 : harmonics
      this.#pulses[at] = pulse * 2 * Math.sqrt(pitchHz / SAMPLE_RATE_HZ) * level
      const breath = (this.#noise[at] as number) * level
      this.#cosNoise[at] = breath * Math.cos(phase)
      this.#sinNoise[at] = breath * Math.sin(phase)
    }
  }

  get #isVoiced(): boolean {
    for (let frame = this.#frame - 2; frame <= this.#frame + 2; frame++)
      if (this.#pitch.voicedAt(frame) > 0) return true
    return false
  }

  /** Computes the sources' spectra, two real signals per complex transform. */
  #transform(): void {
    transformPair(this.#pulses, this.#noise, 0)
    if (this.#isVoiced) transformPair(this.#cosNoise, this.#sinNoise, 1)
  }

  /**
   * Filters the spectra and transforms them back: afterwards `frame.re` is what is predictable and `-frame.im` the noise,
   * both scaled by the window length (the transform of the conjugate of the one + i the other).
   */
  #filter(filters: Float32Array, offset: number): void {
    const { re: plainRe, im: plainIm } = plain
    const { re: beatRe, im: beatIm } = beat
    const { re: filteredRe, im: filteredIm } = fourier.input
    const isVoiced = this.#isVoiced
    for (let bin = 0; bin < BINS; bin++) {
      const mirrored = (WINDOW - bin) & (WINDOW - 1)
      const at = offset + bin
      const gain = filters[at + FILTER.noise * BINS] as number
      let noiseRe = (gain * ((plainIm[bin] as number) + (plainIm[mirrored] as number))) / 2
      let noiseIm = (gain * ((plainRe[mirrored] as number) - (plainRe[bin] as number))) / 2
      let certainRe = filters[at + FILTER.free * BINS] as number
      let certainIm = filters[at + FILTER.freeTurn * BINS] as number
      if (isVoiced) {
        const pulseRe = ((plainRe[bin] as number) + (plainRe[mirrored] as number)) / 2
        const pulseIm = ((plainIm[bin] as number) - (plainIm[mirrored] as number)) / 2
        const re = filters[at + FILTER.pulse * BINS] as number
        const im = filters[at + FILTER.pulseTurn * BINS] as number
        certainRe += pulseRe * re - pulseIm * im
        certainIm += pulseRe * im + pulseIm * re
        const cos = (filters[at + FILTER.cos * BINS] as number) / 2
        const sin = (filters[at + FILTER.sin * BINS] as number) / 2
        noiseRe +=
          cos * ((beatRe[bin] as number) + (beatRe[mirrored] as number)) +
          sin * ((beatIm[bin] as number) + (beatIm[mirrored] as number))
        noiseIm +=
          cos * ((beatIm[bin] as number) - (beatIm[mirrored] as number)) +
          sin * ((beatRe[mirrored] as number) - (beatRe[bin] as number))
      }
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
