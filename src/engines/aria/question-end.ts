import { SONORANTS } from './sound-rows.ts'

/**
 * The end of a rising question. The recordings and voices that the networks learned from often let it die away: the predicted
 * pitch rises, but the last syllable is weak and counts as unvoiced, so nobody hears the rise. Here its vowels and sonorants
 * keep the level of their strongest frame, less a fall, and are voiced.
 */

/** From the strongest frame to the end of the sound, in nepers of a log magnitude: 6 dB. */
const FALL = 0.7
/** Maximum rise in level of a frame: 30 dB. */
const MAX_LIFT = 3.5
/** From this lift on, a frame has the spectrum of the strongest one, in nepers: weak frames are mostly breath. */
const BORROWED_LIFT = 0.5
/** From the first frame of the rise to its end, at least. */
const MIN_RISE_SEMITONES = 8
/** Share of the time in which it is reached; the end is level, so that it is heard. */
const CLIMB = 0.7
/** A shorter sound carries no rise: 64 ms. */
const MIN_HEARD_FRAMES = 6
/** The last frames fade as predicted. */
const FADE_FRAMES = 2

export interface QuestionEnd {
  /** First row of the rise. */
  readonly fromRow: number
  readonly symbols: readonly string[]
  /** First frame of each row, then the end of the last row. */
  readonly rowStarts: readonly number[]
  /** The last frame to be spoken, exclusive. */
  readonly to: number
}

/**
 * Lifts the end of a question in place. `mels` are log magnitudes, bin by bin; `isVoiced` and `pitchesHz` have a value for
 * each frame.
 */
export function raiseQuestionEnd(
  mels: Float32Array,
  isVoiced: boolean[],
  pitchesHz: Float32Array,
  { fromRow, symbols, rowStarts, to }: QuestionEnd,
): void {
  const frameCount = isVoiced.length
  const bins = mels.length / frameCount
  const levels = levelsOf(mels, frameCount)
  const rows = symbols
    .map((symbol, row) => ({ symbol, row }))
    .filter(({ symbol, row }) => row >= fromRow && SONORANTS.has(symbol))
  const last = rows.at(-1)
  if (last === undefined) return
  const [begin, end] = [rowStarts[fromRow] as number, Math.min(rowStarts[last.row + 1] as number, to)]
  const peak = strongest(levels, begin, end)
  if (peak === undefined) return
  const stretches = rows.map(
    ({ row }) => [rowStarts[row] as number, Math.min(rowStarts[row + 1] as number, end)] as const,
  )
  // What is left of a whispered vowel at the end, such as that of Japanese masu, is too short: the rise is over before.
  const heard = stretches.filter(([from, until]) => until - from >= MIN_HEARD_FRAMES)
  const risenAt = (heard.at(-1)?.[1] ?? end) - 1
  const risen = 12 * Math.log2((pitchesHz[risenAt] as number) / (pitchesHz[begin] as number))
  const missing = Math.max(0, MIN_RISE_SEMITONES - risen)
  const climbFrames = CLIMB * heard.reduce((sum, [from, until]) => sum + until - from, 0)
  let climbed = 0
  for (const [from, until] of stretches) {
    const source = strongest(levels, from, until)
    if (source === undefined) continue
    const spectrum = Float32Array.from({ length: bins }, (_, bin) => mels[bin * frameCount + source] as number)
    const sourceLevel = levels[source] as number
    for (let frame = from; frame < until; frame++) {
      isVoiced[frame] = true
      const passed = (frame - begin) / Math.max(1, end - begin)
      const climb = climbFrames === 0 ? 1 : Math.min(1, ++climbed / climbFrames)
      pitchesHz[frame] = (pitchesHz[frame] as number) * 2 ** ((missing * climb) / 12)
      const target = (levels[peak] as number) - FALL * passed
      const fade = Math.min(1, (end - frame) / FADE_FRAMES)
      const lift = fade * Math.min(MAX_LIFT, Math.max(0, target - (levels[frame] as number)))
      const borrowed = Math.min(1, lift / BORROWED_LIFT)
      const level = (levels[frame] as number) + lift
      for (let bin = 0; bin < bins; bin++) {
        const at = bin * frameCount + frame
        const own = (mels[at] as number) + lift
        mels[at] = own + borrowed * ((spectrum[bin] as number) - sourceLevel + level - own)
      }
    }
  }
}

/** The strongest bin of each frame. */
export function levelsOf(mels: Float32Array, frameCount: number): Float32Array {
  const levels = new Float32Array(frameCount).fill(Number.NEGATIVE_INFINITY)
  for (let start = 0; start < mels.length; start += frameCount) {
    for (let frame = 0; frame < frameCount; frame++) {
      const level = mels[start + frame] as number
      if (level > (levels[frame] as number)) levels[frame] = level
    }
  }
  return levels
}

function strongest(levels: Float32Array, from: number, to: number): number | undefined {
  let best: number | undefined
  for (let frame = from; frame < to; frame++) {
    if (best === undefined || (levels[frame] as number) > (levels[best] as number)) best = frame
  }
  return best
}
