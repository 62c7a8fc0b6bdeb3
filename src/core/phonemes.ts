/** ARPAbet as CMUdict writes it: 15 vowels, each with a stress digit after it, and 24 consonants without one. */
export const VOWELS: ReadonlySet<string> = new Set('AA AE AH AO AW AY EH ER EY IH IY OW OY UH UW'.split(' '))
export const CONSONANTS: ReadonlySet<string> = new Set(
  'B CH D DH F G HH JH K L M N NG P R S SH T TH V W Y Z ZH'.split(' '),
)

/** Whether the symbol is a vowel with a stress digit (0 none, 1 primary, 2 secondary) or a consonant. */
export function isPhoneme(symbol: string): boolean {
  return CONSONANTS.has(symbol) || (/[012]$/.test(symbol) && VOWELS.has(symbol.slice(0, -1)))
}

export const isVowel = (phoneme: string): boolean => VOWELS.has(phoneme.replace(/[012]$/, ''))
