/** Gating blocks in seconds, with 75 % overlap. */
const BLOCK_S = 0.4
/** What is quieter is silence. */
export const ABSOLUTE_GATE_LUFS = -70
/** Relative gate, below the mean of the blocks above the absolute gate. */
const RELATIVE_GATE_LU = -10
/** Gain of the weighting at 997 Hz. */
const OFFSET_LUFS = -0.691

const OVERSAMPLING = 4
/** Input samples on each side of an interpolated one. */
const REACH = 16

/**
 * Gated integrated loudness of one channel by ITU-R BS.1770-4 and EBU R128, in LUFS; audio shorter than a block is
 * padded with silence. -70 for silence.
 */
export function integratedLufs(samples: Float32Array, sampleRateHz: number): number {
  const powers = blockPowers(samples, sampleRateHz).filter((power) => lufsOf(power) > ABSOLUTE_GATE_LUFS)
  if (powers.length === 0) return ABSOLUTE_GATE_LUFS
  const gate = lufsOf(mean(powers)) + RELATIVE_GATE_LU
  return lufsOf(mean(powers.filter((power) => lufsOf(power) > gate)))
}

/** True peak by fourfold oversampling, in dB of full scale. */
export function truePeakDb(samples: Float32Array): number {
  const phases = Array.from({ length: OVERSAMPLING - 1 }, (_, i) => interpolator((i + 1) / OVERSAMPLING))
  const maxOvershoot = Math.max(...phases.map((weights) => weights.reduce((sum, weight) => sum + Math.abs(weight), 0)))
  const padded = new Float32Array(samples.length + 4 * REACH)
  padded.set(samples, 2 * REACH)
  let max = peakOf(padded)
  for (let from = 0; from + 2 * REACH <= padded.length; from += REACH) {
    // Between samples this low there can be no higher peak.
    if (peakOf(padded.subarray(from, from + 3 * REACH)) * maxOvershoot <= max) continue
    for (let at = from; at < from + REACH && at + 2 * REACH <= padded.length; at++) {
      for (const weights of phases) {
        let level = 0
        for (let tap = 0; tap < 2 * REACH; tap++) level += (weights[tap] as number) * (padded[at + tap] as number)
        max = Math.max(max, Math.abs(level))
      }
    }
  }
  return 20 * Math.log10(max)
}

const lufsOf = (power: number): number => OFFSET_LUFS + 10 * Math.log10(power)
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

function peakOf(samples: Float32Array): number {
  let peak = 0
  for (let i = 0; i < samples.length; i++) peak = Math.max(peak, Math.abs(samples[i] as number))
  return peak
}

/** Mean square of the weighted samples by block. */
function blockPowers(samples: Float32Array, sampleRateHz: number): number[] {
  const hop = Math.round((BLOCK_S / 4) * sampleRateHz)
  const weighted = Float64Array.from(samples)
  for (const filter of kWeighting(sampleRateHz)) applyInPlace(filter, weighted)
  const quarters: number[] = []
  for (let start = 0; start + hop <= Math.max(weighted.length, 4 * hop); start += hop) {
    quarters.push(weighted.subarray(start, start + hop).reduce((sum, sample) => sum + sample * sample, 0))
  }
  return quarters.slice(3).map((_, i) => quarters.slice(i, i + 4).reduce((sum, power) => sum + power, 0) / (4 * hop))
}

interface Biquad {
  readonly b: readonly [number, number, number]
  readonly a: readonly [number, number]
}

/**
 * The recommendation gives its two filters for 48 kHz only. These are the corresponding analogue filters (gain, centre
 * frequency and quality solved for from its coefficients), made digital at any rate.
 */
function kWeighting(sampleRateHz: number): readonly Biquad[] {
  const [top, middle] = [1.584864701130855, 1.2587209302325582]
  const shelf = analogue(1681.974450955533, 0.7071752369554196, sampleRateHz)
  const pass = analogue(38.13547087602444, 0.5003270373238773, sampleRateHz)
  const { square, bend, scale } = shelf
  return [
    {
      b: [(top + middle * bend + square) / scale, (2 * (square - top)) / scale, (top - middle * bend + square) / scale],
      a: shelf.a,
    },
    // Passband gain as in the recommendation, slightly above 1.
    { b: [1, -2, 1], a: pass.a },
  ]
}

function analogue(centreHz: number, quality: number, sampleRateHz: number) {
  const tangent = Math.tan((Math.PI * centreHz) / sampleRateHz)
  const [square, bend] = [tangent ** 2, tangent / quality]
  const scale = 1 + bend + square
  const a = [(2 * (square - 1)) / scale, (1 - bend + square) / scale] as const
  return { square, bend, scale, a }
}

function applyInPlace({ b: [b0, b1, b2], a: [a1, a2] }: Biquad, samples: Float64Array): void {
  let [first, second] = [0, 0]
  for (let i = 0; i < samples.length; i++) {
    const input = samples[i] as number
    const output = b0 * input + first
    first = b1 * input - a1 * output + second
    second = b2 * input - a2 * output
    samples[i] = output
  }
}

/** Weights to interpolate at `fraction` between two samples: a sinc under a Hann window. */
function interpolator(fraction: number): Float64Array {
  return Float64Array.from({ length: 2 * REACH }, (_, tap) => {
    const distance = tap - REACH + 1 - fraction
    const window = 0.5 + 0.5 * Math.cos((Math.PI * distance) / REACH)
    return (window * Math.sin(Math.PI * distance)) / (Math.PI * distance)
  })
}
