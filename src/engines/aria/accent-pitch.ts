import type { MoraTone } from '../../languages/language.ts'
import type { SpokenWord } from '../sounds/spoken-word.ts'

// The networks never saw accents of pitch, so these are added to what they predict, and take the place of a part of it. The
// steps are of the size that is described for Tokyo Japanese (Pierrehumbert and Beckman 1988; Fujisaki and Hirose 1984).

/** In semitones. From low to high is the rise at the start of a phrase and the fall after a nucleus. */
const HIGH = 2
const LOW = -2
/** How much each fall lowers what follows, until a pause; and how many count. */
const DOWNSTEP = 1
const MAX_DOWNSTEPS = 2
/** How much is kept of the movements of pitch that the networks predict: they raise each word after its first mora. */
export const TUNE_BESIDE_ACCENTS = 0.45

const semitonesOf = ({ isHigh, falls }: MoraTone): number =>
  (isHigh ? HIGH : LOW) - DOWNSTEP * Math.min(falls, MAX_DOWNSTEPS)

/**
 * The pitch of each sound of some words that are said as one phrase, as a ratio; undefined for a language without accents of
 * pitch. The geometric mean is 1, so that the voice keeps its pitch.
 */
export function accentPitches(words: readonly SpokenWord[]): readonly (readonly number[])[] | undefined {
  if (words.every(({ tones }) => tones === undefined)) return undefined
  const semitones = words.map(({ sounds, tones }) =>
    sounds.map((_, i) => {
      const own = tones?.[i] ?? []
      return own.reduce((sum, tone) => sum + semitonesOf(tone), 0) / Math.max(1, own.length)
    }),
  )
  const all = semitones.flat()
  const mean = all.reduce((sum, value) => sum + value, 0) / Math.max(1, all.length)
  return semitones.map((values) => values.map((value) => 2 ** ((value - mean) / 12)))
}
