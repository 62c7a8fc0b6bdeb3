import { fnv1a } from './fnv1a.ts'

/** Pseudorandom numbers from 0 to 1, reproducible by seed: mulberry32, seeded with a hash. Not for secrets. */
export function seededRandom(seed: string): () => number {
  let state = fnv1a(seed)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
