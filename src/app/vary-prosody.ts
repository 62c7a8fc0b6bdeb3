import type { Sampling } from '../core/request.ts'
import type { Segment, Utterance, Variation } from '../core/utterance.ts'

/** Standard deviations at temperature 1, about those of a reader's phrases: pitch in semitones, log of the rate. */
const PITCH_SD_SEMITONES = 1.2
const RATE_SD = 0.09
/** However high the temperature, speech stays speech. */
const MOST_SEMITONES = 5
const MOST_LOG_RATE = 0.4
/** Draws past this many standard deviations are unnatural even at top_p 1. */
const LONGEST_TAIL_SD = 3

/**
 * What the sampling parameters mean to engines that do not sample tokens: natural variation of pitch and timing, drawn
 * per phrase (the words between two punctuation marks). Returns a function to be applied to the utterances of one
 * answer in order. At temperature 0 utterances pass unchanged. `random` is uniform in [0, 1).
 */
export function createProsodyVariation(sampling: Sampling, random: () => number): (utterance: Utterance) => Utterance {
  if (sampling.temperature === 0) return (utterance) => utterance
  const drawPitch = createDraw(sampling, random)
  const drawRate = createDraw(sampling, random)
  let phrase: { readonly pitch: number; readonly rate: number } | undefined
  return (utterance) => {
    const segments = utterance.segments.map((segment): Segment => {
      if (segment.kind === 'punctuation') {
        phrase = undefined
        return segment
      }
      phrase ??= {
        pitch: 2 ** (clamp(drawPitch() * PITCH_SD_SEMITONES * sampling.temperature, MOST_SEMITONES) / 12),
        rate: Math.exp(clamp(drawRate() * RATE_SD * sampling.temperature, MOST_LOG_RATE)),
      }
      return { ...segment, pitch: segment.pitch * phrase.pitch, rate: segment.rate * phrase.rate }
    })
    // Without a pause the phrase goes on in the next utterance.
    if (utterance.pauseAfterMs > 0) phrase = undefined
    return { ...utterance, segments, variation: drawVariation(sampling, random) }
  }
}

const drawVariation = ({ temperature, topP }: Sampling, random: () => number): Variation => ({
  seed: Math.floor(random() * 2 ** 32),
  spread: temperature,
  longestTail: longestTail(topP),
})

/** Standard deviations within which the middle of the distribution lies, of the mass `topP`. */
const longestTail = (topP: number): number => Math.min(LONGEST_TAIL_SD, logisticQuantile((1 + topP) / 2))

/**
 * A series of draws of mean 0 and variance 1 (at top_p 1). `top_p` keeps the middle of the distribution of that mass.
 * `repetition_penalty` r correlates each draw with the one before by (1 - r) / (1 + r): a first-order autoregression
 * of constant variance that moves away from its past above 1, towards it below, and is independent of it at 1.
 */
function createDraw({ topP, repetitionPenalty }: Sampling, random: () => number): () => number {
  const correlation = (1 - repetitionPenalty) / (1 + repetitionPenalty)
  const innovation = Math.sqrt(1 - correlation ** 2)
  const mostSd = longestTail(topP)
  let previous: number | undefined
  return () => {
    const fresh = logisticQuantile((1 - topP) / 2 + topP * random())
    previous = clamp(previous === undefined ? fresh : correlation * previous + innovation * fresh, mostSd)
    return previous
  }
}

/** Quantile function of the logistic distribution scaled to variance 1: near the normal one, and has a closed form. */
const logisticQuantile = (p: number): number => (Math.log(p / (1 - p)) * Math.sqrt(3)) / Math.PI

const clamp = (value: number, most: number): number => Math.max(-most, Math.min(most, value))
