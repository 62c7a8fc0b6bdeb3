const FRAME_S = 0.032
const STEP_S = 0.01
/** Frames this far under the loudest are pauses. */
const PAUSE_BELOW_PEAK_DB = -35
const SEMITONES_PER_LOG = 12 / Math.LN2

/** Level over all samples; 0 dB is a square wave at full scale. */
export function rmsDb(samples: Float32Array): number {
  return 10 * Math.log10(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length + 1e-12)
}

export function peakLevel(samples: Float32Array): number {
  return samples.reduce((max, sample) => Math.max(max, Math.abs(sample)), 0)
}

/** Fundamental frequency every 10 ms, Hz, by autocorrelation; 0 where there is none between 45 and 550 Hz. */
export function pitchTrackHz(samples: Float32Array, rateHz: number): Float32Array {
  const step = Math.max(1, Math.round(rateHz / 8000))
  const thinned = averagedDown(samples, step)
  const thinnedRateHz = rateHz / step
  const half = Math.round(thinnedRateHz * FRAME_S)
  const hop = thinnedRateHz * STEP_S
  const floor = 10 ** (PAUSE_BELOW_PEAK_DB / 10) * peakLevel(thinned) ** 2 * half
  const frames = Math.max(0, Math.floor((thinned.length - 2 * half) / hop))
  return Float32Array.from({ length: frames }, (_, i) => {
    const start = Math.round(i * hop)
    return pitchOfFrameHz(thinned.subarray(start, start + 2 * half), thinnedRateHz, floor)
  })
}

/** Mean over voiced frames, in ratios, as the ear takes it; 0 where nothing is voiced. */
export function meanPitchHz(samples: Float32Array, rateHz: number): number {
  const logs = voicedLogs(samples, rateHz)
  return logs.length === 0 ? 0 : Math.exp(mean(logs))
}

/** Standard deviation of the pitch of voiced frames. */
export function pitchSpreadSemitones(samples: Float32Array, rateHz: number): number {
  const logs = voicedLogs(samples, rateHz)
  const centre = mean(logs)
  return SEMITONES_PER_LOG * Math.sqrt(mean(logs.map((log) => (log - centre) ** 2)))
}

/** The factor by which the resonances of `samples` lie above those of the same words in `reference`; 0.7 to 1.43. */
export function formantRatioTo(reference: Float32Array, samples: Float32Array, rateHz: number): number {
  const envelope = (of: Float32Array): ((hz: number) => number) => {
    const logs = smoothed(longTermPower(of, rateHz).map((bin) => Math.log(bin + 1e-12)))
    return (hz) => {
      const at = (hz / (rateHz / 2)) * (logs.length - 1)
      const low = Math.floor(at)
      return (logs[low] ?? 0) + (at - low) * ((logs[low + 1] ?? 0) - (logs[low] ?? 0))
    }
  }
  const [before, after] = [envelope(reference), envelope(samples)]
  const frequencies = Array.from({ length: 120 }, (_, i) => 350 * (3500 / 350) ** (i / 119))
  const beforeValues = frequencies.map(before)
  let best = { ratio: 1, likeness: Number.NEGATIVE_INFINITY }
  for (let ratio = 0.7; ratio < 1.43; ratio += 0.005) {
    const likeness = correlation(
      beforeValues,
      frequencies.map((hz) => after(hz * ratio)),
    )
    if (likeness > best.likeness) best = { ratio, likeness }
  }
  return best.ratio
}

function voicedLogs(samples: Float32Array, rateHz: number): number[] {
  return [...pitchTrackHz(samples, rateHz)].filter((hz) => hz > 0).map(Math.log)
}

function pitchOfFrameHz(frame: Float32Array, rateHz: number, minEnergy: number): number {
  const half = frame.length >> 1
  const here = frame.subarray(0, half).reduce((sum, sample) => sum + sample * sample, 0)
  let there = here
  const likenesses: number[] = []
  for (let lag = 0; lag <= Math.min(half, Math.ceil(rateHz / 45)); lag++) {
    let product = 0
    for (let i = 0; i < half; i++) product += (frame[i] ?? 0) * (frame[i + lag] ?? 0)
    if (lag > 0) there += (frame[half + lag - 1] ?? 0) ** 2 - (frame[lag - 1] ?? 0) ** 2
    if (there < minEnergy) return 0
    likenesses.push(product / Math.sqrt(here * there))
  }
  const shortest = Math.floor(rateHz / 550)
  const best = Math.max(...likenesses.slice(shortest))
  if (best < 0.6) return 0
  // The first peak that is nearly the best: every multiple of the period is as good a match.
  for (let lag = shortest + 1; lag < likenesses.length - 1; lag++) {
    const [left = 0, here = 0, right = 0] = likenesses.slice(lag - 1, lag + 2)
    if (here < best * 0.88 || here < left || here < right) continue
    const bend = left - 2 * here + right
    return rateHz / (lag + (bend === 0 ? 0 : (0.5 * (left - right)) / bend))
  }
  return 0
}

