import { WINDOW } from '../spectra/frame-layout.ts'
import { FrameSynth, pulseAt } from '../spectra/frame-synth.ts'
import { HOP, LAYOUT, SAMPLE_RATE_HZ } from './frame-sizes.ts'
import type { PitchTrack } from './pitch-track.ts'

/**
 * The sound of a phrase's frames. Sample 0 is the centre of frame 0. Frames can begin anywhere in a phrase: what lies
 * before is silent.
 */
export class Synth {
  readonly #synth = new FrameSynth(HOP, LAYOUT)
  readonly #pitch: PitchTrack
  /** The next frame. */
  #frame: number

  constructor(pitch: PitchTrack, firstFrame: number) {
    this.#pitch = pitch
    this.#frame = firstFrame
    this.#excite(0, firstFrame * HOP - WINDOW / 2)
  }

  /**
   * Adds the next frame, given its filters (`FILTER_WIDTH` numbers from `offset` on), and writes the hop that it
   * completes, within -1 to 1: it begins WINDOW / 2 before the frame's centre.
   */
  add(filters: Float32Array, offset: number, output: Float32Array, at: number): void {
    this.#synth.add(filters, offset, this.#isVoiced)
    this.writeHop(output, at)
    this.#frame++
    this.#synth.shift()
    this.#excite(WINDOW - HOP, this.#frame * HOP + WINDOW / 2 - HOP)
  }

  /** Writes the next hop as far as it is known. */
  writeHop(output: Float32Array, at: number): void {
    this.#synth.writeHop(output, at)
    for (let i = at; i < at + HOP; i++) output[i] = Math.min(Math.max(output[i] as number, -1), 1)
  }

  /** Fills the sources from `start` on; `sample` is where that lies in the phrase. */
  #excite(start: number, sample: number): void {
    this.#synth.fillNoise(start)
    for (let i = start; i < WINDOW; ) {
      const at = (sample + i - start + 0.5) / HOP
      const from = Math.floor(at)
      const end = Math.min(WINDOW, i + Math.ceil((from + 1 - at) * HOP))
      if (this.#pitch.voicedAt(from) + this.#pitch.voicedAt(from + 1) > 0) this.#voice(i, end, from, at - from)
      else this.#synth.unvoice(i, end)
      i = end
    }
  }

  /** Samples that begin at `share` of the way from one frame to the next. */
  #voice(start: number, end: number, from: number, share: number): void {
    const pitch = this.#pitch
    const { pulses, noise, beats } = this.#synth
    const [beat] = beats as [(typeof beats)[number]]
    const [hz, voiced] = [pitch.hzAt(from), pitch.voicedAt(from)]
    const [hzStep, voicedStep] = [pitch.hzAt(from + 1) - hz, pitch.voicedAt(from + 1) - voiced]
    const [firstPhase, turn] = [pitch.phaseAt(from), pitch.turnTo(from + 1)]
    for (let at = start; at < end; at++) {
      const part = share + (at - start) / HOP
      const level = voiced + voicedStep * part
      const phase = (firstPhase + turn * part) % (2 * Math.PI)
      pulses[at] = pulseAt(phase, Math.sin(phase / 2), hz + hzStep * part, SAMPLE_RATE_HZ) * level
      const breath = (noise[at] as number) * level
      beat.cos[at] = breath * Math.cos(phase)
      beat.sin[at] = breath * Math.sin(phase)
    }
  }

  /** Whether the window of the next frame holds a voiced one. */
  get #isVoiced(): boolean {
    for (let frame = this.#frame - 2; frame <= this.#frame + 2; frame++)
      if (this.#pitch.voicedAt(frame) > 0) return true
    return false
  }
}
