import { SAMPLE_RATE_HZ } from './frame-sizes.ts'

const samplesOf = (seconds: number): number => Math.round(seconds * SAMPLE_RATE_HZ)
/** Samples below are silence: 42 dB below the usual peak. */
const HEARD = 0.004
/** Kept of the silence, for soft onsets and for the decay of the last sound. */
const KEPT = { before: samplesOf(0.01), after: samplesOf(0.02) } as const
const FADE = { in: samplesOf(0.004), out: samplesOf(0.012) } as const

/** Drops the silence at both ends of a phrase while it is made, and fades its ends. */
export class SpeechEnds {
  #held = new Float32Array(0)
  #hasBegun = false
  /** Samples that were dropped before the first sound; known when `push` has returned some. */
  dropped = 0

  /** More samples of the phrase -> what can be heard already. A copy. */
  push(samples: Float32Array): Float32Array {
    const known = joined(this.#held, samples)
    const first = this.#hasBegun ? 0 : known.findIndex(isHeard)
    if (first < 0) return this.#hold(known, Math.max(0, known.length - KEPT.before), 0)
    const start = this.#hasBegun ? 0 : Math.max(0, first - KEPT.before)
    const isFirst = !this.#hasBegun
    this.#hasBegun = true
    // What may be the end is held until more is heard.
    const end = Math.max(start, known.findLastIndex(isHeard) + 1 - FADE.out)
    const speech = this.#hold(known, end, start)
    if (isFirst)
      for (let i = 0; i < Math.min(FADE.in, speech.length); i++) speech[i] = (speech[i] as number) * (i / FADE.in)
    return speech
  }

  /** The rest. */
  end(): Float32Array {
    const held = this.#held
    const heard = this.#hasBegun ? held.findLastIndex(isHeard) + 1 + KEPT.after : 0
    const rest = held.slice(0, heard)
    const fade = Math.min(FADE.out, rest.length)
    for (let i = 1; i <= fade; i++) {
      const at = rest.length - i
      rest[at] = (rest[at] as number) * ((i - 1) / fade)
    }
    return rest
  }

  #hold(known: Float32Array, end: number, start: number): Float32Array {
    if (!this.#hasBegun) this.dropped += end
    else this.dropped += start
    this.#held = known.slice(end)
    return this.#hasBegun ? known.slice(start, end) : new Float32Array(0)
  }
}

const isHeard = (sample: number): boolean => Math.abs(sample) > HEARD

export function joined(one: Float32Array, other: Float32Array): Float32Array {
  if (one.length === 0) return other
  const both = new Float32Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}
