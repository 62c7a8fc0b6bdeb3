import type { Variation } from '../../core/utterance.ts'

/** Numbers a row of what tells readings apart. */
export const READING_WIDTH = 4
/** The network has learnt from noise of this spread; what lies farther out is no reading. */
const MOST_SPREAD = 1

/** Normal noise, four numbers a row, or zeros for the usual reading. */
export function drawReading(variation: Variation | undefined, rowCount: number): Float32Array {
  const reading = new Float32Array(rowCount * READING_WIDTH)
  if (variation === undefined) return reading
  const { seed, longestTail } = variation
  const spread = Math.min(variation.spread, MOST_SPREAD)
  const uniform = createRandom(seed)
  return reading.map(() => {
    // Box and Muller. 1 - u, for the logarithm of 0 is none.
    const normal = Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform())
    return spread * Math.max(-longestTail, Math.min(longestTail, normal))
  })
}

/** Uniform in [0, 1): a Weyl sequence whose steps are mixed, so that seeds that are near give draws that are not. */
function createRandom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x9e3779b9) | 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
}
