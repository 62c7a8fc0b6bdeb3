import { nearestSound } from '../sounds/espeak-sounds.ts'
import type { Sound } from '../sounds/sounds.ts'
import type { Symbols } from './encode-words.ts'

/** Kokoro v1.0: each symbol and its id. */
export const KOKORO_IDS: ReadonlyMap<string, number> = new Map([
  ...runs(
    [1, ';:,.!?'],
    [9, '—…"()“” \u0303ʣʥʦʨᵝꭧAI'],
    [31, 'O'],
    [33, 'Q'],
    [35, 'ST'],
    [39, 'W'],
    [41, 'Yᵊabcdef'],
    [50, 'hijklmnopqrstuvwxyzɑɐɒæ'],
    [75, 'βɔɕç'],
    [80, 'ɖðʤə'],
    [85, 'ɚɛɜ'],
    [90, 'ɟ'],
    [92, 'ɡ'],
    [99, 'ɥ'],
    [101, 'ɨɪʝ'],
    [110, 'ɯɰŋɳɲɴø'],
    [118, 'ɸθœ'],
    [123, 'ɹ'],
    [125, 'ɾɻ'],
    [128, 'ʁɽʂʃʈ'],
    [133, 'ʧ'],
    [135, 'ʊʋ'],
    [138, 'ʌɣɤ'],
    [142, 'χʎ'],
    [147, 'ʒʔ'],
    [156, 'ˈˌː'],
    [162, 'ʰ'],
    [164, 'ʲ'],
    [169, '↓'],
    [171, '→↗↘'],
    [177, 'ᵻ'],
  ),
])

function* runs(...groups: readonly (readonly [number, string])[]): Generator<[string, number]> {
  for (const [first, symbols] of groups) for (const [i, symbol] of [...symbols].entries()) yield [symbol, first + i]
}

/** Said for a letter that neither the table nor its nearest letters know. */
const UNKNOWN_SOUND = 'ə'

/** Kokoro's symbols of words. */
export const KOKORO_SYMBOLS: Symbols = {
  ids: KOKORO_IDS,
  symbolsOf: ({ sounds, isLight }) => sounds.map((sound) => kokoroSymbols(sound, isLight)).join(''),
}

/** By how much a sound is heard earlier than by the durations of its tokens. Measured by energy at some 300 boundaries. */
export const KOKORO_EARLIER_MS = 50
/**
 * Steady tones that Kokoro's generator adds to all speech, 50 dB below it: multiples of the rate of its last frames, which
 * are 5 samples long.
 */
export const KOKORO_TONES_HZ: readonly number[] = [4800, 9600]

/** A sound in Kokoro's symbols. A light word has no stress. Never empty, and every symbol is in the table. */
export function kokoroSymbols(sound: Sound, isLight: boolean): string {
  const stress = /^[ˈˌ]/u.exec(sound)?.[0] ?? ''
  const letters = nearestSound(sound.slice(stress.length))
  const isRhotic = letters.startsWith('ɚ')
  const spoken = isRhotic ? (stress !== '' && !isLight ? 'ɜɹ' : 'əɹ') + letters.slice(1) : letters
  const known = [...spoken].map((letter) => (KOKORO_IDS.has(letter) ? letter : UNKNOWN_SOUND)).join('')
  return (isLight ? '' : stress) + (known || UNKNOWN_SOUND)
}
