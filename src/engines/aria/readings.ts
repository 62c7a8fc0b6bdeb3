import type { Variation } from '../../core/utterance.ts'

/** Latent values per row. */
export const READING_WIDTH = 4
/** Spread of the training noise; larger values give no valid reading. */
const MAX_SPREAD = 1

/** Gaussian noise, four values per row, or zeros for the usual reading. */
export function drawReading(variation: Variation | undefined, rowCount: number): Float32Array {
  const reading = new Float32Array(rowCount * READING_WIDTH)
  if (variation === undefined) return reading
  const { seed, longestTail } = variation
  const spread = Math.min(variation.spread, MAX_SPREAD)
  const uniform = createRandom(seed)
  return reading.map(() => {
    // Box-Muller transform. 1 - u avoids the logarithm of 0.
    const normal = Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform())
    return spread * Math.max(-longestTail, Math.min(longestTail, normal))
  })
}

/** Uniform in [0, 1): a Weyl sequence with mixed output, so that similar seeds give different draws. */
function createRandom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x9e3779b9) | 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
}
