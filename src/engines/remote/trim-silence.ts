/** Root mean square below which a window is silence: -50 dB of full scale. */
const SILENCE = 10 ** (-50 / 20)
const WINDOW_S = 0.01
/** Silence that is kept at both ends. */
const KEPT_WINDOWS = 2
/** A longer silence within speech is shortened: it is held in memory until speech follows. */
const MAX_SILENCE_S = 2

/** Removes silence at both ends of audio that arrives in pieces. */
export class SilenceTrimmer {
  readonly #window: Float32Array
  readonly #maxHeld: number
  #filled = 0
  #held: Float32Array[] = []
  #hasBegun = false

  constructor(sampleRateHz: number) {
    this.#window = new Float32Array(Math.round(WINDOW_S * sampleRateHz))
    this.#maxHeld = Math.round(MAX_SILENCE_S / WINDOW_S)
  }

  /** Returns what is known to be speech, or silence within speech. */
  add(samples: Float32Array): Float32Array {
    const out: Float32Array[] = []
    for (let from = 0; from < samples.length; ) {
      const piece = samples.subarray(from, from + this.#window.length - this.#filled)
      this.#window.set(piece, this.#filled)
      this.#filled += piece.length
      from += piece.length
      if (this.#filled < this.#window.length) continue
      this.#filled = 0
      this.#pass(this.#window.slice(), out)
    }
    return joined(out)
  }

  /** What remains at the end of the audio. */
  finish(): Float32Array {
    const out: Float32Array[] = []
    if (this.#filled > 0) this.#pass(this.#window.slice(0, this.#filled), out)
    if (this.#hasBegun) out.push(...this.#held.splice(0, KEPT_WINDOWS))
    return joined(out)
  }

  #pass(window: Float32Array, out: Float32Array[]): void {
    if (isSilent(window)) {
      this.#held.push(window)
      if (this.#held.length > (this.#hasBegun ? this.#maxHeld : KEPT_WINDOWS)) this.#held.shift()
      return
    }
    this.#hasBegun = true
    out.push(...this.#held.splice(0), window)
  }
}

function isSilent(window: Float32Array): boolean {
  let energy = 0
  for (const sample of window) energy += sample * sample
  return energy < SILENCE * SILENCE * window.length
}

function joined(pieces: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(pieces.reduce((length, piece) => length + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}
