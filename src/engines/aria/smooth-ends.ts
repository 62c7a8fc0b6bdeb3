import { SAMPLE_RATE_HZ } from './frame-sizes.ts'

/** Soft-limiter knee; no sample exceeds 1. */
const KNEE = 0.8
const FADE_SAMPLES = { in: 0.004 * SAMPLE_RATE_HZ, out: 0.02 * SAMPLE_RATE_HZ } as const

/**
 * Scales and limits samples in place, and fades both ends of the utterance; `firstSample` is the position of the first
 * sample in it.
 */
export function finishInPlace(samples: Float32Array, gain: number, firstSample: number, totalSamples: number): void {
  for (let i = 0; i < samples.length; i++) samples[i] = limited((samples[i] as number) * gain)
  for (let i = 0; i < samples.length && firstSample + i < FADE_SAMPLES.in; i++) {
    samples[i] = (samples[i] as number) * ((firstSample + i) / FADE_SAMPLES.in)
  }
  const end = totalSamples - firstSample
  for (let i = Math.max(0, end - FADE_SAMPLES.out); i < samples.length; i++) {
    samples[i] = (samples[i] as number) * ((end - 1 - i) / FADE_SAMPLES.out)
  }
}

/** Unchanged below the knee, a smooth curve towards 1 above it. */
function limited(sample: number): number {
  const level = Math.abs(sample)
  if (level <= KNEE) return sample
  return Math.sign(sample) * (KNEE + (1 - KNEE) * Math.tanh((level - KNEE) / (1 - KNEE)))
}
