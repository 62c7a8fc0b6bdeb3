import { semitones } from './timbre-space.ts'

const LOWEST_HZ = 45
const HIGHEST_HZ = 420
const HOP_S = 0.01
const WINDOW_S = 0.025
/** YIN's threshold: below this share of the mean difference a lag is a period. */
const APERIODICITY = 0.2
/** Frames this much below the loudest are silence. */
const FLOOR_DB = -35
/** Values farther from the median are octave errors. */
const OUTLIER_SEMITONES = 11

/** Pitch of the voiced frames of a recording. */
export interface Pitch {
  readonly medianHz: number
  /** Standard deviation. */
  readonly spreadSemitones: number
}

/** Of the voiced frames of a recording. Throws if nothing is voiced. */
export function measurePitch(samples: Float32Array, sampleRateHz: number): Pitch {
  const pitches = trackPitch(samples, sampleRateHz)
    .filter((hz) => hz > 0)
    .sort((a, b) => a - b)
  const medianHz = pitches[pitches.length >> 1]
  if (medianHz === undefined) throw new Error('nothing in the recording has a pitch')
  const offsets = pitches.map((hz) => semitones(hz / medianHz)).filter((offset) => Math.abs(offset) < OUTLIER_SEMITONES)
  const mean = offsets.reduce((sum, offset) => sum + offset, 0) / offsets.length
  const variance = offsets.reduce((sum, offset) => sum + (offset - mean) ** 2, 0) / offsets.length
  return { medianHz, spreadSemitones: Math.sqrt(variance) }
}

/**
 * Tracks the fundamental frequency with YIN (de Cheveigné and Kawahara 2002): Hz of each frame that is not silence, one every
 * 10 ms, 0 where it is unvoiced.
 */
export function trackPitch(samples: Float32Array, sampleRateHz: number, highestHz = HIGHEST_HZ): number[] {
  const step = Math.max(1, Math.floor(sampleRateHz / 8000))
  const thin = thinned(samples, step)
  const rateHz = sampleRateHz / step
  const window = Math.round(WINDOW_S * rateHz)
  const longestLag = Math.ceil(rateHz / LOWEST_HZ)

  const frames: { start: number; power: number }[] = []
  for (let start = 0; start + window + longestLag < thin.length; start += Math.round(HOP_S * rateHz)) {
    frames.push({ start, power: thin.subarray(start, start + window).reduce((sum, x) => sum + x * x, 0) })
  }
  const floor = Math.max(...frames.map((frame) => frame.power)) * 10 ** (FLOOR_DB / 10)
  return frames
    .filter((frame) => frame.power > floor)
    .map((frame) => {
      const period = periodAt(thin, frame.start, window, longestLag, Math.floor(rateHz / highestHz))
      return period === 0 ? 0 : rateHz / period
    })
}

/** Period in samples, interpolated by a parabola; 0 if the frame is not periodic. */
function periodAt(
  samples: Float32Array,
  start: number,
  window: number,
  longestLag: number,
  shortestLag: number,
): number {
  const differences = new Float32Array(longestLag + 1)
  let sum = 0
  for (let lag = 1; lag <= longestLag; lag++) {
    let difference = 0
    for (let i = start; i < start + window; i++) {
      const delta = (samples[i] as number) - (samples[i + lag] as number)
      difference += delta * delta
    }
    sum += difference
    differences[lag] = sum === 0 ? 1 : (difference * lag) / sum
  }
  for (let lag = shortestLag; lag < longestLag; lag++) {
    const [left, here, right] = differences.subarray(lag - 1, lag + 2) as unknown as [number, number, number]
    if (here > APERIODICITY || here > left || here > right) continue
    const bend = left - 2 * here + right
    return lag + (bend === 0 ? 0 : (left - right) / (2 * bend))
  }
  return 0
}

/** Decimates by `step` after a moving average against aliasing. */
function thinned(samples: Float32Array, step: number): Float32Array {
  const thin = new Float32Array(Math.floor(samples.length / step))
  for (let i = 0; i < thin.length; i++) {
    let sum = 0
    for (let j = 0; j < step; j++) sum += samples[i * step + j] as number
    thin[i] = sum / step
  }
  return thin
}
