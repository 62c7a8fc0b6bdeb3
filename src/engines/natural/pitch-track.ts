import { HOP, SAMPLE_RATE_HZ } from './frame-sizes.ts'

/** The teacher speaks without voice below. */
const LOWEST_HZ = 45
/** Where no frame is voiced, and outside of the phrase. The vocoder is told of pitch relative to it. */
export const NO_HZ = 160

/** Whether a frame of this F0 is voiced. */
export const isVoiced = (f0: number): boolean => f0 > LOWEST_HZ

/** The pitch of a phrase's frames. Frame numbers outside of the phrase are unvoiced. */
export class PitchTrack {
  readonly length: number
  /** In Hz; unvoiced frames have the pitch between their voiced neighbours. */
  readonly #hz: Float32Array
  readonly #voiced: Uint8Array
  /** Phase of the fundamental at the centre of each frame, and how far it has turned since the frame before. */
  readonly #phase: Float64Array
  readonly #turn: Float64Array

  /** `f0` in Hz as the front tells it; what lies below 45 is unvoiced, but turns the phase. */
  constructor(f0: Float32Array) {
    this.length = f0.length
    this.#voiced = Uint8Array.from(f0, (hz) => (isVoiced(hz) ? 1 : 0))
    this.#hz = betweenVoiced(f0, this.#voiced)
    this.#turn = Float64Array.from(f0, (hz) => (2 * Math.PI * HOP * hz) / SAMPLE_RATE_HZ)
    let phase = 0
    this.#phase = this.#turn.map((turn) => {
      phase = (phase + turn) % (2 * Math.PI)
      return phase
    })
  }

  hzAt(frame: number): number {
    return this.#hz[frame] ?? NO_HZ
  }

  voicedAt(frame: number): number {
    return this.#voiced[frame] ?? 0
  }

  phaseAt(frame: number): number {
    return this.#phase[frame] ?? 0
  }

  /** How far the phase turns from the frame before to this one. */
  turnTo(frame: number): number {
    return this.#turn[frame] ?? 0
  }
}

function betweenVoiced(f0: Float32Array, voiced: Uint8Array): Float32Array {
  const hz = new Float32Array(f0.length).fill(NO_HZ)
  let last = -1
  for (let frame = 0; frame < f0.length; frame++) {
    if (voiced[frame] === 0) continue
    const to = f0[frame] as number
    const from = last < 0 ? to : (f0[last] as number)
    for (let i = last + 1; i <= frame; i++) hz[i] = from + ((to - from) * (i - last)) / (frame - last)
    last = frame
  }
  if (last >= 0) hz.fill(f0[last] as number, last)
  return hz
}
