import { HOP, SAMPLE_RATE_HZ } from './frame-sizes.ts'
import { weightedPowers } from './mel-warp.ts'

/**
 * The level of an utterance of a word or two. The networks draw it from few sounds: `Hi!` was up to 11 dB softer than `Really?`. All
 * speakers speak sentences at about one level, to which short utterances are brought.
 */

/** Of sentences, in dB as of `weightedPowers`. */
const SENTENCE_DB = -22.5
/** From so much sound on an utterance keeps its level, and up to so much it has that of sentences. */
const SECONDS = { short: 0.6, long: 1.5 } as const
const MAX_GAIN_DB = 10
const MAX_CUT_DB = -8
/** Softer frames do not count, as in a measurement of loudness. */
const GATE_DB = -10
const NEPERS_PER_DB = Math.LN10 / 20

/** The change in dB by which log magnitudes of an utterance, frame by frame, get the level of a sentence. */
export function shortnessGainDb(mels: Float32Array): number {
  const powers = weightedPowers(mels)
  const gate = mean(powers) * 10 ** (GATE_DB / 10)
  const heard = powers.filter((power) => power > gate)
  const seconds = (heard.length * HOP) / SAMPLE_RATE_HZ
  const share = Math.min(Math.max((SECONDS.long - seconds) / (SECONDS.long - SECONDS.short), 0), 1)
  const missingDb = SENTENCE_DB - 10 * Math.log10(mean(heard))
  return share * Math.min(Math.max(missingDb, MAX_CUT_DB), MAX_GAIN_DB)
}

export function amplifyInPlace(mels: Float32Array, gainDb: number): void {
  const nepers = gainDb * NEPERS_PER_DB
  if (nepers !== 0) for (let i = 0; i < mels.length; i++) mels[i] = (mels[i] as number) + nepers
}

const mean = (values: Float32Array): number => values.reduce((sum, value) => sum + value, 0) / values.length
