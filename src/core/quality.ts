/**
 * Which engine speaks a voice that several embedded ones can speak. `auto`: a better one while
 * the threads have time for it, decided when a stream begins. `natural`: always the best one. `fast`: never a better one.
 */
export const QUALITIES = ['auto', 'natural', 'fast'] as const
export type Quality = (typeof QUALITIES)[number]

/**
 * Embedded engines that sound better than the others and need more of the threads' time, the best first. The next engine
 * of a voice speaks where one of them has no time or fails. Voices that list none of them are always fast.
 */
export const BETTER_ENGINES: readonly string[] = ['natural']

export const isBetterEngine = (engine: string): boolean => BETTER_ENGINES.includes(engine)
