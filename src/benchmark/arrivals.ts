export const ARRIVALS = ['poisson', 'instant'] as const
/** How callers arrive: independently of each other, or all at one instant. */
export type Arrivals = (typeof ARRIVALS)[number]

/** Times of `count` arrivals of a Poisson process in milliseconds; the first is at 0. `random` yields numbers from 0 to 1. */
export function poissonTimes(count: number, perSecond: number, random: () => number): readonly number[] {
  let atMs = 0
  return Array.from({ length: count }, (_, i) => {
    if (i > 0) atMs += (-Math.log(1 - random()) / perSecond) * 1000
    return atMs
  })
}
