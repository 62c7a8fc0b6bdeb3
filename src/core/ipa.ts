import { arpabetParser, type PhoneticNotation } from './phonetic-notation.ts'
import { ARPABET_OF_X_SAMPA, IPA_OF_X_SAMPA, ipaParser } from './x-sampa.ts'

/** The IPA letters of each X-SAMPA symbol that is one letter there; further spellings of a sound are behind it. */
const X_SAMPA_OF_IPA: Readonly<Record<string, string>> = {
  // Vowels, from close to open
  i: 'i',
  y: 'y',
  ɨ: '1',
  ʉ: '}',
  ɯ: 'M',
  u: 'u',
  ɪ: 'I',
  ɩ: 'I',
  ʏ: 'Y',
  ᵻ: 'I\\',
  ᵿ: 'U\\',
  ʊ: 'U',
  ɷ: 'U',
  e: 'e',
  ø: '2',
  ɘ: '@\\',
  ɵ: '8',
  ɤ: '7',
  o: 'o',
  ə: '@',
  ᵊ: '@',
  ɛ: 'E',
  œ: '9',
  ɜ: '3',
  ɞ: '3\\',
  ʌ: 'V',
  ɔ: 'O',
  æ: '{',
  ɐ: '6',
  a: 'a',
  ɶ: '&',
  ɑ: 'A',
  ɒ: 'Q',
  ɚ: '@`',
  ɝ: '3`',
  // Plosives and nasals
  p: 'p',
  b: 'b',
  t: 't',
  d: 'd',
  ʈ: 't`',
  ɖ: 'd`',
  c: 'c',
  ɟ: 'J\\',
  k: 'k',
  g: 'g',
  ɡ: 'g',
  q: 'q',
  ɢ: 'G\\',
  ʔ: '?',
  ʡ: '>\\',
  ɓ: 'b',
  ɗ: 'd',
  ʄ: 'J\\',
  ɠ: 'g',
  m: 'm',
  ɱ: 'F',
  n: 'n',
  ɳ: 'n`',
  ɲ: 'J',
  ŋ: 'N',
  ɴ: 'N\\',
  // Trills, taps and fricatives
  ʙ: 'B\\',
  r: 'r',
  ʀ: 'R\\',
  ɾ: '4',
  ɽ: 'r`',
  ɺ: 'l\\',
  ɸ: 'p\\',
  β: 'B',
  f: 'f',
  v: 'v',
  θ: 'T',
  ð: 'D',
  s: 's',
  z: 'z',
  ʃ: 'S',
  ʒ: 'Z',
  ʂ: 's`',
  ʐ: 'z`',
  ɕ: 's\\',
  ʑ: 'z\\',
  ɧ: 'x\\',
  ç: 'C',
  ʝ: 'j\\',
  x: 'x',
  ɣ: 'G',
  χ: 'X',
  ʁ: 'R',
  ħ: 'X\\',
  ʕ: '?\\',
  ʜ: 'H\\',
  ʢ: '<\\',
  h: 'h',
  ɦ: 'h\\',
  ɬ: 'K',
  ɮ: 'K\\',
  ʧ: 'tS',
  ʤ: 'dZ',
  ʨ: 'ts\\',
  ʥ: 'dz\\',
  // Approximants and clicks
  ʋ: 'P',
  ɹ: 'r\\',
  ɻ: 'r\\`',
  j: 'j',
  ɰ: 'M\\',
  l: 'l',
  ɭ: 'l`',
  ʎ: 'L',
  ʟ: 'L\\',
  ɫ: '5',
  w: 'w',
  ʍ: 'W',
  ɥ: 'H',
  ʘ: 'O\\',
  ǀ: '|\\',
  ǃ: '!\\',
  ǂ: '=\\',
  ǁ: '|\\|\\',
}

