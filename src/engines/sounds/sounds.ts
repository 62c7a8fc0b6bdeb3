/**
 * A sound, written the same way in every language: IPA with one letter a sound, capitals for diphthongs (A eɪ, I aɪ,
 * O oʊ, Q əʊ, W aʊ, Y ɔɪ) and for the American flap (T), `ɚ` for ARPAbet's ER. The stress of the syllable (ˈ or ˌ)
 * precedes the vowel, modifiers (ː ̃ ʰ ʲ ᵝ) follow the letter.
 */
export type Sound = string

/** Marks that modify the letter before them. */
export const MODIFIERS = ['ː', '\u0303', 'ʰ', 'ʲ', 'ᵝ'] as const

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

/** ARPAbet in the American accent: `t` between vowels is a flap if the second is unstressed. */
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
  // `button` has a nasal release instead.
  return isAfterVowel && after.endsWith('0') && !(after === 'AH0' && phonemes[at + 2] === 'N')
}
