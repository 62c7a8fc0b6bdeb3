/** No phoneme lasts this long, not even at the slowest rate. */
const MAX_SECONDS_OF_TOKEN = 2
const MIN_SECONDS = 20

/** The samples of a model's output. Throws an Error of one line if they are missing, endless or not numbers. */
export function checkSpeech(
  output: { readonly data: unknown } | undefined,
  tokens: number,
  sampleRateHz: number,
): Float32Array {
  const samples = output?.data
  if (!(samples instanceof Float32Array) || samples.length === 0) throw new Error('it gave no audio')
  const seconds = samples.length / sampleRateHz
  if (seconds > Math.max(MIN_SECONDS, MAX_SECONDS_OF_TOKEN * tokens)) {
    throw new Error(`it gave ${Math.round(seconds)} s of audio for ${tokens} tokens`)
  }
  let sum = 0
  for (let i = 0; i < samples.length; i++) sum += samples[i] as number
  if (!Number.isFinite(sum)) throw new Error('it gave audio that is not numbers')
  return samples
}
