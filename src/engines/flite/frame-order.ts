/** A word in Flite's own rendering, in seconds from its start. */
export interface SpokenSpan {
  startS: number
  endS: number
  /** Speaking rate; the pause after it is scaled by it. */
  readonly rate: number
  /** A punctuation mark follows. */
  hasMark: boolean
}

/** Flite pauses for 60 to 220 ms at a comma; people for 150 to 300 ms, and between groups of digits for no less than 250. */
const PAUSE_S = 0.25

/**
 * Lengthens the pauses at punctuation to 250 ms at rate 1: moves the words in place, and returns the frames of `range`
 * in order, with the frame in the middle of each pause repeated. Longer pauses are kept.
 */
export function lengthenPausesInPlace(
  words: readonly SpokenSpan[],
  range: { readonly first: number; readonly count: number },
  frameS: number,
): Uint32Array {
  const order: number[] = []
  let added = 0
  let next = range.first
  const end = range.first + range.count
  for (const [i, word] of words.entries()) {
    const before = words[i - 1]
    const gapS = before === undefined ? 0 : word.startS - (before.endS - added * frameS)
    const frames = gapS > frameS && before?.hasMark === true ? Math.round((PAUSE_S / before.rate - gapS) / frameS) : 0
    if (frames > 0) {
      const middle = Math.min(Math.max(Math.round((word.startS - gapS / 2) / frameS), next), end - 1)
      for (; next <= middle; next++) order.push(next)
      for (let n = 0; n < frames; n++) order.push(middle)
      added += frames
    }
    word.startS += added * frameS
    word.endS += added * frameS
  }
  for (; next < end; next++) order.push(next)
  return Uint32Array.from(order)
}
