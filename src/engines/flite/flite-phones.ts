import { CONSONANTS, VOWELS } from '../../core/phonemes.ts'

/** Longest pronunciation of one word that is taken as given: bounds what it may cost. */
const MOST_PHONES = 60

/**
 * ARPAbet in the names of Flite's US English phone set (the same in lower case, schwa apart), stress on the vowels; null where a symbol is unknown, no vowel is there to carry a
 * syllable, or there are too many: Flite then reads the word from its spelling.
 */
export function flitePhonesOf(phonemes: readonly string[]): string | null {
  if (phonemes.length > MOST_PHONES) return null
  const phones = phonemes.map(flitePhoneOf)
  const isComplete = phones.every((phone) => phone !== undefined) && phones.some((phone) => /\d$/.test(phone ?? ''))
  return isComplete ? phones.join(' ') : null
}

function flitePhoneOf(phoneme: string, at: number, phonemes: readonly string[]): string | undefined {
  const stress = /[012]$/.exec(phoneme)?.[0]
  const base = stress === undefined ? phoneme : phoneme.slice(0, -1)
  if (VOWELS.has(base)) {
    if (base === 'AH' && (stress ?? '0') === '0') return 'ax0'
    return `${base.toLowerCase()}${stress === '2' ? stressOfSecondary(phonemes, at) : (stress ?? '0')}`
  }
  return CONSONANTS.has(base) && stress === undefined ? base.toLowerCase() : undefined
}

/**
 * Flite's dictionary knows no secondary stress. Where CMUdict marks one it writes 1, but for the first vowel of
 * `instead` and the last of `library` mostly 0.
 */
function stressOfSecondary(phonemes: readonly string[], at: number): '0' | '1' {
  if (phonemes[at] === 'IY2' && at === phonemes.length - 1) return '0'
  const nextVowel = phonemes.slice(at + 1).find((phoneme) => /\d$/.test(phoneme))
  return phonemes[at] === 'IH2' && nextVowel?.endsWith('1') === true ? '0' : '1'
}
