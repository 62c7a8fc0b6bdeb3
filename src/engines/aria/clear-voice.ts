import { BINS, ENVELOPE_POINTS, WINDOW } from '../spectra/frame-layout.ts'
import { LAYOUT, SAMPLE_RATE_HZ } from './frame-sizes.ts'
import { SONORANTS } from './sound-rows.ts'

/**
 * Makes vowels and sonorants clearer than the networks predict them: with less noise, stronger harmonics above 1 kHz, and spectra that
 * do not flicker from frame to frame. Other sounds keep their noise, also where they are voiced. The values are those by which DNSMOS
 * rises most: docs/aria.md.
 */

/** Share of the mean of the neighbouring frames in a frame within a sound. */
const STEADINESS = 0.5

interface LevelPoint {
  readonly hz: number
  readonly db: number
}
/** Noise below 2 kHz is heard as roughness, above 8 kHz as breath. */
const NOISE_LEVEL: readonly LevelPoint[] = [
  { hz: 0, db: -7 },
  { hz: 1000, db: -7 },
  { hz: 2000, db: -5 },
  { hz: 4000, db: -2.5 },
  { hz: 8000, db: 0 },
]
/** The acoustic model has 2 dB less power from 1.2 to 5 kHz than the teacher. */
const PULSE_LEVEL: readonly LevelPoint[] = [
  { hz: 0, db: 0 },
  { hz: 2000, db: 2 },
  { hz: 4000, db: 2 },
  { hz: 8000, db: 0 },
]
/** No gain differs from 1 above. */
const HIGHEST_BIN = Math.ceil((8000 * WINDOW) / SAMPLE_RATE_HZ)

const noiseGains = gainsOf(NOISE_LEVEL)
const pulseGains = gainsOf(PULSE_LEVEL)
/** Half of the power of noise that is multiplied by a sine is left. */
const BEAT_POWER = 0.5
/** In a frame of little else than noise, the pulses do not take its place. */
const MAX_MAKE_UP = 10 ** (3 / 20)

/**
 * Lowers the noise and raises the pulses of a frame of a voiced vowel or sonorant, whose filters begin at `offset`, and keeps its
 * power: the voices of the catalogue keep their loudness.
 */
export function clearFiltersInPlace(filters: Float32Array, offset: number): void {
  const makeUp = Math.min(powerRatio(filters, offset), MAX_MAKE_UP)
  scaleInPlace(filters, offset + LAYOUT.pulse * BINS, pulseGains, makeUp)
  scaleInPlace(filters, offset + (LAYOUT.pulse + 1) * BINS, pulseGains, makeUp)
  scaleInPlace(filters, offset + LAYOUT.noise * BINS, noiseGains, makeUp)
  for (const beat of LAYOUT.beats) {
    scaleInPlace(filters, offset + beat * BINS, noiseGains, makeUp)
    scaleInPlace(filters, offset + (beat + 1) * BINS, noiseGains, makeUp)
  }
}

/** By how much the frame's magnitudes are larger before the change than after it. */
function powerRatio(filters: Float32Array, offset: number): number {
  const powerAt = (filter: number, bin: number): number => (filters[offset + filter * BINS + bin] as number) ** 2
  const envelope = filters.subarray(offset + LAYOUT.envelope * BINS, offset + LAYOUT.envelope * BINS + ENVELOPE_POINTS)
  const swell = envelope.reduce((sum, level) => sum + level * level, 0) / ENVELOPE_POINTS
  const [once = 0, twice = 0] = LAYOUT.beats
  let [before, after] = [Number.MIN_VALUE, Number.MIN_VALUE]
  for (let bin = 0; bin < HIGHEST_BIN; bin++) {
    const pulses = powerAt(LAYOUT.pulse, bin) + powerAt(LAYOUT.pulse + 1, bin)
    const beats = powerAt(once, bin) + powerAt(once + 1, bin) + powerAt(twice, bin) + powerAt(twice + 1, bin)
    const noise = swell * (powerAt(LAYOUT.noise, bin) + BEAT_POWER * beats)
    before += pulses + noise
    after += pulses * (pulseGains[bin] as number) ** 2 + noise * (noiseGains[bin] as number) ** 2
  }
  return Math.sqrt(before / after)
}

function scaleInPlace(filters: Float32Array, start: number, gains: Float32Array, by: number): void {
  for (let bin = 0; bin < HIGHEST_BIN; bin++) {
    filters[start + bin] = (filters[start + bin] as number) * (gains[bin] as number) * by
  }
}

/** Frames of some sounds. */
export interface SoundFrames {
  readonly symbols: readonly string[]
  /** First frame of each row, then the end of the last row. */
  readonly rowStarts: readonly number[]
  readonly isVoiced: readonly boolean[]
}

/** Whether each frame is of a voiced vowel or sonorant. */
export function findSonorants({ symbols, rowStarts, isVoiced }: SoundFrames): readonly boolean[] {
  const isSonorant = isVoiced.map(() => false)
  for (const [row, symbol] of symbols.entries()) {
    if (!SONORANTS.has(symbol)) continue
    const end = rowStarts[row + 1] as number
    for (let frame = rowStarts[row] as number; frame < end; frame++) isSonorant[frame] = isVoiced[frame] === true
  }
  return isSonorant
}

/** Smooths voiced vowels and sonorants in time, but for their first and last frame. `mels` are log magnitudes, bin by bin. */
export function steadyInPlace(mels: Float32Array, { symbols, rowStarts, isVoiced }: SoundFrames): void {
  const frameCount = isVoiced.length
  for (const [row, symbol] of symbols.entries()) {
    if (!SONORANTS.has(symbol)) continue
    const end = (rowStarts[row + 1] as number) - 1
    for (let start = 0; start < mels.length; start += frameCount) {
      let before = mels[start + (rowStarts[row] as number)] as number
      for (let frame = (rowStarts[row] as number) + 1; frame < end; frame++) {
        const own = mels[start + frame] as number
        if (isVoiced[frame - 1] && isVoiced[frame] && isVoiced[frame + 1]) {
          const around = (before + (mels[start + frame + 1] as number)) / 2
          mels[start + frame] = own + STEADINESS * (around - own)
        }
        before = own
      }
    }
  }
}

function gainsOf(points: readonly LevelPoint[]): Float32Array {
  return Float32Array.from({ length: BINS }, (_, bin) => {
    const hz = (bin * SAMPLE_RATE_HZ) / WINDOW
    const above = points.findIndex((point) => point.hz > hz)
    const [low, high] = [points.at(above < 0 ? -1 : above - 1), points.at(above)] as [LevelPoint, LevelPoint]
    const part = high.hz === low.hz ? 0 : (hz - low.hz) / (high.hz - low.hz)
    return 10 ** ((low.db + (high.db - low.db) * part) / 20)
  })
}
