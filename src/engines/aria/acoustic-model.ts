import type { Variation } from '../../core/utterance.ts'
import type { Timbre } from '../../core/voice.ts'
import type { Network } from '../onnx-network.ts'
import { findSonorants, steadyInPlace } from './clear-voice.ts'
import type { FrameVoicing } from './frame-track.ts'
import { clampFormants, warpMels } from './mel-warp.ts'
import type { Mixture } from './mixture.ts'
import type { AriaNetworks } from './networks.ts'
import { amplifyInPlace, shortnessGainDb } from './phrase-level.ts'
import type { Phrase, PhraseRow } from './phrases.ts'
import { levelsOf, raiseQuestionEnd } from './question-end.ts'
import { drawReading, READING_WIDTH } from './readings.ts'

/** Properties of the networks from their training. */
export interface AcousticShape {
  /** Symbol ids by name. */
  readonly symbolIds: ReadonlyMap<string, number>
  readonly languages: readonly string[]
  /** Frames before and after a frame that decide whether it is voiced. */
  readonly voicingFramesBefore: number
  readonly voicingFramesAfter: number
}

/** Predicted frames of a phrase. */
export interface PhraseFrames {
  /** First frame of each row, then the end of the last row. */
  readonly rowStarts: readonly number[]
  /** Frame by frame. */
  readonly mels: Float32Array
  readonly voicing: readonly FrameVoicing[]
}

/** Limits of durations relative to the voice's own; bounds the audio of one utterance. */
const STRETCH = { min: 0.2, max: 5 } as const
/** Limits of pitch shift that the model follows, in semitones. */
const PITCH_SHIFT = { min: -10, max: 12 } as const
const PITCH_HZ = { min: 50, max: 500 } as const
/** The pitch ranges of timbres suit Flite's flatter voices too; the networks would sing with the widest of them. */
const RANGE_EXPONENT = 0.6
const MAX_PITCH_RANGE = 2.5
/** Frames of silence kept around a phrase: breath before the first sound, decay after the last. */
const FRAMES_KEPT = { before: 1, after: 3 } as const

/** In nepers of the strongest bin. */
const HEARD_BELOW_PEAK = 4.6

const NUMBERS_OF_ROW = 5
/** Padding, for a symbol that the networks do not know. */
const NO_SYMBOL = 0

/** Parameters of a phrase; without a variation it gets the usual reading. */
export interface Delivery {
  readonly timbre: Timbre
  readonly variation: Variation | undefined
  readonly mixture: Mixture
  /** One of the networks' languages. */
  readonly language: string
}

/** Predicts the frames of a phrase, without the surrounding silence. */
export async function predictFrames(
  phrase: Phrase,
  delivery: Delivery,
  { acoustic, voicing }: Pick<AriaNetworks, 'acoustic' | 'voicing'>,
  shape: AcousticShape,
): Promise<PhraseFrames> {
  const formantRatio = clampFormants(delivery.timbre.formantRatio)
  const { mel, durations, f0 } = await acoustic.run(inputsOf(phrase, delivery, formantRatio, shape))
  const mels = mel?.data as Float32Array
  const pitchesHz = f0?.data as Float32Array
  const rowStarts = startsOf(durations?.data as BigInt64Array)
  const frameCount = pitchesHz.length
  const isVoiced = await findVoiced(mels, frameCount, voicing, shape)
  const from = Math.max((rowStarts[1] as number) - FRAMES_KEPT.before, 0)
  const end = rowStarts[phrase.endRow] as number
  const heard = phrase.hasPause ? end : endOfSound(mels, frameCount, { from, to: end })
  const to = Math.min(heard + FRAMES_KEPT.after, frameCount)
  const symbols = phrase.rows.map(({ symbol }) => symbol)
  if (phrase.risesFrom !== undefined) {
    raiseQuestionEnd(mels, isVoiced, pitchesHz, { fromRow: phrase.risesFrom, symbols, rowStarts, to: heard })
  }
  const isSonorant = findSonorants({ symbols, rowStarts, isVoiced })
  steadyInPlace(mels, { symbols, rowStarts, isVoiced })
  const spoken = warpMels(mels, frameCount, { from, to }, formantRatio)
  amplifyInPlace(spoken, phrase.levelDb + (phrase.isWhole ? shortnessGainDb(spoken) : 0))
  return {
    rowStarts: rowStarts.map((start) => Math.min(Math.max(start, from), to) - from),
    mels: spoken,
    voicing: Array.from({ length: to - from }, (_, i) => ({
      pitchHz: Math.min(Math.max((pitchesHz[from + i] as number) * formantRatio, PITCH_HZ.min), PITCH_HZ.max),
      voiced: isVoiced[from + i] === true ? 1 : 0,
      isSonorant: isSonorant[from + i] === true,
    })),
  }
}

