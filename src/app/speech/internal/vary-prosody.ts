import type { Sampling } from '../../../core/request.ts'
import { seededRandom } from '../../../core/seeded-random.ts'
import type { Segment, Utterance, Variation } from '../../../core/utterance.ts'

/** Standard deviations at temperature 1, as in a reader's phrases: pitch in semitones, log of the rate. */
const PITCH_SD_SEMITONES = 1.2
const RATE_SD = 0.09
/** Log of the length of a pause. */
const PAUSE_SD = 0.15
/** Bounds the variation at high temperatures. */
const MAX_SEMITONES = 5
const MAX_LOG_RATE = 0.4
/** Keeps pauses in the ranges that plan-utterances.ts names. */
const PAUSE_RATIO = { min: 0.82, max: 1.29 } as const
/** Draws past this many standard deviations are unnatural even at top_p 1. */
const MAX_TAIL_SD = 3

/**
 * Maps sampling parameters to engines that do not sample tokens: natural variation of pitch and timing, drawn per
 * phrase (the words between two punctuation marks). Returns a function to apply to the utterances of one answer in
 * order. At temperature 0 utterances are unchanged. `unseeded` is uniform in [0, 1), for sampling without a seed.
 */
export function createProsodyVariation(
  sampling: Sampling,
  unseeded: () => number,
): (utterance: Utterance) => Utterance {
  if (sampling.temperature === 0) return (utterance) => utterance
  const random = sampling.seed === undefined ? unseeded : seededRandom(sampling.seed)
  const drawPitch = createDraw(sampling, random)
  const drawRate = createDraw(sampling, random)
  const drawPause = createDraw(sampling, random)
  let phrase: { readonly pitch: number; readonly rate: number } | undefined
  return (utterance) => {
    const segments = utterance.segments.map((segment): Segment => {
      if (segment.kind === 'punctuation') {
        phrase = undefined
        return segment
      }
      phrase ??= {
        pitch: 2 ** (clamp(drawPitch() * PITCH_SD_SEMITONES * sampling.temperature, MAX_SEMITONES) / 12),
        rate: Math.exp(clamp(drawRate() * RATE_SD * sampling.temperature, MAX_LOG_RATE)),
      }
      return { ...segment, pitch: segment.pitch * phrase.pitch, rate: segment.rate * phrase.rate }
    })
    const variation = drawVariation(sampling, random)
    // Without a pause the phrase continues in the next utterance. A pause without words was asked for in the text.
    if (utterance.pauseAfterMs === 0 || segments.length === 0) return { ...utterance, segments, variation }
    phrase = undefined
    const ratio = Math.exp(drawPause() * PAUSE_SD * sampling.temperature)
    const pauseRatio = Math.min(Math.max(ratio, PAUSE_RATIO.min), PAUSE_RATIO.max)
    return { ...utterance, segments, pauseAfterMs: utterance.pauseAfterMs * pauseRatio, variation }
  }
}

const drawVariation = ({ temperature, topP }: Sampling, random: () => number): Variation => ({
  seed: Math.floor(random() * 2 ** 32),
  spread: temperature,
  longestTail: longestTail(topP),
})

/** Half-width in standard deviations of the central part of the distribution with mass `topP`. */
const longestTail = (topP: number): number => Math.min(MAX_TAIL_SD, logisticQuantile((1 + topP) / 2))

/**
 * Draws with mean 0 and variance 1 (at top_p 1). `top_p` keeps the central part of the distribution with that mass.
 * `repetition_penalty` r correlates each draw with the previous one by (1 - r) / (1 + r): a first-order autoregression
 * of constant variance.
 */
function createDraw({ topP, repetitionPenalty }: Sampling, random: () => number): () => number {
  const correlation = (1 - repetitionPenalty) / (1 + repetitionPenalty)
  const innovation = Math.sqrt(1 - correlation ** 2)
  const maxSd = longestTail(topP)
  let previous: number | undefined
  return () => {
    const fresh = logisticQuantile((1 - topP) / 2 + topP * random())
    previous = clamp(previous === undefined ? fresh : correlation * previous + innovation * fresh, maxSd)
    return previous
  }
}

/**
 * Quantile function of the logistic distribution, scaled to variance 1: close to the normal distribution, with a closed
 * form.
 */
const logisticQuantile = (p: number): number => (Math.log(p / (1 - p)) * Math.sqrt(3)) / Math.PI

const clamp = (value: number, max: number): number => Math.max(-max, Math.min(max, value))
