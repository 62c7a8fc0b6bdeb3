/** A stretch of frames whose pitch is changed together. */
export interface PitchSpan {
  /** Its first frame; it lasts until the next one's. */
  readonly firstFrame: number
  /** Fundamental frequency against the voice's own. */
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

/** What voices of any age and mood stay within; a draw beyond it would be a squeak or a creak. */
const PITCH_HZ = { least: 40, most: 500 } as const
/** Past this no speaker is meant, and the filter comes near to where it would ring. */
const FORMANT_RATIO = { least: 0.75, most: 1.35 } as const
/** Frames of 5 ms on either side of a border between two words over which the pitch goes from the one's to the other's. */
const GLIDE_FRAMES = 5

/**
 * The all-pass constant of all bases, and how far it goes for a change of the formants' logarithm by 1: a line through
 * ten settings of each base from 0.80 to 1.25, by the shift of the long-term spectrum between 350 and 3500 Hz. It holds
 * to 0.02.
 */
const ALPHA = { ofBases: 0.42, perLogRatio: -0.53 } as const

/**
 * Moves the pitch of voiced frames (0 is unvoiced) from the base's mean and range to the shape's, then by the pitch of
 * the word each lies in. Ranges are ratios, as the ear takes them: a voice raised by an octave varies by as many
 * semitones as before.
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
    pitchHz[i] = Math.min(Math.max(after, PITCH_HZ.least), PITCH_HZ.most)
  }
}

/** The pitch of each frame, without steps; undefined where it is 1 all through. */
function glidingPitch(frameCount: number, spans: readonly PitchSpan[]): Float32Array | undefined {
  if (spans.every(({ pitch }) => pitch === 1)) return undefined
  const stepped = new Float32Array(frameCount).fill(spans[0]?.pitch ?? 1)
  for (const { firstFrame, pitch } of spans) stepped.fill(pitch, firstFrame)
  // The mean over a window that slides across a step is a ramp.
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

/** The all-pass constant that moves the formants by `formantRatio` and leaves the pitch where it is. */
export function alphaOfFormants(formantRatio: number): number {
  const logRatio = Math.log(Math.min(Math.max(formantRatio, FORMANT_RATIO.least), FORMANT_RATIO.most))
  return ALPHA.ofBases + ALPHA.perLogRatio * logRatio
}
