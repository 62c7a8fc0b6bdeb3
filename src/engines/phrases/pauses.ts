import type { TokenWord } from './token-word.ts'

/** Silence between two phrases of an utterance, by the mark between them. */
const PAUSE_S: Readonly<Record<string, number>> = { '': 0.03, ',': 0.15, ';': 0.2, ':': 0.2, '—': 0.2 }
const LONG_PAUSE_S = 0.3

/** Seconds of silence after a phrase that the utterance goes on after, by its last word and that word's rate. */
export const pauseAfterS = (last: TokenWord | undefined, rate: number | undefined): number =>
  (PAUSE_S[last?.mark ?? ''] ?? LONG_PAUSE_S) / (rate ?? 1)

/** Mean pitch of the words of a phrase. */
export const meanPitch = (words: readonly TokenWord[]): number =>
  words.reduce((sum, word) => sum + word.pitch, 0) / words.length
