import type { Variation } from '../../core/utterance.ts'
import { type AcousticShape, predictFrames } from './acoustic-model.ts'
import { type FrameVoicing, MEL_BINS } from './frame-track.ts'
import { noiseLevelDb } from './mel-warp.ts'
import type { Mixture } from './mixture.ts'
import type { AriaNetworks } from './networks.ts'
import type { Phrase } from './phrases.ts'
import { drawReading } from './readings.ts'
import { SILENT, UNSTRESSED } from './sound-rows.ts'

/**
 * A breath before a sentence. It is noise with the spectrum of the speaker's own [h] before a mid vowel, for which the tract is
 * open and at rest as it is in a breath: the recordings have no breaths to learn from.
 */

/** Slow, so that most of [h] is far from its neighbours. */
const ASPIRATION_RATE = 0.3
const [ASPIRATION_ROW, END_ROW] = [1, 3] as const
const ASPIRATION: Phrase = {
  rows: [
    { symbol: '^', ...SILENT },
    { symbol: 'h', stress: 0, place: 1, follows: 2, modifier: 0 },
    { symbol: 'ə', stress: UNSTRESSED, place: 3, follows: 2, modifier: 0 },
    { symbol: '.', ...SILENT },
  ].map((row) => ({ ...row, rate: ASPIRATION_RATE, pitch: 1, isMute: false })),
  words: [],
  endRow: END_ROW,
  hasPause: false,
  risesFrom: undefined,
  tune: 1,
  levelDb: 0,
  isWhole: false,
}

/** Level at its loudest, in dB of full scale; speech has some -23. */
const LEVEL_DB = -57
/** Length at the voice's own rate: 192 ms, and 32 ms in which it dies away before the first word. */
const FRAMES = { breath: 18, gap: 3, min: 14 } as const
const ENVELOPE_END_DB = -14
/** Levels relative to the loudest, at shares of the length. */
const ENVELOPE = [
  { at: 0, db: -16 },
  { at: 0.3, db: -4 },
  { at: 0.65, db: 0 },
  { at: 1, db: ENVELOPE_END_DB },
] as const
/** At the end of the gap: as soft as a pause of the networks, so that no hole is heard between breath and word. */
const GAP_DB = -24
/** Standard deviations among breaths: of the logarithm of the length, and of the level. */
const LENGTH_SD = 0.12
const LEVEL_SD_DB = 1.5
/** Selects other draws than those of the sentence. */
const SEED_OFFSET = 0x5bd1e995

/** Bins on either side; a harmonic of 250 Hz takes nine. */
const SMOOTHED_BINS = 4

const NEPERS_PER_DB = Math.LN10 / 20

/** Log magnitudes of a speaker's breath at its loudest; the same whatever is said after it. */
export async function breathSpectrum(
  mixture: Mixture,
  formantRatio: number,
  networks: Pick<AriaNetworks, 'acoustic' | 'voicing'>,
  shape: AcousticShape,
): Promise<Float32Array> {
  const { language, pitchMeanHz } = mixture
  const timbre = { formantRatio, pitchMeanHz, pitchRangeRatio: 1, rateRatio: 1, brightnessDb: 0 }
  const delivery = { timbre, variation: undefined, mixture, language }
  const { rowStarts, mels } = await predictFrames(ASPIRATION, delivery, networks, shape)
  const [from, to] = [rowStarts[ASPIRATION_ROW] as number, rowStarts[ASPIRATION_ROW + 1] as number]
  const mean = Float32Array.from({ length: MEL_BINS }, (_, bin) => {
    let sum = 0
    for (let frame = from; frame < to; frame++) sum += mels[frame * MEL_BINS + bin] as number
    return sum / (to - from)
  })
  const spectrum = withoutHarmonics(mean)
  const gain = (LEVEL_DB - noiseLevelDb(spectrum)) * NEPERS_PER_DB
  return spectrum.map((magnitude) => magnitude + gain)
}

/** The mean of neighbouring bins: where [h] is voiced, low bins resolve its harmonics. */
const withoutHarmonics = (spectrum: Float32Array): Float32Array =>
  spectrum.map((_, bin) => {
    const around = spectrum.subarray(Math.max(0, bin - SMOOTHED_BINS), bin + SMOOTHED_BINS + 1)
    return around.reduce((sum, magnitude) => sum + magnitude, 0) / around.length
  })

export interface BreathFrames {
  /** Frame by frame. */
  readonly mels: Float32Array
  readonly voicing: readonly FrameVoicing[]
}

/** Frames of a breath and of the silence after it. `rate` is relative to the voice's own, at most that of a hurried breath. */
export function breathFrames(
  spectrum: Float32Array,
  { rate, pitchHz }: { readonly rate: number; readonly pitchHz: number },
  variation: Variation | undefined,
): BreathFrames {
  const drawn = drawReading(variation && { ...variation, seed: variation.seed ^ SEED_OFFSET }, 1)
  const [longer, louder] = [(drawn[0] as number) * LENGTH_SD, (drawn[1] as number) * LEVEL_SD_DB]
  const length = Math.max(FRAMES.min, Math.round((FRAMES.breath / Math.max(1, rate)) * Math.exp(longer)))
  const count = length + FRAMES.gap
  const mels = new Float32Array(count * MEL_BINS)
  for (let frame = 0; frame < count; frame++) {
    const db = louder + (frame < length ? envelopeDb((frame + 0.5) / length) : gapDb((frame + 1 - length) / FRAMES.gap))
    for (let bin = 0; bin < MEL_BINS; bin++) {
      mels[frame * MEL_BINS + bin] = (spectrum[bin] as number) + db * NEPERS_PER_DB
    }
  }
  return { mels, voicing: Array.from({ length: count }, () => ({ pitchHz, voiced: 0, isSonorant: false })) }
}

const gapDb = (at: number): number => ENVELOPE_END_DB + (GAP_DB - ENVELOPE_END_DB) * at

function envelopeDb(at: number): number {
  const next = ENVELOPE.findIndex((point) => point.at >= at)
  const [from, to] = [ENVELOPE[next - 1] ?? ENVELOPE[0], ENVELOPE[next] ?? ENVELOPE[0]]
  return to.at === from.at ? to.db : from.db + ((to.db - from.db) * (at - from.at)) / (to.at - from.at)
}
