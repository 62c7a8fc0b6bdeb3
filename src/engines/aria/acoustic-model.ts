import type { Variation } from '../../core/utterance.ts'
import type { Timbre } from '../../core/voice.ts'
import type { Voicing } from './harmonic-noise-synth.ts'
import { clampFormants, warpMels } from './mel-warp.ts'
import type { AriaNetworks, Network } from './networks.ts'
import type { Phrase, PhraseRow } from './phrases.ts'
import { drawReading, READING_WIDTH } from './readings.ts'

/** Frames before and after a frame that decide whether it is voiced. */
export interface VoicingShape {
  readonly voicingFramesBefore: number
  readonly voicingFramesAfter: number
}

/** Properties of the networks from their training. */
export interface AcousticShape extends VoicingShape {
  /** Symbol ids by name. */
  readonly symbolIds: ReadonlyMap<string, number>
  /** Mean fundamental frequency in Hz, which pitch ranges are relative to. */
  readonly pitchMeanHz: number
  /** Compensates for the narrower pitch range of predictions. */
  readonly pitchRangeFactor: number
  /** Whether the acoustic network takes a latent that selects the reading. */
  readonly hasReadings: boolean
}

/** Predicted frames of a phrase. */
export interface PhraseFrames {
  /** First frame of each row, then the end of the last row. */
  readonly rowStarts: readonly number[]
  /** Frame by frame. */
  readonly mels: Float32Array
  readonly voicing: readonly Voicing[]
}

/** Limits of durations relative to the voice's own; bounds the audio of one utterance. */
export const STRETCH = { least: 0.2, most: 5 } as const
/** Limits of pitch shift that the model follows, in semitones. */
const PITCH_SHIFT = { least: -10, most: 12 } as const
const PITCH_HZ = { least: 50, most: 500 } as const
/** Timbre ranges were chosen for flatter voices; on this one the widest would sound sung. */
const RANGE_EXPONENT = 0.6
const MOST_PITCH_RANGE = 2.5
/** Frames of silence kept around a phrase: breath before the first sound, decay after the last. */
const FRAMES_KEPT = { before: 1, after: 3 } as const

/** Parameters of a phrase; without a variation it gets the usual reading. */
export interface Delivery {
  readonly timbre: Timbre
  readonly variation: Variation | undefined
}

/** Predicts the frames of a phrase, without the surrounding silence. */
export async function predictFrames(
  phrase: Phrase,
  { timbre, variation }: Delivery,
  { acoustic, voicing }: AriaNetworks,
  shape: AcousticShape,
): Promise<PhraseFrames> {
  const formantRatio = clampFormants(timbre.formantRatio)
  const inputs = inputsOf(phrase.rows, timbre, formantRatio, shape)
  const reading = { data: drawReading(variation, phrase.rows.length), dims: [1, phrase.rows.length, READING_WIDTH] }
  const { mel, durations, f0 } = await acoustic.run(shape.hasReadings ? { ...inputs, latent: reading } : inputs)
  const rowStarts = startsOf(durations?.data as BigInt64Array)
  const predicted = { mels: mel?.data as Float32Array, pitchesHz: f0?.data as Float32Array, rowStarts }
  return framesOf(predicted, phrase.endRow, formantRatio, voicing, shape)
}

/** Output of an acoustic network for a phrase; mels bin by bin. */
interface Predicted {
  readonly mels: Float32Array
  readonly pitchesHz: Float32Array
  readonly rowStarts: readonly number[]
}

/** The frames of a phrase, without the surrounding silence, with the formants of the timbre. */
export async function framesOf(
  { mels, pitchesHz, rowStarts }: Predicted,
  endRow: number,
  formantRatio: number,
  voicing: Network,
  shape: VoicingShape,
): Promise<PhraseFrames> {
  const frameCount = pitchesHz.length
  const isVoiced = await findVoiced(mels, frameCount, voicing, shape)
  const from = Math.max((rowStarts[1] as number) - FRAMES_KEPT.before, 0)
  const to = Math.min((rowStarts[endRow] as number) + FRAMES_KEPT.after, frameCount)
  return {
    rowStarts: rowStarts.map((start) => Math.min(Math.max(start, from), to) - from),
    mels: warpMels(mels, frameCount, { from, to }, formantRatio),
    voicing: Array.from({ length: to - from }, (_, i) => ({
      pitchHz: Math.min(Math.max((pitchesHz[from + i] as number) * formantRatio, PITCH_HZ.least), PITCH_HZ.most),
      voiced: isVoiced[from + i] === true ? 1 : 0,
    })),
  }
}

/** Formant shifting also moves the harmonics, so the network gets the pitch before the shift. */
function inputsOf(rows: readonly PhraseRow[], timbre: Timbre, formantRatio: number, shape: AcousticShape) {
  const pitch = timbre.pitchMeanHz / formantRatio / shape.pitchMeanHz
  const range = rangeOf(timbre, shape.pitchRangeFactor)
  const perRow = (value: (row: PhraseRow) => number) => ({
    data: Float32Array.from(rows, value),
    dims: [1, rows.length],
  })
  const tokens = rows.flatMap(({ symbol, stress, place, follows }) => [
    shape.symbolIds.get(symbol) as number,
    stress,
    place,
    follows,
  ])
  return {
    tokens: { data: BigInt64Array.from(tokens, BigInt), dims: [1, rows.length, 4] },
    dur_scale: perRow(({ rate }) => Math.min(Math.max(1 / (rate * timbre.rateRatio), STRETCH.least), STRETCH.most)),
    pitch_shift: perRow((row) => semitonesWithin(pitch * row.pitch)),
    pitch_range: perRow(() => range),
    energy: perRow(() => 0),
    dur_frames: perRow(({ isMute }) => (isMute ? 0 : -1)),
  }
}

/** A pitch ratio in semitones, clamped to what the networks follow. */
export const semitonesWithin = (ratio: number): number =>
  Math.min(Math.max(12 * Math.log2(ratio), PITCH_SHIFT.least), PITCH_SHIFT.most)

export const rangeOf = ({ pitchRangeRatio }: Timbre, factor = 1): number =>
  Math.min(factor * pitchRangeRatio ** RANGE_EXPONENT, MOST_PITCH_RANGE)

export function startsOf(durations: BigInt64Array): readonly number[] {
  const starts = [0]
  for (const frames of durations) starts.push((starts.at(-1) as number) + Number(frames))
  return starts
}

async function findVoiced(
  mels: Float32Array,
  frameCount: number,
  network: Network,
  { voicingFramesBefore, voicingFramesAfter }: VoicingShape,
): Promise<readonly boolean[]> {
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
