const LOW_HZ = 500
const HIGH_HZ = 4000

/** Long-term power of speech by octave band (centre in Hz, dB): a tilt must keep its loudness. */
const SPEECH_SPECTRUM = [
  [125, 61],
  [250, 65],
  [500, 66],
  [1000, 60],
  [2000, 55],
  [4000, 51],
] as const

/** Tilts the spectrum of one utterance. Keeps its state between chunks. */
export interface TiltFilter {
  /** Filters in place. */
  apply(samples: Float32Array): void
}

/**
 * A first-order shelving filter with `brightnessDb` more gain at 4 kHz than at 500 Hz and unchanged loudness of speech.
 * Limited to ±15 dB, the maximum slope of one pole.
 */
export function createTiltFilter(brightnessDb: number, sampleRateHz: number): TiltFilter {
  const { b0, b1, a1 } = shelfCoefficients(Math.max(-15, Math.min(15, brightnessDb)), sampleRateHz)
  let memory = 0
  return {
    apply: (samples) => {
      let state = memory
      for (let i = 0; i < samples.length; i++) {
        const input = samples[i] as number
        const output = b0 * input + state
        state = b1 * input - a1 * output
        samples[i] = output
      }
      memory = state
    },
  }
}

interface Coefficients {
  readonly b0: number
  readonly b1: number
  readonly a1: number
}

/**
 * Bilinear transform of the analogue shelf (a·s + w) / (s + a·w). Its gain is 1 at w, midway between the two
 * frequencies; `a` follows from the ratio of the gains at them.
 */
function shelfCoefficients(brightnessDb: number, sampleRateHz: number): Coefficients {
  const warp = (hz: number): number => Math.tan(Math.PI * Math.min(hz / sampleRateHz, 0.45))
  const low = warp(LOW_HZ)
  const high = warp(HIGH_HZ)
  const middle = Math.sqrt(low * high)
  const spread = high / low
  const ratio = 10 ** (brightnessDb / 20)
  const a = Math.sqrt((spread * ratio - 1) / (spread - ratio))

  const power = (hz: number): number => {
    const x = (warp(hz) / middle) ** 2
    return (a * a * x + 1) / (x + a * a)
  }
  let before = 0
  let after = 0
  for (const [hz, db] of SPEECH_SPECTRUM) {
    before += 10 ** (db / 10)
    after += 10 ** (db / 10) * power(hz)
  }
  const gain = Math.sqrt(before / after)
  const scale = 1 + a * middle
  return { b0: (gain * (a + middle)) / scale, b1: (gain * (middle - a)) / scale, a1: (a * middle - 1) / scale }
}
