import { KOKORO_IDS } from '../phrases/kokoro-symbols.ts'
import type { TokenWord } from '../phrases/token-word.ts'
import { HOP } from './frame-sizes.ts'
import { isVoiced } from './pitch-track.ts'

/**
 * What the front does not do by itself: its pitch falls after `?` and `!` just as after a full stop. Here a question that
 * asks for yes or no rises at its end, and an exclamation moves more.
 */

const idsOf = (symbols: string): ReadonlySet<number> =>
  new Set([...symbols].map((symbol) => KOKORO_IDS.get(symbol) as number))
const VOWELS = idsOf('AIOQWYaeiouyæɐɑɒɔəɛɜɤɨɪɯøœʊʌᵻ')
const SONORANTS = new Set([...VOWELS, ...idsOf('mnɲŋɴlʎɹɾrwjɥ')])
const STRESSES = idsOf('ˈˌ')

/** End of a rise above the median of its phrase. */
const RISE_SEMITONES = 7
/** Share of the time in which the top is reached; the end is level, so that it is heard. */
const CLIMB = 0.45
/** Of an exclamation, relative to a statement. */
export const EXCLAMATION = { pitch: 2 ** (1 / 12), range: 1.3 } as const

/**
 * The token at which the end of a question begins to rise: its last stressed vowel, else the last one but one, none before
 * `first`. Undefined without any vowel.
 */
export function startOfRise(ids: readonly number[], first = 0): number | undefined {
  const stress = ids.findLastIndex((id, i) => i >= first && STRESSES.has(id) && VOWELS.has(ids[i + 1] as number))
  // The vowel is heard during the time of its stress too.
  if (stress >= 0) return stress
  const vowels = ids.flatMap((id, i) => (i >= first && VOWELS.has(id) ? [i] : []))
  return vowels.at(-2) ?? vowels.at(-1)
}

/**
 * Lets the pitch climb from a token on to the end, in place. `f0` in Hz of each frame; `soundEdges`: the sample at which the
 * sound of each token begins. The last vowels and sonorants are voiced, also where the voice would have died away.
 */
export function raiseEnd(f0: Float32Array, ids: readonly number[], soundEdges: Float64Array, fromToken: number): void {
  const frameOf = (token: number): number =>
    Math.min(Math.max(Math.round((soundEdges[token] as number) / HOP), 0), f0.length)
  const voiced = f0.filter(isVoiced).toSorted()
  const median = voiced[voiced.length >> 1]
  if (median === undefined) return
  const end = frameOf(ids.findLastIndex((id) => SONORANTS.has(id)) + 1)
  for (let token = fromToken; token < ids.length; token++) {
    if (!SONORANTS.has(ids[token] as number)) continue
    for (let frame = frameOf(token); frame < frameOf(token + 1); frame++)
      if (!isVoiced(f0[frame] as number)) f0[frame] = median
  }
  const from = frameOf(fromToken)
  const start = Math.min(f0.subarray(from).find(isVoiced) ?? median, median)
  const top = median * 2 ** (RISE_SEMITONES / 12)
  for (let frame = from; frame < f0.length; frame++) {
    if (!isVoiced(f0[frame] as number)) continue
    const climbed = Math.min(1, (frame - from + 1) / Math.max(1, (end - from) * CLIMB))
    f0[frame] = start * (top / start) ** climbed
  }
}

/** Scales the movements of pitch around their mean, in place. */
export function widenPitch(f0: Float32Array, ratio: number): void {
  const octaves = Array.from(f0.filter(isVoiced), Math.log2)
  const mean = octaves.reduce((sum, one) => sum + one, 0) / octaves.length
  for (const [i, hz] of f0.entries()) if (isVoiced(hz)) f0[i] = 2 ** (mean + (Math.log2(hz) - mean) * ratio)
}

/** Whether the words of an utterance are called out. */
export const isExclamation = (words: readonly TokenWord[]): boolean => words.at(-1)?.mark === '!'
