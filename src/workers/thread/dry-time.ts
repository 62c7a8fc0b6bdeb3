/**
 * When a listener who plays the audio as it comes has played all of it, given that more has come now. All times are those of
 * `performance.now()`; before all times for one who has none yet.
 */
export const dryAfter = (dryAt: number, audioS: number): number => Math.max(dryAt, performance.now()) + 1000 * audioS