function averagedDown(samples: Float32Array, step: number): Float32Array {
  return Float32Array.from({ length: Math.floor(samples.length / step) }, (_, i) => {
    let sum = 0
    for (let k = 0; k < step; k++) sum += samples[i * step + k] ?? 0
    return sum / step
  })
}

function longTermPower(samples: Float32Array, rateHz: number): number[] {
  let total: number[] = []
  for (const power of powerFrames(samples, rateHz)) total = power.map((bin, i) => bin + (total[i] ?? 0))
  return total
}

/** Power spectra of the frames that are not pauses. */
function* powerFrames(samples: Float32Array, rateHz: number): Generator<number[]> {
  const size = 2 ** Math.round(Math.log2(rateHz * FRAME_S))
  const hop = Math.round(rateHz * STEP_S)
  const window = Float64Array.from({ length: size }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / size))
  const frames: { power: number[]; sum: number }[] = []
  for (let start = 0; start + size <= samples.length; start += hop) {
    const power = powerSpectrum(window.map((weight, i) => weight * (samples[start + i] ?? 0)))
    frames.push({ power, sum: power.reduce((sum, bin) => sum + bin, 0) })
  }
  const floor = 10 ** (PAUSE_BELOW_PEAK_DB / 10) * Math.max(...frames.map(({ sum }) => sum))
  for (const { power, sum } of frames) if (sum > floor) yield power
}

/** From 0 Hz to half the rate; the length of the input must be a power of two. */
function powerSpectrum(samples: Float64Array): number[] {
  const real = samples
  const imaginary = new Float64Array(samples.length)
  reverseBitsInPlace(real)
  for (let span = 1; span < real.length; span *= 2) {
    for (let offset = 0; offset < span; offset++) {
      const cos = Math.cos((-Math.PI * offset) / span)
      const sin = Math.sin((-Math.PI * offset) / span)
      for (let low = offset; low < real.length; low += 2 * span) {
        const high = low + span
        const re = (real[high] ?? 0) * cos - (imaginary[high] ?? 0) * sin
        const im = (real[high] ?? 0) * sin + (imaginary[high] ?? 0) * cos
        real[high] = (real[low] ?? 0) - re
        imaginary[high] = (imaginary[low] ?? 0) - im
        real[low] = (real[low] ?? 0) + re
        imaginary[low] = (imaginary[low] ?? 0) + im
      }
    }
  }
  return Array.from({ length: samples.length / 2 + 1 }, (_, i) => (real[i] ?? 0) ** 2 + (imaginary[i] ?? 0) ** 2)
}

function reverseBitsInPlace(values: Float64Array): void {
  for (let i = 1, mirrored = 0; i < values.length; i++) {
    let bit = values.length >> 1
    while ((mirrored & bit) !== 0) {
      mirrored ^= bit
      bit >>= 1
    }
    mirrored |= bit
    if (i >= mirrored) continue
    const kept = values[i] ?? 0
    values[i] = values[mirrored] ?? 0
    values[mirrored] = kept
  }
}

/** Harmonics taken out, so that the resonances remain. */
function smoothed(values: readonly number[]): number[] {
  const reach = 4
  return values.map((_, i) => mean(values.slice(Math.max(0, i - reach), i + reach + 1)))
}

function correlation(a: readonly number[], b: readonly number[]): number {
  const [centreA, centreB] = [mean(a), mean(b)]
  let [product, squareA, squareB] = [0, 0, 0]
  for (const [i, value] of a.entries()) {
    const [x, y] = [value - centreA, (b[i] ?? 0) - centreB]
    product += x * y
    squareA += x * x
    squareB += y * y
  }
  return product / Math.sqrt(squareA * squareB)
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
