/** Rounds samples of -1 to 1 into `output` from `at` on. What is louder is clipped; what is not a number is silence. */
export function quantizeInto(output: Int16Array, at: number, samples: Float32Array): void {
  for (let i = 0; i < samples.length; i++) {
    const scaled = Math.round((samples[i] as number) * 32_767)
    output[at + i] = scaled > 32_767 ? 32_767 : scaled < -32_768 ? -32_768 : scaled
  }
}
