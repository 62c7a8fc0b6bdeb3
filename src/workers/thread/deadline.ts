/**
 * When the playback buffer will be empty, once `audioS` seconds are added to a buffer that was empty at `deadlineMs`.
 * Both in milliseconds of `performance.now()`; minus infinity for a listener that has received no audio yet.
 */
export const deadlineAfter = (deadlineMs: number, audioS: number): number =>
  Math.max(deadlineMs, performance.now()) + 1000 * audioS
