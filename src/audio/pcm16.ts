/** Rounds samples of -1 to 1 into `output` from `at` on. What is louder is clipped; what is not a number is silence. */
export function quantizeInto(output: Int16Array, at: number, samples: Float32Array): void {
  for (let i = 0; i < samples.length; i++) {
    const scaled = Math.round((samples[i] as number) * 32_767)
    output[at + i] = Math.max(-32_768, Math.min(32_767, scaled))
  }
}
