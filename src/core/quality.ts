import { type LeveledVoice, withFallbacks } from './voice.ts'

/**
 * Which engine speaks a voice that several embedded ones can speak. `auto`: natural while the threads have time for it,
 * decided when a stream begins. `best` and `natural`: always the engine of that name. `fast`: neither of them.
 */
export const QUALITIES = ['auto', 'best', 'natural', 'fast'] as const
export type Quality = (typeof QUALITIES)[number]

/**
 * Embedded engines that sound better than the others and need more of the threads' time, the best first. The next engine
 * of a voice speaks where one of them has no time or fails. Voices that list none of them are always fast.
 */
export const BETTER_ENGINES: readonly string[] = ['best', 'natural']

export const isBetterEngine = (engine: string): boolean => BETTER_ENGINES.includes(engine)

/**
 * The voice that speaks. `best` speaks all voices of natural, but only on request, since it is slow; `fast` is the first engine that
 * is not better than the others.
 */
export function voiceOfQuality(voice: LeveledVoice, quality: Quality): LeveledVoice {
  if (quality === 'best' && voice.engine === 'natural') return { ...voice, engine: 'best', fallback: voice }
  if (quality === 'fast') return withFallbacks(voice).find(({ engine }) => !isBetterEngine(engine)) ?? voice
  return voice
}
