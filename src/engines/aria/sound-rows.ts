import { MODIFIERS, type Sound } from '../sounds/sounds.ts'
import type { SpokenWord } from '../sounds/spoken-word.ts'

/** An input row of the networks: a sound or a silence. training/sounds.py makes the same rows. */
export interface SoundRow {
  /** A letter of a sound; `^` before the first, `,` or `-` for a pause, `.` or `?` after the last. */
  readonly symbol: string
  /** 0 none, 1 unstressed, 2 primary, 3 secondary, 4 stressed in a function word. */
  readonly stress: number
  /** Position in the word: 0 silence, 1 first, 2 inside, 3 last, 4 only. */
  readonly place: number
  /** What follows the word: 0 a word, 1 a mark, 2 the end, 3 of a rising question, 4 of a falling one, 5 of an exclamation. */
  readonly follows: number
  /** Id of the letter's modifiers. */
  readonly modifier: number
}

export const VOWELS: ReadonlySet<string> = new Set('AIOQWYaeiouyæɐɑɒɔəɚɛɜɤɨɪɯøœʊʌᵻ')
/** Sounds that carry pitch. */
export const SONORANTS: ReadonlySet<string> = new Set([...VOWELS, ...'mnɲŋɴlʎɹɾrwjɥ'])
const [LONG, NASAL] = MODIFIERS
/** Combinations of modifiers by id; any other combination has the next id. */
export const COMBINATIONS: readonly string[] = ['', ...MODIFIERS, [LONG, NASAL].toSorted().join('')]
export const UNSTRESSED = 1
export const PRIMARY = 2
const STRESS: Readonly<Record<string, number>> = { ˈ: PRIMARY, ˌ: 3 }
const ENDS: Readonly<Record<string, number>> = { '?': 3, '!': 5 }
export const LIGHT = 4
export const RISING_QUESTION = 3
const FALLING_QUESTION = 4

export const SILENT = { stress: 0, place: 0, follows: 0, modifier: 0 } as const

/** `isEnd`: the word ends its sentence. `falls`: its question falls. */
export function followsOf(mark: string, isEnd: boolean, falls: boolean): number {
  if (!isEnd) return mark === '' ? 0 : 1
  const end = ENDS[mark] ?? 2
  return end === RISING_QUESTION && falls ? FALLING_QUESTION : end
}

export function rowsOfWord({ sounds, isLight }: SpokenWord, follows: number): readonly SoundRow[] {
  const last = sounds.length - 1
  return sounds.map((sound, i) => rowOf(sound, isLight, last === 0 ? 4 : i === 0 ? 1 : i === last ? 3 : 2, follows))
}

function rowOf(sound: Sound, isLight: boolean, place: number, follows: number): SoundRow {
  const [symbol = '', ...modifiers] = sound.replace(/^[ˈˌ]/u, '')
  const stress = VOWELS.has(symbol) ? (STRESS[sound.charAt(0)] ?? UNSTRESSED) : 0
  const modifier = COMBINATIONS.indexOf(modifiers.toSorted().join(''))
  return {
    symbol,
    stress: isLight && stress > 1 ? LIGHT : stress,
    place,
    follows,
    modifier: modifier < 0 ? COMBINATIONS.length : modifier,
  }
}