/** Formant shifting also moves the harmonics, so the network gets the pitch before the shift. */
function inputsOf(
  { rows, tune }: Pick<Phrase, 'rows' | 'tune'>,
  { timbre, variation, mixture, language }: Delivery,
  formantRatio: number,
  shape: AcousticShape,
) {
  const pitch = timbre.pitchMeanHz / formantRatio / mixture.pitchMeanHz
  const range = Math.min(timbre.pitchRangeRatio ** RANGE_EXPONENT, MAX_PITCH_RANGE)
  const perRow = (value: (row: PhraseRow) => number) => ({
    data: Float32Array.from(rows, value),
    dims: [1, rows.length],
  })
  const numbers = rows.flatMap(({ symbol, stress, place, follows, modifier }) => [
    shape.symbolIds.get(symbol) ?? NO_SYMBOL,
    stress,
    place,
    follows,
    modifier,
  ])
  const languages = Float32Array.from(shape.languages, (name) => (name === language ? 1 : 0))
  return {
    rows: { data: BigInt64Array.from(numbers, BigInt), dims: [1, rows.length, NUMBERS_OF_ROW] },
    speaker: { data: mixture.weights, dims: [1, mixture.weights.length] },
    language: { data: languages, dims: [1, languages.length] },
    dur_scale: perRow(({ rate }) => Math.min(Math.max(1 / (rate * timbre.rateRatio), STRETCH.min), STRETCH.max)),
    pitch_shift: perRow((row) => semitonesWithin(pitch * row.pitch)),
    pitch_range: perRow(() => range * tune),
    energy: perRow(() => 0),
    dur_frames: perRow(({ isMute }) => (isMute ? 0 : -1)),
    latent: { data: drawReading(variation, rows.length), dims: [1, rows.length, READING_WIDTH] },
  }
}

/** A pitch ratio in semitones, clamped to what the networks follow. */
const semitonesWithin = (ratio: number): number =>
  Math.min(Math.max(12 * Math.log2(ratio), PITCH_SHIFT.min), PITCH_SHIFT.max)

function startsOf(durations: BigInt64Array): readonly number[] {
  const starts = [0]
  for (const frames of durations) starts.push((starts.at(-1) as number) + Number(frames))
  return starts
}

/** The end of the last frame that can be heard: the last sound of some speakers includes the silence after it. */
function endOfSound(
  mels: Float32Array,
  frameCount: number,
  { from, to }: { readonly from: number; readonly to: number },
): number {
  const levels = levelsOf(mels, frameCount)
  const peak = levels.reduce((max, level) => Math.max(max, level))
  let end = to
  while (end > from + 1 && (levels[end - 1] as number) < peak - HEARD_BELOW_PEAK) end--
  return end
}

async function findVoiced(
  mels: Float32Array,
  frameCount: number,
  network: Network,
  { voicingFramesBefore, voicingFramesAfter }: AcousticShape,
): Promise<boolean[]> {
  const bins = mels.length / frameCount
  const width = voicingFramesBefore + frameCount + voicingFramesAfter
  const padded = new Float32Array(bins * width)
  for (let bin = 0; bin < bins; bin++) {
    const row = mels.subarray(bin * frameCount, (bin + 1) * frameCount)
    const start = bin * width
    padded.fill(row[0] as number, start, start + voicingFramesBefore)
    padded.set(row, start + voicingFramesBefore)
    padded.fill(row.at(-1) as number, start + voicingFramesBefore + frameCount, start + width)
  }
  const { v } = await network.run({ mel: { data: padded, dims: [1, bins, width] } })
  const raw = Array.from(v?.data as Float32Array, (probability) => probability > 0.5)
  // A single frame that differs from both neighbours is an error.
  return raw.map((isVoiced, i) => (i > 0 && raw[i - 1] === raw[i + 1] ? (raw[i - 1] as boolean) : isVoiced))
}
