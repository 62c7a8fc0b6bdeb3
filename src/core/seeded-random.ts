/** Pseudorandom numbers from 0 to 1, reproducible by seed: mulberry32, seeded with an FNV-1a hash. Not for secrets. */
export function seededRandom(seed: string): () => number {
  let state = 0x811c9dc5
  for (const byte of new TextEncoder().encode(seed)) state = Math.imul(state ^ byte, 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
