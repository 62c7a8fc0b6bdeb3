import type { Segment } from '../../core/utterance.ts'
import type { TokenWord } from './token-word.ts'

export interface WordMark {
  readonly segmentIndex: number
  readonly startSample: number
  readonly endSample: number
}

/** Where each word of a phrase is heard when its model does not tell: its share of the time, by its sounds. */
export function estimateEdges(
  words: readonly TokenWord[],
  rates: readonly number[],
  { start, end }: { readonly start: number; readonly end: number },
): readonly (readonly [number, number])[] {
  const isLast = (i: number): boolean => i === words.length - 1
  const weights = words.map(({ weight }, i) => weight / (rates[i] ?? 1))
  // A pause after a mark lasts about as long as three sounds.
  const pauses = words.map(({ mark }, i) => (mark === '' || isLast(i) ? 0 : 3 / (rates[i] ?? 1)))
  const total = [...weights, ...pauses].reduce((sum, weight) => sum + weight, 0) || 1
  let passed = 0
  return words.map((_, i) => {
    const from = passed
    passed += weights[i] ?? 0
    const to = passed
    passed += pauses[i] ?? 0
    const at = (weight: number): number => start + ((end - start) * weight) / total
    return [at(from), at(to)]
  })
}

/**
 * Makes the marks of an utterance, phrase by phrase: each word of the utterance has one, in order. Words of which
 * nothing is spoken get a place that takes no time. Never before the word before.
 */
export class WordMarker {
  readonly #segments: readonly Segment[]
  #nextSegment = 0
  #lastEnd = 0

  constructor(segments: readonly Segment[]) {
    this.#segments = segments
  }

  /** Marks of the words of a phrase whose audio begins at `firstSample` and ends at `endSample`. */
  *phrase(
    words: readonly TokenWord[],
    edges: readonly (readonly [number, number])[],
    {
      firstSample,
      endSample,
      isLast,
    }: { readonly firstSample: number; readonly endSample: number; readonly isLast: boolean },
  ): Generator<WordMark> {
    // What was told of the phrase before may lie after its end.
    this.#lastEnd = Math.min(this.#lastEnd, firstSample)
    for (const [i, { shares }] of words.entries()) {
      const within = (sample: number): number =>
        Math.round(Math.min(Math.max(sample, firstSample, this.#lastEnd), endSample))
      const [from = 0, to = 0] = edges[i] ?? []
      const total = shares.reduce((sum, { weight }) => sum + weight, 0) || 1
      let passed = 0
      for (const { segmentIndex, weight } of shares) {
        const startSample = from + ((to - from) * passed) / total
        passed += weight
        yield* this.#silentBefore(segmentIndex, within(startSample))
        yield* this.#mark(segmentIndex, within(startSample), within(from + ((to - from) * passed) / total))
      }
    }
    if (isLast) yield* this.#silentBefore(this.#segments.length, this.#lastEnd)
  }

  *#silentBefore(segmentIndex: number, sample: number): Generator<WordMark> {
    while (this.#nextSegment < segmentIndex) yield* this.#mark(this.#nextSegment, sample, sample)
  }

  *#mark(segmentIndex: number, startSample: number, endSample: number): Generator<WordMark> {
    if (segmentIndex < this.#nextSegment) return
    this.#nextSegment = segmentIndex + 1
    if (this.#segments[segmentIndex]?.kind !== 'word') return
    this.#lastEnd = Math.max(endSample, startSample)
    yield { segmentIndex, startSample, endSample: this.#lastEnd }
  }
}
