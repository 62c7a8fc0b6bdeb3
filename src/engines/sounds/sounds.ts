/**
 * Sounds as the third version of the voice reads them, in every language the same: IPA with one letter a sound and
 * capitals for diphthongs (A eɪ, I aɪ, O oʊ, Q əʊ, W aʊ, Y ɔɪ) and for the flap of American (T), `ɚ` for ER; after the
 * letter what changes it (ː ̃ ʰ ʲ ᵝ), before it the stress of the syllable (ˈ or ˌ). training/README.md has the list.
 */
export type Sound = string

/** What changes a letter before it. */
export const MODIFIERS = ['ː', '\u0303', 'ʰ', 'ʲ', 'ᵝ'] as const

const VOWEL_LETTERS = new Set([...'AIOQWYaeiouyæɐɑɒɔəɚɛɜɤɨɪɯøœʊʌᵻ'])

export const isVowelSound = (sound: Sound): boolean => VOWEL_LETTERS.has(letterOf(sound))

export const letterOf = (sound: Sound): string => [...sound.replace(/^[ˈˌ]/u, '')][0] ?? ''

const US_VOWELS: Readonly<Record<string, Sound>> = {
  AA: 'ɑ',
  AE: 'æ',
  AH: 'ʌ',
  AO: 'ɔ',
  AW: 'W',
  AY: 'I',
  EH: 'ɛ',
  ER: 'ɚ',
  EY: 'A',
  IH: 'ɪ',
  IY: 'i',
  OW: 'O',
  OY: 'Y',
  UH: 'ʊ',
  UW: 'u',
}

const CONSONANTS: Readonly<Record<string, Sound>> = {
  B: 'b',
  CH: 'ʧ',
  D: 'd',
  DH: 'ð',
  F: 'f',
  G: 'ɡ',
  HH: 'h',
  JH: 'ʤ',
  K: 'k',
  L: 'l',
  M: 'm',
  N: 'n',
  NG: 'ŋ',
  P: 'p',
  R: 'ɹ',
  S: 's',
  SH: 'ʃ',
  T: 't',
  TH: 'θ',
  V: 'v',
  W: 'w',
  Y: 'j',
  Z: 'z',
  ZH: 'ʒ',
}

const STRESS: Readonly<Record<string, string>> = { '0': '', '1': 'ˈ', '2': 'ˌ' }

export const stressMark = (phoneme: string): string => STRESS[phoneme.at(-1) ?? ''] ?? ''

export const consonantSound = (phoneme: string): Sound => CONSONANTS[phoneme] ?? ''

/** A word of the lexicon, in ARPAbet, as an American says it: `t` between vowels, the second unstressed, is a flap. */
export function americanSounds(phonemes: readonly string[]): readonly Sound[] {
  return phonemes.map((phoneme, i) => {
    const vowel = US_VOWELS[phoneme.slice(0, -1)]
    if (vowel !== undefined) return stressMark(phoneme) + (phoneme === 'AH0' ? 'ə' : vowel)
    return phoneme === 'T' && isFlapped(phonemes, i) ? 'T' : consonantSound(phoneme)
  })
}

function isFlapped(phonemes: readonly string[], at: number): boolean {
  const [before, after] = [phonemes[at - 1], phonemes[at + 1]]
  if (before === undefined || after === undefined) return false
  const isAfterVowel = /\d$/.test(before) || before === 'R'
  // `button`: the nose opens in place of a flap.
  return isAfterVowel && after.endsWith('0') && !(after === 'AH0' && phonemes[at + 2] === 'N')
}
