import { parseIpa } from '../../../src/core/ipa.ts'

/** Phonemes in braces: the symbol, its name in ARPAbet, and a word with it. */
export const PHONEMES = [
  ['a', 'AA', 'hot'],
  ['@', 'AE', 'cat'],
  ['A', 'AH', 'cut'],
  ['x', 'AH0', 'about'],
  ['o', 'OW', 'go'],
  ['W', 'AW', 'how'],
  ['Y', 'AY', 'my'],
  ['E', 'EH', 'bed'],
  ['R', 'ER', 'bird'],
  ['e', 'EY', 'day'],
  ['I', 'IH', 'sit'],
  ['i', 'IY', 'see'],
  ['O', 'OY', 'boy'],
  ['U', 'UH', 'book'],
  ['u', 'UW', 'too'],
  ['b', 'B', 'be'],
  ['C', 'CH', 'chin'],
  ['d', 'D', 'do'],
  ['D', 'DH', 'this'],
  ['f', 'F', 'fee'],
  ['g', 'G', 'go'],
  ['h', 'HH', 'he'],
  ['J', 'JH', 'judge'],
  ['k', 'K', 'key'],
  ['l', 'L', 'low'],
  ['m', 'M', 'me'],
  ['n', 'N', 'no'],
  ['G', 'NG', 'sing'],
  ['p', 'P', 'pea'],
  ['r', 'R', 'red'],
  ['s', 'S', 'see'],
  ['S', 'SH', 'ship'],
  ['t', 'T', 'tea'],
  ['T', 'TH', 'thin'],
  ['v', 'V', 'van'],
  ['w', 'W', 'we'],
  ['y', 'Y', 'yes'],
  ['z', 'Z', 'zoo'],
  ['Z', 'ZH', 'vision'],
] as const

export const isVowel = (arpabet: string): boolean => /^[AEIOU]/.test(arpabet)

const SYMBOLS = new Map<string, string>(PHONEMES.map(([symbol, arpabet]) => [arpabet, symbol]))

/** IPA between slashes as phonemes in braces; undefined if it has symbols that the alphabet has not. */
function bracesOfIpa(text: string): string | undefined {
  const [, inside = ''] = /^\s*[/[](.+)[/\]]\s*$/.exec(text) ?? []
  try {
    return bracesOfArpabet(parseIpa(inside).join(' '))
  } catch {
    return undefined
  }
}

/** A written pronunciation as a text that a voice of mistv3 reads; undefined for symbols that it does not know. */
export function spokenPronunciation(written: string): string | undefined {
  return /^\s*[/[]/.test(written) ? bracesOfIpa(written) : (bracesOfArpabet(written) ?? written)
}

/** ARPAbet as phonemes in braces; undefined if it is something else. A stress digit comes before its vowel there. */
export function bracesOfArpabet(text: string): string | undefined {
  const phonemes = text.trim().split(/\s+/)
  const symbols = phonemes.map((phoneme, i) => {
    const [, name = '', stress = ''] = /^([A-Z]+)([012]?)$/.exec(phoneme) ?? []
    // AO has a symbol before R only; elsewhere AA is nearest.
    const symbolOfAo = phonemes[i + 1] === 'R' ? 'o' : 'a'
    const symbol = phoneme === 'AH0' ? 'x' : name === 'AO' ? symbolOfAo : SYMBOLS.get(name)
    return symbol === undefined ? undefined : `${stress}${symbol}`
  })
  return symbols.every((symbol) => symbol !== undefined) ? `{${symbols.join('')}}` : undefined
}
