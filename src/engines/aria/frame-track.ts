import type { Voicing } from './harmonic-noise-synth.ts'

/** Number of mel-scale log magnitudes of a frame, from low to high. */
export const MEL_BINS = 100

export interface FrameVoicing extends Voicing {
  /** Of a vowel or sonorant that is voiced. */
  readonly isSonorant: boolean
}

/** The predicted frames of an utterance that are still needed. Frame numbers count from its start. */
export class FrameTrack {
  #mels = new Float32Array(0)
  #voicing: FrameVoicing[] = []
  #dropped = 0

  /** Number of frames added so far. */
  get length(): number {
    return this.#dropped + this.#voicing.length
  }

  /** Adds frames, `mels` frame by frame, and drops those before `keptFrom`. */
  add(mels: Float32Array, voicing: readonly FrameVoicing[], keptFrom: number): void {
    const drop = Math.max(0, keptFrom - this.#dropped)
    const kept = this.#mels.subarray(drop * MEL_BINS)
    const joined = new Float32Array(kept.length + mels.length)
    joined.set(kept)
    joined.set(mels, kept.length)
    this.#mels = joined
    this.#voicing = [...this.#voicing.slice(drop), ...voicing]
    this.#dropped += drop
  }

  /** Voicing of the frame, or of the nearest stored one. */
  voicingAt(frame: number): FrameVoicing {
    return this.#voicing[this.#indexOf(frame)] as FrameVoicing
  }

  /** A bin of the frame, or of the nearest stored one. */
  melAt(frame: number, bin: number): number {
    return this.#mels[this.#indexOf(frame) * MEL_BINS + bin] as number
  }

  #indexOf(frame: number): number {
    return Math.min(Math.max(frame - this.#dropped, 0), this.#voicing.length - 1)
  }
}
