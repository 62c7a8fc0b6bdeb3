/** Where the speech of a phrase begins and ends, in samples. */
interface SpeechRange {
  readonly start: number
  readonly end: number
}

const WINDOW_S = 0.005
/** Windows below this share of the loudest are silence: 46 dB less. */
const SILENCE_SHARE = 0.005
/** Kept of the silence, for soft onsets and for the decay of the last sound. */
export const KEPT_S = { before: 0.01, after: 0.02 } as const
export const FADE_S = { in: 0.004, out: 0.012 } as const

/** Finds the speech between the silences that a model makes at both ends. Empty if all of it is silence. */
export function findSpeech(samples: Float32Array, sampleRateHz: number): SpeechRange {
  const width = Math.round(WINDOW_S * sampleRateHz)
  const levels: number[] = []
  let loudest = 0
  for (let at = 0; at < samples.length; at += width) {
    let peak = 0
    for (let i = at; i < Math.min(at + width, samples.length); i++)
      peak = Math.max(peak, Math.abs(samples[i] as number))
    levels.push(peak)
    loudest = Math.max(loudest, peak)
  }
  if (loudest === 0) return { start: 0, end: 0 }
  const isHeard = (level: number): boolean => level > loudest * SILENCE_SHARE
  const first = levels.findIndex(isHeard) * width
  const last = (levels.findLastIndex(isHeard) + 1) * width
  return {
    start: Math.max(0, first - Math.round(KEPT_S.before * sampleRateHz)),
    end: Math.min(samples.length, last + Math.round(KEPT_S.after * sampleRateHz)),
  }
}

/** The speech of a phrase, faded at both ends and limited to -1 to 1, then `pauseSamples` of silence. A copy. */
export function finishPhrase(
  samples: Float32Array,
  { start, end }: SpeechRange,
  pauseSamples: number,
  sampleRateHz: number,
): Float32Array {
  const finished = new Float32Array(end - start + pauseSamples)
  const length = end - start
  const fadeIn = Math.min(length / 2, FADE_S.in * sampleRateHz)
  const fadeOut = Math.min(length / 2, FADE_S.out * sampleRateHz)
  for (let i = 0; i < length; i++) {
    const gain = Math.min(1, i / fadeIn, (length - 1 - i) / fadeOut)
    finished[i] = Math.max(-1, Math.min(1, gain * (samples[start + i] as number)))
  }
  return finished
}
