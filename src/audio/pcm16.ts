/** Soft-limiter knee, relative to full scale; no sample exceeds LIMIT. */
const KNEE = 10 ** (-4 / 20)
/** Below -1 dBTP: between samples the waveform rises up to 1 dB higher, most at 8 kHz. */
const LIMIT = 10 ** (-2.5 / 20)

/**
 * Multiplies samples (-1 to 1) by the factor `gain`, limits them to -2.5 dB of full scale, and writes them as 16-bit
 * integers to `output` from `at` on. NaN becomes silence.
 */
export function quantizeInto(output: Int16Array, at: number, samples: Float32Array, gain: number): void {
  for (let i = 0; i < samples.length; i++) {
    const level = (samples[i] as number) * gain
    // Three times as fast as Math.round, with the same result.
    output[at + i] = Math.floor(32_767 * (level > KNEE || level < -KNEE ? limited(level) : level) + 0.5)
  }
}

/** Smooth curve from the knee towards the limit. */
function limited(level: number): number {
  const room = LIMIT - KNEE
  return Math.sign(level) * (KNEE + room * Math.tanh((Math.abs(level) - KNEE) / room))
}
