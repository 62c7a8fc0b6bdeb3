import type { Variation } from '../../core/utterance.ts'
import type { Timbre } from '../../core/voice.ts'
import type { Voicing } from './harmonic-noise-synth.ts'
import { clampFormants, warpMels } from './mel-warp.ts'
import type { Network } from './networks.ts'
import type { Phrase, PhraseRow } from './phrases.ts'
import { drawReading, READING_WIDTH } from './readings.ts'

/** What two networks take from their training. */
export interface AcousticShape {
  /** Ids of the symbols, by name. */
  readonly symbolIds: ReadonlyMap<string, number>
  /** Mean fundamental frequency, Hz, that pitch ranges spread around. */
  readonly pitchMeanHz: number
  /** What makes up for a prediction's spread being narrower than that of its speaker. */
  readonly pitchRangeFactor: number
  /** Frames before and after one that tell whether it is voiced. */
  readonly voicingFramesBefore: number
  readonly voicingFramesAfter: number
  /** Whether the acoustic network is told which reading to give. */
  readonly hasReadings: boolean
}

/** How a phrase sounds. */
export interface PhraseFrames {
  /** First frame of each row, and the end of the last. */
  readonly rowStarts: readonly number[]
  /** Frame by frame. */
  readonly mels: Float32Array
  readonly voicing: readonly Voicing[]
}

/** Durations against the voice's own, whatever is asked for: bounds the audio of one utterance. */
const STRETCH = { least: 0.2, most: 5 } as const
/** Pitch against the voice's own that the model still follows, semitones. */
const PITCH_SHIFT = { least: -10, most: 12 } as const
const PITCH_HZ = { least: 50, most: 500 } as const
/** A timbre's range is meant for voices flatter than this one; the livelier ones would sing. */
const RANGE_EXPONENT = 0.6
const MOST_PITCH_RANGE = 2.5
/** Silence kept of what the model puts around a phrase: breath before the first sound, decay after the last. */
const FRAMES_KEPT = { before: 1, after: 3 } as const

export interface AcousticNetworks {
  readonly acoustic: Network
  readonly voicing: Network
}

/** What is asked of a phrase; without a variation it gets the usual reading. */
export interface Delivery {
  readonly timbre: Timbre
  readonly variation: Variation | undefined
}

/** Predicts the frames of a phrase, without the silence around it. */
export async function predictFrames(
  phrase: Phrase,
  { timbre, variation }: Delivery,
  { acoustic, voicing }: AcousticNetworks,
  shape: AcousticShape,
): Promise<PhraseFrames> {
  const formantRatio = clampFormants(timbre.formantRatio)
  const inputs = inputsOf(phrase.rows, timbre, formantRatio, shape)
  const reading = { data: drawReading(variation, phrase.rows.length), dims: [1, phrase.rows.length, READING_WIDTH] }
  const { mel, durations, f0 } = await acoustic.run(shape.hasReadings ? { ...inputs, latent: reading } : inputs)
  const mels = mel?.data as Float32Array
  const frameCount = mel?.dims[2] as number
  const rowStarts = startsOf(durations?.data as BigInt64Array)
  const isVoiced = await findVoiced(mels, frameCount, voicing, shape)

  const from = Math.max((rowStarts[1] as number) - FRAMES_KEPT.before, 0)
  const to = Math.min((rowStarts[phrase.endRow] as number) + FRAMES_KEPT.after, frameCount)
  const pitchesHz = f0?.data as Float32Array
  return {
    rowStarts: rowStarts.map((start) => Math.min(Math.max(start, from), to) - from),
    mels: warpMels(mels, frameCount, { from, to }, formantRatio),
    voicing: Array.from({ length: to - from }, (_, i) => ({
      pitchHz: Math.min(Math.max((pitchesHz[from + i] as number) * formantRatio, PITCH_HZ.least), PITCH_HZ.most),
      voiced: isVoiced[from + i] === true ? 1 : 0,
    })),
  }
}

/** Harmonics are moved together with the formants, so they are asked for where they end up at the pitch of the timbre. */
function inputsOf(rows: readonly PhraseRow[], timbre: Timbre, formantRatio: number, shape: AcousticShape) {
  const semitones = (ratio: number): number =>
    Math.min(Math.max(12 * Math.log2(ratio), PITCH_SHIFT.least), PITCH_SHIFT.most)
  const pitch = timbre.pitchMeanHz / formantRatio / shape.pitchMeanHz
  const range = Math.min(shape.pitchRangeFactor * timbre.pitchRangeRatio ** RANGE_EXPONENT, MOST_PITCH_RANGE)
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
    pitch_shift: perRow((row) => semitones(pitch * row.pitch)),
    pitch_range: perRow(() => range),
    energy: perRow(() => 0),
    dur_frames: perRow(({ isMute }) => (isMute ? 0 : -1)),
  }
}

function startsOf(durations: BigInt64Array): readonly number[] {
  const starts = [0]
  for (const frames of durations) starts.push((starts.at(-1) as number) + Number(frames))
  return starts
}

async function findVoiced(
  mels: Float32Array,
  frameCount: number,
  network: Network,
  { voicingFramesBefore, voicingFramesAfter }: AcousticShape,
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
  // One frame that differs from both its neighbours is a mistake.
  return raw.map((isVoiced, i) => (i > 0 && raw[i - 1] === raw[i + 1] ? (raw[i - 1] as boolean) : isVoiced))
}
