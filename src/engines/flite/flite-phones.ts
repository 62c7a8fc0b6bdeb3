import { CONSONANTS, VOWELS } from '../../core/phonemes.ts'

/** Maximum length of a given pronunciation; bounds the cost of a word. */
const MAX_PHONES = 60

/**
 * Converts ARPAbet to Flite's US English phone set (lower case, with its own schwa), with stress on vowels. Returns
 * null, so that Flite reads the spelling, if a symbol is unknown, a syllable has no vowel, or there are too many.
 */
export function flitePhonesOf(phonemes: readonly string[]): string | null {
  if (phonemes.length > MAX_PHONES) return null
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
 * Flite's dictionary has no secondary stress. Where CMUdict marks one it mostly has 1, but 0 for the first vowel of
 * `instead` and the last of `library`.
 */
function stressOfSecondary(phonemes: readonly string[], at: number): '0' | '1' {
  if (phonemes[at] === 'IY2' && at === phonemes.length - 1) return '0'
  const nextVowel = phonemes.slice(at + 1).find((phoneme) => /\d$/.test(phoneme))
  return phonemes[at] === 'IH2' && nextVowel?.endsWith('1') === true ? '0' : '1'
}
