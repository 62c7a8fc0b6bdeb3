/** Where a sentence is cut: after a clause, with a short pause, or between two words, with none. */
export type CutKind = 'clause' | 'word'

/** The cuts that an utterance begins and ends at; null for an end of the sentence. */
export interface Cuts {
  readonly before: CutKind | null
  readonly after: CutKind | null
}

// Engines speak an utterance as if it were a sentence: its pitch falls at the end, and the next one begins high again.
// So many semitones of that fall and of that height are taken off where the sentence goes on.
const FALL_SEMITONES = { clause: 2.5, word: 3 } as const satisfies Record<CutKind, number>
const HEIGHT_SEMITONES = { clause: 2, word: 3 } as const satisfies Record<CutKind, number>
/** Words, the one next to the cut the most. */
const REACH = 3

/** The pitch of each of `count` words, 1 away from cuts. */
export function pitchesAcross({ before, after }: Cuts, count: number): number[] {
  const lowered = before === null ? 0 : HEIGHT_SEMITONES[before]
  const raised = after === null ? 0 : FALL_SEMITONES[after]
  const nearness = (distance: number): number => Math.max(0, 1 - distance / REACH)
  return Array.from({ length: count }, (_, i) => 2 ** ((raised * nearness(count - 1 - i) - lowered * nearness(i)) / 12))
}