/** Sounds of two letters, which may be tied. */
const PAIRS: Readonly<Record<string, string>> = {
  aɪ: 'aI',
  ɑɪ: 'AI',
  ai: 'ai',
  aʊ: 'aU',
  ɑʊ: 'AU',
  æʊ: '{U',
  au: 'au',
  eɪ: 'eI',
  ɛɪ: 'EI',
  ei: 'ei',
  oʊ: 'oU',
  əʊ: '@U',
  ou: 'ou',
  ɔɪ: 'OI',
  oɪ: 'oI',
  ɔi: 'Oi',
  tʃ: 'tS',
  dʒ: 'dZ',
  tɕ: 'ts\\',
  dʑ: 'dz\\',
  'ə˞': '@`',
  'ɜ˞': '3`',
  'ɑ˞': 'A`',
  'ɛ˞': 'E`',
  'ɪ˞': 'I`',
  'ɔ˞': 'O`',
  'ʊ˞': 'U`',
}

const TIES = ['\u0361', '\u035c']

const spellingsOf = (pair: string): readonly string[] => [pair, ...TIES.map((tie) => [...pair].join(tie))]

const arpabetOf = (xSampa: string): string => ARPABET_OF_X_SAMPA.get(xSampa) as string

/** The ARPAbet of each symbol of the International Phonetic Alphabet, as that of its X-SAMPA. */
export const ARPABET_OF_IPA: ReadonlyMap<string, string> = new Map([
  ...Object.entries(X_SAMPA_OF_IPA).map(([symbol, xSampa]) => [symbol, arpabetOf(xSampa)] as const),
  ...Object.entries(PAIRS).flatMap(([pair, xSampa]) =>
    spellingsOf(pair).map((symbol) => [symbol, arpabetOf(xSampa)] as const),
  ),
])

/** The one spelling of each sound that engines know; affricates of German are one sound. */
const ONE_SPELLING: ReadonlyMap<string, string> = new Map([
  ...[...Object.entries(X_SAMPA_OF_IPA), ...Object.entries(PAIRS)].flatMap(([symbol, xSampa]) =>
    spellingsOf(symbol).map((spelling) => [spelling, IPA_OF_X_SAMPA.get(xSampa) ?? symbol] as const),
  ),
  ...['ts', 'dz', 'pf'].flatMap((pair) => TIES.map((tie) => [[...pair].join(tie), pair] as const)),
])

const IPA: PhoneticNotation = {
  name: 'IPA',
  stresses: new Map([
    ['ˈ', '1'],
    ["'", '1'],
    ['’', '1'],
    ['ˌ', '2'],
    [',', '2'],
  ]),
  // Sounds in parentheses, which some speakers leave out, are spoken.
  separator: /[\s.\-‿|‖()]+/y,
  // Length, ties, marks above and below, and small letters behind a sound.
  diacritic: /[\u0300-\u036f]|[():ːˑ\u02b0-\u02b8\u02bc\u02c0\u02c1\u02de\u02e0-\u02e9ⁿˡ]/y,
  hasOnePrimary: false, // of several words, each may have one
}

const parse = arpabetParser(IPA, {
  arpabetOf: ARPABET_OF_IPA,
  syllabic: /[\u0329\u030d]/,
  nasal: /\u0303/,
  schwa: 'ə',
  rhotic: new Set(['ə', 'ɜ', 'ɚ', 'ɝ']),
})

/** Converts a word in the International Phonetic Alphabet to ARPAbet, as `arpabetParser` tells. */
export const parseIpa = (written: string): readonly string[] =>
  parse(written.normalize('NFD').replaceAll('c\u0327', 'ç'))

const parseAsIpa = ipaParser(IPA, { ipaOf: ONE_SPELLING, long: /[ː:]/, nasal: /\u0303/ })

/** As `parseIpa`, to the sounds of any language. `takesStress` is false where marks of stress are faults. */
export const parseIpaAsIpa: typeof parseAsIpa = (written, takesStress) =>
  parseAsIpa(written.normalize('NFD').replaceAll('c\u0327', 'ç'), takesStress)

/** The IPA between slashes or square brackets; undefined for what is written otherwise. */
export function betweenSlashes(written: string): string | undefined {
  const [, slashes, brackets] = /^\s*(?:\/(.*)\/|\[(.*)\])\s*$/s.exec(written) ?? []
  return slashes ?? brackets
}

/** Letters that only phonetic alphabets have. */
export const hasIpaLetter = (text: string): boolean => /[\u0250-\u02af\u02c8\u02cc\u02d0]/.test(text)
