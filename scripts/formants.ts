import { loadResampling } from '../src/audio/resample.ts'

/** Half of the rate is the highest frequency that is looked at; adults have five formants below, in open vowels often four. */
const RATES_HZ = { Female: 11_000, Male: 10_000 } as const
/** The first one with which the formants lie where those of vowels other than close front ones can. */
const ORDERS = [10, 12, 14] as const
const RANGES_HZ = {
  Female: [
    [300, 1300],
    [700, 2400],
    [1500, 3700],
  ],
  Male: [
    [250, 1100],
    [600, 2200],
    [1400, 3500],
  ],
} as const
const WINDOW_S = 0.05
const STEP_S = 0.005
const PRE_EMPHASIS_FROM_HZ = 50
const LOWEST_HZ = 90
const WIDEST_HZ = 700
const ROUNDS = 60

export type Gender = keyof typeof RATES_HZ

/**
 * The first three formants of a stretch of speech in Hz: the median of each over its frames, NaN where none was found. Not for
 * close front vowels. `from` and `to` are samples.
 */
export type MeasureFormants = (samples: Float32Array, from: number, to: number, gender: Gender) => readonly number[]

/** By linear prediction (Burg) at the roots of its polynomial, as Praat does it. */
export async function loadFormants(sampleRateHz: number): Promise<MeasureFormants> {
  const createResampler = await loadResampling()
  return (samples, from, to, gender) => {
    const rateHz = RATES_HZ[gender]
    const resampler = createResampler(sampleRateHz, rateHz)
    const thin = Float32Array.from([...resampler.process(samples), ...resampler.finish()])
    const emphasis = Math.exp((-2 * Math.PI * PRE_EMPHASIS_FROM_HZ) / rateHz)
    const bright = thin.map((sample, i) => sample - emphasis * (thin[i - 1] ?? 0))
    const size = Math.round(WINDOW_S * rateHz)
    const frames: (readonly number[])[] = []
    for (let centreS = from / sampleRateHz; centreS <= to / sampleRateHz; centreS += STEP_S) {
      const start = Math.round(centreS * rateHz - size / 2)
      const frame = Float64Array.from({ length: size }, (_, i) => (bright[start + i] ?? 0) * gaussian(i / (size - 1)))
      const found = ORDERS.map((order) => formantsOf(frame, rateHz, order)).find((formants) =>
        RANGES_HZ[gender].every(([min, max], n) => (formants[n] ?? 0) >= min && (formants[n] as number) <= max),
      )
      if (found) frames.push(found)
    }
    return RANGES_HZ[gender].map((_, n) => medianOf(frames.map((formants) => formants[n] as number)))
  }
}

const gaussian = (at: number): number => Math.exp(-12 * (at - 0.5) ** 2 * 4)

export function medianOf(values: readonly number[]): number {
  return quantileOf(values, 0.5)
}

export function quantileOf(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const at = share * (sorted.length - 1)
  const [below = Number.NaN, above = below] = sorted.slice(Math.floor(at), Math.floor(at) + 2)
  return below + (above - below) * (at % 1)
}

function formantsOf(frame: Float64Array, rateHz: number, order: number): number[] {
  return rootsOf(burg(frame, order))
    .filter(([, imaginary]) => imaginary > 0)
    .map(([real, imaginary]) => ({
      hz: (Math.atan2(imaginary, real) * rateHz) / (2 * Math.PI),
      widthHz: (-Math.log(Math.hypot(real, imaginary)) * rateHz) / Math.PI,
    }))
    .filter(({ hz, widthHz }) => hz > LOWEST_HZ && hz < rateHz / 2 - LOWEST_HZ && widthHz < WIDEST_HZ)
    .map(({ hz }) => hz)
    .sort((a, b) => a - b)
}

/** Coefficients of the prediction error filter, without the first one, which is 1. */
function burg(frame: Float64Array, max: number): readonly number[] {
  const forward = Float64Array.from(frame)
  const backward = Float64Array.from(frame)
  let filter: number[] = [1]
  for (let order = 1; order <= max; order++) {
    let [product, power] = [0, 1e-20]
    for (let i = order; i < frame.length; i++) {
      const [f, b] = [forward[i] as number, backward[i - 1] as number]
      product += f * b
      power += f * f + b * b
    }
    const reflection = (-2 * product) / power
    const extended = [...filter, 0]
    filter = extended.map((one, i) => one + reflection * (extended[order - i] as number))
    for (let i = frame.length - 1; i >= order; i--) {
      const [f, b] = [forward[i] as number, backward[i - 1] as number]
      forward[i] = f + reflection * b
      backward[i] = b + reflection * f
    }
  }
  return filter.slice(1)
}

type Complex = readonly [real: number, imaginary: number]

/** Roots of a polynomial with the leading coefficient 1, by the method of Durand and Kerner. */
function rootsOf(coefficients: readonly number[]): readonly Complex[] {
  const roots: Complex[] = coefficients.map((_, i) => {
    const angle = (2 * Math.PI * (i + 0.25)) / coefficients.length
    return [0.9 * Math.cos(angle), 0.9 * Math.sin(angle)]
  })
  for (let round = 0; round < ROUNDS; round++) {
    for (const [i, root] of roots.entries()) {
      const value = coefficients.reduce<Complex>((sum, one) => plus(times(sum, root), [one, 0]), [1, 0])
      const apart = roots.reduce<Complex>(
        (product, other, j) => (j === i ? product : times(product, plus(root, [-other[0], -other[1]]))),
        [1, 0],
      )
      const size = apart[0] ** 2 + apart[1] ** 2
      const [real, imaginary] = times(value, [apart[0] / size, -apart[1] / size])
      roots[i] = [root[0] - real, root[1] - imaginary]
    }
  }
  return roots
}

const plus = ([a, b]: Complex, [c, d]: Complex): Complex => [a + c, b + d]
const times = ([a, b]: Complex, [c, d]: Complex): Complex => [a * c - b * d, a * d + b * c]
