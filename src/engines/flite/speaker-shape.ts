/** A range of frames with the same pitch change. */
export interface PitchSpan {
  /** Its first frame; it ends where the next span begins. */
  readonly firstFrame: number
  /** Fundamental frequency relative to the voice's own. */
  readonly pitch: number
}

/**
 * How far a base can be taken and still be heard as a person, by measurement over seven sentences: inside, the pitch
 * that a tracker hears has the mean that was asked for and a spread no wider than the base's own; outside, octaves slip.
 * A base's spectrum holds some of its speaker's harmonics, so what counts is the pitch mean divided by the formant ratio:
 *
 * | base | pitch mean / formant ratio, Hz | own spread, semitones | pitch range ratio |
 * |------|--------------------------------|-----------------------|-------------------|
 * | slt  | 145 to 240                     | 1.2                   | 0.6 to 2          |
 * | rms  | 65 to 205                      | 2.3                   | 0.5 to 1.4        |
 * | awb  | 70 to 220                      | 1.9                   | 0.5 to 1.6        |
 *
 * Formant ratios from 0.87 to 1.15 keep vowels apart; rates from 0.7 to 1.6 keep every phone audible. Loudness moves by
 * up to 2 dB on the way.
 */
export interface PitchShape {
  readonly pitchMeanHz: number
  readonly pitchRangeRatio: number
}

/** Plausible pitch range of voices; bounds the variation. */
const PITCH_HZ = { min: 40, max: 500 } as const
/** Plausible range of speakers; beyond it the filter is nearly unstable. */
const FORMANT_RATIO = { min: 0.75, max: 1.35 } as const
const RISE = { semitones: 6, maxFrames: 70 } as const
/** Frames of 5 ms before and after a word boundary over which the pitch is interpolated. */
const GLIDE_FRAMES = 5

/**
 * The all-pass constant of all bases, and its slope over the logarithm of the formant ratio: fitted to ten settings of
 * each base from 0.80 to 1.25, by the shift of the long-term spectrum between 350 and 3500 Hz. Accurate to 0.02.
 */
const ALPHA = { ofBases: 0.42, perLogRatio: -0.53 } as const

/**
 * Maps the pitch of voiced frames (0 is unvoiced) from the base's mean and range to the shape's, then multiplies by the
 * pitch of each frame's word. Ranges are in semitones: they stay the same when the mean is raised.
 */
export function shapePitchInPlace(
  pitchHz: Float32Array,
  baseMeanHz: number,
  shape: PitchShape,
  spans: readonly PitchSpan[],
): void {
  const wordPitch = glidingPitch(pitchHz.length, spans)
  for (let i = 0; i < pitchHz.length; i++) {
    const before = pitchHz[i] ?? 0
    if (before === 0) continue
    const after = shape.pitchMeanHz * (before / baseMeanHz) ** shape.pitchRangeRatio * (wordPitch?.[i] ?? 1)
    pitchHz[i] = Math.min(Math.max(after, PITCH_HZ.min), PITCH_HZ.max)
  }
}

/**
 * Lets the pitch rise towards the last voiced frame, to 6 semitones above `meanHz`, over the last word or 350 ms, whichever
 * is shorter. People end questions that expect yes or no so; the statistics of Flite's readers have none.
 */
export function raiseEndInPlace(pitchHz: Float32Array, lastWordFrame: number, meanHz: number): void {
  const last = pitchHz.findLastIndex((hz) => hz > 0)
  const first = Math.max(lastWordFrame, last - RISE.maxFrames)
  const targetHz = Math.min(meanHz * 2 ** (RISE.semitones / 12), PITCH_HZ.max)
  for (let i = first; i <= last; i++) {
    const before = pitchHz[i] ?? 0
    const share = (i - first) / Math.max(last - first, 1)
    if (before > 0) pitchHz[i] = before ** (1 - share) * targetHz ** share
  }
}

/** The pitch factor of each frame, smoothed; undefined if it is 1 everywhere. */
function glidingPitch(frameCount: number, spans: readonly PitchSpan[]): Float32Array | undefined {
  if (spans.every(({ pitch }) => pitch === 1)) return undefined
  const stepped = new Float32Array(frameCount).fill(spans[0]?.pitch ?? 1)
  for (const { firstFrame, pitch } of spans) stepped.fill(pitch, firstFrame)
  // A moving average turns a step into a ramp.
  const width = 2 * GLIDE_FRAMES + 1
  const at = (frame: number): number => stepped[Math.min(Math.max(frame, 0), frameCount - 1)] ?? 1
  let sum = 0
  for (let frame = -GLIDE_FRAMES; frame <= GLIDE_FRAMES; frame++) sum += at(frame)
  return stepped.map((_, frame) => {
    const mean = sum / width
    sum += at(frame + GLIDE_FRAMES + 1) - at(frame - GLIDE_FRAMES)
    return mean
  })
}

/** The all-pass constant that multiplies the formants by `formantRatio` and keeps the pitch. */
export function alphaOfFormants(formantRatio: number): number {
  const logRatio = Math.log(Math.min(Math.max(formantRatio, FORMANT_RATIO.min), FORMANT_RATIO.max))
  return ALPHA.ofBases + ALPHA.perLogRatio * logRatio
}
