import { FADE_S, KEPT_S } from '../phrases/finish-phrase.ts'
import { SAMPLE_RATE_HZ } from './frame-sizes.ts'

/** Samples below are silence: 42 dB below the usual peak. */
const HEARD = 0.004
const samplesOf = (seconds: number): number => Math.round(seconds * SAMPLE_RATE_HZ)
const KEPT = { before: samplesOf(KEPT_S.before), after: samplesOf(KEPT_S.after) } as const
const FADE = { in: samplesOf(FADE_S.in), out: samplesOf(FADE_S.out) } as const
const NOTHING = new Float32Array(0)

/** Drops the silence at both ends of a phrase while it is made, and fades its ends. */
export class SpeechEnds {
  #held: Float32Array = NOTHING
  /** Samples that were faded in; undefined before the first sound. */
  #faded: number | undefined
  /** Samples that were dropped before the first sound; known when `push` has returned some. */
  dropped = 0

  /** More samples of the phrase -> what can be heard already. A copy. */
  push(samples: Float32Array): Float32Array {
    const known = joined(this.#held, samples)
    if (this.#faded !== undefined) return this.#release(known)
    const first = known.findIndex(isHeard)
    const silent = Math.max(0, (first < 0 ? known.length : first) - KEPT.before)
    this.dropped += silent
    if (first < 0) {
      this.#held = known.slice(silent)
      return NOTHING
    }
    this.#faded = 0
    return this.#release(known.subarray(silent))
  }

  /** The rest. */
  end(): Float32Array {
    if (this.#faded === undefined) return NOTHING
    const rest = this.#held.subarray(0, this.#held.findLastIndex(isHeard) + 1 + KEPT.after)
    const fade = Math.min(FADE.out, rest.length)
    for (let i = 1; i <= fade; i++) {
      const at = rest.length - i
      rest[at] = (rest[at] as number) * ((i - 1) / fade)
    }
    return rest
  }

  /** What may be the end is held until more is heard. */
  #release(known: Float32Array): Float32Array {
    const end = Math.max(0, known.findLastIndex(isHeard) + 1 - FADE.out)
    this.#held = known.slice(end)
    const speech = known.subarray(0, end)
    const faded = this.#faded ?? 0
    const fading = Math.min(FADE.in - faded, speech.length)
    for (let i = 0; i < fading; i++) speech[i] = (speech[i] as number) * ((faded + i) / FADE.in)
    this.#faded = faded + fading
    return speech
  }
}

const isHeard = (sample: number): boolean => Math.abs(sample) > HEARD

function joined(one: Float32Array, other: Float32Array): Float32Array {
  const both = new Float32Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}
