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

/** Symbols of English in IPA, and what they are in braces. */
const IPA = new Map<string, string>(
  Object.entries({
    ...{ ɑ: 'a', ɒ: 'a', ɔ: 'a', æ: '@', ʌ: 'A', ə: 'x', ɐ: 'x', oʊ: 'o', əʊ: 'o', aʊ: 'W', aɪ: 'Y', ɛ: 'E', e: 'E' },
    ...{ ɝ: 'R', ɚ: 'R', ɜ: 'R', eɪ: 'e', ɪ: 'I', i: 'i', ɔɪ: 'O', ʊ: 'U', u: 'u', o: 'o', a: 'a' },
    ...{
      b: 'b',
      tʃ: 'C',
      d: 'd',
      ð: 'D',
      f: 'f',
      g: 'g',
      ɡ: 'g',
      h: 'h',
      dʒ: 'J',
      k: 'k',
      l: 'l',
      ɫ: 'l',
      m: 'm',
      n: 'n',
    },
    ...{ ŋ: 'G', p: 'p', r: 'r', ɹ: 'r', s: 's', ʃ: 'S', t: 't', θ: 'T', v: 'v', w: 'w', j: 'y', z: 'z', ʒ: 'Z' },
  }),
)
const IPA_VOWELS = /^[ɑɒɔæʌəɐoaɛeɝɚɜɪiʊu]/
const STRESSES: Readonly<Record<string, string>> = { ˈ: '1', "'": '1', ˌ: '2' }

/** IPA between slashes as phonemes in braces; undefined if it is something else, or has symbols that English has not. */
function bracesOfIpa(text: string): string | undefined {
  const [, inside] = /^\s*[/[](.+)[/\]]\s*$/.exec(text) ?? []
  const symbols = inside
    ?.normalize('NFD')
    .replace(/[\s.ː]|\u203f|\p{M}/gu, '')
    .match(/[ˈ'ˌ]|oʊ|əʊ|aʊ|aɪ|eɪ|ɔɪ|tʃ|dʒ|./gu)
  if (!symbols) return undefined
  const vowels = symbols.filter((symbol) => IPA_VOWELS.test(symbol)).length
  let stress = vowels === 1 ? '1' : '0'
  const braces = symbols.map((symbol, i) => {
    const marked = STRESSES[symbol]
    if (marked !== undefined) {
      stress = marked
      return ''
    }
    const found = symbol === 'ɔ' && /^[rɹ]$/.test(symbols[i + 1] ?? '') ? 'o' : IPA.get(symbol)
    if (found === undefined || !IPA_VOWELS.test(symbol)) return found
    const ofVowel = stress
    stress = '0'
    return ofVowel + found
  })
  return braces.every((symbol) => symbol !== undefined) ? `{${braces.join('')}}` : undefined
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
